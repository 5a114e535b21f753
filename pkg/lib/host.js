/**
 * What the module asks of JavaScript, beyond the platform itself. The generated glue imports this file.
 */

import { handedOn } from "./cause.js";
import { ScanfoldError } from "./error.js";
import { endInstance, trackResource, untrackResource } from "./instance.js";
import { page } from "./page.js";

export { chance, dateNow, steadyNow } from "./clock.js";
export { jsonOfBody } from "./data.js";
export { answerOf, called, chunksOf, copyBytes, send } from "./foreign.js";
export { stopResource, untrackResource } from "./instance.js";
export { isSignal, listen } from "./signals.js";
export { itemsIn, membersIn } from "./snapshot.js";
export { laterTurn } from "./turns.js";

export function makeError(fields, cause) {
  return new ScanfoldError(fields, handedOn(cause));
}

export function instanceDied() {
  endInstance();
}

/** `Promise.withResolvers` is newer than some engines. */
export function newPromise() {
  const owed = {};
  owed.promise = new Promise((resolve, reject) => {
    owed.resolve = resolve;
    owed.reject = reject;
  });
  if (owed.reject) return owed;
  // The stack was full: what overflows in there, the promise keeps to itself.
  owed.promise.catch(() => {});
  throw new RangeError("Maximum call stack size exceeded");
}

/** The text that the glue has decoded. A call of its own, so that the module hears of a failed decoding and frees its copy. */
export const textOf = (text) => text;

/** Both arrays are the module's own. */
export function append(array, items) {
  for (let at = 0; at < items.length; at += 1) array.push(items[at]);
}

/** A timer, by the object that stops it. */
export function startTimer(told, ms) {
  const timer = { told };
  const id = setTimeout(() => {
    untrackResource(timer);
    timer.told?.(true);
  }, ms);
  return trackResource(timer, () => {
    timer.told = undefined;
    clearTimeout(id);
  });
}

/** Tells how a promise settles, unless that is stopped: then the promise, settled or not, keeps nothing of the module's. */
export function hear(promise, told) {
  const listener = { told };
  const tell = (isFulfilled) => (value) => {
    untrackResource(listener);
    listener.told?.(isFulfilled, value);
  };
  promise.then(tell(true), tell(false));
  return trackResource(listener, () => (listener.told = undefined));
}

/** What cancels a request. */
export function newController() {
  const controller = new AbortController();
  return trackResource(controller, () => controller.abort());
}

/**
 * How often a worker looks whether it is online again: Chromium tells that to pages alone, and not every worker has a page that
 * passes it on.
 */
const LOOK_MS = 1000;

/** Resolves when the page is visible and online; the promise, by which this is stopped, is then left as it is. */
export function whenAwake() {
  const seen = page();
  const awake = () => seen?.visibilityState !== "hidden" && isOnline();
  if (awake()) return Promise.resolve();
  const end = new AbortController();
  const { signal } = end;
  /** @type {Promise<void>} */
  const waiting = new Promise((resolve) => {
    const look = () => {
      if (!awake()) return;
      untrackResource(waiting);
      end.abort();
      resolve();
    };
    seen?.addEventListener("visibilitychange", look, { signal });
    globalThis.addEventListener?.("online", look, { signal });
    const looking = globalThis.document === undefined ? setInterval(look, LOOK_MS) : undefined;
    signal.addEventListener("abort", () => clearInterval(looking));
  });
  return trackResource(waiting, () => end.abort());
}

/** A worker's page may be offline alone, as for its developer tools. */
export function isOnline() {
  return page()?.onLine !== false && globalThis.navigator?.onLine !== false;
}

export function pageOrigin() {
  // Not that of `location`: a sandboxed frame has an address and yet no origin.
  const { origin } = globalThis;
  return typeof origin === "string" && origin.startsWith("http") ? origin : undefined;
}
