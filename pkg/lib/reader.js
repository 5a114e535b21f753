/**
 * Reads a stream of bytes. Where the stream can fill a buffer it is given the same one time and again: chunks of a large body
 * would otherwise pile up as garbage faster than they are collected.
 */

/** Chromium hands out no more at a time. */
const BYTES = 1 << 16;

/** A reader of the stream; throws where somebody else reads it. */
export function readerOf(stream) {
  let reader;
  try {
    reader = stream.getReader({ mode: "byob" });
  } catch {
    return stream.getReader();
  }
  // Not `instanceof`: the stream may be of another frame. What only looks like a stream ignores the mode.
  if (Object.prototype.toString.call(reader) !== "[object ReadableStreamBYOBReader]") return reader;
  let buffer = new ArrayBuffer(BYTES);
  return {
    async read() {
      const chunk = await reader.read(new Uint8Array(buffer));
      // The buffer moves: into the read, and back with what it holds.
      if (chunk.value !== undefined) buffer = chunk.value.buffer;
      return chunk;
    },
    cancel: () => reader.cancel(),
  };
}
