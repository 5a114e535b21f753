/** A caller's plain data as the text of its JSON: the findings of a scan, the body of a request. */

import { isA, isObject } from "./kind.js";
import { isPlain } from "./snapshot.js";

/** Far more than a finding or a body has. A sparse array can have a `length` of billions, and few objects can hold as many. */
const MOST_VALUES = 2 ** 22;
/** Levels that a body of a request may have: every engine's stack holds so many. */
const DEEPEST_BODY = 1_000;
/** An escaped backslash, an escaped surrogate pair, or (six characters long) an escaped lone surrogate. */
const HALF = /\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}/gi;
const HALF_LENGTH = 6;

/**
 * Like `JSON.stringify`, but throws for what JSON cannot hold instead of omitting or changing it; `undefined` and numbers that are
 * not finite are what they are to `JSON.stringify`. Throws a `TypeError` for what is no data, a `RangeError` for what nests deeper
 * than `deepest` levels or has too many values.
 */
export const jsonOf = (value, deepest = Infinity) => JSON.stringify(plainCopy(value, { around: [], left: MOST_VALUES, deepest }));

/** A body that was written elsewhere. */
export class Written {
  constructor(text) {
    this.text = text;
  }
}

/** The same of a body. What is no Unicode text would be no UTF-8 either: half a pair becomes the replacement character. */
export function jsonOfBody(body) {
  if (body instanceof Written) return body.text;
  return jsonOf(body, DEEPEST_BODY)?.replace(HALF, (found) => (found.length === HALF_LENGTH ? "\ufffd" : found));
}

/** A copy, so that what is checked is what is written: a member that is asked for twice may be another the second time. */
function plainCopy(given, walk) {
  const value = spoken(given);
  if (!isComposite(value)) return value;
  if (walk.around.includes(value)) throw new TypeError("the data hold themselves");
  if (walk.around.length === walk.deepest) throw new RangeError("nested too deeply");
  walk.around.push(value);
  const copy = Array.isArray(value) ? [] : {};
  // Some libraries put a `toJSON` on the prototypes of arrays or objects, and `JSON.stringify` would call it on the copy.
  if (copy.toJSON !== undefined) Object.defineProperty(copy, "toJSON", { value: undefined, writable: true, configurable: true });
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  const count = (names ?? value).length;
  walk.left -= count;
  if (walk.left < 0) throw new RangeError("too many values");
  for (let at = 0; at < count; at += 1) {
    if (names === undefined) copy.push(plainCopy(value[at], walk));
    else put(copy, names[at], plainCopy(value[names[at]], walk));
  }
  walk.around.pop();
  return copy;
}

/** What an object says it is, once, as JSON asks it. */
function spoken(value) {
  if (!isObject(value) || isData(value)) return value;
  return typeof value.toJSON === "function" && !ArrayBuffer.isView(value) && !isA("Date", value) ? value.toJSON() : value;
}

/** Whether there is more to a value than itself. Throws for what is no data. */
function isComposite(value) {
  if (typeof value === "function" || typeof value === "symbol") throw new TypeError(`a ${typeof value} is no data`);
  if (!isObject(value) || JSON.isRawJSON?.(value)) return false;
  // What has a class of its own is its members; what the platform calls by another name has more to it.
  if (isData(value) || isA("Object", value)) return true;
  throw new TypeError("data are plain objects");
}

const isData = (value) => Array.isArray(value) || isPlain(value);

/**
 * Gives an object of ours a member. Literals are faster than objects without a prototype, but what every object inherits, such as
 * `constructor`, cannot be assigned where prototypes are frozen: it has to be defined.
 */
export function put(members, name, value) {
  if (name in members) Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
  else members[name] = value;
}
