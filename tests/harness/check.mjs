/**
 * Assertions that run in Node and in a page alike, for cases that run in both. They throw an `Error` with plain text.
 */

/**
 * Values as JSON text with sorted keys, so that the order of keys does not matter. A member that is `undefined` is an absent one,
 * but an item is no `null`; numbers that JSON does not have are kept apart, and what it would leave out or show as empty is
 * refused.
 */
function plain(value) {
  return JSON.stringify(value, function (_, part) {
    if (part === undefined) return Array.isArray(this) ? { undefined: true } : part;
    if (typeof part === "number" && (!Number.isFinite(part) || Object.is(part, -0))) return { number: Object.is(part, -0) ? "-0" : String(part) };
    if (typeof part === "function" || typeof part === "symbol") throw new Error(`compare what it is: ${String(part)}`);
    if (part === null || typeof part !== "object" || Array.isArray(part)) return part;
    if (![Object.prototype, null].includes(Object.getPrototypeOf(part))) throw new Error(`compare what it holds: ${String(part)}`);
    return Object.fromEntries(Object.keys(part).sort().map((key) => [key, part[key]]));
  });
}

function short(value) {
  let text;
  try {
    text = plain(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

export function equal(actual, expected, what) {
  if (plain(actual) !== plain(expected)) throw new Error(`${what}: expected ${short(expected)}, got ${short(actual)}`);
}

export function ok(value, what) {
  if (!value) throw new Error(what);
}

/** Waits for a rejection and returns its reason; what resolves instead is the failure. */
export async function rejection(promise, what) {
  let value;
  try {
    value = await promise;
  } catch (reason) {
    return reason;
  }
  throw new Error(`${what}: expected a failure, got ${short(value)}`);
}

/** A rejection with a `ScanfoldError` of this kind; returns it. */
export async function fails(scanfold, promise, kind, what = kind) {
  const error = await rejection(promise, what);
  ok(scanfold.isScanfoldError(error), `${what}: expected a ScanfoldError of kind ${kind}, got ${error?.stack ?? error}`);
  equal(error.kind, kind, `${what}: kind of "${error.message}" (${error.hint ?? "no hint"})`);
  return error;
}

/** What a synchronous call throws, of this kind. */
export function throws(scanfold, call, kind) {
  try {
    call();
  } catch (error) {
    ok(scanfold.isScanfoldError(error, kind), `expected a ScanfoldError of kind ${kind}, got ${error?.name}: ${error?.message}`);
    return error;
  }
  throw new Error(`expected a failure of kind ${kind}`);
}
