/**
 * Whether the page is seen and online: it tells its worker, where waiting pauses meanwhile. Of the connection workers are told by
 * some engines only.
 */

import { watch } from "../page.js";

/** Tells it through `line` now and whenever it changes. What is returned ends that. */
export function tellPageState(line) {
  const { document } = globalThis;
  if (document === undefined) return () => {};
  const tell = () => line.tell({ say: "page", visibilityState: document.visibilityState, onLine: navigator.onLine });
  /** @type {[EventTarget, string][]} */
  const changes = [[document, "visibilitychange"], [globalThis, "online"], [globalThis, "offline"]];
  tell();
  for (const [target, change] of changes) target.addEventListener(change, tell);
  return () => {
    for (const [target, change] of changes) target.removeEventListener(change, tell);
  };
}

/** Stands for the page, in the worker. */
export class PageStandIn extends EventTarget {
  visibilityState = "visible";
  onLine = true;
  #unwatch = watch(this);

  turn({ visibilityState, onLine }) {
    Object.assign(this, { visibilityState, onLine });
    this.dispatchEvent(new Event("visibilitychange"));
  }

  /** Whoever waits for this page waits no more. */
  leave() {
    this.#unwatch();
    this.turn({ visibilityState: "visible", onLine: true });
  }
}
