/** Whether anybody looks at the page: the page tells its worker, where waiting pauses while nobody does. */

import { watch } from "../page.js";

/** Tells it through `line` now and whenever it changes. What is returned ends that. */
export function tellVisibility(line) {
  const { document } = globalThis;
  const tell = () => line.tell({ say: "visibility", state: document.visibilityState });
  if (document === undefined) return () => {};
  tell();
  document.addEventListener("visibilitychange", tell);
  return () => document.removeEventListener("visibilitychange", tell);
}

/** Stands for the page, in the worker. */
export class Page extends EventTarget {
  visibilityState = "visible";

  constructor() {
    super();
    watch(this);
  }

  turn(state) {
    this.visibilityState = state;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}
