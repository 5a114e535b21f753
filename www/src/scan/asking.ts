/**
 * When the earlier scan is asked for, and how a person, or the page once the connection is back, asks for either scan again or
 * stops that. The focus of the person who pressed a button moves to what they asked for. The open scan is first asked for by its
 * memory, as soon as the page's state names it.
 */
import type { LitElement } from "lit";
import { FocusHold } from "../parts/focus-hold.ts";
import { isEmptySoFar } from "../state/empty-so-far.ts";
import type { ScanMemory } from "../state/scan-memory.ts";
import type { PageState } from "../state/url.ts";
import type { FocusMoves } from "./focus-moves.ts";

/** The view, as it is at present. */
export interface AskingFor extends LitElement {
  readonly memory: ScanMemory;
  readonly page: PageState;
  /** Drops what the view holds of the scan before, because another one is read. */
  startOver: () => void;
}

export class ScanAsking {
  readonly #hold: FocusHold;
  readonly #holdBeside: FocusHold;

  constructor(
    private readonly view: AskingFor,
    private readonly moves: FocusMoves,
  ) {
    this.#hold = new FocusHold(view, () => view.memory.session.phase.kind === "loading", ".failed .actions button", "h1");
    this.#holdBeside = new FocusHold(view, () => false, "[role=tab][aria-selected=true]", "h1");
  }

  /** A scan that may still get findings, or came without a list, can be compared with nothing. */
  isComparable(): boolean {
    const { phase } = this.view.memory.session;
    return phase.kind === "ready" && phase.scan.findingCount !== null && !isEmptySoFar(phase.scan);
  }

  /** Asks as soon as the changes are shown. */
  compare(): void {
    const { session, comparison } = this.view.memory;
    const { id, tab, before, ignoreImage } = this.view.page.scan;
    if (session.phase.kind !== "ready" || tab !== "changes" || !this.isComparable()) return;
    void comparison.compare(session.phase.scan, before === id ? "" : before, ignoreImage);
  }

  /** Asks once more for what failed, if `which` accepts the failure. */
  again(which: (error: unknown) => boolean): void {
    const { session, comparison } = this.view.memory;
    if (session.phase.kind === "failed" && which(session.phase.error)) this.#reopen();
    if (comparison.phase.kind === "failed" && which(comparison.phase.error)) this.#compareAnew();
  }

  /** Asks for whatever failed or was stopped. `isGone`: the scan was read, and no longer can be. */
  takeUp(isGone: boolean): void {
    this.again(() => true);
    const { session, comparison } = this.view.memory;
    const { phase } = session;
    if (phase.kind === "stopped" || isGone) this.#reopen();
    if (phase.kind === "running" && (!phase.waiting || phase.againAt !== null)) void session.resume();
    if (comparison.phase.kind === "stopped") this.#compareAnew();
  }

  readonly retry = (): void => {
    this.#hold.start();
    this.#reopen();
  };

  readonly compareAgain = (): void => {
    const { memory } = this.view;
    // This also draws the view again.
    this.holdBeside();
    memory.inSight = null;
    memory.comparison.forget();
  };

  readonly stopLoading = (): void => {
    this.view.memory.session.stop();
    this.moves.toStopped();
  };

  readonly stopComparing = (): void => {
    this.view.memory.comparison.stop();
    this.moves.toStopped();
  };

  readonly stopWaiting = (): void => {
    this.view.memory.session.stop();
    this.moves.toWait();
  };

  readonly waitOn = (): void => {
    void this.view.memory.session.resume();
    this.moves.toWait();
  };

  /** The button disappears with its scan: the focus waits at the head of the other one. */
  holdAtHead(): void {
    this.moves.after(() => {
      this.moves.toHead();
      this.#hold.start();
    });
  }

  /** The button disappears, but the scan stays: the focus goes to what is shown of it. */
  holdBeside(): void {
    this.#holdBeside.start();
  }

  #reopen(): void {
    this.view.startOver();
    this.view.memory.read(this.view.page.scan.id);
  }

  #compareAnew(): void {
    this.view.memory.comparison.forget();
    this.view.requestUpdate();
  }
}
