/**
 * `<scan-view>`: wires the session of a container scan, the URL state and the pure views of this folder. When to ask is in
 * `asking.ts`, what is listed in `listed.ts`, what a click means in `steps.ts`; what things look like is in the files beside them.
 */
import { html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { isScanfoldError } from "scanfold";
import { BackOnline } from "../parts/back-online.ts";
import { mendsOnline } from "../parts/explain.ts";
import { ExportFailure } from "../parts/export-failure.ts";
import { FocusRescue } from "../parts/focus-rescue.ts";
import { ViewKeys } from "../parts/keys.ts";
import { LightElement } from "../parts/light-element.ts";
import { Narrow } from "../parts/narrow.ts";
import { openForm } from "../parts/open-form.ts";
import { Redrawn } from "../parts/redrawn.ts";
import type { Connection } from "../state/connection.ts";
import type { Offer } from "../state/demo.ts";
import type { AskingView, Surroundings } from "../state/navigation.ts";
import type { Comparison } from "../state/comparison.ts";
import type { FacetView } from "../state/facet-view.ts";
import type { ScanMemory } from "../state/scan-memory.ts";
import type { ScanSession } from "../state/scan-session.ts";
import type { OpenRow, PageState } from "../state/url.ts";
import { Announcer } from "./announcer.ts";
import { ScanAsking } from "./asking.ts";
import type { ChangesParts } from "./changes.ts";
import { changesTab } from "./changes-tab.ts";
import { isEmpty } from "./filters.ts";
import { FocusMoves } from "./focus-moves.ts";
import { scanHead } from "./head.ts";
import { Listed } from "./listed.ts";
import { openDetails } from "./open-details.ts";
import { openRow } from "./open-row.ts";
import { results } from "./results.ts";
import { scanChoices } from "./scan-choices.ts";
import type { ScanModel } from "./scan-model.ts";
import { namesIn } from "./scan-names.ts";
import { spoken, spokenOfChanges, type Told } from "./spoken.ts";
import { ScanSteps } from "./steps.ts";
import { keptTable, leaveSearch, showFinding } from "./table-place.ts";
import { gone, unread, type UnreadProps } from "./unread.ts";

/** What stands below the form, and what steps and later requests need to know of it. */
interface Drawn {
  template: TemplateResult;
  /** The finding whose details are open. */
  row: OpenRow | null;
  /** Whether it says that the scan can no longer be read. */
  isGone: boolean;
}

/** Whether the same findings or changes are listed, but for filters and order. */
const isSameList = (one: PageState["scan"], other: PageState["scan"]): boolean =>
  (["id", "tab", "before", "ignoreImage", "change", "moved"] as const).every((part) => one[part] === other[part]);

@customElement("scan-view")
export class ScanView extends LightElement implements AskingView {
  @property({ attribute: false }) connection!: Connection;
  @property({ attribute: false }) memory!: ScanMemory;
  @property({ attribute: false }) demo: Offer | null = null;
  @property({ attribute: false }) page!: PageState;
  @property({ attribute: false }) around!: Surroundings;
  /** Changes when the connection does. */
  @property({ attribute: false }) generation = 0;

  @state() private railOpen = false;

  private readonly narrow = new Narrow(this);
  private readonly redraw = (): void => this.requestUpdate();
  private readonly announcer = new Announcer(this, (text) => this.around.announce(text));
  private readonly focusMoves = new FocusMoves(this);
  private readonly asking = new ScanAsking(this, this.focusMoves);
  private readonly listed = new Listed(this);
  private readonly exportFailure = new ExportFailure(this, () => this.listed.model?.scan, () => this.asking.holdBeside());
  /** As of the last drawing. */
  private drawn: Drawn = { template: html``, row: null, isGone: false };
  private readonly steps = new ScanSteps({
    state: () => this.page.scan,
    memory: () => this.memory,
    go: (change, how) => this.around.go(change, how),
    drawn: () => this.drawn.row,
    rows: () => this.listed.findings(),
    announce: (text) => this.around.announce(text),
    moves: this.focusMoves,
  });

  constructor() {
    super();
    new Redrawn(this, 1000);
    new BackOnline(this, () => this.askAgain(mendsOnline));
    new ViewKeys(this, { "/": () => this.focusMoves.toSearchText(), Escape: () => this.steps.close() }, { j: () => this.steps.walk(1), k: () => this.steps.walk(-1) });
    // Details that become a dialog, or stop being one, keep the focus; else it goes to the table.
    new FocusRescue(this, (lost) => {
      if (lost.closest(".panel") === null || !this.focusMoves.toPanel()) this.focusMoves.toTable();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.memory.leave();
    this.listed.forgetChanges();
    leaveSearch(this.memory);
    keptTable.leave(this.querySelector("data-grid"), this.memory, this.page.scan);
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
    const isPassing = this.steps.passed();
    if (before !== undefined && !isPassing && !keptTable.listsSame(before, this.page.scan)) keptTable.leave(this.querySelector("data-grid"), memory, before);
    // The sheet of filters belongs to the list that it was opened over.
    if (before !== undefined && !isSameList(before, this.page.scan)) this.railOpen = false;
    if (!isEmpty(this.page.scan.where)) memory.leftFilters = null;
    memory.changed = () => this.requestUpdate();
    if (this.connection.place !== null && memory.open(this.generation, this.page.scan.id)) this.startOver();
    this.listed.follow();
  }

  protected override updated(changed: PropertyValues): void {
    // Not over a dialog of the page, in which a person may be typing: once that is closed, the page has the view drawn anew.
    const isBehind = document.querySelector("connection-dialog dialog:modal") !== null;
    for (const sheet of this.querySelectorAll<HTMLDialogElement>("dialog.rail, dialog.panel")) if (!sheet.open && !isBehind) sheet.showModal();
    if (changed.has("page")) this.focusMoves.drawn();
    this.asking.compare();
    if (this.comparison.phase.kind !== "ready") this.listed.forgetChanges();
    const grid = this.querySelector("data-grid");
    const changes = this.listed.changes();
    if (this.page.scan.tab !== "changes" || changes !== null) keptTable.comeBack(grid, this.memory, this.page.scan);
    const open = this.drawn.row?.finding;
    void showFinding(grid, this.memory, { state: this.page.scan, open, changes, drawn: () => this.listed.model, found: this.redraw });
    this.speak();
  }

  private speak(): void {
    const isCompared = this.page.scan.tab === "changes" && this.asking.isComparable();
    const { text, ...manner } = isCompared ? this.toldOfChanges() : { text: spoken(this.session.phase, () => this.listed.counted()), remark: null, isPassing: false };
    this.announcer.tell(text, this.page.scan.where, manner);
  }

  private toldOfChanges(): Told {
    const told = spokenOfChanges(this.comparison.phase, this.page.scan, this.listed.matching);
    // A failure is an alert, which speaks for itself.
    return this.listed.filterFailed === null ? told : { text: "", remark: null, isPassing: false };
  }

  private readonly showFacets = (view: FacetView): void => {
    this.memory.facetView = view;
    this.requestUpdate();
  };

  /** On a narrow screen the rail is a sheet. */
  private readonly showRail = (open: boolean): void => {
    if (open === this.railOpen) return;
    this.railOpen = open;
    this.focusMoves.toRail(open);
  };

  private readonly openScan = (id: string): void => {
    if (id === this.page.scan.id) this.takeUp();
    this.steps.openScan(id);
  };

  askAgain(which: (error: unknown) => boolean): void {
    this.asking.again(which);
  }

  takeUp(): void {
    this.asking.takeUp(this.drawn.isGone);
  }

  private changes(model: ScanModel, open: OpenRow | null, now: number): ChangesParts {
    return changesTab({
      now,
      open,
      phase: this.comparison.phase,
      state: this.page.scan,
      demo: this.demo,
      choices: scanChoices(this.demo?.scans ?? [], this.memory.opened),
      names: namesIn(model.scan),
      tally: this.listed.tally,
      matching: this.listed.matching,
      filterFailed: () => this.listed.filterFailed,
      onFilterAgain: () => {
        this.asking.holdBeside();
        this.listed.filterAgain();
      },
      onMove: this.steps.move,
      onTakeBack: this.steps.takeBack,
      onExportError: this.exportFailure.listener(),
      onChange: (part) => this.steps.change(part),
      onOpen: this.steps.pickRow,
      onStop: this.asking.stopComparing,
      onTurnRound: () => {
        this.steps.turnRound();
        this.asking.holdAtHead();
      },
      onRetry: this.asking.compareAgain,
      onConnect: this.around.connect,
    });
  }

  /** Drops what the view holds of the scan before, because another one is read. */
  startOver(): void {
    // The module that ended took the earlier scan with it.
    if (this.drawn.isGone) this.comparison.forget();
    this.listed.mend();
    this.exportFailure.forget();
    this.memory.facetView = { ...this.memory.facetView, touched: {} };
  }

  /** A module that trapped takes its scans with it: the page then shows a failure, and goes on. */
  private completedOrLost(model: ScanModel, now: number): Drawn {
    if (this.listed.broken !== null) return this.lost(this.listed.broken, now);
    try {
      return this.completed(model, now);
    } catch (error) {
      // The first error says why; asked again, the scan would only say that it is gone.
      if (isScanfoldError(error, "internal") || isScanfoldError(error, "disposed")) this.listed.broken = error;
      return this.lost(error, now);
    }
  }

  private lost(error: unknown, now: number): Drawn {
    return { template: gone(error, this.unreadProps(now)), row: null, isGone: true };
  }

  private unreadProps(now: number): UnreadProps {
    return { id: this.page.scan.id, now, isOffered: (this.demo?.scans.length ?? 0) > 0, asking: this.asking, onConnect: this.around.connect };
  }

  private completed(model: ScanModel, now: number): Drawn {
    const [state, { phase }] = [this.page.scan, this.comparison];
    const open = openRow(state, phase, (uid) => model.finding(uid));
    const template = html`${scanHead(model.scan, now)}
    ${this.exportFailure.template(this.around.connect)}
    ${results({
      model,
      now,
      state,
      facetView: this.memory.facetView,
      left: this.memory.leftFilters,
      railOpen: this.railOpen,
      changes: state.tab === "changes" ? this.changes(model, open, now) : null,
      panel: openDetails({ model, state, phase, open, isListed: () => this.listed.listsAny(), place: () => this.listed.place(), covers: this.narrow.matches, steps: this.steps }),
      open: open?.finding,
      onWhere: this.steps.filter,
      onText: this.steps.search,
      onTextLeft: this.steps.leftField,
      onToSearch: this.focusMoves.toSearch,
      onToRows: this.focusMoves.toRows,
      onFacetView: this.showFacets,
      onRail: this.showRail,
      onTab: (tab) => this.steps.change({ tab }),
      onSort: (sort) => this.steps.change({ sort }),
      onGroupOrder: (groups) => this.steps.change({ groups }),
      onUpgradeOrder: (upgrades) => this.steps.change({ upgrades }),
      onOpen: (finding, index) => this.steps.pickRow({ finding, side: "present" }, index),
      onTakeBack: this.steps.takeBack,
      onPickGroup: this.steps.pickGroup,
      onPickUpgrade: this.steps.pickUpgrade,
      onAgain: this.asking.retry,
      onExportError: this.exportFailure.listener(),
    })}`;
    return { template, row: open, isGone: false };
  }

  private content(now: number): Drawn {
    const { phase } = this.session;
    if (phase.kind === "ready" && this.listed.model !== null) return this.completedOrLost(this.listed.model, now);
    const template = phase.kind === "ready" ? html`` : unread(phase, this.unreadProps(now));
    return { template, row: null, isGone: false };
  }

  protected override render(): TemplateResult {
    this.drawn = this.content(Date.now());
    return html`${openForm({ noun: "scan", known: this.demo?.scans ?? [], id: this.page.scan.id, other: "another", onOpen: this.openScan })}${this.drawn.template}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "scan-view": ScanView;
  }
}
