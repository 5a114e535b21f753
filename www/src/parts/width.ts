/** How wide a view is, in whole pixels. It is drawn anew when that changes. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isOnPaper } from "./paper.ts";

export class Width implements ReactiveController {
  px = 0;
  /**
   * As wide as the view, and never taller. What is drawn for a width may make the view itself taller; if the view were observed,
   * that would be a change during a change, which a browser reports as an error of the page.
   */
  readonly #ruler = document.createElement("div");
  readonly #sizes = new ResizeObserver(([entry]) => {
    if (!isOnPaper()) this.#become(entry?.contentRect.width ?? 0);
  });

  constructor(private readonly view: ReactiveControllerHost & HTMLElement) {
    this.#ruler.className = "ruler";
    view.addController(this);
  }

  hostConnected(): void {
    // The first width at once, so that nothing is drawn twice.
    this.#become(this.view.clientWidth);
    this.view.prepend(this.#ruler);
    this.#sizes.observe(this.#ruler);
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
