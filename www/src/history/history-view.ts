/**
 * `<history-view>`: wires the agent scan history of one repository: asks for it, keeps the selection in the URL so that the
 * timeline and the table share it. Drawing is in the files beside it.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { AgentScan } from "scanfold";
import type { Column } from "../parts/data-grid.ts";
import { failure, mendsOnline } from "../parts/failure.ts";
import { clip, counted, number } from "../parts/text.ts";
import { when } from "../parts/time.ts";
import type { Connection } from "../state/connection.ts";
import type { Demo } from "../state/demo.ts";
import type { Surroundings } from "../state/navigation.ts";
import type { PageState } from "../state/url.ts";
import { cards } from "./cards.ts";
import { historyModel, ordered, type HistoryModel } from "./history-model.ts";
import { SHAPES, shapeIcon } from "./shapes.ts";
import { timeline } from "./timeline.ts";

type Phase = { kind: "idle" } | { kind: "loading" } | { kind: "ready"; model: HistoryModel } | { kind: "failed"; error: unknown };

/** How often the relative times are written anew. */
const CLOCK_MS = 30_000;
const NARROW = 700;
const NAMES_WIDTH = 190;

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
  private rows: { key: unknown[]; list: AgentScan[] } = { key: [], list: [] };
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
      this.phase = { kind: "ready", model: historyModel(scans, new Date()) };
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

  /** Selects in both; from the timeline the table follows. */
  private select(scan: AgentScan, fromTimeline: boolean): void {
    this.change({ entry: scan.scan_id }, "replace");
    if (!fromTimeline) return;
    const index = this.rows.list.indexOf(scan);
    if (index >= 0) this.querySelector("data-grid")?.show(index);
  }

  private list(model: HistoryModel): AgentScan[] {
    const { branch, order } = this.page.history;
    const key = [model, branch, order];
    if (key.some((part, at) => part !== this.rows.key[at])) this.rows = { key, list: ordered(model, branch, order) };
    return this.rows.list;
  }

  private columns(model: HistoryModel, now: number): Column<AgentScan>[] {
    return [
      { id: "time", label: "Time", sort: "time", cell: ({ timestamp }) => when(timestamp, now) },
      { id: "branch", label: "Branch", cell: ({ branch }) => html`<span class="mono strong">${clip(branch, 80)}</span>` },
      { id: "prompt", label: "Prompt", cell: ({ prompt }) => html`${shapeIcon(model.prompts.indexOf(prompt))} ${clip(prompt, 160)}` },
      { id: "files", label: "Files", cell: ({ num_files }) => number(num_files) },
      {
        id: "commit",
        label: "Commit",
        cell: ({ commit_id }) => html`<span class="mono" title=${clip(commit_id, 80)}>${clip(commit_id.slice(0, 10), 12)}</span>`,
      },
      { id: "scan", label: "Scan id", cell: ({ scan_id }) => html`<span class="mono">${clip(scan_id, 60)}</span>` },
      { id: "stamp", label: "Timestamp as sent", cell: ({ timestamp }) => html`<span class="mono">${clip(timestamp, 60)}</span>` },
    ];
  }

  private legend(model: HistoryModel): TemplateResult {
    return html`<p class="note legend">${model.prompts.slice(0, SHAPES).map((prompt, index) => html`<span>${shapeIcon(index)} ${clip(prompt, 48)}</span>`)}
      ${model.prompts.length > SHAPES ? html`<span>(${number(model.prompts.length - SHAPES)} more share the last shape)</span>` : nothing}
      <span><svg class="shape" width="22" height="12" aria-hidden="true"><rect class="gap" width="22" height="12" fill="url(#hatch)"></rect></svg> no scan for longer than usual</span></p>`;
  }

  private ready(model: HistoryModel): TemplateResult {
    const now = Date.now();
    const { branch, entry, order } = this.page.history;
    if (model.scans.length === 0)
      return html`<section class="state"><h2>No agent scan of this repository</h2><p>The service knows none. That says nothing about the code: it was not looked at.</p></section>`;
    const rows = this.list(model);
    const narrow = this.width < NARROW;
    const labels = narrow ? 0 : NAMES_WIDTH;
    return html`${cards(model, now)}
      <section class="band" aria-label="Timeline">${this.legend(model)}
        ${timeline({ model, width: Math.max(0, this.width - labels - 34), narrow, now, branch, entry, onEntry: (scan) => this.select(scan, true), onBranch: (name) => this.change({ branch: name }) })}</section>
      ${branch === "" ? nothing : html`<p><button type="button" class="pill" aria-label="Remove filter Branch ${clip(branch, 60)}" @click=${() => this.change({ branch: "" })}><span>Branch</span> ${clip(branch, 60)} <b aria-hidden="true">×</b></button></p>`}
      <data-grid .layout=${"history"} .label=${"Agent scans"} .columns=${this.columns(model, now)} .count=${rows.length} .query=${rows} .row=${(index: number) => rows[index]}
        .sorting=${[{ by: "time", descending: order === "newest" }]} .selected=${(scan: AgentScan) => scan.scan_id === entry}
        .onSort=${() => this.change({ order: order === "newest" ? "oldest" : "newest" })} .onOpen=${(scan: AgentScan) => this.select(scan, false)}></data-grid>`;
  }

  private content(): TemplateResult {
    switch (this.phase.kind) {
      case "idle":
        return html`<section class="state"><p>Enter a repository as owner/repository.</p></section>`;
      case "loading":
        return html`<section class="state" aria-busy="true"><p class="progress"><progress aria-label="Loading the history"></progress> Loading the history</p></section>`;
      case "failed":
        return failure("The history could not be read", this.phase.error, { retry: () => void this.load(), connect: this.around.connect });
      case "ready":
        return this.ready(this.phase.model);
    }
  }

  protected override render(): TemplateResult {
    const { repo } = this.page.history;
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      const wanted = String(new FormData(event.target as HTMLFormElement).get("repo") ?? "").trim();
      this.change({ repo: wanted, branch: "", entry: "" });
    };
    return html`<header class="view-head"><h1>Agent history ${repo === "" ? nothing : html`<span class="mono">${clip(repo, 120)}</span>`}</h1>
      <form class="line" @submit=${submit}>
        <label>Repository <input name="repo" class="mono" list="repos" placeholder="owner/repository" required autocomplete="off" spellcheck="false" .value=${repo} /></label>
        <datalist id="repos">${(this.demo?.repos ?? []).map(({ id, label }) => html`<option value=${id}>${clip(label, 60)}</option>`)}</datalist>
        <button type="submit">Show</button>
      </form></header>${this.content()}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "history-view": HistoryView;
  }
}
