/**
 * Everything that a scan can be opened from, as one thing: a reader of chunks of bytes.
 */

import { encoded, encodedFindings, encodedResult } from "./encoded.js";
import { failure, isScanfoldError } from "./error.js";
import { isResponse } from "./foreign.js";
import { isA, isObject } from "./kind.js";
import { readerOf } from "./reader.js";
import { isPlain } from "./snapshot.js";

/** Bytes that are handed on at a time, and that are written of data before `openScan` returns. */
const BYTES = 1 << 18;

/** Bytes that are copied before `openScan` returns: more would hold the page for longer than a slice of parsing does. */
const COPIED = 1 << 21;

const MOVED = "must keep its bytes until the scan is open: its buffer was transferred or resized meanwhile";
const NO_WEB_STREAM = "must be a web stream (ReadableStream): give ReadableStream.from(source) where there is that, or Node's Readable.toWeb(source)";
const NOT_ITS_ADDRESS = "must be the scan itself, not its address: fetch that, and give the response";

/** `{ response }`, or `{ reader, rows }`: `rows` says that the bytes are an array of findings rather than a whole answer. */
export function sourceOf(source) {
  return readable(() => reading(source));
}

/** Whether this is a blob: of one, a worker is sent only the right to read it. */
export const isBlob = (source) => readable(() => typeof Blob === "function" && source instanceof Blob);

/** What is said of an object of the caller's that throws. */
export const NOT_READABLE = "must be something that can be read";

/** What a caller's object throws while it is read makes it a bad argument. */
function readable(step) {
  try {
    return step();
  } catch (error) {
    if (isScanfoldError(error)) throw error;
    throw failure("invalid_argument", { path: "source", hint: NOT_READABLE }, error);
  }
}

/** What was wrong with the source itself arrives as the cause of a body that broke off. */
export function ofSource(error, source) {
  if (!isScanfoldError(error, "network")) return error;
  if (isScanfoldError(error.cause, "invalid_argument")) return error.cause;
  // Bytes come from nowhere else: they break off only if they are taken away while a slice of them is copied.
  return isA("ArrayBuffer", source) || ArrayBuffer.isView(source) ? moved(error.cause) : error;
}

const moved = (cause) => failure("invalid_argument", { path: "source", hint: MOVED }, cause);

function reading(source) {
  if (isResponse(source)) return { response: unread(source) };
  if (isAddress(source)) throw failure("invalid_argument", { path: "source", hint: NOT_ITS_ADDRESS });
  if (typeof source === "string") return { reader: pull(encoded(source)), rows: false };
  if (isA("ArrayBuffer", source)) return { reader: pull(slices(new Uint8Array(source))), rows: false };
  if (ArrayBuffer.isView(source)) {
    return { reader: pull(slices(new Uint8Array(source.buffer, source.byteOffset, source.byteLength))), rows: false };
  }
  if (typeof source?.getReader === "function") return { reader: locked(source), rows: false };
  if (isBlob(source)) return { reader: readerOfBlob(source), rows: false };
  if (typeof source?.stream === "function") return { reader: locked(source.stream()), rows: false };
  if (isSimulated(source)) return { reader: readerOfBlob(source), rows: false };
  if (typeof source?.then === "function") throw failure("invalid_argument", { path: "source", hint: "must be awaited first: it is a promise" });
  if (typeof source?.[Symbol.asyncIterator] === "function") throw failure("invalid_argument", { path: "source", hint: NO_WEB_STREAM });
  if (Array.isArray(source)) return { reader: pull(ahead(encodedFindings(source))), rows: true };
  if (isObject(source) && isPlain(source)) return { reader: pull(ahead(encodedResult(source))), rows: false };
  throw failure("invalid_argument", {
    path: "source",
    hint: "must be bytes, text, a blob, a stream, a response, a scan result or an array of findings",
  });
}

/** No JSON begins like this. A text that begins with a comment is broken JSON, and no address. */
function isAddress(source) {
  return typeof source === "string" ? /^(https?:\/\/|\.{0,2}\/(?![*/]))\S+$/.test(source) : isA("URL", source);
}

/** A response whose body nobody has read. A failed one may have been read: its status says enough. */
function unread(response) {
  if (!response.ok || !(response.bodyUsed || response.body?.locked)) return response;
  throw failure("invalid_argument", { path: "source", hint: "must be a response that nobody has read" });
}

/** A file of jsdom's, where a test has Node's `Blob`. */
function isSimulated(source) {
  return typeof FileReader === "function" && (isA("Blob", source) || isA("File", source));
}

/** Blobs of simulated browsers may have no `stream`, and where they have none there may be no streams at all. */
function readerOfBlob(blob) {
  if (typeof blob.stream === "function") return readerOf(blob.stream());
  let isRead = false;
  return {
    async read() {
      if (isRead) return { done: true, value: undefined };
      isRead = true;
      return { done: false, value: new Uint8Array(await (typeof blob.arrayBuffer === "function" ? blob.arrayBuffer() : readByEvents(blob))) };
    },
    cancel() {},
  };
}

/** The only way that jsdom has up to version 26. */
function readByEvents(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(blob);
  });
}

function locked(stream) {
  try {
    return stream.getReader();
  } catch (error) {
    throw failure("invalid_argument", { path: "source", hint: "must be a stream that nobody else reads" }, error);
  }
}

/** A generator that reads like a stream. */
function pull(chunks) {
  return {
    read: () => new Promise((resolve) => resolve(readable(() => chunks.next()))),
    cancel: () => chunks.return(undefined),
  };
}

/** A few bytes are copied at once, so that the caller may change them. */
function slices(bytes) {
  return bytes.length > COPIED ? slicesOf(bytes, bytes.length) : slicesOfCopy(bytesCopy(bytes), bytes.length);
}

/** The memory of the last copy, until it is collected: first use of fresh memory takes as long as parsing a few hundred findings. */
let last;

function bytesCopy(bytes) {
  const room = last?.deref();
  last = undefined;
  const copy = room?.length >= bytes.length ? room : new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy;
}

function* slicesOfCopy(copy, length) {
  try {
    yield* slicesOf(copy.subarray(0, length), length);
  } finally {
    // Not every runtime has it.
    if (typeof WeakRef === "function") last = new WeakRef(copy);
  }
}

/** `length` is what it was at first. */
function* slicesOf(bytes, length) {
  for (let at = 0; at < length; at += BYTES) {
    if (bytes.length !== length) throw moved();
    yield bytes.subarray(at, at + BYTES);
  }
}

/** Reads the first `BYTES` at once, so that a caller may change little data right after the call. */
function ahead(pieces) {
  const taken = [];
  for (let length = 0; length < BYTES; ) {
    const { done, value } = pieces.next();
    if (done) break;
    taken.push(value);
    length += value.length;
  }
  return (function* () {
    yield* taken;
    yield* pieces;
  })();
}
