/**
 * Reads a body. A stream of the platform's own that can fill a buffer is given the same one time and again: chunks of a large
 * body would otherwise pile up as garbage faster than they are collected.
 *
 * Streams that somebody wrote are read chunk by chunk: many of them close without answering a read that brought a buffer.
 */

import { isA } from "./kind.js";

/** Chromium hands out no more at a time. */
const BYTES = 1 << 16;

/** A reader of a stream of the platform's own. */
export function readerOf(stream) {
  let reader;
  try {
    reader = stream.getReader({ mode: "byob" });
  } catch {
    return stream.getReader();
  }
  // Not `instanceof`: the stream may be of another frame. What only looks like a stream ignores the mode.
  if (!isA("ReadableStreamBYOBReader", reader)) return reader;
  let buffer = new ArrayBuffer(BYTES);
  let closed = false;
  const close = async () => {
    await reader.closed;
    closed = true;
    // Ends a read that the stream did not answer when it closed.
    reader.releaseLock();
  };
  close().catch(() => {});
  const ended = () => ({ done: true, value: undefined });
  return {
    async read() {
      if (closed) return ended();
      try {
        const chunk = await reader.read(new Uint8Array(buffer));
        // The buffer moves: into the read, and back with what it holds.
        if (chunk.value !== undefined) buffer = chunk.value.buffer;
        return chunk;
      } catch (error) {
        if (closed) return ended();
        throw error;
      }
    },
    cancel: async () => (closed ? undefined : reader.cancel()),
  };
}
