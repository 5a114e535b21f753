/**
 * What caused an error, fit to be handed on.
 *
 * Node's HTTP parsers keep the bytes of an answer that they cannot read in their error, and an answer may repeat a token. Such an
 * error, and what was made of it, are handed on as copies without them; everything else is handed on itself. Only own data
 * members are looked at: no getter is asked.
 */

import { isObject } from "./kind.js";
import { listOf } from "./lists.js";

/** What the codes of parsers' errors begin with. */
const CODES = "HPE_";
/** What Node's `fetch` names them: as of Node 24 they have no code there. */
const NAME = "HTTPParserError";
/** Members that hold no part of an answer. */
const TOLD = ["name", "message", "code"];
/** Where errors keep the errors that they were made of. */
const PARTS = ["cause", "errors", "error", "suppressed"];
/** Parts that are looked at: nobody makes an error of more. */
const MOST = 2 ** 16;

/** The cause, or a copy without what an answer held; absent if it is made of more than anybody can look at. */
export function handedOn(cause) {
  try {
    return withoutParsersErrors(cause, holding(cause), new Map());
  } catch {
    return undefined;
  }
}

/** Among an error and all that it was made of: the parsers' errors, and whatever holds one. */
function holding(cause) {
  /** @type {Map<any, any[]>} */
  const holders = new Map([[cause, []]]);
  let left = MOST;
  for (const [one] of holders) {
    for (const part of partsOf(one)) {
      if ((left -= 1) < 0) throw new RangeError("too many parts");
      const known = holders.get(part);
      if (known) known.push(one);
      else holders.set(part, [one]);
    }
  }
  const found = new Set([...holders.keys()].filter(isParsers));
  for (const one of found) for (const holder of holders.get(one) ?? []) found.add(holder);
  return found;
}

function partsOf(value) {
  if (!isObject(value)) return [];
  return (isArray(value) ? itemsOf(value) : PARTS.map((name) => dataOf(value, name))).filter(isObject);
}

/** `copies` has what was copied: several may hold one part, and a chain of causes may lead back to its beginning, where it is cut. */
function withoutParsersErrors(value, held, copies) {
  if (!held.has(value)) return value;
  if (!copies.has(value)) {
    copies.set(value, undefined);
    try {
      copies.set(value, copyOf(value, (part) => withoutParsersErrors(part, held, copies)));
    } catch {
      // What cannot be made again is left out.
    }
  }
  return copies.get(value);
}

function copyOf(value, copyOfPart) {
  if (isArray(value)) return itemsOf(value).map(copyOfPart);
  if (isParsers(value)) return errorCopy(value, TOLD, {});
  const parts = PARTS.filter((name) => isObject(dataOf(value, name)));
  return errorCopy(value, Reflect.ownKeys(value), Object.fromEntries(parts.map((name) => [name, copyOfPart(dataOf(value, name))])));
}

/** An error of the same class with these members, and `parts` in place of its own. */
function errorCopy(error, names, parts) {
  const copy = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
  const put = (name, member) => Object.defineProperty(copy, name, { ...member, writable: true, configurable: true });
  for (const name of names) {
    const member = Object.getOwnPropertyDescriptor(error, name);
    if (member && "value" in member) put(name, member);
  }
  for (const [name, value] of Object.entries({ stack: stackOf(error), ...parts })) put(name, { value });
  return copy;
}

/** Some engines have a getter for it: then no more than its first line. */
const stackOf = (error) => dataOf(error, "stack") ?? `${dataOf(error, "name") ?? "Error"}: ${dataOf(error, "message")}`;

function isParsers(value) {
  if (!isObject(value)) return false;
  const code = dataOf(value, "code");
  return (typeof code === "string" && code.startsWith(CODES)) || dataOf(value, "name") === NAME;
}

/** What does not let itself be looked at holds nothing that is known. */
function dataOf(error, name) {
  try {
    return Object.getOwnPropertyDescriptor(error, name)?.value;
  } catch {
    return undefined;
  }
}

function isArray(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

function itemsOf(array) {
  const length = dataOf(array, "length");
  if (length > MOST) throw new RangeError("too many parts");
  return listOf(length, (at) => dataOf(array, at));
}
