/**
 * The address bar, a moment behind the page: changing it costs milliseconds, which belong after the frame that shows the
 * change, and browsers refuse more than about a hundred changes in half a minute, which typing exceeds.
 */
import { putLast } from "./bounded.ts";
import { painted } from "./painted.ts";
import type { How } from "./navigation.ts";

const PAUSE_MS = 250;

/** Between a refusal and the next try: WebKit counts the changes of ten seconds. */
const REFUSED_MS = 2_000;

/**
 * How long the browser may take for a step back: one that never takes it must not keep the address from being written. A step that
 * comes later counts as the person's.
 */
const BACK_MS = 5_000;

/** For so many steps the page remembers what their address does not say. Further back, only the address counts. */
const MOST_KEPT = 50;

interface Waiting<Kept> {
  how: "push" | "replace";
  address: string;
  /** If the step was laid over another: the address below it. The browser keeps it with the step. */
  below: string | null;
  /** What belongs to the step and is in no address. */
  kept: Kept | null;
}

/** What the browser keeps with a step. */
interface Written {
  below?: string;
  /** The name under which the page keeps more of it. A page that is loaded anew has kept nothing, and reuses no name. */
  name?: string;
}

const written = (): Written | null => history.state as Written | null;

export class Address<Kept> {
  private waiting: Waiting<Kept> | null = null;
  private timer = 0;
  /** The browser was asked for a step back, and has not taken it yet: the timer of how long it is waited for, else 0. */
  private returning = 0;
  private readonly steps = new Map<string, Kept>();
  private named = 0;

  constructor() {
    addEventListener("pagehide", () => this.settle());
  }

  /**
   * Writes the address: as a step of the history, after the next frame; or over the present step, once nothing has changed for a
   * moment. `before` is the address that is left; `kept` is there again when the browser comes back to the step.
   */
  change(how: How, address: string, { before, kept }: { before: string; kept: Kept | null }): void {
    if (how === "close" && this.below() === address) this.back();
    else if (how === "replace") this.wait({ how, address, below: this.below(), kept });
    else this.wait({ how: "push", address, below: how === "open" ? before : null, kept });
  }

  /** What was kept of the step that the browser is at. */
  kept(): Kept | null {
    return this.steps.get(written()?.name ?? "") ?? null;
  }

  /** Drops what has not been written: the browser is at another address. */
  forget(): void {
    clearTimeout(this.timer);
    this.waiting = null;
  }

  /** Whether the browser's step is the one asked for here: then the page already shows what it leads to. */
  returned(): boolean {
    const own = this.returning !== 0;
    clearTimeout(this.returning);
    this.returning = 0;
    if (own) this.settle();
    return own;
  }

  private wait(waiting: Waiting<Kept>): void {
    // What was typed last belongs to the step that is being left.
    if (waiting.how === "push" || this.waiting?.how === "push") this.settle();
    this.forget();
    this.waiting = waiting;
    this.timer = window.setTimeout(() => this.settle(), PAUSE_MS);
    if (waiting.how === "push") void painted().then(() => this.waiting === waiting && this.settle());
  }

  /** What the present step was laid over, written or not. */
  private below(): string | null {
    if (this.waiting !== null || this.returning !== 0) return this.waiting?.below ?? null;
    return written()?.below ?? null;
  }

  private back(): void {
    const isWritten = this.waiting?.how !== "push";
    if (isWritten) this.settle();
    this.forget();
    if (!isWritten) return;
    clearTimeout(this.returning);
    this.returning = window.setTimeout(() => this.returned(), BACK_MS);
    history.back();
  }

  private settle(): void {
    const { waiting } = this;
    if (this.returning !== 0) return;
    this.forget();
    if (waiting === null) return;
    const state = this.stateOf(waiting);
    try {
      if (waiting.how === "push") history.pushState(state, "", waiting.address);
      else history.replaceState(state, "", waiting.address);
    } catch {
      // Too many, as from a key that is held down: the last of them is written once the browser accepts it, but not as a step of its own.
      this.waiting = { ...waiting, how: "replace", below: written()?.below ?? null };
      this.timer = window.setTimeout(() => this.settle(), REFUSED_MS);
    }
  }

  private stateOf({ how, below, kept }: Waiting<Kept>): Written | null {
    if (below === null && kept === null) return null;
    const name = how === "replace" ? written()?.name : undefined;
    return { ...(below === null ? {} : { below }), ...(kept === null ? {} : { name: this.keep(kept, name) }) };
  }

  /** Under the name that the step has, or one that no step has had. */
  private keep(kept: Kept, name = `${performance.timeOrigin} ${(this.named += 1)}`): string {
    putLast(this.steps, name, kept, MOST_KEPT);
    return name;
  }
}
