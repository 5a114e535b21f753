/**
 * `<scan-view>`: wires the session of a container scan, the URL state and the pure views of this folder. It decides when to
 * ask and what a click means; what things look like is in the files beside it.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ContainerFinding, FindingFilter, RemediationStep } from "scanfold";
import { stopped } from "../parts/arrival.ts";
import { BackOnline } from "../parts/back-online.ts";
import { mendsOnline } from "../parts/explain.ts";
import { failure } from "../parts/failure.ts";
import { FocusHold } from "../parts/focus-hold.ts";
import { FocusRescue } from "../parts/focus-rescue.ts";
import { Narrow } from "../parts/narrow.ts";
import { Redrawn } from "../parts/redrawn.ts";
import { clip, counted } from "../parts/text.ts";
import { isDroppedDown, isTypedInto } from "../parts/typing.ts";
import type { Connection } from "../state/connection.ts";
import type { Demo } from "../state/demo.ts";
import { isEmptySoFar } from "../state/known.ts";
import type { How, Surroundings } from "../state/navigation.ts";
import type { Comparison } from "../state/comparison.ts";
import type { ScanMemory } from "../state/scan-memory.ts";
import type { ScanSession } from "../state/scan-session.ts";
import type { GroupTab, OpenRow, PageState } from "../state/url.ts";
import { ChangeSearch, type Matching } from "./change-search.ts";
import type { ChangesParts } from "./changes.ts";
import { changesTab } from "./changes-tab.ts";
import { details, notInScan } from "./details.ts";
import type { ChangeList } from "./change-list.ts";
import { changedRows, type Change } from "./diff-rows.ts";
import { UNTOUCHED, type FacetView } from "./facets.ts";
import { withPart } from "./filters.ts";
import { FocusMoves } from "./focus-moves.ts";
import { scanHead } from "./head.ts";
import { areEqual, isAnyOpen, NONE_OPEN, opened, withoutStray } from "./opened.ts";
import { beforeOf, isAwaited, openRow } from "./open-row.ts";
import { openScanForm } from "./open-scan.ts";
import { results } from "./results.ts";
import { ScanModel } from "./scan-model.ts";
import { namesIn } from "./scan-names.ts";
import { spoken, spokenOfChanges } from "./spoken.ts";
import { beginTable, comeBack, leaveTable, listsSame, openedHere, showFinding } from "./table-place.ts";
import { arriving, running } from "./waiting.ts";

type ScanState = PageState["scan"];

/** Whether another list is turned to, with nothing set anew. */
const isTurnedOver = (part: Partial<ScanState>): boolean => Object.keys(part).every((name) => name === "tab" || name === "change");

@customElement("scan-view")
export class ScanView extends LitElement {
  @property({ attribute: false }) connection!: Connection;
  @property({ attribute: false }) memory!: ScanMemory;
  @property({ attribute: false }) demo: Demo | null = null;
  @property({ attribute: false }) page!: PageState;
  @property({ attribute: false }) around!: Surroundings;
  /** Changes when the connection does. */
  @property({ attribute: false }) generation = 0;

  @state() private facetView: FacetView = UNTOUCHED;
  @state() private railOpen = false;
  @state() private exportError: unknown = null;
  /** The scan was open and can no longer be asked. */
  @state() private broken: unknown = null;

  private model: ScanModel | null = null;
  private readonly narrow = new Narrow(this);
  private readonly redraw = (): void => this.requestUpdate();
  /** What was said last, and under which filter. */
  private said: { text: string; where: FindingFilter } = { text: "", where: {} };
  private readonly hold = new FocusHold(this, () => this.session.phase.kind === "loading", ".failed .actions button", "h1");
  private readonly holdBeside = new FocusHold(this, () => false, "[role=tab][aria-selected=true]", "h1");
  private readonly focusMoves = new FocusMoves(this);
  /** The filter, or the search among the changes, as what is being typed last left it. */
  private typed: FindingFilter | string | null = null;
  /** The page is being left for one that takes its place. */
  private isPassing = false;
  private readonly changeSearch = new ChangeSearch(this.redraw, (error) => (this.broken = error));
  /** The finding whose details were drawn last. */
  private drawnRow: OpenRow | null = null;
  /** The row that was opened last from a table. */
  private browsed: ContainerFinding | null = null;

  constructor() {
    super();
    new Redrawn(this, 1000);
    new BackOnline(this, () => this.online());
    // Details that become a dialog, or no longer are one, keep it; else it is the table's.
    new FocusRescue(this, (lost) => {
      if (lost.closest(".panel") === null || !this.focusMoves.toPanel()) this.focusMoves.toTable();
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.shortcut);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.shortcut);
    this.memory.changed = () => undefined;
    this.changeSearch.forget();
    leaveTable(this.querySelector("data-grid"), this.memory, this.page.scan);
    // What failed is asked again on return.
    if (this.session.phase.kind === "failed") this.memory.asked = "";
  }

  private get session(): ScanSession {
    return this.memory.session;
  }

  private get comparison(): Comparison {
    return this.memory.comparison;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { memory } = this;
    const before = changed.get("page")?.scan;
    // A place that is only passed through is not remembered.
    const { isPassing } = this;
    this.isPassing = false;
    if (before !== undefined && !isPassing && !listsSame(before, this.page.scan)) leaveTable(this.querySelector("data-grid"), memory, before);
    memory.changed = () => this.requestUpdate();
    const wanted = `${this.generation} ${this.page.scan.id}`;
    if (wanted !== memory.asked && this.connection.place !== null) {
      memory.asked = wanted;
      memory.generation = this.generation;
      memory.inSight = null;
      this.comparison.forget();
      this.reopen();
    }
    const { phase } = this.session;
    const { where, sort } = this.page.scan;
    if (phase.kind !== "ready") this.model = null;
    else if (this.model === null || !this.model.is(phase.scan, where, sort))
      this.model = new ScanModel(phase.scan, where, sort, (error) => (this.broken = error));
  }

  protected override updated(changed: PropertyValues): void {
    for (const sheet of this.querySelectorAll<HTMLDialogElement>("dialog.rail, dialog.panel")) if (!sheet.open) sheet.showModal();
    if (changed.has("page")) this.focusMoves.drawn();
    const { phase } = this.session;
    if (phase.kind === "ready" && this.page.scan.tab === "changes" && !isEmptySoFar(phase.scan)) {
      const { id, before, ignoreImage } = this.page.scan;
      void this.comparison.compare(phase.scan, before === id ? "" : before, ignoreImage);
    }
    if (this.comparison.phase.kind !== "ready") this.changeSearch.forget();
    const grid = this.querySelector("data-grid");
    const changes = this.listed();
    if (this.page.scan.tab !== "changes" || changes !== null) comeBack(grid, this.memory, this.page.scan);
    const open = this.drawnRow?.finding;
    void showFinding(grid, this.memory, { state: this.page.scan, open, changes, drawn: () => this.model });
    this.speak();
  }

  /** Says what a scan or a comparison turned into, and how many findings match: once each, and once a filter. */
  private speak(): void {
    const { tab } = this.page.scan;
    const isCompared = tab === "changes" && this.session.phase.kind === "ready" && this.comparison.phase.kind !== "idle";
    const text = isCompared ? spokenOfChanges(this.comparison.phase, this.page.scan, this.matchingChanges) : spoken(this.session.phase, () => this.matching());
    const { where } = this.page.scan;
    if (text === this.said.text && where === this.said.where) return;
    this.said = { text, where };
    this.around.announce(text);
  }

  private readonly matchingChanges = (list: Change[]): Matching | null => this.changeSearch.matching(list, this.page.scan);

  /** The changes that the table lists, once they are in the order that is asked for. */
  private listed(): ChangeList | null {
    const [state, { phase }] = [this.page.scan, this.comparison];
    if (state.tab !== "changes" || phase.kind !== "ready") return null;
    const found = this.matchingChanges(changedRows(phase.diff)[state.change]);
    return found?.sort === state.sort ? found.list : null;
  }

  private matching(): string {
    if (this.broken !== null || this.model === null || this.model.scan.findingCount === null) return "";
    if (isEmptySoFar(this.model.scan)) return "It is not known whether the scan has findings";
    try {
      return `${counted(this.model.rows().total, "finding")} shown`;
    } catch {
      // `whole` shows the same failure.
      return "";
    }
  }

  private change(part: Partial<ScanState>, how: How = "push"): void {
    this.typed = null;
    this.isPassing = how === "replace";
    const resolved = (this.page.scan.row ?? this.drawnRow)?.resolved === true;
    this.around.go((page) => {
      const scan = { ...page.scan, ...part };
      if (!isTurnedOver(part)) beginTable(this.memory, scan);
      return { ...page, scan: resolved && part.row === undefined ? withoutStray(page.scan, scan) : scan };
    }, how);
  }

  /** A filter taken back by a button that may go with it: the focus moves to the pill that takes its place, else to the search. */
  private readonly takeBack = (where: FindingFilter, at: number): void => {
    this.filter(where);
    this.focusMoves.after(() => this.focusMoves.toPill(at));
  };

  private readonly pickGroup = (part: GroupTab, value: string): void => {
    this.change({ tab: "findings", where: { ...this.page.scan.where, [part]: [value] }, ...NONE_OPEN });
    this.focusMoves.after(this.focusMoves.toTable);
  };

  private readonly filter = (where: FindingFilter, how: "push" | "replace" = "push"): void => {
    this.change({ where, ...NONE_OPEN }, how);
  };

  /** A search is one step of the history, begun with its first key: back takes it back, and nothing else. */
  private readonly search = (text: string): void => {
    if (text.trim() === "" && this.page.scan.where.text === undefined) return;
    const where = withPart(this.page.scan.where, "text", text);
    this.filter(where, this.typed !== null && this.typed === this.page.scan.where ? "replace" : "push");
    this.typed = where;
  };

  /** The same among the changes. */
  private readonly find = (text: string): void => {
    const find = text.trim() === "" ? "" : text;
    if (find === this.page.scan.find) return;
    this.change({ find, ...NONE_OPEN }, this.typed !== null && this.typed === this.page.scan.find ? "replace" : "push");
    this.typed = find === "" ? null : find;
  };

  /**
   * Rows that are opened one after another are one step of the history: who looks through many goes back past all of them. To
   * open the one that is open is no step.
   */
  private readonly pickRow = (finding: ContainerFinding, resolved: boolean): void => {
    const open = this.drawnRow?.finding;
    const goesOn = open !== undefined && open === this.browsed;
    const isSame = open !== undefined && areEqual(open, finding);
    openedHere(this.memory, this.page.scan, opened(finding, resolved));
    this.open(finding, resolved, goesOn || isSame ? "replace" : "open");
    if (goesOn || !isSame) this.browsed = finding;
  };

  private open(finding: ContainerFinding, resolved: boolean, how: How): void {
    this.change(opened(finding, resolved), how);
    this.focusMoves.after(this.focusMoves.toPanel);
  }

  private readonly close = (): void => {
    if (!isAnyOpen(this.page.scan)) return;
    this.change(NONE_OPEN, "close");
    this.focusMoves.after(this.focusMoves.toTable);
  };

  private readonly openScan = (id: string): void => {
    this.model = null;
    this.change({ id, where: {}, sort: [], ...NONE_OPEN, before: "", ignoreImage: false, change: "added", find: "", tab: "findings" });
  };

  private readonly pickUpgrade = (step: RemediationStep): void => {
    const its = { image: [step.image], package: [step.package], installed_version: [step.installedVersion], fixable: true };
    this.change({ tab: "findings", where: { ...this.page.scan.where, ...its }, ...NONE_OPEN });
    this.focusMoves.after(this.focusMoves.toTable);
  };

  private readonly shortcut = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (isTypedInto(target) || isDroppedDown(target)) return;
    if (event.key === "/") {
      const search = this.querySelector<HTMLInputElement>("#finding-search");
      if (search === null) return;
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "Escape" && isAnyOpen(this.page.scan)) {
      this.close();
    }
  };

  /** On a narrow screen the rail is a sheet. */
  private readonly showRail = (open: boolean): void => {
    if (open === this.railOpen) return;
    this.railOpen = open;
    this.focusMoves.toRail(open);
  };

  private readonly stopWaiting = (): void => {
    this.session.stop();
    this.focusMoves.toWait();
  };

  private stopLoading(loading: ScanSession | Comparison): void {
    loading.stop();
    this.focusMoves.toStopped();
  }

  private readonly waitOn = (): void => {
    void this.session.resume();
    this.focusMoves.toWait();
  };

  private online(): void {
    const { phase } = this.session;
    if (phase.kind === "failed" && mendsOnline(phase.error)) this.reopen();
    const compared = this.comparison.phase;
    if (compared.kind === "failed" && mendsOnline(compared.error)) {
      this.comparison.forget();
      this.requestUpdate();
    }
  }

  private panel(model: ScanModel, open: OpenRow | null): TemplateResult | typeof nothing {
    const [state, { phase }] = [this.page.scan, this.comparison];
    if (!isAnyOpen(state)) return nothing;
    const covers = this.narrow.matches;
    if (open === null) return isAwaited(state, phase) ? nothing : notInScan({ covers, onClose: this.close });
    const { finding } = open;
    return details({
      finding,
      covers,
      resolvedSince: open.resolved ? state.before : "",
      was: beforeOf(open, state, phase),
      elsewhere: model.elsewhere(open),
      onClose: this.close,
      onOpen: (other) => this.open(other, false, "open"),
      onOnlyId: () => {
        // Where the details cover the table, they would hide what is filtered.
        this.change({ tab: "findings", where: { id: [finding.id] }, ...(covers ? NONE_OPEN : {}) });
        this.focusMoves.after(this.focusMoves.toTable);
      },
    });
  }

  private changes(model: ScanModel, open: OpenRow | null, now: number): ChangesParts {
    return changesTab({
      now,
      open,
      phase: this.comparison.phase,
      state: this.page.scan,
      demo: this.demo,
      names: namesIn(model.scan),
      matching: this.matchingChanges,
      onFind: this.find,
      onFindLeft: () => (this.typed = null),
      onToRows: this.focusMoves.toRows,
      onExportError: (error) => (this.exportError = error),
      onChange: (part) => this.change(part),
      onOpen: this.pickRow,
      onStop: () => this.stopLoading(this.comparison),
      onTurnRound: this.turnRound,
      onRetry: this.compareAgain,
      onConnect: this.around.connect,
    });
  }

  private readonly compareAgain = (): void => {
    this.holdBeside.start();
    this.comparison.forget();
  };

  /** The button goes with the scan that it was of: the focus waits at the head of the other one. */
  private readonly turnRound = (): void => {
    const { id, before } = this.page.scan;
    this.change({ id: before, before: id, ...NONE_OPEN });
    this.focusMoves.after(() => {
      this.focusMoves.toHead();
      this.hold.start();
    });
  };

  private reopen(): void {
    this.broken = null;
    this.exportError = null;
    this.facetView = { ...this.facetView, touched: {} };
    void this.session.open(this.page.scan.id);
  }

  private readonly retry = (): void => {
    this.hold.start();
    this.reopen();
  };

  /** A module that trapped takes its scans with it: that is a failure to show, not a page that stops. */
  private whole(model: ScanModel, now: number): TemplateResult {
    const gone = (error: unknown): TemplateResult =>
      html`${this.heading()}${failure("The scan can no longer be read", error, { retry: this.retry, connect: this.around.connect })}`;
    if (this.broken !== null) return gone(this.broken);
    try {
      return this.completed(model, now);
    } catch (error) {
      return gone(error);
    }
  }

  private exportFailure(): TemplateResult | typeof nothing {
    if (this.exportError === null) return nothing;
    return failure("The export failed", this.exportError, {
      retry: () => {
        this.holdBeside.start();
        this.exportError = null;
      },
      connect: this.around.connect,
      word: "Close",
    });
  }

  private completed(model: ScanModel, now: number): TemplateResult {
    const open = openRow(this.page.scan, this.comparison.phase, (uid) => model.finding(uid));
    this.drawnRow = open;
    return html`${scanHead(model.scan, now)}
    ${this.exportFailure()}
    ${results({
      model,
      now,
      state: this.page.scan,
      facetView: this.facetView,
      railOpen: this.railOpen,
      changes: this.page.scan.tab === "changes" ? this.changes(model, open, now) : null,
      panel: this.panel(model, open),
      open: open?.finding,
      onWhere: this.filter,
      onText: this.search,
      onTextLeft: () => (this.typed = null),
      onToRows: this.focusMoves.toRows,
      onFacetView: (view) => (this.facetView = view),
      onRail: this.showRail,
      onTab: (tab) => this.change({ tab }),
      onSort: (sort) => this.change({ sort }),
      onOpen: (finding) => this.pickRow(finding, false),
      onTakeBack: this.takeBack,
      onPickGroup: this.pickGroup,
      onPickUpgrade: this.pickUpgrade,
      onAgain: this.retry,
      onExportError: (error) => (this.exportError = error),
      onBroken: (error) => (this.broken = error),
    })}`;
  }

  /** The head while there is no scan to describe. */
  private heading(): TemplateResult {
    return html`<header class="scan-head"><div class="titled"><h1 tabindex="-1"><span class="mono">${clip(this.page.scan.id, 120)}</span></h1></div></header>`;
  }

  private content(now: number): TemplateResult {
    const { phase } = this.session;
    switch (phase.kind) {
      case "idle":
        return html`<header class="scan-head"><div class="titled"><h1 tabindex="-1">Container scan</h1></div></header>
          <section class="state">
            <p>No scan is open. ${this.demo === null ? "Enter the id of a scan." : "Choose one above."}</p>
          </section>`;
      case "loading":
        return html`${this.heading()}${arriving(phase, now, () => this.stopLoading(this.session))}`;
      case "stopped":
        return html`${this.heading()}${stopped("this scan", this.retry)}`;
      case "running":
        return running({ phase, now, onStop: this.stopWaiting, onResume: this.waitOn });
      case "failed":
        return html`${this.heading()}${failure("The scan could not be opened", phase.error, { retry: this.retry, mends: true, connect: this.around.connect })}`;
      case "ready":
        return this.model === null ? html`` : this.whole(this.model, now);
    }
  }

  protected override render(): TemplateResult {
    this.drawnRow = null;
    return html`${openScanForm({ known: this.demo?.scans ?? [], scanId: this.page.scan.id, onOpen: this.openScan })}${this.content(Date.now())}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "scan-view": ScanView;
  }
}
