/**
 * The one class of errors, and how to recognise it.
 *
 * Fields are filled by the module (or by `failure` for what goes wrong outside it). They are plain, so what `toJSON` gives
 * survives the way to another worker, and is recognised there by its name and kind. An error that is posted itself arrives as
 * an `Error` without either.
 */

import { bare } from "./bare.js";

const SENTENCES = {
  invalid_argument: "an argument was refused",
  disposed: "the client or handle was disposed of",
  too_large: "it exceeds what memory or a single string can hold",
  init_failed: "the WebAssembly module did not load",
  internal: "the library failed; the next call runs on a fresh instance",
};

/** Simulated browsers may lack what turns texts into bytes and back. */
export const NO_CODERS = "TextDecoder or TextEncoder is missing, as in Jest's jsdom: use Jest's node environment";

const KINDS = new Set([
  "invalid_argument",
  "unauthorized",
  "forbidden",
  "not_found",
  "rate_limited",
  "rejected",
  "server_error",
  "unexpected_status",
  "redirect_blocked",
  "network",
  "timeout",
  "decode",
  "too_large",
  "wait_expired",
  "unconfirmed",
  "disposed",
  "init_failed",
  "internal",
]);

const OPTIONAL = ["operation", "status", "serverMessage", "retryAfterMs", "path", "hint", "requestId", "lastStatus"];

export class ScanfoldError extends Error {
  constructor(given, cause) {
    const fields = bare(given);
    super(fields.message, cause === undefined ? undefined : { cause });
    Object.defineProperty(this, "name", bare({ value: "ScanfoldError", configurable: true }));
    this.kind = fields.kind;
    this.retryable = fields.retryable ?? false;
    this.outcome = fields.outcome ?? "not_applicable";
    this.attempts = fields.attempts ?? 0;
    for (const name of OPTIONAL) {
      if (fields[name] !== undefined) this[name] = fields[name];
    }
  }

  toJSON() {
    const { name, message, kind, retryable, outcome, attempts } = this;
    const json = { name, message, kind, retryable, outcome, attempts };
    for (const field of OPTIONAL) {
      if (Object.hasOwn(this, field)) json[field] = this[field];
    }
    return json;
  }
}

/**
 * An error that arises outside the module.
 *
 * @param {keyof typeof SENTENCES} kind
 * @param {Partial<import("../index.js").ScanfoldErrorFields>} [given]
 * @param {unknown} [cause]
 */
export function failure(kind, given = {}, cause) {
  const fields = bare(given);
  const sentence = kind === "invalid_argument" && fields.path ? `${fields.path} ${fields.hint}` : SENTENCES[kind];
  const said = fields.message ?? (fields.operation ? `${fields.operation}: ${sentence}` : sentence);
  // The first failure that anybody meets, and mostly uncaught: then a console shows no more than the message.
  const message = kind === "init_failed" && fields.hint ? `${said}: ${fields.hint.replace(/^\w+: /, "")}` : said;
  return new ScanfoldError({ ...fields, message, kind }, cause);
}

/** A scan that answers nothing any more; `path` where it is an argument. */
export const scanGone = (path) => failure("disposed", { path, hint: "the scan was disposed of, or its instance was replaced; open it again" });

const FEWER = "export fewer findings at a time: give a filter as `where`; or dispose of scans that are not needed";

/** An export that is more than memory or one text can hold. */
export const tooLong = (cause) => failure("too_large", { hint: `export: make a file with \`export\`; or ${FEWER}` }, cause);

/** A file for which the platform has no room. */
export const noRoomForFile = (cause) => failure("too_large", { hint: `export: ${FEWER}` }, cause);

/** Findings that the platform has no room for. */
export const noRoom = (cause) => failure("too_large", { hint: "memory: ask for fewer findings at a time; or dispose of scans that are not needed" }, cause);

/** @type {typeof import("../index.js").isScanfoldError} */
export function isScanfoldError(value, kind) {
  if (typeof value !== "object" || value === null) return false;
  try {
    const { name, kind: own } = /** @type {any} */ (value);
    return name === "ScanfoldError" && KINDS.has(own) && (kind === undefined || own === kind);
  } catch {
    // What does not let itself be asked is no error of ours.
    return false;
  }
}
