/**
 * Copies a caller's arguments at the time of the call, for calls that have to wait before the module can read them.
 *
 * Own data members only, and objects without a prototype: nothing that runs code, nothing inherited.
 */

export function snapshot(value) {
  try {
    return copy(value, 0);
  } catch {
    // It does not let itself be read: the module will say so in its own words.
    return value;
  }
}

function copy(value, depth) {
  if (depth > 4 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  if (!isPlain(value)) return value;
  const members = Object.create(null);
  for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (member.enumerable && "value" in member) members[name] = copy(member.value, depth + 1);
  }
  return members;
}

function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}
