/**
 * Copies a caller's arguments at the time of the call, for calls that have to wait before the module can read them.
 *
 * Own members only, and objects without a prototype: no getter of theirs is asked, and nothing is inherited.
 */

/** Stands for what a getter would give, or what does not let itself be read: no argument is a symbol, so the module refuses it. */
const UNREADABLE = Symbol("unreadable");

/** Values nested deeper than this are not copied; `bindings` reads no deeper either. */
export const DEEPEST = 4;

/** The member `uncopied` stays what it is. */
export const snapshot = (value, uncopied) => copy(value, 0, uncopied);

/** A member of a snapshot; nothing of what is no plain object. */
export function memberOf(own, name) {
  return typeof own === "object" && own !== null && Object.getPrototypeOf(own) === null ? own[name] : undefined;
}

/** What throws is unreadable by itself: the rest of what holds it is not. */
function copy(value, depth, uncopied) {
  try {
    return copied(value, depth, uncopied);
  } catch {
    return UNREADABLE;
  }
}

function copied(value, depth, uncopied) {
  if (depth > DEEPEST || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  // An address can be changed after the call, and tokens go where it says.
  if (Object.prototype.toString.call(value) === "[object URL]") return String(value.href);
  if (!isPlain(value)) return value;
  const members = Object.create(null);
  for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (!member.enumerable) continue;
    members[name] = !("value" in member) ? UNREADABLE : name === uncopied ? member.value : copy(member.value, depth + 1);
  }
  return members;
}

/** Whether an object is a literal, or one without a prototype; also of another realm. */
export function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}
