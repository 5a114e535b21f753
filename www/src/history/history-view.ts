/**
 * `<history-view>`: wires the agent scan history of one repository: asks for it, keeps filter, order and selection in the URL so
 * that the timeline and the table share them. Drawing is in the files beside it.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { AgentScan, HistoryGroup } from "scanfold";
import { failure, mendsOnline } from "../parts/failure.ts";
import { clip, counted, number } from "../parts/text.ts";
import type { Connection } from "../state/connection.ts";
import type { Demo } from "../state/demo.ts";
import type { Surroundings } from "../state/navigation.ts";
import type { PageState } from "../state/url.ts";
import type { HistoryState } from "../state/url-history.ts";
import { cards } from "./cards.ts";
import { CLEARED, filterBar, withMatch, zoneName } from "./filter-bar.ts";
import { historyModel, type HistoryModel } from "./history-model.ts";
import { groups, latest, orderScans } from "./order.ts";
import { SHAPES, shapeIcon } from "./shapes.ts";
import { table, type Rows } from "./table.ts";
import { timeline } from "./timeline.ts";
import { warnings } from "./warnings.ts";

type Phase = { kind: "idle" } | { kind: "loading" } | { kind: "ready"; scans: AgentScan[]; readAt: Date } | { kind: "failed"; error: unknown };

/** How often the relative times are written anew. */
const CLOCK_MS = 30_000;
const NARROW = 700;
const NAMES_WIDTH = 190;
/** Padding and border of the timeline's frame, left and right together. */
const FRAME = 34;

/** Remembers the last result: the parts of the page's state keep their identity until they change. */
function kept<Given extends unknown[], Made>(make: (...given: Given) => Made): (...given: Given) => Made {
  let last: { given: Given; made: Made } | null = null;
  return (...given) => {
    if (last === null || given.some((part, at) => part !== last?.given[at])) last = { given, made: make(...given) };
    return last.made;
  };
}

function modelFor(
  scans: AgentScan[],
  readAt: Date,
  where: HistoryState["where"],
  from: string,
  until: string,
  zone: number,
  stale: number,
): HistoryModel {
  return historyModel(scans, { where, from, until, zone, stale }, readAt);
}

type RowsOf<Key extends keyof HistoryState> = HistoryState[Key];

function rowsFor(model: HistoryModel, list: RowsOf<"list">, by: RowsOf<"by">, zone: number, sort: RowsOf<"sort">): Rows {
  if (list === "groups") return { list, groups: groups(model, by, zone, sort) };
  return { list, scans: list === "latest" ? latest(model, by, sort) : orderScans(model.scans, sort) };
}

@customElement("history-view")
export class HistoryView extends LitElement {
  @property({ attribute: false }) connection!: Connection;
  @property({ attribute: false }) demo: Demo | null = null;
  @property({ attribute: false }) page!: PageState;
  @property({ attribute: false }) around!: Surroundings;
  @property({ attribute: false }) generation = 0;

  @state() private phase: Phase = { kind: "idle" };
  @state() private width = 0;

  private asked = "";
  private clock = 0;
  private abort: AbortController | null = null;
  /** What the table lists at present. */
  private shown: Rows | null = null;
  private readonly modelOf = kept(modelFor);
  private readonly rowsOf = kept(rowsFor);
  private readonly sizes = new ResizeObserver(([entry]) => {
    this.width = Math.floor(entry?.contentRect.width ?? 0);
  });

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.sizes.observe(this);
    addEventListener("online", this.online);
    this.clock = window.setInterval(() => this.requestUpdate(), CLOCK_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
    removeEventListener("online", this.online);
    clearInterval(this.clock);
    this.abort?.abort();
    this.asked = "";
  }

  protected override willUpdate(): void {
    const wanted = `${this.generation} ${this.page.history.repo}`;
    if (wanted === this.asked || this.connection.place === null) return;
    this.asked = wanted;
    void this.load();
  }

  private async load(): Promise<void> {
    this.abort?.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    const { repo } = this.page.history;
    if (repo === "") {
      this.phase = { kind: "idle" };
      return;
    }
    this.phase = { kind: "loading" };
    this.around.announce("Loading the history");
    try {
      const client = await this.connection.client();
      const scans = await client.agentScans.history({ repo }, { signal });
      if (signal.aborted) return;
      this.phase = { kind: "ready", scans, readAt: new Date() };
      this.around.announce(counted(scans.length, "scan"));
    } catch (error) {
      if (!signal.aborted) this.phase = { kind: "failed", error };
    }
  }

  private readonly online = (): void => {
    if (this.phase.kind === "failed" && mendsOnline(this.phase.error)) void this.load();
  };

  private change(part: Partial<PageState["history"]>, how: "push" | "replace" = "push"): void {
    this.around.go((page) => ({ ...page, history: { ...page.history, ...part } }), how);
  }

  /** Selects in both; from outside the table, the table follows. */
  private async select(scan: AgentScan | undefined, fromTable: boolean): Promise<void> {
    if (scan === undefined) return;
    this.change({ entry: scan.scan_id, ...(fromTable ? {} : { list: "scans" }) }, "replace");
    if (fromTable) return;
    await this.updateComplete;
    if (this.shown?.list !== "scans") return;
    const index = this.shown.scans.indexOf(scan);
    if (index >= 0) this.querySelector("data-grid")?.show(index);
  }

  /** A group opens as the scans in it. */
  private readonly openGroup = ({ key }: HistoryGroup<AgentScan>): void => {
    const { by, where } = this.page.history;
    if (by !== "day") this.change({ where: withMatch(where, by, key), list: "scans" });
    else if (/^\d{4}-\d{2}-\d{2}$/.test(key)) this.change({ from: key, until: key, list: "scans" });
  };

  private readonly showBranch = (branch: string): void => {
    this.change({ where: withMatch(this.page.history.where, "branch", branch), entry: "" });
  };

  private legend(model: HistoryModel): TemplateResult {
    const more = model.prompts.length - SHAPES;
    const { zone } = this.page.history;
    return html`<p class="note legend">
      ${model.prompts.slice(0, SHAPES).map((prompt, index) => html`<span>${shapeIcon(index)} ${clip(prompt, 48)}</span>`)}
      ${more > 0 ? html`<span>(${number(more)} more share the last shape)</span>` : nothing}
      <span>
        <svg class="shape" width="22" height="12" aria-hidden="true">
          <rect class="gap" width="22" height="12" fill="url(#hatch)"></rect>
        </svg>
        no scan for longer than usual
      </span>
      <span>days in ${zoneName(zone)}</span>
    </p>`;
  }

  private drawing(model: HistoryModel, now: number): TemplateResult {
    const narrow = this.width < NARROW;
    const { where, entry, zone } = this.page.history;
    return html`<section class="band" aria-label="Timeline">
      ${this.legend(model)}
      ${timeline({
        model,
        width: Math.max(0, this.width - (narrow ? 0 : NAMES_WIDTH) - FRAME),
        narrow,
        now,
        zone,
        branch: where.branch ?? "",
        entry,
        onEntry: (scan) => void this.select(scan, false),
        onBranch: this.showBranch,
      })}
    </section>`;
  }

  private found(model: HistoryModel, now: number): TemplateResult {
    const { list, by, zone, sort } = this.page.history;
    if (model.scans.length === 0)
      return html`<section class="state">
        <h2>No scan matches</h2>
        <p>${counted(model.all.length, "scan")} of this repository, none of them under these filters.</p>
        <div class="actions"><button type="button" @click=${() => this.change(CLEARED)}>Clear all filters</button></div>
      </section>`;
    const rows = this.rowsOf(model, list, by, zone, sort);
    this.shown = rows;
    return html`${cards(model, now)}
      ${warnings({
        model,
        now,
        onBranch: this.showBranch,
        onEntry: (id) =>
          void this.select(
            model.scans.find(({ scan_id }) => scan_id === id),
            false,
          ),
      })}
      ${this.drawing(model, now)}
      ${table({
        model,
        state: this.page.history,
        rows,
        now,
        onChange: (part) => this.change(part),
        onScan: (scan) => void this.select(scan, true),
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
    const model = this.modelOf(scans, readAt, state.where, state.from, state.until, state.zone, state.stale);
    const here = 0 - readAt.getTimezoneOffset();
    return html`${filterBar({ model, state, here, onChange: (part) => this.change(part) })}${this.found(model, Date.now())}`;
  }

  private content(): TemplateResult {
    switch (this.phase.kind) {
      case "idle":
        return html`<section class="state"><p>Enter a repository as owner/repository.</p></section>`;
      case "loading":
        return html`<section class="state" aria-busy="true">
          <p class="progress"><progress aria-label="Loading the history"></progress> Loading the history</p>
        </section>`;
      case "failed":
        return failure("The history could not be read", this.phase.error, {
          retry: () => void this.load(),
          connect: this.around.connect,
        });
      case "ready":
        return this.ready(this.phase.scans, this.phase.readAt);
    }
  }

  protected override render(): TemplateResult {
    const { repo } = this.page.history;
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      const wanted = String(new FormData(event.target as HTMLFormElement).get("repo") ?? "").trim();
      this.change({ repo: wanted, ...CLEARED, entry: "" });
    };
    return html`<header class="view-head">
        <h1>Agent history ${repo === "" ? nothing : html`<span class="mono">${clip(repo, 120)}</span>`}</h1>
        <form class="line" @submit=${submit}>
          <label>
            Repository
            <input
              name="repo"
              class="mono"
              list="repos"
              placeholder="owner/repository"
              required
              autocomplete="off"
              spellcheck="false"
              .value=${repo}
            />
          </label>
          <datalist id="repos">
            ${(this.demo?.repos ?? []).map(({ id, label }) => html`<option value=${id}>${clip(label, 60)}</option>`)}
          </datalist>
          <button type="submit">Show</button>
        </form>
      </header>
      ${this.content()}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "history-view": HistoryView;
  }
}
