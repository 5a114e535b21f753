/** Draws a view again every so often while it is on the page: times that are relative to now change by themselves. */
import type { LitElement, ReactiveController } from "lit";

export class Redrawn implements ReactiveController {
  #clock = 0;

  constructor(
    private readonly view: LitElement,
    private readonly everyMs: number,
  ) {
    view.addController(this);
  }

  hostConnected(): void {
    this.#clock = window.setInterval(() => this.view.requestUpdate(), this.everyMs);
  }

  hostDisconnected(): void {
    clearInterval(this.#clock);
  }
}
