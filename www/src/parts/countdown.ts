/** Draws a view again every second for as long as it counts down to something. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

const TICK_MS = 1000;

export class Countdown implements ReactiveController {
  #tick = 0;

  constructor(
    private readonly view: ReactiveControllerHost,
    private readonly counts: () => boolean,
  ) {
    view.addController(this);
  }

  hostUpdated(): void {
    clearTimeout(this.#tick);
    if (this.counts()) this.#tick = window.setTimeout(() => this.view.requestUpdate(), TICK_MS);
  }

  hostDisconnected(): void {
    clearTimeout(this.#tick);
  }
}
