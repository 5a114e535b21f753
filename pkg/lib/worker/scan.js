/** A scan in the worker. It looks like `ContainerScan`, except that questions are answered by promises, and exports are files. */

import { DISPOSE } from "../dispose.js";
import { failure, scanGone } from "../error.js";
import { RemoteObject } from "./remote-object.js";
import { isObject } from "../kind.js";

export class WorkerScan {
  #line;
  #remote;

  /** What only looks like a scan is none. */
  static #is = (value) => isObject(value) && #remote in value;

  constructor(line, { id, ...facts }) {
    this.#line = line;
    this.#remote = new RemoteObject(line, id, disposed).heldBy(this);
    this.scanId = facts.scanId;
    this.status = facts.status;
    this.createdAt = facts.createdAt;
    this.completedAt = facts.completedAt;
    this.complete = facts.complete;
    this.findingCount = facts.findingCount;
    Object.freeze(this);
  }

  repositories() {
    return this.#remote.call("repositories", []);
  }

  diagnostics() {
    return this.#remote.call("diagnostics", []);
  }

  rollup(options) {
    return this.#remote.call("rollup", [options]);
  }

  facets(where, options) {
    return this.#remote.call("facets", [where, options]);
  }

  findings(query) {
    return this.#remote.call("findings", [query]);
  }

  finding(uid) {
    return this.#remote.call("finding", [typeof uid === "string" ? uid : null]);
  }

  position(uid, query) {
    return this.#remote.call("position", [typeof uid === "string" ? uid : null, query]);
  }

  async diff(before, options) {
    if (!WorkerScan.#is(before)) refuse("must be a scan that was opened by this copy of the package, on the same thread");
    // As the package: of two that are disposed of, this one first.
    if (!this.#remote.isDisposed && before.#remote.isDisposed) throw scanGone("before");
    const id = before.#remote.idOn(this.#line) ?? refuse("must be a scan in the same worker");
    return this.#remote.call("diff", [id, options]);
  }

  remediation(where, options) {
    return this.#remote.call("remediation", [where, options]);
  }

  export(format, options) {
    return this.#remote.call("export", [format], { options, about: {} });
  }

  dispose() {
    this.#remote.dispose();
  }

  [DISPOSE]() {
    this.dispose();
  }
}

function refuse(hint) {
  throw failure("invalid_argument", { path: "before", hint });
}

/** Outside of the class: a closure that is made inside it would keep the scan alive. */
const disposed = () => scanGone();
