/**
 * What caused an error, fit to be handed on.
 *
 * Node's HTTP parsers keep the bytes of an answer that they cannot read in their error, and an answer may repeat a token. Such an
 * error, and what was made of it, are handed on as copies without them; everything else is handed on itself. Only own data
 * members are looked at: no getter is asked.
 */

/** Causes of causes: nobody wraps an error that often, and a chain may lead back to its beginning. */
const DEEPEST = 16;
/** What the parsers' codes begin with, and what else of their errors is no part of an answer. */
const PARSERS = /^HPE_/;
const TOLD = ["name", "message", "code"];

export function handedOn(cause) {
  try {
    return spared(cause, 0);
  } catch {
    // What does not let itself be looked at is no parser's.
    return cause;
  }
}

function spared(error, depth) {
  if (typeof error !== "object" || error === null || depth === DEEPEST) return error;
  if (PARSERS.test(dataOf(error, "code"))) return copied(error, TOLD);
  const own = dataOf(error, "cause");
  const cause = spared(own, depth + 1);
  return cause === own ? error : copied(error, Reflect.ownKeys(error), cause);
}

/** An error of the same class with these members, and `cause` in place of its own. */
function copied(error, names, cause) {
  const copy = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
  for (const name of names) {
    const member = Object.getOwnPropertyDescriptor(error, name);
    if (member && "value" in member) Object.defineProperty(copy, name, member);
  }
  for (const [name, value] of Object.entries({ cause, stack: stackOf(error) })) {
    if (value !== undefined) Object.defineProperty(copy, name, { value, writable: true, configurable: true });
  }
  return copy;
}

/** Some engines have a getter for it: then no more than its first line. */
const stackOf = (error) => dataOf(error, "stack") ?? `${dataOf(error, "name") ?? "Error"}: ${dataOf(error, "message")}`;

const dataOf = (error, name) => Object.getOwnPropertyDescriptor(error, name)?.value;
