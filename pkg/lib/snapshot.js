/**
 * Copies a caller's arguments at the time of the call. The module reads these copies and no object of the caller's.
 *
 * Own members only, and objects without a prototype: no getter of theirs is asked, and nothing is inherited. Members that are
 * data are asked for as everybody asks for them: what watches who reads them, such as Vue's `reactive`, has to see it.
 */

import { isA, isObject } from "./kind.js";

const NAME = "an argument that cannot be read";

/** Stands for what a getter would give, or what does not let itself be read: no argument is a symbol, so the module refuses it. */
const UNREADABLE = Symbol(NAME);

/** The same for a message to a worker, which carries no symbol: no argument is a regular expression. */
export const sentAsUnreadable = () => new RegExp(NAME);

/** The getter that all regular expressions share: one of the caller's may have a `source` of its own. */
const { get: readSource } = Object.getOwnPropertyDescriptor(RegExp.prototype, "source") ?? {};

const cameAsUnreadable = (value) => value instanceof RegExp && readSource?.call(value) === NAME;

/** What cannot be read, and no symbol of the caller's own. */
export const isUnreadable = (value) => value === UNREADABLE;

/** Values nested deeper than this are not copied: no argument is. */
const DEEPEST = 4;
/** Nor more values in all. A sparse array can have a `length` of billions, and few objects can hold as many. */
const MOST_VALUES = 2 ** 21;
/** Objects with more members are no arguments. */
const MOST_MEMBERS = 2 ** 16;

/** Bytes that a value takes in the module while a question is asked: at most. */
const OF_A_VALUE = 112;
/** The same for a character of a text. */
const OF_A_CHARACTER = 8;

/** Lists and objects that are made here. */
const copies = new WeakSet();

/** Options that stay what they are: a signal is listened to, and a body has a reader of its own. */
const AS_GIVEN = ["signal", "body"];

export const snapshot = (value) => weighed(value).copied;

/** A copy, and how many bytes it takes in the module at most. */
export function weighed(value) {
  const room = { left: MOST_VALUES, bytes: 0 };
  const copied = copy(value, 0, room);
  return { copied, bytes: room.bytes };
}

export const isCopy = (value) => copies.has(value);

/** Whether it is an object that was copied, and no list. */
export const hasMembers = (value) => isCopy(value) && !Array.isArray(value);

/** A member of such an object; nothing of anything else. */
export const memberOf = (copied, name) => (hasMembers(copied) ? copied[name] : undefined);

/** The items of a list that was copied. */
export const itemsIn = (value) => (isCopy(value) && Array.isArray(value) ? value : undefined);

/** The names and values, in turn, of what an object that was copied had. */
export const membersIn = (value) => (hasMembers(value) ? Object.entries(value).flat() : undefined);

/** What throws is unreadable by itself: the rest of what holds it is not. */
function copy(value, depth, room) {
  try {
    return argumentCopy(value, depth, room);
  } catch {
    return UNREADABLE;
  }
}

function argumentCopy(value, depth, room) {
  // A symbol of the caller's own becomes `null`, which no argument may be.
  if (typeof value === "symbol") return isUnreadable(value) ? value : null;
  if (typeof value === "string") room.bytes += value.length * OF_A_CHARACTER;
  if (depth > DEEPEST || !isObject(value)) return value;
  if (Array.isArray(value)) {
    const { length } = value;
    // A list that is too long uses up no room, so that the values beside it are still copied.
    if (!(length >= 0 && length <= room.left)) throw new RangeError("too many items");
    room.left -= length;
    room.bytes += length * OF_A_VALUE;
    const items = itemsOf(value, length).map((item) => copy(item, depth + 1, room));
    copies.add(items);
    return items;
  }
  if (!isPlain(value)) {
    // An address can be changed after the call, and tokens go where it says.
    if (isA("URL", value)) return String(value.href);
    return cameAsUnreadable(value) ? UNREADABLE : value;
  }
  // Listing members takes time: once there were too many, no more are listed.
  if (room.left < 0) throw new RangeError("too many members");
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(value));
  room.left -= descriptors.length;
  if (room.left < 0 || descriptors.length > MOST_MEMBERS) throw new RangeError("too many members");
  const members = Object.create(null);
  copies.add(members);
  for (const [name, member] of descriptors) {
    if (!member.enumerable) continue;
    room.bytes += OF_A_VALUE + name.length * OF_A_CHARACTER;
    const given = "value" in member ? memberIn(value, name) : UNREADABLE;
    members[name] = depth === 0 && AS_GIVEN.includes(name) ? given : copy(given, depth + 1, room);
  }
  return members;
}

/** One that does not let itself be read is unreadable by itself. */
function memberIn(value, name) {
  try {
    return value[name];
  } catch {
    return UNREADABLE;
  }
}

/** The items of an array up to its length: neither methods of its own nor getters are asked, and nothing is inherited. */
function itemsOf(array, length) {
  const items = [];
  for (let at = 0; at < length; at += 1) {
    const item = Object.getOwnPropertyDescriptor(array, at);
    if (item === undefined) items.push(undefined);
    else items.push("value" in item ? memberIn(array, at) : UNREADABLE);
  }
  return items;
}

/** Whether an object is a literal, or one without a prototype; also of another realm. */
export function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}
