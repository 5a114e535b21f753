/**
 * What of a caller's arguments can be sent to a worker, and what stays here.
 *
 * Functions and signals stay: the worker names a function, and it is called on this side.
 */

import { jsonOfBody, Written } from "../data.js";
import { failure } from "../error.js";
import { isObject } from "../kind.js";
import { isSignal } from "../signals.js";
import { hasMembers, isCopy, isPlain, isUnreadable, sentAsUnreadable, snapshot } from "../snapshot.js";

/** Functions that are told how a call goes on, or of every call of a client. */
const TOLD = ["onProgress", "onStatus", "onEvent"];
/** Functions that are asked for something. */
const ASKED = ["apiToken", "gitToken"];

/** Stands for what cannot be sent: no argument is one, so it is refused where it arrives, by its name. */
const STRANGER = new Date(0);

/** A copy that can be sent. */
export const sendable = (value) => plain(snapshot(value));

function plain(value) {
  if (isUnreadable(value)) return sentAsUnreadable();
  if (typeof value === "function" || typeof value === "symbol") return STRANGER;
  if (!isObject(value)) return value;
  // What was not copied may run code or have no end.
  if (!isCopy(value)) return STRANGER;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

/**
 * `functions` by name, the `signal`, and what is left as `sent`. `about` is in errors; without it, there is nothing to abort.
 * `hasBody` says that there may be a `body`: it goes as JSON text, since data of any depth cannot be sent as they are.
 */
export function splitOptions(options, about, hasBody) {
  const copied = snapshot(options);
  const functions = {};
  if (!hasMembers(copied)) return { sent: plain(copied), functions, signal: undefined };
  if (copied.fetch !== undefined) throw failure("invalid_argument", { ...about, path: "fetch", hint: "cannot be given to a client in a worker" });
  if (hasBody && copied.body !== undefined) copied.body = bodyText(copied.body);
  for (const name of [...TOLD, ...ASKED]) {
    if (typeof copied[name] !== "function") continue;
    functions[name] = copied[name];
    delete copied[name];
  }
  const signal = about && isSignal(copied.signal) ? copied.signal : undefined;
  if (signal) delete copied.signal;
  return { sent: plain(copied), functions, signal };
}

/** What JSON makes of a body is made here: there may be code in it. What JSON cannot hold, the worker refuses in its turn. */
function bodyText(body) {
  try {
    return jsonOfBody(body) ?? STRANGER;
  } catch {
    return STRANGER;
  }
}

/** The body again, on the worker's side: read and written once more, its numbers might lose digits. */
export const restoreBody = (sent) => (typeof sent?.body === "string" ? { ...sent, body: new Written(sent.body) } : sent);

/** The same options again, on the worker's side. What is no object of options stays what it is. */
export function restoreOptions(sent, names, { tell, ask, signal }) {
  if (names.length === 0 && !signal) return sent;
  if (sent !== undefined && (!isObject(sent) || !isPlain(sent))) return sent;
  const options = { ...sent };
  for (const name of names) options[name] = ASKED.includes(name) ? (given) => ask(name, given) : (given) => tell(name, given);
  if (signal && options.signal === undefined) options.signal = signal;
  return options;
}
