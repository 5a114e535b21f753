/**
 * `openScan`, and the handle of a scan that lives in the module's memory.
 */

import { bare } from "./bare.js";
import { DISPOSE } from "./dispose.js";
import { failure, isScanfoldError, noRoom, scanGone, tooLong } from "./error.js";
import { diagnosticsOf, diffOf, facetsOf, rollupOf, stepsOf } from "./figures.js";
import { GrowingFile } from "./growing-file.js";
import { owe, releaseHandle, retainHandle, runCallback, runInside, running } from "./instance.js";
import { isObject } from "./kind.js";
import { init, module } from "./loader.js";
import { claimRoom } from "./room.js";
import { Rows } from "./rows.js";
import { unlessAborted } from "./signals.js";
import { memberOf, snapshot, weighed } from "./snapshot.js";
import { ofSource, sourceOf } from "./source.js";
import { soon } from "./turns.js";

export function openScan(source, options, fallback) {
  return openFrom(() => sourceOf(source), options, fallback, source);
}

/** `find` gives what `sourceOf` makes of the source, which is given where it is the caller's own. */
export function openFrom(find, options, fallback, source) {
  const copied = snapshot(options);
  const opened = new Promise((resolve) => {
    const { response, reader, rows } = /** @type {any} */ (bare(find()));
    const open = () => {
      const { openResponse, openReader } = module();
      return runInside(() => (response ? openResponse(response, copied) : openReader(reader, rows, copied)));
    };
    const loading = init(undefined, fallback);
    const loaded = running() ? loading : unlessAborted(loading, memberOf(copied, "signal"));
    // Where nothing was read, the caller may try again with the same stream; one that was begun is cancelled.
    resolve(loaded.then(open).catch((error) => release(reader, error)));
  });
  const finished = opened.then(ContainerScan.of, (error) => {
    throw ofSource(error, source);
  });
  return owe(finished);
}

/** The copy of an argument, if the module has room for it. */
function given(value) {
  const { copied, bytes } = weighed(value);
  claimRoom(bytes);
  return copied;
}

function checked(uid) {
  const rule = typeof uid !== "string" ? "must be a string" : /\p{Surrogate}/u.test(uid) ? "must be well-formed Unicode" : null;
  if (rule !== null) throw failure("invalid_argument", { path: "uid", hint: rule });
  return uid;
}

function release(reader, error) {
  try {
    reader?.releaseLock?.();
  } catch {
    // A reader of the caller's own making: what happened before is what counts.
  }
  throw error;
}

/** @typedef {import("../scanfold.js").ScanHandle} Handle */

export class ContainerScan {
  /** @type {Handle | null} */
  #handle;
  #instance;
  /** @type {Rows | null | undefined} */
  #kept;
  #repositories;
  #diagnostics;
  /** Questions under way. */
  #asking = 0;

  /** @param {Handle} handle */
  static of = (handle) => new ContainerScan(handle);

  /** Not what only looks like a scan, such as a proxy of one. */
  static #is = (value) => isObject(value) && #handle in value;

  /** @param {Handle} handle */
  constructor(handle) {
    this.#handle = handle;
    runInside(() => {
      this.scanId = handle.scanId();
      this.status = handle.status();
      this.createdAt = handle.createdAt() ?? null;
      this.completedAt = handle.completedAt() ?? null;
      this.complete = handle.complete();
      this.findingCount = handle.findingCount() ?? null;
    });
    this.#instance = retainHandle(handle);
    Object.freeze(this);
  }

  get repositories() {
    return this.#ask((handle) => (this.#repositories ??= handle.repositories()));
  }

  get diagnostics() {
    return this.#ask((handle) => (this.#diagnostics ??= diagnosticsOf(handle.diagnostics())));
  }

  rollup(options) {
    return this.#ask((handle) => rollupOf(handle.rollup(given(options)), this.#rows));
  }

  facets(where, options) {
    return this.#ask((handle) => facetsOf(handle.facets(given(where), given(options)), this.#rows));
  }

  findings(query) {
    return this.#ask((handle) => {
      const numbers = handle.findings(given(query));
      if (numbers.length === 0) return null;
      return { total: numbers[0], offset: numbers[1], rows: this.#rows.of(numbers.subarray(2)) };
    });
  }

  finding(uid) {
    return this.#ask((handle) => {
      const number = handle.find(checked(uid));
      return number === undefined ? undefined : this.#rows.of(Uint32Array.of(number))[0];
    });
  }

  position(uid, query) {
    return this.#ask((handle) => handle.position(checked(uid), given(query)) ?? null);
  }

  diff(before, options) {
    if (!ContainerScan.#is(before)) {
      throw failure("invalid_argument", { path: "before", hint: "must be a scan that was opened by this copy of the package, on the same thread" });
    }
    return this.#ask((handle) => before.#ask((other) => diffOf(handle.diff(other, given(options)), before.#rows, this.#rows), "before"));
  }

  remediation(where, options) {
    return this.#ask((handle) => stepsOf(handle.remediation(given(where), given(options)), this.#rows));
  }

  toCsv(options) {
    return this.#text((handle) => handle.toCsv(given(options)));
  }

  toMarkdown(options) {
    return this.#text((handle) => handle.toMarkdown(given(options)));
  }

  toSarif(options) {
    return this.#text((handle) => handle.toSarif(given(options)));
  }

  async export(format, options) {
    const file = new GrowingFile(format);
    const copied = given(options);
    await owe(this.#ask((handle) => handle.export(format, copied, file)));
    return file.finish();
  }

  toJSON() {
    return this.#ask((handle) => {
      const result = handle.envelope();
      if (this.findingCount !== null) result.findings = this.#rows.all();
      return result;
    });
  }

  dispose() {
    const handle = this.#handle;
    this.#handle = this.#kept = this.#repositories = this.#diagnostics = null;
    if (handle === null) return;
    // An argument that runs code may dispose of the scan in the middle of the question that reads it.
    if (this.#asking > 0) soon(() => this.#free(handle));
    else this.#free(handle);
  }

  #free(handle) {
    const instance = this.#instance;
    if (instance !== running()) return;
    releaseHandle(handle, instance);
    // If the instance was exchanged, nothing is left to be freed piece by piece, which takes milliseconds for a million findings.
    if (instance === running()) runCallback(() => handle.free());
  }

  [DISPOSE]() {
    this.dispose();
  }

  /** Makes findings, and keeps their texts; until the scan is disposed of. */
  get #rows() {
    if (this.#handle === null) throw scanGone();
    return (this.#kept ??= new Rows(this.#handle, this.findingCount));
  }

  /**
   * @template Answer
   * @param {(handle: Handle) => Answer} question
   * @param {string} [path] what the scan is an argument for, where it is one
   * @param {(cause: unknown) => Error} [tooMuch] makes the error for a result that the platform has no room for
   */
  #ask(question, path, tooMuch = noRoom) {
    const handle = this.#handle;
    if (handle === null || !this.#instance.alive) throw scanGone(path);
    this.#asking += 1;
    try {
      return runInside(() => question(handle));
    } catch (error) {
      throw isScanfoldError(error) ? error : tooMuch(error);
    } finally {
      this.#asking -= 1;
    }
  }

  /**
   * Asks for a text, or what was made of one. If it is longer than a string can be, the module says so, or its decoder does.
   *
   * @template Answer
   * @param {(handle: Handle) => Answer | undefined} question
   * @returns {Answer}
   */
  #text(question) {
    const text = this.#ask(question, undefined, tooLong);
    if (text === undefined) throw tooLong();
    return text;
  }
}
