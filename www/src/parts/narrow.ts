/**
 * Whether the page is laid out for a narrow screen. The bound is that of the style sheets, and is asked of the window in the same
 * way, so that what is drawn and what is styled for a narrow screen always agree.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";

const NARROW = "(max-width: 700px)";

/** Draws its host anew when the answer changes. */
export class Narrow implements ReactiveController {
  private readonly query = matchMedia(NARROW);
  private readonly redraw = (): void => this.host.requestUpdate();

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  get matches(): boolean {
    return this.query.matches;
  }

  hostConnected(): void {
    this.query.addEventListener("change", this.redraw);
  }

  hostDisconnected(): void {
    this.query.removeEventListener("change", this.redraw);
  }
}
