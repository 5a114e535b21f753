/** Signals of the caller: they stay on the page, and a worker is told when one aborts. */

import { failure } from "../error.js";
import { onAbort } from "../signals.js";

/** Tells `abandon` why a signal aborts, at once where it has. What is returned ends that. */
export function listenTo(signal, about, abandon) {
  try {
    return onAbort(signal, abandon);
  } catch {
    // One that is not the platform's may throw.
    throw failure("invalid_argument", { ...about, path: "signal", hint: "must be an AbortSignal" });
  }
}
