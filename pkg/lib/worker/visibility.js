/** Whether anybody looks at the page: the page tells its worker, where waiting pauses while nobody does. */

import { watch } from "../page.js";

/** Tells it through `line` now and whenever it changes. What is returned ends that. */
export function tellVisibility(line) {
  const { document } = globalThis;
  if (document === undefined) return () => {};
  const tell = () => line.tell({ say: "visibility", state: document.visibilityState });
  tell();
  document.addEventListener("visibilitychange", tell);
  return () => document.removeEventListener("visibilitychange", tell);
}

/** Stands for the page, in the worker. */
export class PageStandIn extends EventTarget {
  visibilityState = "visible";
  #unwatch = watch(this);

  turn(state) {
    this.visibilityState = state;
    this.dispatchEvent(new Event("visibilitychange"));
  }

  /** Whoever waits for this page waits no more. */
  leave() {
    this.#unwatch();
    this.turn("visible");
  }
}
