/**
 * `<data-grid>`: a virtualised table for any number of rows. It knows columns, focus and scrolling; where rows come from and
 * what a cell says is the caller's. Renders into light DOM, so that page styles and labels reach it.
 *
 * Keyboard: one tab stop among the rows; arrows, PageUp/PageDown, Home/End move; Enter or Space opens. The focused row stays in the
 * document even when it is scrolled away, so focus is never lost.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { cssom } from "./cssom.ts";
import { LightElement } from "./light-element.ts";
import { isOnPaper } from "./paper.ts";
import { recycle } from "./recycle.ts";
import { bring, drawn, HEADER_HEIGHT, mostRows, ROW_HEIGHT, type Sight } from "./row-range.ts";
import { number } from "./text.ts";

export interface Column<Row, Key extends string = string> {
  /** Names the class of its cells: `c-` before it. */
  id: string;
  /** Further class names of its cells. */
  classes?: string;
  label: string;
  /** What a screen reader says for a label that is a sign. */
  spoken?: string;
  /** Present if the table can be sorted by the column. */
  sort?: Key;
  /** What comes first in each order, if that is not the least or the greatest of what the cells show. */
  first?: { ascending: string; descending: string };
  cell: (row: Row) => TemplateResult | string | typeof nothing;
}

export interface GridSort {
  by: string;
  descending: boolean;
}

const classesOf = ({ id, classes = "" }: Column<never>): string => `cell c-${id} ${classes}`.trimEnd();

/** How far, in pixels, a pointer may move during a press that is not to select text. */
const STILL = 4;

@customElement("data-grid")
export class DataGrid<Row = any> extends LightElement {
  /** Class names: of the column template in the style sheet, e.g. `findings`, then of what is different about it. */
  @property({ attribute: false }) layout = "";
  @property({ attribute: false }) label = "";
  /** Stands above the rows, as wide as they are. */
  @property({ attribute: false }) caption: TemplateResult | typeof nothing = nothing;
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
  private focusPending = false;
  private toTop = false;
  /** Where a pointer was pressed down last. */
  private pressed = { x: 0, y: 0 };
  private sight: Sight = { top: 0, height: 0 };
  private readonly resized = new ResizeObserver(([entry]) => {
    if (!isOnPaper()) this.see({ height: entry?.contentRect.height ?? 0 });
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized.disconnect();
  }

  protected override firstUpdated(): void {
    this.watch();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("query") && changed.get("query") !== undefined) {
      this.active = 0;
      this.toTop = this.sight.top !== 0;
      this.sight.top = 0;
      // The row that has the focus disappears.
      if (this.querySelector("[data-index]:focus") !== null) this.focusPending = true;
    }
    if (this.active >= this.reachable) this.active = Math.max(0, this.reachable - 1);
  }

  protected override updated(): void {
    // Scrolling makes the browser lay out the page at once, so it is done only if needed.
    if (this.toTop) this.scroller?.scrollTo({ top: 0 });
    this.toTop = false;
    if (!this.focusPending) return;
    const row = this.querySelector<HTMLElement>(`[data-index="${this.active}"]`);
    if (row === null) return;
    this.focusPending = false;
    row.focus({ preventScroll: true });
  }

  private get scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>(".grid");
  }

  private watch(): void {
    const { scroller } = this;
    if (scroller === null) return;
    this.resized.observe(scroller);
    this.see({ top: scroller.scrollTop, height: scroller.clientHeight });
  }

  private readonly scrolled = (event: Event): void => this.see({ top: (event.currentTarget as HTMLElement).scrollTop });

  /** Draws again if other rows have come into sight. */
  private see(part: Partial<Sight>): void {
    const before = this.sight;
    this.sight = { ...before, ...part };
    const { top, height } = this.sight;
    if (height !== before.height || Math.floor(top / ROW_HEIGHT) !== Math.floor(before.top / ROW_HEIGHT)) this.requestUpdate();
  }

  private scrollDown(top: number): void {
    this.scroller?.scrollTo({ top });
    this.see({ top });
  }

  private get reachable(): number {
    // Asked for each time: it changes with the zoom, and with the screen that the window is on.
    return Math.min(this.count, mostRows(devicePixelRatio));
  }

  /** Brings a row into view, and the focus to it. */
  reveal(index: number): void {
    this.active = Math.max(0, Math.min(this.reachable - 1, index));
    this.focusPending = true;
    this.scrollDown(bring(this.active, this.sight));
    this.requestUpdate();
  }

  /** Brings a row into view. The focus stays where it is, unless its row is no longer drawn. */
  show(index: number): void {
    this.active = Math.max(0, Math.min(this.reachable - 1, index));
    this.scrollDown(bring(this.active, this.sight));
    // The row that has the focus may disappear.
    const focused = this.querySelector<HTMLElement>("[data-index]:focus")?.dataset["index"];
    if (focused !== undefined && !drawn(this.sight, this.reachable, this.active).includes(Number(focused))) this.focusPending = true;
  }

  /** How far down the table is, and on which row. */
  get place(): { top: number; active: number } {
    // An element that has left the document is no longer scrolled.
    const scrolled = this.isConnected ? this.scroller?.scrollTop : undefined;
    return { top: scrolled ?? this.sight.top, active: this.active };
  }

  /** Comes back to where a table of the same rows was left. */
  async comeBack({ top, active }: { top: number; active: number }): Promise<void> {
    await this.updateComplete;
    this.active = Math.max(0, Math.min(this.reachable - 1, active));
    this.scrollDown(top);
  }

  /** Returns the focus to the row it was on. */
  override focus(): void {
    if (this.count > 0) this.reveal(this.active);
  }

  private page(): number {
    return Math.max(1, Math.floor((this.sight.height - HEADER_HEIGHT) / ROW_HEIGHT) - 1);
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

  private readonly press = ({ clientX: x, clientY: y }: PointerEvent): void => void (this.pressed = { x, y });

  /** Whether a click ends a selection of text. A plain click does not: it may be there to undo an earlier selection. */
  private selects({ clientX, clientY, shiftKey }: MouseEvent): boolean {
    const moved = Math.hypot(clientX - this.pressed.x, clientY - this.pressed.y) > STILL;
    return (moved || shiftKey) && getSelection()?.type === "Range";
  }

  private readonly pick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const at = target.closest<HTMLElement>("[data-index]")?.dataset["index"];
    if (at === undefined || target.closest("a, button") !== null || this.selects(event)) return;
    this.active = Number(at);
    this.open(this.active);
  };

  private header(column: Column<Row>): TemplateResult {
    const key = column.sort;
    if (key === undefined || this.onSort === null) return html`<div role="columnheader" class=${classesOf(column)}>${column.label}</div>`;
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
    return html`<div role="columnheader" class=${classesOf(column)} aria-sort=${first === undefined ? order : "other"}>
      <button type="button" aria-label=${column.spoken ?? nothing} @click=${() => this.onSort?.(key)}>${label}</button>
    </div>`;
  }

  private line(index: number): TemplateResult {
    const row = this.row(index);
    return html`<div role="row" class="row" data-index=${index} aria-rowindex=${index + 2} aria-selected=${row !== undefined && this.selected(row)}
      tabindex=${index === this.active ? 0 : -1} ${cssom({ transform: `translateY(${index * ROW_HEIGHT}px)` })}>
      ${row === undefined ? nothing : this.columns.map((column) => html`<div role="gridcell" class=${classesOf(column)}>${column.cell(row)}</div>`)}
    </div>`;
  }

  protected override render(): TemplateResult {
    const rows = drawn(this.sight, this.reachable, this.active);
    // In Firefox whatever scrolls is a tab stop unless `tabindex` says otherwise; here the rows scroll it.
    return html`${this.caption}<div class="grid grid-${this.layout}" role="grid" tabindex="-1" aria-label=${this.label} aria-rowcount=${this.count + 1}
      @keydown=${this.key} @pointerdown=${this.press} @click=${this.pick} @focusin=${this.follow} @scroll=${this.scrolled}>
      <div role="rowgroup" class="head"><div role="row" class="row" aria-rowindex="1">${this.columns.map((column) => this.header(column))}</div></div>
      <div role="rowgroup" class="body" ${cssom({ height: `${this.reachable * ROW_HEIGHT}px` })}>
        ${recycle(
          rows,
          (index) => index,
          (index) => this.line(index),
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
    }
    ${rows.length < this.count ? html`<p class="note on-paper">Of ${number(this.count)} rows, those that were in sight and next to them.</p>` : nothing}`;
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
