/**
 * `startWorker`: a worker that runs the package, and what the page holds of it.
 *
 * Whatever keeps it from running is told: the script may be missing or forbidden, and a worker that was given may run
 * something else.
 */

import { DISPOSE } from "../dispose.js";
import { failure } from "../error.js";
import { memberOf, snapshot } from "../snapshot.js";
import { WorkerClient } from "./client.js";
import { feedOf } from "./feed.js";
import { outlive } from "./life.js";
import { gone, Line } from "./line.js";
import { WorkerScan } from "./scan.js";
import { tellVisibility } from "./visibility.js";

/** How long a worker may take to load its script and the module. */
const START_MS = 30_000;

const HINTS = {
  script: "worker_script: the worker did not run the package's script; check that worker-thread.js is served (Vite 5 to 7: optimizeDeps.exclude), and worker-src of the page's policy",
  trusted: "trusted_types: the page's policy lets nobody start a worker by an address; start one yourself and give it as `worker`",
  runtime: "this runtime has no Worker: import from scanfold instead",
};

/** `own` makes a worker that runs the package's script. */
export async function startIn(own, options) {
  const { worker: given, wasm } = checked(options);
  const worker = given ?? made(own);
  const { port1, port2 } = new MessageChannel();
  const line = new Line(port1);
  const life = `scanfold ${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  let unwatch = () => {};
  const end = (error) => {
    unwatch();
    line.end(error);
    if (given === undefined) worker.terminate();
  };
  const unstarted = () => end(() => unstartedBy("script"));
  const patience = setTimeout(unstarted, START_MS);
  worker.addEventListener("error", unstarted);
  try {
    worker.postMessage({ scanfold: "line", port: port2, wasm, life }, [port2]);
    const { isHeld } = await line.started();
    if (isHeld) unwatch = outlive(life, () => end(gone));
  } catch (error) {
    end(() => error);
    throw error;
  } finally {
    clearTimeout(patience);
    worker.removeEventListener("error", unstarted);
  }
  // In a worker that was given, what goes wrong later need not be ours.
  if (given === undefined) worker.addEventListener("error", () => end(gone));
  return new ScanfoldWorker(line, end);
}

class ScanfoldWorker {
  #line;
  #end;
  #untell;

  constructor(line, end) {
    this.#line = line;
    this.#end = end;
    this.#untell = tellVisibility(line);
    Object.freeze(this);
  }

  async createClient(options) {
    return new WorkerClient(this.#line, await this.#line.call(0, "createClient", [], { options, isMaker: true }));
  }

  async openScan(source, options) {
    const { given, port, stop } = feedOf(source, (place, error) => this.#line.threw(place, error));
    try {
      return new WorkerScan(this.#line, await this.#line.call(0, "openScan", [given], { options, isMaker: true, port }));
    } finally {
      stop();
    }
  }

  dispose() {
    this.#untell();
    this.#end((about) => failure("disposed", about));
  }

  [DISPOSE]() {
    this.dispose();
  }
}

function made(own) {
  if (typeof Worker !== "function") throw unstartedBy("runtime");
  try {
    return own();
  } catch (error) {
    throw unstartedBy(error instanceof TypeError && "trustedTypes" in globalThis ? "trusted" : "script", error);
  }
}

const unstartedBy = (what, cause) => failure("init_failed", { hint: HINTS[what] }, cause);

function checked(options = {}) {
  const own = snapshot(options);
  const [worker, wasm] = [memberOf(own, "worker"), memberOf(own, "wasm")];
  const refuse = (path, hint) => {
    throw failure("invalid_argument", { path, hint });
  };
  if (typeof own !== "object" || own === null || Object.getPrototypeOf(own) !== null) refuse("options", "must be an object");
  const stranger = Object.keys(own).find((name) => name !== "worker" && name !== "wasm");
  if (stranger !== undefined) refuse("options", "may hold `worker` and `wasm`, nothing else");
  if (worker !== undefined && typeof worker?.postMessage !== "function") refuse("worker", "must be a Worker");
  const isBytes = ArrayBuffer.isView(wasm) || Object.prototype.toString.call(wasm) === "[object ArrayBuffer]";
  if (wasm === undefined || isBytes || wasm instanceof WebAssembly.Module) return { worker, wasm };
  if (typeof wasm !== "string") refuse("wasm", "must be an address, bytes or a module: a response cannot be sent to a worker");
  // The worker would read an address from where its own script lies.
  return { worker, wasm: new URL(wasm, globalThis.location?.href).href };
}
