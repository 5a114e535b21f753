/** A caller's plain data as the text of its JSON: the findings of a scan, the body of a request. */

import { isPlain } from "./snapshot.js";

/** Throws for what JSON cannot hold, also where `JSON.stringify` would leave it out, or write something else, without a word. */
export const jsonOf = (value) => JSON.stringify(copied(value));

/** A copy, so that what is checked is what is written: a member that is asked for twice may be another the second time. */
function copied(value) {
  if (!hasMembers(value)) return value;
  if (Array.isArray(value)) {
    if (value.length > MOST_ITEMS) throw new RangeError("too many items");
    const items = [];
    for (let at = 0; at < value.length; at += 1) items.push(copied(value[at]));
    return items;
  }
  const members = {};
  for (const name of Object.keys(value)) put(members, name, copied(value[name]));
  return members;
}

/** Engines write literals faster than objects without a prototype; to this one name they give a meaning. */
function put(members, name, value) {
  if (name === "__proto__") Object.defineProperty(members, name, { value, enumerable: true });
  else members[name] = value;
}

/** Whether there is more to a value than itself. Throws for what is no data. */
function hasMembers(value) {
  if (typeof value === "function" || typeof value === "symbol") throw new TypeError(`a ${typeof value} is no data`);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value) || isPlain(value)) return true;
  const tag = Object.prototype.toString.call(value);
  if (tag === "[object Date]") throw new TypeError("a date is no data");
  // JSON asks what speaks for itself, and takes primitive values out of their objects.
  if (typeof value.toJSON === "function" || BOXED.includes(tag)) return false;
  if (tag !== "[object Object]") throw new TypeError("data are plain objects");
  return true;
}

/** More than a scan may hold. An array can say that it has billions without having one. */
const MOST_ITEMS = 2 ** 24;

const BOXED = ["[object String]", "[object Number]", "[object Boolean]"];
