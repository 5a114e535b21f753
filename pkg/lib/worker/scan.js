/** A scan in the worker. It looks like `ContainerScan`, except that questions are answered by promises, and exports are files. */

import { DISPOSE } from "../dispose.js";
import { failure, scanGone } from "../error.js";
import { Made } from "./made.js";

export class WorkerScan {
  #line;
  #made;

  /** What only looks like a scan is none. */
  static #is = (value) => typeof value === "object" && value !== null && #made in value;

  constructor(line, { id, ...facts }) {
    this.#line = line;
    this.#made = new Made(line, id, disposed).heldBy(this);
    this.scanId = facts.scanId;
    this.status = facts.status;
    this.createdAt = facts.createdAt;
    this.completedAt = facts.completedAt;
    this.complete = facts.complete;
    this.findingCount = facts.findingCount;
    Object.freeze(this);
  }

  repositories() {
    return this.#made.call("repositories", []);
  }

  diagnostics() {
    return this.#made.call("diagnostics", []);
  }

  rollup(options) {
    return this.#made.call("rollup", [options]);
  }

  facets(where, options) {
    return this.#made.call("facets", [where, options]);
  }

  findings(query) {
    return this.#made.call("findings", [query]);
  }

  finding(uid) {
    return this.#made.call("finding", [uid]);
  }

  async diff(before, options) {
    if (!WorkerScan.#is(before)) refuse("must be a scan that was opened by this package");
    // As the package: of two that are disposed of, this one first.
    if (!this.#made.isDisposed && before.#made.isDisposed) throw scanGone("before");
    const id = before.#made.idOn(this.#line) ?? refuse("must be a scan in the same worker");
    return this.#made.call("diff", [id, options]);
  }

  remediation(where) {
    return this.#made.call("remediation", [where]);
  }

  export(format, options) {
    return this.#made.call("export", [format, options]);
  }

  dispose() {
    this.#made.dispose();
  }

  [DISPOSE]() {
    this.dispose();
  }
}

function refuse(hint) {
  throw failure("invalid_argument", { path: "before", hint });
}

/** Made outside of the scan, which it would hold; and the scan itself is no argument. */
const disposed = () => scanGone();
