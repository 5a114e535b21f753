/**
 * A source that is read in the worker: chunks of bytes go through a port of their own, each when it is asked for.
 *
 * The reader stays where the source is. What goes through is a copy, so the source's own bytes are never taken away.
 */

import { bare } from "../bare.js";
import { failure } from "../error.js";
import { READ_HEADERS, answerOf, chunksOf } from "../foreign.js";
import { isBlob, NOT_READABLE, sourceOf } from "../source.js";
import { JoinedReader } from "./joined.js";

let count = 0;

/**
 * The page's end of a source: `given` is sent, and `port` handed over with it. What the source throws goes to `threw`, with the
 * name it has on both sides. `stop` says that nobody reads on, and whether what was opened of it failed.
 */
export function feedOf(source, threw) {
  if (isBlob(source)) return { given: { blob: source }, port: undefined, stop() {} };
  const { response, reader, rows } = bare(sourceOf(source));
  const head = response && headOf(response);
  const { port1, port2 } = new MessageChannel();
  const place = `source ${(count += 1)}`;
  const feeder = new Feeder(port1, () => new JoinedReader(response ? answerOf(response).reader() : chunksOf(reader)), (error) => threw(place, error));
  const stop = (hasFailed) => {
    try {
      const wasRead = feeder.stop();
      if (hasFailed || !wasRead) reader?.releaseLock?.();
    } catch {
      // A reader of the caller's own making: what happened before is what counts.
    }
  };
  return { given: { port: port2, place, rows, head }, port: port2, stop };
}

function headOf(response) {
  try {
    const { status, ok, type, headers, body } = response;
    const found = READ_HEADERS.map((name) => [name, headers.get(name)]).filter(([, value]) => typeof value === "string");
    return { status, ok, type: String(type), headers: found, hasBody: body !== null && body !== undefined };
  } catch (error) {
    throw failure("invalid_argument", { path: "source", hint: NOT_READABLE }, error);
  }
}

/** Answers each question for more. Chunks are read one after the other, whatever was asked meanwhile. */
class Feeder {
  #port;
  #open;
  #threw;
  #reader;
  #turn = Promise.resolve();
  #isStopped = false;

  constructor(port, open, threw) {
    this.#port = port;
    this.#open = open;
    this.#threw = threw;
    port.onmessage = ({ data }) => {
      if (data === "more") this.#turn = this.#turn.then(() => this.#next());
      else this.stop();
    };
  }

  /** Whether anything was read. */
  stop() {
    this.#port.close();
    this.#isStopped = true;
    this.#reader?.cancel();
    return this.#reader !== undefined;
  }

  async #next() {
    if (this.#isStopped) return;
    try {
      this.#reader ??= this.#open();
      // The end is nothing, and what is not bytes is `null`.
      const bytes = await this.#reader.read();
      this.#port.postMessage({ bytes }, bytes ? [bytes.buffer] : []);
    } catch (error) {
      this.#threw(error);
      this.#port.postMessage({ failed: true });
    }
  }
}

/** The worker's end: what `sourceOf` makes of a source. */
export function sourceFrom({ blob, port, place, rows, head }) {
  if (blob) return sourceOf(blob);
  const reader = new FedReader(port, place);
  if (!head) return { reader, rows };
  const { hasBody, ...said } = head;
  const body = hasBody ? { getReader: () => reader } : null;
  const headers = new Map(head.headers);
  return { response: { ...said, url: "", headers: { get: (name) => headers.get(name) ?? null }, body, arrayBuffer() {} } };
}

/** Asks for one chunk ahead. */
class FedReader {
  #port;
  #place;
  #waiting = [];
  /** @type {Promise<any> | null} */
  #ahead = null;

  constructor(port, place) {
    this.#port = port;
    this.#place = place;
    port.onmessage = ({ data }) => this.#waiting.shift()?.(data);
  }

  async read() {
    const { bytes, failed } = await (this.#ahead ?? this.#more());
    if (failed) throw new Thrown(this.#place);
    if (bytes === undefined) {
      this.#port.close();
      return { done: true, value: undefined };
    }
    this.#ahead = this.#more();
    return { done: false, value: bytes };
  }

  cancel() {
    this.#port.postMessage("cancel");
    this.#port.close();
    // A promise that never settles would keep alive whoever waits for it.
    for (const answer of this.#waiting.splice(0)) answer({});
  }

  #more() {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#port.postMessage("more");
    });
  }
}

/** Stands for what was thrown on the page, where it is kept under this place. */
export class Thrown extends Error {
  constructor(place) {
    super("thrown on the page");
    this.place = place;
  }
}
