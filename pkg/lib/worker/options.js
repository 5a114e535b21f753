/**
 * What of a caller's options can be sent to a worker, and what stays here.
 *
 * Functions and signals stay: the worker names a function, and it is called on this side.
 */

import { snapshot } from "../snapshot.js";

/** Functions that are told how a call goes on. */
const OF_CALLS = ["onProgress", "onStatus"];
/** Functions that are told of every call of a client. */
const OF_CLIENTS = ["onEvent"];
/** Functions that are asked for something. */
const ASKED = ["apiToken", "gitToken"];

/**
 * `functions` by name, the `signal`, and what is left as `plain`: what should not be there is refused where it arrives.
 * `isHeard` says that the call may be told to end.
 */
export function parted(options) {
  const plain = snapshot(options);
  const functions = {};
  if (typeof plain !== "object" || plain === null || Object.getPrototypeOf(plain) !== null) return { plain, functions, isHeard: false };
  for (const name of [...OF_CALLS, ...OF_CLIENTS, ...ASKED]) {
    if (typeof plain[name] !== "function") continue;
    functions[name] = plain[name];
    delete plain[name];
  }
  const signal = typeof plain.signal?.addEventListener === "function" ? plain.signal : undefined;
  if (signal) delete plain.signal;
  return { plain, functions, signal, isHeard: signal !== undefined || OF_CALLS.some((name) => name in functions) };
}

/** The same options again, on the worker's side. */
export function joined(plain, names, { tell, ask, signal }) {
  if (names.length === 0 && !signal) return plain;
  const options = { ...plain };
  for (const name of names) options[name] = ASKED.includes(name) ? (given) => ask(name, given) : (given) => tell(name, given);
  if (signal) options.signal = signal;
  return options;
}
