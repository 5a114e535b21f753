/** Tells a view, while it is on the page, that the browser's connection is back. */
import type { LitElement, ReactiveController } from "lit";

export class BackOnline implements ReactiveController {
  constructor(
    view: LitElement,
    private readonly told: () => void,
  ) {
    view.addController(this);
  }

  hostConnected(): void {
    addEventListener("online", this.told);
  }

  hostDisconnected(): void {
    removeEventListener("online", this.told);
  }
}
