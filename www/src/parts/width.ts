/** How wide a view is, in whole pixels. It is drawn anew when that changes. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class Width implements ReactiveController {
  px = 0;
  readonly #sizes = new ResizeObserver(([entry]) => this.#become(entry?.contentRect.width ?? 0));

  constructor(private readonly view: ReactiveControllerHost & HTMLElement) {
    view.addController(this);
  }

  hostConnected(): void {
    // The first width at once: what is drawn for it makes the view taller, and by an observer that would be a change in a change.
    this.#become(this.view.clientWidth);
    this.#sizes.observe(this.view);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
  }

  #become(width: number): void {
    const px = Math.floor(width);
    if (px === this.px) return;
    this.px = px;
    this.view.requestUpdate();
  }
}
