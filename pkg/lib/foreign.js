/**
 * What others wrote: a fetch and its responses, token functions, streams.
 *
 * None of their functions enters the module as it is: what it throws there, from a getter or a `then`, would go through the
 * module's frames and end the instance. Here it becomes plain values, promises of the platform's own, and functions that do
 * not throw.
 */

import { running, trackResource } from "./instance.js";
import { isObject } from "./kind.js";
import { readerOf } from "./reader.js";

/**
 * Calls a function. The promise is the platform's, and settles as what it returns does, whatever that is: returned and not awaited,
 * a promise whose `constructor` throws would never settle it in WebKit.
 */
export async function called(foreign, given) {
  return await Reflect.apply(foreign, globalThis, [given]);
}

/**
 * Asks a fetch. Not every fetch heeds the signal, so a response that nobody reads is cancelled when the request is given up; one
 * that is being read is locked. An instance that has trapped in a callback, and goes on below it, sends nothing.
 */
export async function send(fetch, request) {
  if (!running()) return new Promise(() => {});
  const response = await called(fetch, request);
  const { signal } = request;
  const cancel = () => void called(() => response.body?.cancel()).catch(() => {});
  signal?.addEventListener?.("abort", cancel);
  if (signal?.aborted) cancel();
  return response;
}

/** Whether this is a response: the platform's, or one of another realm or library whose body reads like the platform's. */
export function isResponse(value) {
  const speaks = [value?.headers?.get, value?.arrayBuffer].every((method) => typeof method === "function");
  if (!speaks || !Number.isInteger(value.status)) return false;
  // Asked last, and only of what looks like one: the first use of `Response` makes Node load all of its network code.
  if (typeof Response === "function" && value instanceof Response) return true;
  return value.body === null || typeof value.body?.getReader === "function";
}

/** The type that the platform gives a response made of a string, as tests make them. */
const MADE_OF_TEXT = /^text\/plain; ?charset=utf-8$/i;

/** The headers of a response that are read. */
export const READ_HEADERS = ["Content-Type", "Content-Length", "Content-Encoding", "Retry-After", "Date", "X-Request-Id"];

/** What a response says before its body, read once. Throws for what is no response, or does not let itself be read. */
class Answer {
  #response;

  constructor(response) {
    if (!isResponse(response)) throw new TypeError("not a Response");
    const { headers, status, type, url } = response;
    const [label, length, encoding, retryAfter, date, requestId] = READ_HEADERS.map((name) => {
      const value = headers.get(name);
      return typeof value === "string" ? value : undefined;
    });
    this.#response = response;
    this.isRedirect = type === "opaqueredirect";
    this.status = Number.isInteger(status) && status > 0 && status < 1 << 16 ? status : 0;
    this.isHidden = type === "opaque" || type === "error" || this.status === 0;
    // Nobody chose that label: what was fetched has an address, and what was not is called so by default.
    this.contentType = url === "" && MADE_OF_TEXT.test(label ?? "") ? undefined : label;
    this.retryAfter = retryAfter;
    this.date = date;
    this.requestId = requestId;
    const isPacked = encoding !== undefined && !/^\s*identity\s*$/i.test(encoding);
    this.contentLength = !isPacked && /^\d{1,15}$/.test(length ?? "") ? Number(length) : undefined;
    // Across origins `Content-Encoding` cannot be seen: the length may be that of the body before it is decoded.
    this.announcedBytes = type === "cors" ? undefined : this.contentLength;
  }

  /** A reader of the body, or nothing where there is none. Throws where somebody else reads it. */
  reader() {
    const { body, url } = this.#response;
    if (body === null || body === undefined) return undefined;
    // Only what was fetched has an address.
    return new Reader(url === "" ? body.getReader() : readerOf(body));
  }
}

/** Reads chunks of bytes from anything that reads like a stream. */
class Reader {
  #reader;
  #told;

  constructor(reader) {
    this.#reader = reader;
  }

  /** Resolves to a view of the bytes, to nothing at the end, and to `null` for what is not bytes. */
  async read() {
    return bytesOf(await this.#reader.read());
  }

  /** From now on calls `told` for each chunk that `next` asks for. When this is stopped, no longer, and the source is cancelled. */
  listen(told) {
    this.#told = told;
    trackResource(this, () => this.cancel());
  }

  /** Asks for the next chunk. */
  async next() {
    let isRead = false;
    let outcome;
    try {
      outcome = bytesOf(await this.#reader.read());
      isRead = true;
    } catch (error) {
      outcome = error;
    }
    this.#told?.(isRead, outcome);
  }

  /** Says that nobody reads on. A stream that has failed rejects this too, which is nobody's concern. */
  cancel() {
    this.#told = undefined;
    called(() => this.#reader.cancel()).catch(() => {});
  }
}

export const answerOf = (response) => new Answer(response);
export const chunksOf = (reader) => new Reader(reader);

/** The platform's own getters, which a chunk cannot override. */
const [tagOf, bufferOf, offsetOf, lengthOf] = [Symbol.toStringTag, "buffer", "byteOffset", "byteLength"].map((name) => {
  const { get } = /** @type {any} */ (Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name));
  return (value) => get.call(value);
});

/** What a read came to, as `Reader` says it. */
function bytesOf(chunk) {
  if (!isObject(chunk)) return null;
  return chunk.done ? undefined : viewOf(chunk.value);
}

/** A view of our own of the same bytes, also where they are of another realm. */
function viewOf(value) {
  return tagOf(value) === "Uint8Array" ? new Uint8Array(bufferOf(value), offsetOf(value), lengthOf(value)) : null;
}

/** Fills `to` with the bytes of a view from `from` on. Throws where its owner has taken them away meanwhile. */
export function copyBytes(view, from, to) {
  const part = from === 0 && to.length === view.length ? view : view.subarray(from, from + to.length);
  if (part.length < to.length) throw new RangeError("the bytes of a chunk were taken away");
  to.set(part);
}
