/**
 * Where the focus goes in the scan view: to what a key or a button leads to, and to what replaces a button that disappears when
 * pressed. It waits for what is not drawn yet.
 */
import type { LitElement } from "lit";
import type { DataGrid } from "../parts/data-grid.ts";
import { DeferredMove } from "../parts/deferred-move.ts";
import { focusFirst, focusText } from "../parts/focus-hold.ts";

export class FocusMoves extends DeferredMove {
  constructor(private readonly view: LitElement) {
    super();
  }

  /** To the row of the table that had it last. */
  readonly toRows = (): boolean => {
    const grid = this.view.querySelector<DataGrid>("data-grid");
    if (grid === null || grid.count === 0) return false;
    grid.focus();
    return true;
  };

  /** To the table; if there is none, to the tab that is shown. */
  readonly toTable = (): void => {
    if (!this.toRows()) focusFirst(this.view, ["[role=tab][aria-selected=true]", "h1"]);
  };

  readonly toHead = (): void => this.#to("h1");

  readonly toSearch = (): void => this.#to("#finding-search");

  readonly toSearchText = (): boolean => focusText(this.view, "#finding-search");

  /** To the details of the open finding. */
  readonly toPanel = (): boolean => {
    const panel = this.view.querySelector<HTMLElement>(".panel");
    panel?.focus({ preventScroll: true });
    return panel !== null;
  };

  /** Brings a row of the table into sight, and the focus to it if another row had it. The details begin at their top. */
  toOther(index: number): void {
    const grid = this.view.querySelector<DataGrid>("data-grid");
    if (grid?.querySelector("[role=row]:focus")) grid.reveal(index);
    else grid?.show(index);
    this.view.querySelector(".panel")?.scrollTo({ top: 0 });
  }

  /** To the filter that takes the place of one taken back, else to the search. */
  toPill(at: number): void {
    const pills = this.view.querySelectorAll<HTMLElement>(".pill");
    const next = pills[Math.min(at, pills.length - 1)];
    if (next === undefined) this.toSearch();
    else next.focus();
  }

  /** The button that loads it after all replaces "Cancel". */
  toStopped(): void {
    this.#next(".stopped button");
  }

  /** "Wait" and "Stop waiting" replace each other. */
  toWait(): void {
    this.#next(".wait .actions button");
  }

  /** Into the facets that have become a sheet, and back to the button that opened it. */
  toRail(isOpen: boolean): void {
    void this.view.updateComplete.then(() => {
      if (isOpen) return this.#to(".sheet-head button");
      // If the window has grown meanwhile, there is no such button any more.
      const toggle = this.view.querySelector<HTMLElement>(".rail-toggle");
      if (toggle === null || toggle.offsetParent === null) this.toSearch();
      else toggle.focus();
    });
  }

  #to(place: string): void {
    this.view.querySelector<HTMLElement>(place)?.focus();
  }

  #next(place: string): void {
    void this.view.updateComplete.then(() => this.#to(place));
  }
}
