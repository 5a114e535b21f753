/**
 * The page's end of a conversation with a worker: calls go out, and each is answered once, in whatever order.
 *
 * What a call makes in the worker (a client, a scan) is known by the call's number from then on. Functions and signals of
 * the caller stay on this side.
 */

import { unsent } from "../about.js";
import { bare } from "../bare.js";
import { failure, ScanfoldError } from "../error.js";
import { soon } from "../turns.js";
import { sendable, splitOptions } from "./options.js";
import { listenTo } from "./signal.js";

/** The call that nobody sends: the worker answers it when it has loaded the module, or could not. */
const START = 0;

/** Most thrown values that are remembered as causes of errors: one may make several calls fail. */
const REMEMBERED = 4096;

export class Line {
  #port;
  #last = START;
  /** Of calls that are not answered yet: how they settle, and what their errors say. */
  #calls = new Map();
  /** The caller's functions, as long as the call, or the client that it made, may name them, and whether they are a client's. */
  #functions = new Map();
  /** What the caller's functions and sources threw, by the name that the worker knows it by. */
  #thrown = new Map();
  /** What is sent at the end of this turn, as one message, so that the worker too sees it in one turn. */
  #outbox = [];
  /** @type {((about: any) => Error) | null} */
  #end = null;
  /** @type {(said: any) => void} */
  #ran = () => {};
  #broke;

  /** `port` is a message port, or a worker that talks of nothing else. `broke` is told when what it says cannot be read. */
  constructor(port, broke) {
    this.#port = port;
    this.#broke = broke;
    port.onmessage = ({ data }) => this.#hear(data);
    // Chromium does not hear the attribute of a worker.
    port.addEventListener("messageerror", broke);
  }

  /** Resolves once the module runs; `ran` is called as soon as the worker's script does, with what it says of itself. */
  started(ran) {
    this.#ran = ran;
    return this.#answer(START, {});
  }

  /**
   * Calls `method` of what the call `on` made (0: of the worker). `options` are the last argument, where that may hold functions
   * and a signal. `about` is in errors that arise on this side, and says that the call can be aborted; `source` is sent first,
   * as it is; `isClient` says that what the call makes goes on to name functions; `check` throws where `on` is no more.
   */
  async call(on, method, args, more) {
    const { options, about, source, isClient = false, check = () => {} } = bare(more);
    this.#refuseAtEnd(about);
    const { sent, functions, signal } = splitOptions(options, about && unsent(about), method === "request");
    const given = [...(source ? [source.given] : []), ...args.map(sendable), sent];
    // Reading the caller's arguments may have run code that ended all this.
    this.#refuseAtEnd(about);
    const id = (this.#last += 1);
    const answer = this.#answer(id, about, on);
    let unlisten;
    let isMade = false;
    try {
      if (signal) unlisten = listenTo(signal, unsent(about), (reason) => this.#abandon(id, reason));
      // That code, or the signal's own, may have aborted the call as well, or disposed of what it is asked of.
      if (this.#calls.has(id)) {
        check();
        this.#functions.set(id, { functions, isClient });
        const call = { say: "call", id, on, method, args: given, names: Object.keys(functions), canAbort: about !== undefined };
        this.#send(call, source?.port ? [source.port] : []);
      }
      const made = await answer;
      isMade = isClient;
      return made;
    } finally {
      unlisten?.();
      this.#calls.delete(id);
      if (!isMade) this.#functions.delete(id);
    }
  }

  /** Tells the worker something that needs no answer. */
  tell(message) {
    if (this.#end === null) this.#send(message, []);
  }

  /**
   * Ends what `on` was asked for with this error, whatever the worker still answers: the page may know of the end before the worker
   * does. A call that may have changed something keeps its own answer, which says how that went.
   */
  overrule(on, error) {
    for (const call of this.#calls.values()) if (call.on === on && call.about?.outcome === undefined) call.overruled = error;
  }

  /** Says that nobody needs any more what the call made. Its functions may still be told how what was under way ended. */
  free(id) {
    this.tell({ say: "free", id });
  }

  /** Remembers what a source or a function threw: the worker knows it by `place`. */
  threw(place, error) {
    if (this.#thrown.size === REMEMBERED) this.#thrown.delete(this.#thrown.keys().next().value);
    this.#thrown.set(place, error);
  }

  /** Ends the conversation. `error` makes what pending and later calls reject with. */
  end(error) {
    if (this.#end !== null) return;
    const unheard = this.#recalled();
    this.tell({ say: "end" });
    this.#flush();
    this.#end = error;
    this.#port.onmessage = null;
    if (typeof this.#port.close === "function") this.#port.close();
    for (const [id, { reject, about }] of this.#calls) reject(error(unheard.has(id) ? unsent(about) : about));
    this.#calls.clear();
    this.#functions.clear();
    this.#thrown.clear();
  }

  #refuseAtEnd(about) {
    if (this.#end !== null) throw this.#end(unsent(about));
  }

  #send(message, ports) {
    if (this.#outbox.push({ message, ports }) === 1) soon(() => this.#flush());
  }

  /** Takes back the calls of this turn, which are returned: nobody sends them any more. */
  #recalled() {
    const isCall = ({ message }) => message.say === "call";
    const calls = this.#outbox.filter(isCall);
    this.#outbox = this.#outbox.filter((one) => !isCall(one));
    return new Set(calls.map(({ message }) => message.id));
  }

  #flush() {
    const said = this.#outbox.splice(0);
    try {
      if (said.length > 0) this.#post(said);
    } catch {
      // One of them is more than can be sent; the others are sent alone.
      said.forEach((one) => this.#postAlone(one));
    }
  }

  #post(said) {
    this.#port.postMessage(said.map(({ message }) => message), said.flatMap(({ ports }) => ports));
  }

  #postAlone(one) {
    try {
      this.#post([one]);
    } catch (error) {
      const { id } = one.message;
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      call?.reject(failure("too_large", { ...unsent(call.about), hint: "send less at a time" }, error));
    }
  }

  #answer(id, about, on) {
    return new Promise((resolve, reject) => this.#calls.set(id, bare({ resolve, reject, about: about && bare(about), on })));
  }

  #hear(message) {
    // What cannot be read arrives as nothing in Chromium, and whose it was is not known.
    if (message === null) return this.#broke();
    const { say, id } = message;
    if (say === "told") this.#told(id, message);
    else if (say === "asked") this.#asked(id, message);
    else if (say === "running") this.#ran(message);
    else if (say === "freed") this.#functions.delete(id);
    else this.#settled(id, bare(message));
  }

  #settled(id, { value, isMade, failed }) {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    const overruled = failed?.fields.kind === "disposed" ? undefined : call?.overruled;
    if (overruled) call.reject(overruled(call.about));
    else if (failed) call?.reject(this.#error(failed));
    else if (call) call.resolve(isMade ? { ...value, id } : value);
    // Whoever asked for it has left.
    if (isMade && (overruled || !call)) this.free(id);
    this.#forget();
  }

  /** Where nothing is under way, no error will name what was thrown. */
  #forget() {
    if (this.#calls.size === 0) this.#thrown.clear();
  }

  /**
   * What a function throws ends its call, unless that has ended: by the very function, for example, that aborted it before. What a
   * client is told does not name the call, so that what is thrown of it is reported like what any listener throws.
   */
  #told(id, { name, given }) {
    const named = this.#functions.get(id);
    try {
      named?.functions[name]?.(given);
    } catch (error) {
      if (named.isClient) reportError(error);
      else this.#abandon(id, error);
    }
  }

  async #asked(id, { name, given, question }) {
    try {
      const value = await this.#functions.get(id)?.functions[name]?.(given);
      this.tell({ say: "answer", question, value: typeof value === "string" ? value : null });
    } catch (error) {
      this.threw(question, error);
      this.tell({ say: "answer", question, failed: true });
    }
  }

  #abandon(id, reason) {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.reject(reason);
    this.#calls.delete(id);
    this.#forget();
    this.tell({ say: "abort", id });
  }

  #error({ fields, cause, because }) {
    return new ScanfoldError(fields, this.#thrown.has(because) ? this.#thrown.get(because) : cause);
  }
}

/** The worker was ended by somebody else, or by the browser. */
export function workerGone(about) {
  const message = `${about?.operation ? `${about.operation}: ` : ""}the worker has ended`;
  const hints = ["worker_gone: start another", about?.hint].filter(Boolean);
  return failure("internal", { ...about, message, hint: hints.join("; ") });
}
