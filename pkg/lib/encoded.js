/**
 * Texts and data as the bytes of their JSON, piece by piece: of many findings, not all are written at once.
 */

import { jsonOf } from "./data.js";
import { failure, NO_CODERS } from "./error.js";
import { isOverflow } from "./instance.js";

/** Characters of a text that are encoded at a time. */
const CHARACTERS = 1 << 16;

/** No scan holds more; a sparse array can have a `length` of billions. */
const MOST_FINDINGS = 10_000_000;

const TOO_MANY = "a scan holds at most 10,000,000 findings";
const TOO_MUCH = "is nested too deeply, or one finding or field is too large, to pass as data: pass its JSON as text or bytes";

/** UTF-8, in pieces that never part a surrogate pair. */
export function* encoded(text) {
  if (typeof TextEncoder !== "function") throw failure("init_failed", { hint: NO_CODERS });
  const encoder = new TextEncoder();
  let from = 0;
  while (from < text.length) {
    let to = Math.min(from + CHARACTERS, text.length);
    if (text.codePointAt(to - 1) > 0xffff) to += 1;
    yield encoder.encode(withHalvesEscaped(text, from, to));
    from = to;
  }
}

/** Halves of pairs that stand alone. */
const HALVES = /[\ud800-\udfff]/gu;

/** A piece with its lone surrogates escaped, so that the module can count them: an encoder would replace them without a word. */
function withHalvesEscaped(text, from, to) {
  const piece = text.slice(from, to);
  // The method is newer than some engines, and faster than looking.
  if (piece.isWellFormed?.()) return piece;
  return piece.replace(HALVES, (half, at) => {
    let before = from + at;
    while (text[before - 1] === "\\") before -= 1;
    const isEscaped = (from + at - before) % 2 === 1;
    return isEscaped ? half : `\\u${half.charCodeAt(0).toString(16)}`;
  });
}

/** A scan result as the bytes of its JSON, in pieces. */
export const encodedResult = (value) => encodedPieces(result(value));

/** The same of a list of findings. */
export const encodedFindings = (findings) => encodedPieces(array(listed(findings), ""));

/** Joins small texts before they are encoded. */
function* encodedPieces(texts) {
  let joined = "";
  for (const text of texts) {
    joined += text;
    if (joined.length >= CHARACTERS) {
      yield* encoded(joined);
      joined = "";
    }
  }
  yield* encoded(joined);
}

/** The findings of a list as they are now; methods of its own are not asked. A copy that grows would take five times as long. */
function listed(findings) {
  const { length } = findings;
  if (!(length >= 0 && length <= MOST_FINDINGS)) throw failure("too_large", { message: "the list is longer than the limit", hint: TOO_MANY });
  const items = new Array(length);
  for (let at = 0; at < length; at += 1) items[at] = findings[at];
  return items;
}

/** The JSON text of an array. */
function* array(items, path) {
  yield "[";
  for (let at = 0; at < items.length; at += 1) {
    if (at > 0) yield ",";
    yield json(items[at], `${path}/${at}`);
  }
  yield "]";
}

/** The same of a scan result, which is read at once but for its findings. */
function result(value) {
  const members = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const isList = name === "findings" && Array.isArray(member);
    members.push([JSON.stringify(name), isList ? array(listed(member), "/findings") : [json(member, step(name))]]);
  }
  return object(members);
}

/** A step of a JSON pointer to a member of any name, fit for a message. */
const step = (name) => `/${name.slice(0, 64).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").replace(/~/g, "~0").replace(/\//g, "~1")}`;

function* object(members) {
  yield "{";
  for (let at = 0; at < members.length; at += 1) {
    const [name, pieces] = members[at];
    yield `${at > 0 ? "," : ""}${name}:`;
    yield* pieces;
  }
  yield "}";
}

function json(value, path) {
  try {
    return jsonOf(value) ?? "null";
  } catch (error) {
    // The stack, or the longest text, is at its end.
    const hint = isOverflow(error) || error instanceof RangeError ? TOO_MUCH : "must be data that JSON can hold";
    throw failure("invalid_argument", { path: `source${path}`, hint }, error);
  }
}
