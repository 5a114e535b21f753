/**
 * The address bar, a moment behind the page: changing it costs milliseconds, which belong behind the frame that shows the
 * change, and browsers refuse more than about a hundred changes in half a minute, which typing exceeds.
 */
import { painted } from "../parts/painted.ts";
import type { How } from "./navigation.ts";

const PAUSE_MS = 250;

interface Waiting {
  how: "push" | "replace";
  address: string;
  /** Of a step that was laid over another: the address below it. The browser keeps it with the step. */
  below: string | null;
}

export class Address {
  private waiting: Waiting | null = null;
  private timer = 0;
  /** The browser was asked for a step back, and has not gone it yet. */
  private returning = false;

  constructor() {
    addEventListener("pagehide", () => this.settle());
  }

  /**
   * As a step of the history, behind the next frame; or in place of the present step, when nothing has changed for a moment.
   * `before` is the address that is left.
   */
  change(how: How, address: string, before: string): void {
    if (how === "close" && this.below() === address) this.back();
    else if (how === "replace") this.wait({ how, address, below: this.below() });
    else this.wait({ how: "push", address, below: how === "open" ? before : null });
  }

  /** Drops what has not been written: the address is another one. */
  forget(): void {
    clearTimeout(this.timer);
    this.waiting = null;
  }

  /** Whether the browser's step was the one asked for here: the page is already what it leads to. */
  returned(): boolean {
    const own = this.returning;
    this.returning = false;
    if (own) this.settle();
    return own;
  }

  private wait(waiting: Waiting): void {
    // What was typed last belongs to the step that is being left.
    if (waiting.how === "push" || this.waiting?.how === "push") this.settle();
    this.forget();
    this.waiting = waiting;
    this.timer = window.setTimeout(() => this.settle(), PAUSE_MS);
    if (waiting.how === "push") void painted().then(() => this.waiting === waiting && this.settle());
  }

  /** What the present step was laid over, written or not. */
  private below(): string | null {
    if (this.waiting !== null || this.returning) return this.waiting?.below ?? null;
    return (history.state as { below?: string } | null)?.below ?? null;
  }

  private back(): void {
    const written = this.waiting?.how !== "push";
    if (written) this.settle();
    this.forget();
    if (!written) return;
    this.returning = true;
    history.back();
  }

  private settle(): void {
    const { waiting } = this;
    if (this.returning) return;
    this.forget();
    if (waiting === null) return;
    const state = waiting.below === null ? null : { below: waiting.below };
    if (waiting.how === "push") history.pushState(state, "", waiting.address);
    else history.replaceState(state, "", waiting.address);
  }
}
