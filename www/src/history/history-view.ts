/**
 * `<history-view>`: wires the agent scan history of one repository: asks for it, and shows it under the filter, order and selection of
 * the URL, which the timeline and the table share. What a click means for them is in `steps.ts`; drawing is in the files beside it.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { AgentScan } from "scanfold";
import { reading } from "../parts/reading.ts";
import { BackOnline } from "../parts/back-online.ts";
import { Countdown } from "../parts/countdown.ts";
import { mendsOnline } from "../parts/explain.ts";
import { ExportFailure } from "../parts/export-failure.ts";
import { focusFirst, FocusHold } from "../parts/focus-hold.ts";
import { FocusRescue } from "../parts/focus-rescue.ts";
import { ViewKeys } from "../parts/keys.ts";
import { LightElement } from "../parts/light-element.ts";
import { Narrow } from "../parts/narrow.ts";
import { Redrawn } from "../parts/redrawn.ts";
import { Width } from "../parts/width.ts";
import type { Connection } from "../state/connection.ts";
import type { Offer } from "../state/demo.ts";
import type { HistoryMemory } from "../state/history-memory.ts";
import type { AskingView, Surroundings } from "../state/navigation.ts";
import type { PageState } from "../state/url.ts";
import { SpokenNews } from "./spoken-news.ts";
import { answersOf, type HistoryAnswers } from "./answers.ts";
import { cards } from "./cards.ts";
import { filterBar } from "./filter-bar.ts";
import { isFiltered } from "./filters.ts";
import { FocusMoves } from "./focus-moves.ts";
import { historyHead } from "./head.ts";
import { narrowTo, type Gap } from "./gap.ts";
import type { HistoryModel } from "./history-model.ts";
import { moreLanes } from "./lanes.ts";
import { legend } from "./legend.ts";
import { noMatch } from "./no-match.ts";
import type { Rows } from "./order.ts";
import { selected } from "./selected.ts";
import { spoken } from "./spoken.ts";
import { HistorySteps } from "./steps.ts";
import { table } from "./table.ts";
import { keptTable, rowsKey, showEntry } from "./table-place.ts";
import { namesWidth, timeline, type Layout, type TimelineProps } from "./timeline.ts";
import { unseen } from "./unseen.ts";
import { warnings } from "./warnings.ts";

/** How often relative times are updated. */
const CLOCK_MS = 30_000;
/** Padding and border of the timeline's frame, left and right together. */
const FRAME = 34;
const NO_SCANS: AgentScan[] = [];

type Laid = Pick<TimelineProps, "model" | "width" | "room" | "narrow"> & { made: Layout | null };

@customElement("history-view")
export class HistoryView extends LightElement implements AskingView {
  @property({ attribute: false }) connection!: Connection;
  @property({ attribute: false }) memory!: HistoryMemory;
  @property({ attribute: false }) demo: Offer | null = null;
  @property({ attribute: false }) page!: PageState;
  @property({ attribute: false }) around!: Surroundings;
  @property({ attribute: false }) generation = 0;

  private readonly exportFailure = new ExportFailure(this, () => `${this.generation} ${this.page.history.repo}`);
  private readonly news = new SpokenNews();
  private readonly narrow = new Narrow(this);
  private readonly width = new Width(this);
  private readonly hold = new FocusHold(this, () => this.memory.reading, ":is(.failed, .stopped) .actions button", "h1");
  /** What the table lists at present. */
  private shown: Rows | null = null;
  private readonly moves = new FocusMoves(this);
  private readonly steps = new HistorySteps(this, this.moves);

  constructor() {
    super();
    new Redrawn(this, CLOCK_MS);
    new Countdown(this, () => this.memory.retry !== null);
    new BackOnline(this, () => this.askAgain(mendsOnline));
    new ViewKeys(this, { Escape: () => this.steps.close() });
    new FocusRescue(this, () => focusFirst(this, (this.querySelector("data-grid")?.count ?? 0) > 0 ? ["data-grid"] : ["h1"]));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.memory.leave();
    keptTable.leave(this.querySelector("data-grid"), this.memory, this.page.history);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { memory } = this;
    const before = changed.get("page")?.history;
    if (before !== undefined && !keptTable.listsSame(before, this.page.history)) keptTable.leave(this.querySelector("data-grid"), memory, before);
    memory.changed = () => this.requestUpdate();
    if (this.connection.place === null || !memory.open(this.generation, this.page.history.repo)) return;
    this.shown = null;
    this.exportFailure.forget();
    this.news.startOver();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("page")) this.moves.drawn();
    const grid = this.querySelector("data-grid");
    if (this.shown !== null) keptTable.comeBack(grid, this.memory, this.page.history);
    void showEntry(grid, this.memory, { state: this.page.history, rows: this.shown, placeOf: this.steps.placeOf });
    this.speak();
  }

  private speak(): void {
    const news = [this.news.news(spoken(this.memory, this.left())), this.news.hiding()].filter((text) => text !== null);
    if (news.length > 0) this.around.announce(news.filter((text) => text !== "").join(". "));
  }

  /** What is computed from the scans that are known. */
  private get answers(): HistoryAnswers {
    return answersOf(this.memory.known?.scans ?? NO_SCANS);
  }

  /** How many scans the filters leave; `null` if there are no scans or no filters. */
  private left(): number | null {
    const { known } = this.memory;
    const state = this.page.history;
    if (known === null || known.scans.length === 0 || !isFiltered(state)) return null;
    return this.answers.model(known.scans, known.readAt, state).scans.length;
  }

  private readonly readAgain = (): void => {
    this.hold.start();
    void this.memory.read(this.page.history.repo);
  };

  /** The button disappears with the wait. */
  private readonly stop = (): void => {
    this.memory.stop();
    this.hold.start();
  };

  private readonly openRepo = (repo: string): void => {
    if (repo === this.page.history.repo) this.takeUp();
    this.steps.openRepo(repo);
  };

  askAgain(which: (error: unknown) => boolean): void {
    const { phase } = this.memory;
    if (phase.kind === "failed" && which(phase.error)) void this.memory.read(this.page.history.repo);
  }

  takeUp(): void {
    this.askAgain(() => true);
    if (this.memory.phase.kind === "stopped") void this.memory.read(this.page.history.repo);
  }

  private readonly toggleLanes = (): void => {
    this.memory.lanesUnfolded = !this.memory.lanesUnfolded;
    this.requestUpdate();
  };

  /** The lanes that are drawn, and where their marks stand in the width that there is. */
  private laid(whole: HistoryModel): Laid {
    const narrow = this.narrow.matches;
    const { isChosen } = this.steps;
    const model = this.answers.lanes(whole, this.memory.lanesUnfolded, whole.scans.find(isChosen)?.branch ?? null);
    const room = this.width.px - FRAME;
    const width = Math.max(0, room - (narrow ? 0 : namesWidth(model.lanes, room)));
    return { model, width, room, narrow, made: this.answers.layout(model, width) };
  }

  private readonly pressGap = (gap: Gap): (() => void) | null => {
    const part = narrowTo(gap, this.page.history);
    return part === null ? null : () => this.steps.narrowTo(part);
  };

  private drawing(whole: HistoryModel, { made, ...laid }: Laid): TemplateResult {
    if (whole.span === null)
      return html`<section class="band" aria-label="Timeline">
        <p class="note">No scan here has a readable time, so none has a place on a timeline; the table lists them all.</p>
      </section>`;
    const { isChosen, isStop } = this.steps;
    const { where } = this.page.history;
    const props = {
      ...laid,
      branch: where.branch ?? "",
      isChosen,
      isStop,
      onStop: this.steps.stopAt,
      onEntry: this.steps.select,
      onBranch: (branch: string) => this.steps.showBranch(branch, whole),
      onGap: this.pressGap,
    };
    return html`<section class="band" aria-label="Timeline">
      ${legend(laid.model, made)}${timeline(props, made)}${moreLanes(whole, this.memory.lanesUnfolded, this.toggleLanes)}
    </section>`;
  }

  private unseen(model: HistoryModel): TemplateResult | typeof nothing {
    const { isChosen, clear } = this.steps;
    this.news.hides = !model.scans.some(isChosen) && model.all.some(isChosen);
    return unseen({
      model,
      entry: this.page.history.entry,
      isChosen,
      now: Date.now(),
      onClear: clear,
      onDismiss: () => this.steps.deselect("select[name=branch]"),
    });
  }

  private noMatch(model: HistoryModel, now: number): TemplateResult {
    this.shown = null;
    const { swapDays, narrowTo, clear } = this.steps;
    return noMatch({ model, state: this.page.history, now, onSwap: swapDays, onWiden: narrowTo, onClear: clear });
  }

  private found(model: HistoryModel, now: number): TemplateResult {
    if (model.scans.length === 0) return this.noMatch(model, now);
    const rows = this.answers.rows(model, this.page.history);
    this.shown = rows;
    const { steps } = this;
    const laid = this.laid(model);
    return html`${cards({ model, state: this.page.history, now, onNarrow: steps.narrowTo })}
      ${this.drawing(model, laid)}
      ${selected({
        model,
        isChosen: steps.isChosen,
        placeOf: steps.placeOf,
        marks: laid.made?.marks ?? [],
        now,
        onEntry: steps.select,
        onDeselect: () => steps.deselect(".mark[tabindex='0']", "data-grid"),
      })}
      ${warnings({
        model,
        state: this.page.history,
        now,
        onNarrow: steps.narrowTo,
        onBranch: (branch) => steps.showBranch(branch, model),
        onEntry: steps.selectWarned,
      })}
      ${this.exportFailure.template(this.around.connect)}${table({
        model,
        state: this.page.history,
        rows,
        name: rowsKey(this.page.history, this.memory.generation),
        now,
        onChange: steps.change,
        isChosen: steps.isChosen,
        onScan: steps.selectRow,
        onGroup: steps.openGroup,
        onExportError: this.exportFailure.listener(),
      })}`;
  }

  private ready(scans: AgentScan[], readAt: Date): TemplateResult {
    const state = this.page.history;
    if (scans.length === 0)
      return html`<section class="state">
        <h2>No agent scans of this repository</h2>
        <p>The service has none on record; that does not mean the code is clean.</p>
      </section>`;
    const model = this.answers.model(scans, readAt, state);
    const here = 0 - readAt.getTimezoneOffset();
    const bar = filterBar({
      model,
      state,
      here,
      onChange: this.steps.change,
      onTyped: this.steps.typed,
      onRemove: this.steps.unfilter,
    });
    return html`${bar}${this.unseen(model)}${this.found(model, Date.now())}`;
  }

  protected override render(): TemplateResult {
    const head = historyHead({
      repo: this.page.history.repo,
      known: this.memory.known,
      repos: this.demo?.repos ?? [],
      now: Date.now(),
      isReading: this.memory.reading && this.memory.retry === null,
      onOpen: this.openRepo,
      onReadAgain: this.readAgain,
      onStop: this.stop,
    });
    const { phase, known, retry } = this.memory;
    const content = reading({
      noun: "history",
      label: "Loading the history",
      ask: "Enter a repository as owner/repository.",
      phase,
      known,
      retry,
      draw: ({ scans, readAt }) => this.ready(scans, readAt),
      onRead: this.readAgain,
      onStop: this.stop,
      onConnect: this.around.connect,
    });
    return html`${head} ${content}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "history-view": HistoryView;
  }
}
