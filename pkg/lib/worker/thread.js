/**
 * The worker's end of a conversation: does what is asked, in the order it was asked, with the package itself.
 */

import { Client, createClient } from "../client.js";
import { failure, isScanfoldError, ScanfoldError } from "../error.js";
import { init } from "../loader.js";
import { ContainerScan, openFrom } from "../scan.js";
import { sourceFrom, Thrown } from "./feed.js";
import { hold } from "./life.js";
import { restoreBody, restoreOptions } from "./options.js";
import { VERSION } from "./version.js";
import { PageStandIn } from "./page-state.js";

/** Some engines send less deep data than they hold. */
const TOO_DEEP = "a field of these findings is nested too deeply to be sent to the page: leave them out, or read them without a worker";

/** Nobody can call the worker's `init()`: what hints say of it is given under another name. */
const AS_OPTION = "; a worker is given it as `wasm` of startWorker()";

/** Serves the page that greets like this. `fallback` is where the module is, unless the page says. */
export function serve({ port, wasm, life }, fallback) {
  const find = wasm === undefined ? fallback : () => wasm;
  const thread = new Thread(port, {
    createClient: (options) => createClient(options, find),
    openScan: (given, options) => openFrom(() => sourceFrom(given), options, find),
  });
  thread.start(find, life);
}

class Thread {
  #port;
  /** What was made for the page, by the number of the call that made it. */
  #objects;
  /** What ends a call that is under way, and what it was asked of. */
  #aborts = new Map();
  /** By question: who waits for the page's answer, and whose function was asked: the number of a call, which its client shares. */
  #questions = new Map();
  #asked = 0;
  #page = new PageStandIn();
  #isOver = false;
  #release;

  constructor(port, root) {
    this.#port = port;
    // 0 is the worker itself, and the number of its start, which is no call.
    this.#objects = new Map([[0, root]]);
    port.onmessage = ({ data }) => data.forEach((message) => this.#hear(message));
    // Whose call it was is not known, so the page ends the worker, as for what it cannot read itself.
    port.addEventListener("messageerror", () => port.postMessage(null));
  }

  async start(find, life) {
    this.#release = await hold(life);
    // The page may have left meanwhile, and nobody else would let go of it.
    if (this.#isOver) return this.#release?.();
    this.#port.postMessage({ say: "running", version: VERSION, isHeld: this.#release !== undefined });
    try {
      await init(undefined, find);
      this.#done(0);
    } catch (error) {
      this.#fail(0, ofStart(error));
    }
  }

  #hear(message) {
    const { say, id } = message;
    if (say === "call") this.#call(message);
    else if (say === "abort") this.#aborts.get(id)?.controller.abort();
    else if (say === "answer") this.#answered(message);
    else if (say === "free") this.#free(id);
    else if (say === "page") this.#page.turn(message);
    else if (say === "end") this.#end();
  }

  async #call({ id, on, method, args, names, canAbort }) {
    const controller = new AbortController();
    this.#aborts.set(id, { on, controller });
    try {
      const sent = args.pop();
      const options = restoreOptions(method === "request" ? restoreBody(sent) : sent, names, {
        tell: (name, given) => this.#port.postMessage({ say: "told", id, name, given }),
        ask: (name, given) => this.#ask(id, name, given),
        signal: canAbort ? controller.signal : undefined,
      });
      const made = this.#perform(on, method, [...args, options]);
      // A result that is there is sent at once: a turn later, all else that was asked in this turn would be done first.
      // A library may have put a promise of its own in place of the platform's.
      this.#done(id, typeof made?.then === "function" ? await made : made);
    } catch (error) {
      this.#fail(id, error);
    } finally {
      this.#aborts.delete(id);
      // A function of the page's may never answer, and nobody waits for it once the calls that it was asked for have ended.
      if (this.#questions.size > 0 && !this.#isBusy(on)) this.#unask(on);
    }
  }

  #isBusy(id) {
    return [...this.#aborts.values()].some(({ on }) => on === id);
  }

  #unask(id) {
    for (const [question, asked] of this.#questions) if (asked.id === id) this.#questions.delete(question);
  }

  /** `method` may name a part first: `teams.get`. */
  #perform(on, method, args) {
    const made = this.#objects.get(on);
    if (method === "diff") return made.diff(this.#objects.get(args[0]), args[1]);
    const path = method.split(".");
    const name = path.pop();
    const owner = path.reduce((part, inner) => part[inner], made);
    return typeof owner[name] === "function" ? owner[name](...args) : owner[name];
  }

  #done(id, value) {
    const isScan = value instanceof ContainerScan;
    const isMade = isScan || value instanceof Client;
    if (isMade) this.#objects.set(id, value);
    if (this.#isOver) return isMade ? this.#free(id) : undefined;
    // Of a scan is sent what it says of itself, of a client nothing.
    const said = isScan ? { ...value } : value;
    try {
      this.#port.postMessage({ say: "done", id, value: value instanceof Client ? undefined : said, isMade });
    } catch (error) {
      throw error instanceof RangeError ? failure("too_large", { hint: TOO_DEEP }, error) : error;
    }
  }

  #fail(id, error) {
    const known = isScanfoldError(error) ? error : failure("internal", {}, error);
    const { cause } = known;
    const isThrown = cause instanceof Thrown;
    const failed = { fields: known.toJSON(), because: isThrown ? cause.place : undefined };
    try {
      this.#port.postMessage({ say: "failed", id, failed: { ...failed, cause: isThrown ? undefined : cause } });
    } catch {
      // A cause that cannot be sent stays here.
      this.#port.postMessage({ say: "failed", id, failed });
    }
  }

  #ask(id, name, given) {
    return new Promise((resolve, reject) => {
      const question = (this.#asked += 1);
      this.#questions.set(question, { id, resolve, reject });
      this.#port.postMessage({ say: "asked", id, name, given, question });
    });
  }

  #answered({ question, value, failed }) {
    const waiting = this.#questions.get(question);
    this.#questions.delete(question);
    if (failed) waiting?.reject(new Thrown(question));
    else waiting?.resolve(value);
  }

  #free(id) {
    this.#objects.get(id)?.dispose();
    this.#objects.delete(id);
    this.#unask(id);
    // What was under way says in its own turn how it ended.
    setTimeout(() => this.#port.postMessage({ say: "freed", id }));
  }

  #end() {
    this.#isOver = true;
    this.#page.leave();
    this.#aborts.forEach(({ controller }) => controller.abort());
    [...this.#objects.keys()].filter((id) => id !== 0).forEach((id) => this.#free(id));
    this.#release?.();
    this.#port.close();
  }
}

function ofStart(error) {
  if (!isScanfoldError(error, "init_failed") || !error.hint?.includes("init()")) return error;
  const { message, hint, ...fields } = error.toJSON();
  return new ScanfoldError({ ...fields, message: message + AS_OPTION, hint: hint + AS_OPTION }, error.cause);
}
