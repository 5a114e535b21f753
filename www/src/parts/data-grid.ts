/**
 * `<data-grid>`: a virtualised table for any number of rows. It knows columns, focus and scrolling; where rows come from and
 * what a cell says is the caller's. Renders into light DOM, so that page styles and labels reach it.
 *
 * Keyboard: one tab stop; arrows, PageUp/PageDown, Home/End move; Enter or Space opens. The focused row stays in the
 * document even when it is scrolled away, so focus is never lost.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
} from "@tanstack/virtual-core";
import { cssom } from "./cssom.ts";
import { number } from "./text.ts";

export interface Column<Row, Key extends string = string> {
  id: string;
  label: string;
  /** Present where the column can be sorted by. */
  sort?: Key;
  /** What comes first in which order, where that is not the least or the greatest of what the cells show. */
  first?: { ascending: string; descending: string };
  cell: (row: Row) => TemplateResult | string | typeof nothing;
}

export interface GridSort {
  by: string;
  descending: boolean;
}

const ROW_HEIGHT = 34;
const HEADER_HEIGHT = 34;
/** Browsers lay out no taller than some 17 million pixels. Rows beyond are counted, and reached by a filter or another order. */
const MOST_ROWS = 500_000;

/** The rows in view, and one more wherever it is. */
function withRow(row: number): (range: Range) => number[] {
  return (range) => {
    const indexes = defaultRangeExtractor(range);
    return row >= range.count || indexes.includes(row) ? indexes : [...indexes, row].sort((a, b) => a - b);
  };
}

@customElement("data-grid")
export class DataGrid<Row = any> extends LitElement {
  /** Names the column template in the style sheet, e.g. `findings`. */
  @property({ attribute: false }) layout = "";
  @property({ attribute: false }) label = "";
  @property({ attribute: false }) columns: Column<Row>[] = [];
  @property({ attribute: false }) count = 0;
  @property({ attribute: false }) row: (index: number) => Row | undefined = () => undefined;
  @property({ attribute: false }) sorting: GridSort[] = [];
  /** The row that is shown elsewhere (a panel, a chart). */
  @property({ attribute: false }) selected: (row: Row) => boolean = () => false;
  /** A new value says that these are other rows: back to the top. */
  @property({ attribute: false }) query: unknown = null;
  @property({ attribute: false }) onSort: ((key: string) => void) | null = null;
  @property({ attribute: false }) onOpen: ((row: Row, index: number) => void) | null = null;

  @state() private active = 0;
  /** The row that the virtualizer was told to keep in the document. */
  private kept = 0;
  private focusPending = false;
  private toTop = false;
  private unmount = (): void => undefined;

  private readonly rows = new Virtualizer<HTMLElement, HTMLElement>({
    count: 0,
    getScrollElement: () => this.querySelector<HTMLElement>(".grid"),
    estimateSize: () => ROW_HEIGHT,
    paddingStart: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    rangeExtractor: withRow(0),
    onChange: () => this.requestUpdate(),
  });

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.unmount = this.rows._didMount();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unmount();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("query") && changed.get("query") !== undefined) {
      this.active = 0;
      this.toTop = true;
    }
    if (this.active >= this.reachable) this.active = Math.max(0, this.reachable - 1);
    // The virtualizer computes its rows again only for another count or another function.
    if (changed.has("count") || this.active !== this.kept) {
      this.kept = this.active;
      this.rows.setOptions({ ...this.rows.options, count: this.reachable, rangeExtractor: withRow(this.active) });
    }
  }

  protected override updated(): void {
    this.rows._willUpdate();
    // Scrolling lays the page out at once, to the top too.
    if (this.toTop && this.rows.scrollOffset !== 0) this.querySelector(".grid")?.scrollTo({ top: 0 });
    this.toTop = false;
    if (!this.focusPending) return;
    const row = this.querySelector<HTMLElement>(`[data-index="${this.active}"]`);
    if (row === null) return;
    this.focusPending = false;
    row.focus({ preventScroll: true });
  }

  private get reachable(): number {
    return Math.min(this.count, MOST_ROWS);
  }

  /** Brings a row into view, and the focus to it. */
  reveal(index: number): void {
    this.active = Math.max(0, Math.min(this.reachable - 1, index));
    this.focusPending = true;
    this.rows.scrollToIndex(this.active, { align: "auto" });
    this.requestUpdate();
  }

  /** Brings a row into view and leaves the focus where it is. */
  show(index: number): void {
    this.active = Math.max(0, Math.min(this.reachable - 1, index));
    this.rows.scrollToIndex(this.active, { align: "auto" });
    this.requestUpdate();
  }

  /** How far down the table is, and on which row. */
  get place(): { top: number; active: number } {
    return { top: this.rows.scrollOffset ?? 0, active: this.active };
  }

  /** Comes back to where a table of the same rows was left. */
  async comeBack({ top, active }: { top: number; active: number }): Promise<void> {
    await this.updateComplete;
    this.active = Math.max(0, Math.min(this.reachable - 1, active));
    this.rows.scrollToOffset(top);
  }

  /** Returns the focus to the row it was on. */
  override focus(): void {
    if (this.count > 0) this.reveal(this.active);
  }

  private page(): number {
    return Math.max(1, Math.floor(((this.rows.scrollRect?.height ?? 0) - HEADER_HEIGHT) / ROW_HEIGHT) - 1);
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (!(event.target as Element).matches("[role=row][data-index]")) return;
    if (event.altKey || event.metaKey) return;
    const to: Record<string, number> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + this.page(),
      PageUp: this.active - this.page(),
      Home: 0,
      End: this.reachable - 1,
    };
    const target = to[event.key];
    if (target !== undefined) this.reveal(target);
    else if (event.key === "Enter" || event.key === " ") this.open(this.active);
    else return;
    event.preventDefault();
  };

  private open(index: number): void {
    const row = this.row(index);
    if (row !== undefined) this.onOpen?.(row, index);
  }

  private readonly pick = (event: Event): void => {
    const target = event.target as Element;
    const at = target.closest<HTMLElement>("[data-index]")?.dataset["index"];
    if (at === undefined || target.closest("a, button") !== null || getSelection()?.type === "Range") return;
    this.active = Number(at);
    this.open(this.active);
  };

  private header(column: Column<Row>): TemplateResult {
    const key = column.sort;
    if (key === undefined || this.onSort === null) return html`<div role="columnheader" class="cell c-${column.id}">${column.label}</div>`;
    const at = this.sorting.findIndex((sort) => sort.by === key);
    const descending = this.sorting[at]?.descending ?? false;
    // Only the first key is announced: `aria-sort` belongs to one column at a time.
    const order = at !== 0 ? "none" : descending ? "descending" : "ascending";
    const first = order === "none" ? undefined : column.first?.[order];
    const arrow = order === "none" || first !== undefined ? "" : descending ? "↓" : "↑";
    const label =
      first === undefined
        ? html`${column.label}<span class="arrow" aria-hidden="true">${arrow}</span>`
        : html`<span class="sr">${column.label}, </span>${first}`;
    return html`<div role="columnheader" class="cell c-${column.id}" aria-sort=${first === undefined ? order : "other"}>
      <button type="button" @click=${() => this.onSort?.(key)}>${label}</button>
    </div>`;
  }

  private line(index: number, start: number): TemplateResult {
    const row = this.row(index);
    return html`<div role="row" class="row" data-index=${index} aria-rowindex=${index + 2} aria-selected=${row !== undefined && this.selected(row)}
      tabindex=${index === this.active ? 0 : -1} ${cssom({ transform: `translateY(${start}px)` })}>
      ${row === undefined ? nothing : this.columns.map((column) => html`<div role="gridcell" class="cell c-${column.id}">${column.cell(row)}</div>`)}
    </div>`;
  }

  protected override render(): TemplateResult {
    return html`<div class="grid grid-${this.layout}" role="grid" aria-label=${this.label} aria-rowcount=${this.count + 1}
      @keydown=${this.key} @click=${this.pick} @focusin=${this.follow}>
      <div role="rowgroup" class="head"><div role="row" class="row" aria-rowindex="1">${this.columns.map((column) => this.header(column))}</div></div>
      <div role="rowgroup" class="body" ${cssom({ height: `${this.rows.getTotalSize() - HEADER_HEIGHT}px` })}>
        ${repeat(
          this.rows.getVirtualItems(),
          (item) => item.index,
          (item) => this.line(item.index, item.start - HEADER_HEIGHT),
        )}
      </div>
    </div>
    ${
      this.count > this.reachable
        ? html`<p class="note">
            The table reaches the first ${number(this.reachable)} of ${number(this.count)} rows: filter, or turn the order round, for
            the rest.
          </p>`
        : nothing
    }`;
  }

  private readonly follow = (event: FocusEvent): void => {
    const at = (event.target as HTMLElement).dataset["index"];
    if (at !== undefined) this.active = Number(at);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "data-grid": DataGrid;
  }
}
