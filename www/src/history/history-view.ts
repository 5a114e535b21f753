/**
 * `<history-view>`: wires the agent scan history of one repository: asks for it, keeps filter, order and selection in the URL so
 * that the timeline and the table share them. Drawing is in the files beside it.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { AgentScan, HistoryGroup } from "scanfold";
import { arrival, stopped } from "../parts/arrival.ts";
import { BackOnline } from "../parts/back-online.ts";
import { mendsOnline } from "../parts/explain.ts";
import { failure } from "../parts/failure.ts";
import { focusFirst, FocusHold } from "../parts/focus-hold.ts";
import { FocusRescue } from "../parts/focus-rescue.ts";
import { Narrow } from "../parts/narrow.ts";
import { Redrawn } from "../parts/redrawn.ts";
import { clip } from "../parts/text.ts";
import { Width } from "../parts/width.ts";
import type { Connection } from "../state/connection.ts";
import type { Demo } from "../state/demo.ts";
import type { HistoryMemory, KnownHistory } from "../state/history-memory.ts";
import type { AskingView, Surroundings } from "../state/navigation.ts";
import type { PageState } from "../state/url.ts";
import type { HistoryState } from "../state/url-history.ts";
import { Announcer } from "./announcer.ts";
import { HistoryAnswers } from "./answers.ts";
import { cards } from "./cards.ts";
import { CLEARED, filterBar, withMatch } from "./filter-bar.ts";
import { historyHead } from "./head.ts";
import type { HistoryModel } from "./history-model.ts";
import { moreLanes } from "./lanes.ts";
import { legend } from "./legend.ts";
import { noMatch } from "./no-match.ts";
import { selected } from "./selected.ts";
import { spoken } from "./spoken.ts";
import { table, type Rows } from "./table.ts";
import { TablePlace } from "./table-place.ts";
import { namesWidth, timeline } from "./timeline.ts";
import { unseen } from "./unseen.ts";
import { warnings } from "./warnings.ts";
import { branchOf } from "./words.ts";

/** How often the relative times are written anew. */
const CLOCK_MS = 30_000;
/** The same of the seconds until the service is asked again. */
const TICK_MS = 1000;
/** Padding and border of the timeline's frame, left and right together. */
const FRAME = 34;

@customElement("history-view")
export class HistoryView extends LitElement implements AskingView {
  @property({ attribute: false }) connection!: Connection;
  @property({ attribute: false }) memory!: HistoryMemory;
  @property({ attribute: false }) demo: Demo | null = null;
  @property({ attribute: false }) page!: PageState;
  @property({ attribute: false }) around!: Surroundings;
  @property({ attribute: false }) generation = 0;

  /** The selected scan where it has no id: no link can name it. */
  @state() private nameless: AgentScan | null = null;
  /** Of hundreds of branches every one has its lane. */
  @state() private allLanes = false;

  private tick = 0;
  private readonly announcer = new Announcer();
  private readonly narrow = new Narrow(this);
  private readonly width = new Width(this);
  private readonly hold = new FocusHold(this, () => this.memory.reading, ":is(.failed, .stopped) .actions button", "h1");
  /** What the table lists at present. */
  private shown: Rows | null = null;
  private readonly place = new TablePlace();
  /** What waits until the page that was asked for is drawn. */
  private afterwards: (() => void) | null = null;
  /** What is being typed, as its last key left it. */
  private typing: HistoryState | null = null;
  private readonly answers = new HistoryAnswers();

  constructor() {
    super();
    new Redrawn(this, CLOCK_MS);
    new BackOnline(this, () => this.askAgain(mendsOnline));
    new FocusRescue(this, () => focusFirst(this, (this.querySelector("data-grid")?.count ?? 0) > 0 ? ["data-grid"] : ["h1"]));
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.tick);
    this.memory.leave();
  }

  protected override willUpdate(): void {
    const { memory } = this;
    memory.changed = () => this.requestUpdate();
    if (this.connection.place === null || !memory.open(this.generation, this.page.history.repo)) return;
    this.shown = null;
    this.place.forget();
    this.allLanes = false;
    this.announcer.startOver();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("page")) {
      const { afterwards } = this;
      this.afterwards = null;
      afterwards?.();
    }
    void this.place.showEntry(this.querySelector("data-grid"), this.page.history, this.shown);
    this.around.announce(this.announcer.news(spoken(this.memory)));
    this.around.announce(this.announcer.hiding());
    this.countDown();
  }

  private countDown(): void {
    clearTimeout(this.tick);
    if (this.memory.retry !== null) this.tick = window.setTimeout(() => this.requestUpdate(), TICK_MS);
  }

  private readonly readAgain = (): void => {
    this.hold.start();
    void this.memory.read(this.page.history.repo);
  };

  /** The button goes with the wait. */
  private readonly stop = (): void => {
    this.memory.stop();
    this.hold.start();
  };

  askAgain(which: (error: unknown) => boolean): void {
    const { phase } = this.memory;
    if (phase.kind === "failed" && which(phase.error)) void this.memory.read(this.page.history.repo);
  }

  takeUp(): void {
    this.askAgain(() => true);
    if (this.memory.phase.kind === "stopped") void this.memory.read(this.page.history.repo);
  }

  private change(part: Partial<PageState["history"]>, how: "push" | "replace" = "push"): void {
    if (part.entry !== undefined) this.nameless = null;
    this.around.go((page) => ({ ...page, history: { ...page.history, ...part } }), how);
  }

  /** Selects in both; from outside the table, the table lists scans and follows. */
  private select(scan: AgentScan | undefined, fromTable: boolean): void {
    if (scan === undefined) return;
    const { list } = this.page.history;
    if (fromTable) this.holdTable();
    if (fromTable) this.place.selectedHere({ list, entry: scan.scan_id });
    else this.place.forget();
    this.change({ entry: scan.scan_id, ...(fromTable ? {} : { list: "scans" }) }, "replace");
    this.nameless = scan.scan_id === "" ? scan : null;
    const { scan_id: id, branch } = scan;
    this.around.announce(`Selected: scan ${id === "" ? "without an id" : clip(id, 60)}, on ${branchOf(branch, 60)}`);
  }

  /** By a button that goes with the selection: the focus is then on the first of these that is there. */
  private deselect(...selectors: string[]): void {
    this.moveFocus(...selectors);
    this.change({ entry: "" }, "replace");
  }

  /** What the line of the selected scan takes above the table must not move the row from under the pointer. */
  private holdTable(): void {
    const top = (): number => this.querySelector("data-grid")?.getBoundingClientRect().top ?? 0;
    const before = top();
    this.afterwards = () => scrollBy({ top: top() - before, behavior: "instant" });
  }

  private readonly isChosen = (scan: AgentScan): boolean => {
    const { entry } = this.page.history;
    return entry === "" ? scan === this.nameless : scan.scan_id === entry;
  };

  /** The focus was on something that goes: once it is gone, on the first of these that is there. */
  private moveFocus(...selectors: string[]): void {
    this.afterwards = () => void focusFirst(this, selectors);
  }

  private unfilter(part: Partial<HistoryState>, at: number): void {
    this.moveFocus(`.filters .pill:nth-child(${at + 1})`, ".filters .pill:last-of-type", "select[name=branch]");
    this.change(part);
  }

  /** One step of the history for as long as somebody types in one field. */
  private typed(part: Partial<HistoryState> | null): void {
    const present = this.page.history;
    const typed = part === null ? null : { ...present, ...part };
    if (typed !== null) this.around.go((page) => ({ ...page, history: typed }), this.typing === present ? "replace" : "push");
    this.typing = typed;
  }

  /** A group opens as the scans in it. */
  private readonly openGroup = ({ key }: HistoryGroup<AgentScan>): void => {
    const { by, where } = this.page.history;
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(key);
    // What has no value cannot be asked for by it.
    if (key === "" || (by === "day" && !isDay)) return;
    this.moveFocus("data-grid");
    this.change({ ...(by === "day" ? { from: key, until: key } : { where: withMatch(where, by, key) }), list: "scans" });
  };

  /** A branch without a scan in the range of days is shown on all days: under the range there is nothing to see. */
  private showBranch(branch: string, { lanes }: HistoryModel): void {
    const empty = lanes.some((lane) => lane.branch === branch && lane.scans.length === 0);
    const where = withMatch(this.page.history.where, "branch", branch);
    this.afterwards = () => {
      const names = [...this.querySelectorAll<HTMLElement>(".lane-names button")];
      (names.find((name) => name.dataset["branch"] === branch) ?? names[0])?.focus();
    };
    this.change({ where, entry: "", ...(empty ? { from: "", until: "" } : {}) });
  }

  /** By a button that goes once it is done: the focus is then in the timeline. */
  private narrowTo(part: Partial<HistoryState>): void {
    this.moveFocus(".mark[tabindex='0']", "select[name=branch]");
    this.change(part);
  }

  private readonly toggleLanes = (): void => {
    this.allLanes = !this.allLanes;
  };

  private drawing(whole: HistoryModel): TemplateResult {
    if (whole.span === null)
      return html`<section class="band" aria-label="Timeline">
        <p class="note">No scan here has a readable time, so none has a place on a timeline; the table lists them all.</p>
      </section>`;
    const narrow = this.narrow.matches;
    const { where } = this.page.history;
    const model = this.answers.lanes(whole, this.allLanes, whole.scans.find(this.isChosen)?.branch ?? null);
    const room = this.width.px - FRAME;
    const width = Math.max(0, room - (narrow ? 0 : namesWidth(model.lanes, room)));
    const made = this.answers.layout(model, width);
    const props = {
      model,
      width,
      narrow,
      branch: where.branch ?? "",
      isChosen: this.isChosen,
      onEntry: (scan: AgentScan) => this.select(scan, false),
      onBranch: (branch: string) => this.showBranch(branch, whole),
    };
    return html`<section class="band" aria-label="Timeline">
      ${legend(model, made)}${timeline(props, made)}${moreLanes(whole, this.allLanes, this.toggleLanes)}
    </section>`;
  }

  private unseen(model: HistoryModel): TemplateResult | typeof nothing {
    this.announcer.hides = !model.scans.some(this.isChosen) && model.all.some(this.isChosen);
    return unseen({
      model,
      entry: this.page.history.entry,
      isChosen: this.isChosen,
      now: Date.now(),
      onClear: () => this.unfilter(CLEARED, 0),
      onDismiss: () => this.deselect("select[name=branch]"),
    });
  }

  private noMatch({ all }: HistoryModel): TemplateResult {
    const { history } = this.page;
    this.shown = null;
    const swap = (): void => {
      this.moveFocus("input[name=from]");
      this.change({ from: history.until, until: history.from });
    };
    return noMatch({ count: all.length, state: history, onSwap: swap, onClear: () => this.unfilter(CLEARED, 0) });
  }

  private found(model: HistoryModel, now: number): TemplateResult {
    if (model.scans.length === 0) return this.noMatch(model);
    const rows = this.answers.rows(model, this.page.history);
    this.shown = rows;
    return html`${cards({ model, state: this.page.history, now, onNarrow: (part) => this.narrowTo(part) })}
      ${warnings({
        model,
        now,
        onBranch: (branch) => this.showBranch(branch, model),
        onEntry: (id) =>
          this.select(
            model.scans.find(({ scan_id }) => scan_id === id),
            false,
          ),
      })}
      ${this.drawing(model)}
      ${selected({ model, isChosen: this.isChosen, now, onDeselect: () => this.deselect(".mark[tabindex='0']", "data-grid") })}
      ${table({
        model,
        state: this.page.history,
        rows,
        now,
        onChange: (part) => this.change(part),
        isChosen: this.isChosen,
        onScan: (scan) => this.select(scan, true),
        onGroup: this.openGroup,
      })}`;
  }

  private ready(scans: AgentScan[], readAt: Date): TemplateResult {
    const state = this.page.history;
    if (scans.length === 0)
      return html`<section class="state">
        <h2>No agent scan of this repository</h2>
        <p>The service knows none. That says nothing about the code: it was not looked at.</p>
      </section>`;
    const model = this.answers.model(scans, readAt, state);
    const here = 0 - readAt.getTimezoneOffset();
    const bar = filterBar({
      model,
      state,
      here,
      onChange: (part) => this.change(part),
      onTyped: (part) => this.typed(part),
      onRemove: (part, at) => this.unfilter(part, at),
    });
    return html`${bar}${this.unseen(model)}${this.found(model, Date.now())}`;
  }

  /** What is known stays in sight, the failure to read it again above it. */
  private content(): TemplateResult {
    const { phase, known } = this.memory;
    if (phase.kind === "idle") return html`<section class="state"><p>Enter a repository as owner/repository.</p></section>`;
    if (phase.kind === "stopped") return stopped("this history", this.readAgain);
    if (phase.kind === "loading") return this.arrival();
    return html`${this.memory.retry === null ? nothing : this.arrival()}${phase.kind === "failed" ? this.failed(phase.error, known) : nothing}
    ${known === null ? nothing : this.ready(known.scans, known.readAt)}`;
  }

  private arrival(): TemplateResult {
    const { retry } = this.memory;
    return html`<section class="state" aria-busy="true">
      ${arrival({ label: "Loading the history", progress: null, retry, now: Date.now(), onStop: this.stop })}
    </section>`;
  }

  private failed(error: unknown, known: KnownHistory | null): TemplateResult {
    const what = known === null ? "The history could not be read" : "The history could not be read again; below is what was read before";
    return failure(what, error, { retry: this.readAgain, mends: true, connect: this.around.connect });
  }

  protected override render(): TemplateResult {
    const head = historyHead({
      repo: this.page.history.repo,
      known: this.memory.known,
      repos: this.demo?.repos ?? [],
      now: Date.now(),
      onOpen: (repo) => this.change({ repo, ...CLEARED, entry: "" }),
      onReadAgain: this.readAgain,
    });
    return html`${head} ${this.content()}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "history-view": HistoryView;
  }
}
