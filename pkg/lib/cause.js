/**
 * What caused an error, fit to be handed on.
 *
 * Node's HTTP parsers keep the bytes of an answer that they cannot read in their error, and an answer may repeat a token. Such an
 * error, and what was made of it, are handed on as copies without them; everything else is handed on itself. Only own data
 * members are looked at: no getter is asked.
 */

/** What the parsers' codes begin with, and what else of their errors is no part of an answer. */
const PARSERS = "HPE_";
const TOLD = ["name", "message", "code"];
/** Where errors keep the errors that they were made of. */
const PARTS = ["cause", "errors", "error", "suppressed"];
/** Nobody makes an error of more; what is larger is not handed on. */
const MOST = 1_000;

export function handedOn(cause) {
  try {
    return partsWithin(cause).some(isParsers) ? spared(cause, new Set()) : cause;
  } catch {
    return undefined;
  }
}

/** Everything that an error was made of, itself included. Throws where that is too much. */
function partsWithin(cause) {
  const met = new Set([cause]);
  for (const one of met) {
    if (!isObject(one)) continue;
    for (const part of isArray(one) ? itemsOf(one) : PARTS.map((name) => dataOf(one, name))) met.add(part);
    if (met.size > MOST) throw new RangeError("too many errors");
  }
  return [...met];
}

/** `around` is what it is a part of: a chain of causes may lead back to its beginning. */
function spared(value, around) {
  if (!isObject(value)) return value;
  if (around.has(value)) return undefined;
  const within = new Set([...around, value]);
  if (isArray(value)) return itemsOf(value).map((item) => spared(item, within));
  if (isParsers(value)) return copied(value, TOLD, {});
  const parts = PARTS.filter((name) => isObject(dataOf(value, name)));
  return copied(value, Reflect.ownKeys(value), Object.fromEntries(parts.map((name) => [name, spared(dataOf(value, name), within)])));
}

/** An error of the same class with these members, and `parts` in place of its own. */
function copied(error, names, parts) {
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

const isObject = (value) => typeof value === "object" && value !== null;

function isParsers(value) {
  const code = isObject(value) ? dataOf(value, "code") : undefined;
  return typeof code === "string" && code.startsWith(PARSERS);
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
  if (length > MOST) throw new RangeError("too many errors");
  return Array.from({ length }, (_, at) => dataOf(array, at));
}
