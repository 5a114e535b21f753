/**
 * What the module asks of JavaScript, beyond the platform itself. The generated glue imports this file.
 */

import { ScanfoldError } from "./error.js";
import { begun, died, ended } from "./instance.js";
import { page } from "./page.js";

export { jsonOfBody } from "./data.js";
export { answerOf, ask, chunksOf, copyBytes, listen, send } from "./foreign.js";
export { ended, stopped } from "./instance.js";
export { laterTurn } from "./turns.js";

export function makeError(fields, cause) {
  return new ScanfoldError(fields, cause);
}

export function instanceDied() {
  died();
}

/** A timer, by the object that stops it. */
export function startTimer(handler, ms) {
  const timer = {};
  const id = setTimeout(() => {
    ended(timer);
    handler();
  }, ms);
  return begun(timer, () => clearTimeout(id));
}

/** Tells how a promise settles, unless that is stopped: then the promise, settled or not, keeps nothing of the module's. */
export function hear(promise, told) {
  const ear = { told };
  const tell = (isFulfilled) => (value) => {
    ended(ear);
    ear.told?.(isFulfilled, value);
  };
  promise.then(tell(true), tell(false));
  return begun(ear, () => (ear.told = undefined));
}

/** What cancels a request. */
export function newController() {
  const controller = new AbortController();
  return begun(controller, () => controller.abort());
}

/** Resolves when the page is visible and online, or when `signal` says that nobody waits any more. */
export function whenAwake(signal) {
  const seen = page();
  const awake = () => seen?.visibilityState !== "hidden" && isOnline();
  if (awake()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = new AbortController();
    const look = () => {
      if (!awake() && !signal.aborted) return;
      end.abort();
      resolve();
    };
    seen?.addEventListener("visibilitychange", look, { signal: end.signal });
    globalThis.addEventListener?.("online", look, { signal: end.signal });
    signal.addEventListener("abort", look, { signal: end.signal });
  });
}

export function isOnline() {
  return globalThis.navigator?.onLine !== false;
}

export function pageOrigin() {
  // Not that of `location`: a sandboxed frame has an address and yet no origin.
  const { origin } = globalThis;
  return typeof origin === "string" && origin.startsWith("http") ? origin : undefined;
}
