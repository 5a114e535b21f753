/**
 * `createClient`, and the client that callers hold.
 *
 * The module does the work; this keeps the client's options, so that a fresh instance can take over after a trap, and
 * turns what the module hands out into the public handles.
 */

import { ABOUT, unsent } from "./about.js";
import { DISPOSE } from "./dispose.js";
import { failure } from "./error.js";
import { owe, releaseHandle, retainHandle, runCallback, runInside, running } from "./instance.js";
import { init, module } from "./loader.js";
import { ContainerScan } from "./scan.js";
import { hasMembers, snapshot } from "./snapshot.js";
import { soon } from "./turns.js";

export async function createClient(options, fallback) {
  const copied = snapshot(options);
  await init(undefined, fallback);
  return new Client(copied);
}

/** All of a scan as plain data; the scan itself is disposed of. */
function whole(handle) {
  const scan = ContainerScan.of(handle);
  try {
    return scan.toJSON();
  } finally {
    scan.dispose();
  }
}

export class Client {
  #options;
  /** @type {import("../scanfold.js").ClientHandle | null} */
  #handle = null;
  /** @type {ReturnType<typeof running>} */
  #instance = null;
  #disposed = false;

  constructor(options) {
    this.#options = options;
    const { fetch: present } = globalThis;
    this.#inside();
    // A client that moves to a fresh instance keeps its fetch, whatever the platform has there by then.
    if (hasMembers(options)) options.fetch ??= present;
    this.containerScans = Object.freeze({
      get: (params, options) => this.#call("openScan", params, options, whole),
      open: (params, options) => this.#call("openScan", params, options, ContainerScan.of),
      waitFor: (params, options) => this.#call("waitForScan", params, options, ContainerScan.of),
    });
    this.agentScans = Object.freeze({
      history: (params, options) => this.#call("getHistory", params, options),
    });
    this.teams = Object.freeze({
      get: (params, options) => this.#call("getTeam", params, options),
      removeMember: (params, options) => this.#call("removeMember", params, options),
    });
    // Like the others, these can be taken from their client.
    this.request = (path, options) => this.#call("request", path, options);
    this.dispose = () => this.#dispose();
    Object.freeze(this);
  }

  [DISPOSE]() {
    this.#dispose();
  }

  #dispose() {
    this.#disposed = true;
    const [handle, instance] = [this.#handle, this.#instance];
    this.#handle = this.#options = null;
    if (handle === null || instance !== running()) return;
    runCallback(() => handle.dispose());
    // Later, since this may be called from inside the module. After that nothing of the client is left there, least of all a token.
    soon(() => {
      if (instance !== running()) return;
      runCallback(() => handle.free());
      releaseHandle(handle, instance);
    });
  }

  /** The client inside the running instance. */
  #inside(about) {
    if (this.#disposed) throw failure("disposed", unsent(about));
    const { ClientHandle } = module();
    if (this.#handle === null || this.#instance !== running()) {
      this.#handle = runInside(() => new ClientHandle(this.#options));
      this.#instance = retainHandle(this.#handle);
    }
    return this.#handle;
  }

  /**
   * Arguments are read before this returns. `finish` turns the result into what callers hold.
   *
   * @type {(method: keyof typeof ABOUT & keyof import("../scanfold.js").ClientHandle, first: any, options: any, finish?: (result: any) => any) => Promise<any>}
   */
  #call(method, first, options, finish) {
    const about = ABOUT[method];
    const result = new Promise((resolve) => {
      const handle = this.#inside(about);
      const [copiedParams, copiedOptions] = [snapshot(first), snapshot(options)];
      resolve(runInside(() => handle[method](copiedParams, copiedOptions), about));
    });
    return owe(result.then(finish), about);
  }
}
