/**
 * Signals of callers, of whatever realm or library, and who is told when they abort. Like `foreign.js`: what they throw does not go
 * through the module.
 */

import { called } from "./foreign.js";
import { trackResource } from "./instance.js";

/** Whether it is a signal as the package takes it, of whatever realm or library. What is none is refused where it arrives. */
export function isSignal(value) {
  try {
    return typeof value.addEventListener === "function" && typeof value.aborted === "boolean";
  } catch {
    return false;
  }
}

/** Settles as `promise` does, or rejects with the signal's reason where that aborts before. */
export function unlessAborted(promise, signal) {
  if (!isSignal(signal)) return promise;
  return new Promise((resolve, reject) => {
    let unlisten = () => {};
    try {
      unlisten = onAbort(signal, reject);
    } catch {
      // One that is not the platform's may throw: the module refuses it.
    }
    promise.then(resolve, reject).finally(unlisten);
  });
}

/** Signal → how all that wait for it hear of it: Node warns of more than ten listeners of one signal. */
const listeners = new WeakMap();

/**
 * Tells `handler` once why a signal aborts, at once where it has; not any more when this is stopped, whatever the signal does.
 * Throws where it is not the platform's, and throws itself.
 */
export const listen = (signal, handler) => trackResource({}, onAbort(signal, handler));

/** The same for what is not the module's: what is returned ends it, and a trap does not. */
export function onAbort(signal, handler) {
  if (signal.aborted) {
    handler(signal.reason);
    return () => {};
  }
  const listener = listeners.get(signal) ?? new SignalListener(signal);
  // Of its own, also where the same handler is given twice.
  const tell = (reason) => handler(reason);
  listener.add(tell);
  return () => listener.drop(tell);
}

/** The one listener of a signal; it stays for as long as somebody waits to be told. */
class SignalListener {
  #signal;
  #told = new Set();
  #hear = () => this.#heard();

  constructor(signal) {
    this.#signal = signal;
  }

  add(tell) {
    this.#told.add(tell);
    if (listeners.get(this.#signal) === this) return;
    try {
      this.#signal.addEventListener("abort", this.#hear);
    } catch (error) {
      this.#told.clear();
      throw error;
    }
    // One that is not the platform's may have fired already.
    if (this.#told.size > 0) listeners.set(this.#signal, this);
  }

  drop(tell) {
    this.#told.delete(tell);
    if (this.#told.size === 0) this.#stop();
  }

  #stop() {
    if (listeners.get(this.#signal) === this) listeners.delete(this.#signal);
    called(() => this.#signal.removeEventListener("abort", this.#hear)).catch(() => {});
  }

  #heard() {
    const told = [...this.#told];
    if (told.length === 0) return;
    // A signal that is not the platform's may go on while it says why: nobody is told twice.
    this.#told.clear();
    this.#stop();
    const reason = reasonOf(this.#signal);
    for (const tell of told) tell(reason);
  }
}

function reasonOf(signal) {
  try {
    return signal.reason;
  } catch {
    return undefined;
  }
}
