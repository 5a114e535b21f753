/** Signals of the caller: they stay on the page, and a worker is told when one aborts. */

import { failure } from "../error.js";
import { heard } from "../foreign.js";

/** Tells `abandon` why a signal aborts, at once where it has. What is returned ends that. */
export function heeded(signal, about, abandon) {
  try {
    if (!signal.aborted) return heard(signal, abandon);
    abandon(signal.reason);
    return undefined;
  } catch {
    // One that is not the platform's may throw.
    throw failure("invalid_argument", { ...about, path: "signal", hint: "must be an AbortSignal" });
  }
}
