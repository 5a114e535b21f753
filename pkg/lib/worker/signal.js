/** Signals of the caller: they stay on the page, and a worker is told when one aborts. */

import { failure } from "../error.js";
import { heard } from "../foreign.js";

/** Whether it is a signal as the package takes it, of whatever realm or library. What is none is refused where it arrives. */
export function isSignal(value) {
  try {
    return typeof value.addEventListener === "function" && typeof value.aborted === "boolean";
  } catch {
    return false;
  }
}

/** Tells `abandon` why a signal aborts, at once where it has. What is returned ends that. */
export function heeded(signal, about, abandon) {
  try {
    if (signal.aborted) abandon(signal.reason);
    return heard(signal, abandon);
  } catch {
    // One that is not the platform's may throw.
    throw failure("invalid_argument", { ...about, path: "signal", hint: "must be an AbortSignal" });
  }
}
