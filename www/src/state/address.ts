/**
 * The address bar, a moment behind the page: changing it costs milliseconds, which belong behind the frame that shows the
 * change, and browsers refuse more than about a hundred changes in half a minute, which typing exceeds.
 */
const PAUSE_MS = 250;

type How = "push" | "replace";

export class Address {
  private waiting: { how: How; address: string } | null = null;
  private timer = 0;

  constructor() {
    addEventListener("pagehide", () => this.settle());
  }

  /** As a step of the history, behind the next frame; or in place of the present step, when nothing has changed for a moment. */
  change(how: How, address: string): void {
    // What was typed last belongs to the step that is being left.
    if (how === "push" || this.waiting?.how === "push") this.settle();
    const waiting = { how, address };
    this.forget();
    this.waiting = waiting;
    this.timer = window.setTimeout(() => this.settle(), PAUSE_MS);
    if (how === "push") requestAnimationFrame(() => setTimeout(() => this.waiting === waiting && this.settle()));
  }

  /** Drops what has not been written: the address is another one. */
  forget(): void {
    clearTimeout(this.timer);
    this.waiting = null;
  }

  private settle(): void {
    const { waiting } = this;
    this.forget();
    if (waiting?.how === "push") history.pushState(null, "", waiting.address);
    else if (waiting !== null) history.replaceState(null, "", waiting.address);
  }
}
