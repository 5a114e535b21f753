/**
 * `startWorker`: a worker that runs the package, and what the page holds of it.
 *
 * Whatever keeps it from running is told: the script may be missing or forbidden, and a worker that was given may run
 * something else.
 */

import { DISPOSE } from "../dispose.js";
import { failure } from "../error.js";
import { isA } from "../kind.js";
import { hasMembers, snapshot } from "../snapshot.js";
import { ofSource } from "../source.js";
import { WorkerClient } from "./client.js";
import { feedOf } from "./feed.js";
import { outlive } from "./life.js";
import { Line, workerGone } from "./line.js";
import { WorkerScan } from "./scan.js";
import { VERSION } from "./version.js";
import { tellPageState } from "./page-state.js";

/** How long a worker may take to load its script; the module may take as long as on a page (`loader.js`). */
const START_MS = 30_000;
/** How long one that was given may take after an error, which need not be of the script that is to serve. */
const ERROR_MS = 5_000;

const HINTS = {
  script: "worker_script: the worker did not run the package's script; check that worker-script.js is served (Vite 5 to 7: optimizeDeps.exclude), that it comes from the page's own origin, and worker-src of the page's policy; or start a worker of your own that runs serveWorker() of scanfold/worker-thread, and give it as `worker`",
  place: "worker_script: this bundle cannot tell its own address (import.meta.url): start a worker of your own that runs serveWorker() of scanfold/worker-thread, and give it as `worker`",
  trusted: "trusted_types: the page's policy starts no worker by a plain address; start one by an address it trusts, and give it as `worker`",
  version: "worker_script: the worker runs another version of the package; bundle its script anew, and see that no cache keeps the old one",
  runtime: "this runtime has no Worker: import from scanfold instead",
};

/** `create` makes a worker that runs the package's script, `place` is where that is looked for. */
export async function startIn(create, options, place) {
  const { worker: given, wasm } = checked(options);
  const worker = given ?? startOwnWorker(create, place);
  // One that was given may take other messages beside; with its own the package speaks directly.
  const ports = given && new MessageChannel();
  const line = new Line(ports?.port1 ?? worker, () => end(workerGone));
  const life = `scanfold ${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  const stops = [];
  const end = (error) => {
    stops.forEach((stop) => stop());
    line.end(error);
    if (given === undefined) worker.terminate();
  };
  const watch = watched(worker, life, given !== undefined, end);
  stops.push(watch.stop);
  try {
    greet(worker, { scanfold: "line", port: ports?.port2, wasm, life });
    await line.started(watch.ran);
  } catch (error) {
    end(() => error);
    throw error;
  }
  watch.started();
  stops.push(tellPageState(line));
  return new ScanfoldWorker(line, end);
}

/** Watches over a worker from its greeting on: calls `end` where its script does not run, and where it ends. */
function watched(worker, life, isGiven, end) {
  const unstarted = () => end(() => unstartedBy("script"));
  const ended = () => end(workerGone);
  let patience = setTimeout(unstarted, START_MS);
  const failed = (event) => {
    // A script that is not there, or not allowed, says nothing of why.
    if (!isGiven || !(event instanceof ErrorEvent)) return unstarted();
    clearTimeout(patience);
    patience = setTimeout(unstarted, ERROR_MS);
  };
  worker.addEventListener("error", failed);
  let release = () => {};
  const settle = () => {
    clearTimeout(patience);
    worker.removeEventListener("error", failed);
  };
  const leave = () => worker.removeEventListener("error", ended);
  return {
    /** From here on the module loads, for as long as it may on a page. */
    ran({ version, isHeld }) {
      if (version !== VERSION) return end(() => unstartedBy("version"));
      settle();
      if (isHeld) release = outlive(life, ended);
      // Without a lock nothing but its errors tells of a worker that was given.
      if (!isGiven || !isHeld) worker.addEventListener("error", ended);
    },
    /** In a worker that was given, what goes wrong later need not be ours. */
    started() {
      if (isGiven) leave();
    },
    stop() {
      settle();
      leave();
      release();
    },
  };
}

function greet(worker, greeting) {
  try {
    worker.postMessage(greeting, greeting.port ? [greeting.port] : []);
  } catch {
    throw refusal("wasm", "must be bytes that are still there, or a module");
  }
}

class ScanfoldWorker {
  #line;
  #end;

  constructor(line, end) {
    this.#line = line;
    this.#end = end;
    Object.freeze(this);
  }

  async createClient(options) {
    return new WorkerClient(this.#line, await this.#line.call(0, "createClient", [], { options, isClient: true }));
  }

  async openScan(from, options) {
    const source = feedOf(from, (place, error) => this.#line.threw(place, error));
    let hasFailed = true;
    try {
      const scan = new WorkerScan(this.#line, await this.#line.call(0, "openScan", [], { options, about: {}, source }));
      hasFailed = false;
      return scan;
    } catch (error) {
      throw ofSource(error, from);
    } finally {
      source.stop(hasFailed);
    }
  }

  dispose() {
    this.#end((about) => failure("disposed", about));
  }

  [DISPOSE]() {
    this.dispose();
  }
}

function startOwnWorker(create, place) {
  if (typeof Worker !== "function") throw unstartedBy("runtime");
  if (!isPlace(place())) throw unstartedBy("place");
  try {
    return create();
  } catch (error) {
    throw unstartedBy(error instanceof TypeError && "trustedTypes" in globalThis ? "trusted" : "script", error);
  }
}

/** From the address of a blob, or none, no other can be found. */
function isPlace(address) {
  try {
    return typeof address === "string" && new URL(".", address).href !== "";
  } catch {
    return false;
  }
}

const unstartedBy = (what, cause) => failure("init_failed", { message: "the worker did not start", hint: HINTS[what] }, cause);

const refusal = (path, hint) => failure("invalid_argument", { path, hint });

function checked(options = {}) {
  const copied = snapshot(options);
  if (!hasMembers(copied)) throw refusal("options", "must be an object");
  const { worker, wasm, ...others } = copied;
  const [unknown] = Object.keys(others);
  // A name that could fool a reader is not repeated.
  const named = /^\w{1,64}$/.test(unknown) ? unknown : "options";
  if (unknown !== undefined) throw refusal(named, "is an unknown option: there are `worker` and `wasm`");
  const isWorker = [worker?.postMessage, worker?.addEventListener].every((method) => typeof method === "function");
  if (worker !== undefined && !isWorker) throw refusal("worker", "must be a Worker");
  return { worker, wasm: moduleOf(wasm) };
}

function moduleOf(wasm) {
  const isBytes = ArrayBuffer.isView(wasm) || isA("ArrayBuffer", wasm);
  if (wasm === undefined || isBytes || wasm instanceof WebAssembly.Module) return wasm;
  if (typeof wasm !== "string") throw refusal("wasm", "must be an address, bytes or a module: a response cannot be sent to a worker");
  try {
    // The worker would read an address from where its own script lies.
    return new URL(wasm, globalThis.document?.baseURI ?? globalThis.location?.href).href;
  } catch {
    throw refusal("wasm", "must be an address that can be read from this page");
  }
}
