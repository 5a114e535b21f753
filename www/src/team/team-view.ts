/**
 * `<team-view>`: wires one team: reads it, asks before a removal, sends it, keeps every state that was seen so that any two can
 * be compared. Drawing is in the files beside it.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { diffTeams, type Member, type Team } from "scanfold";
import { failure, mendsOnline } from "../parts/failure.ts";
import { clip } from "../parts/text.ts";
import type { Connection } from "../state/connection.ts";
import type { Demo } from "../state/demo.ts";
import type { Surroundings } from "../state/navigation.ts";
import { Removal } from "../state/removal.ts";
import type { PageState } from "../state/url.ts";
import { teamCard } from "./card.ts";
import { compare, type TeamState } from "./compare.ts";
import { outcome } from "./outcome.ts";
import "./removal-dialog.ts";
import { roster } from "./roster.ts";
import { parseTeam } from "./team-json.ts";

type Phase = { kind: "idle" } | { kind: "loading" } | { kind: "ready"; team: Team; readAt: number } | { kind: "failed"; error: unknown };

/** How often the relative times are written anew. */
const CLOCK_MS = 30_000;

const timeOfDay = (): string => new Date().toLocaleTimeString("en-GB");

@customElement("team-view")
export class TeamView extends LitElement {
  @property({ attribute: false }) connection!: Connection;
  @property({ attribute: false }) demo: Demo | null = null;
  @property({ attribute: false }) page!: PageState;
  @property({ attribute: false }) around!: Surroundings;
  @property({ attribute: false }) generation = 0;

  @state() private phase: Phase = { kind: "idle" };
  @state() private states: TeamState[] = [];
  @state() private left: number | null = null;
  @state() private right: number | null = null;
  @state() private problem = "";
  @state() private list = { text: "", label: "", problem: "" };

  private removal!: Removal;
  private asked = "";
  private clock = 0;
  private abort: AbortController | null = null;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("online", this.online);
    this.clock = window.setInterval(() => this.requestUpdate(), CLOCK_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("online", this.online);
    clearInterval(this.clock);
    this.abort?.abort();
  }

  protected override willUpdate(): void {
    this.removal ??= new Removal(
      this.connection,
      () => this.requestUpdate(),
      (team, label) => this.show(team, label),
    );
    const wanted = `${this.generation} ${this.page.team.id}`;
    if (wanted === this.asked || this.connection.place === null) return;
    this.asked = wanted;
    this.removal.forget();
    this.phase = { kind: "idle" };
    void this.load("read");
  }

  private readonly online = (): void => {
    if (this.phase.kind === "failed" && mendsOnline(this.phase.error)) void this.load("read");
  };

  private async load(why: string): Promise<void> {
    this.abort?.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    const { id } = this.page.team;
    if (id === "") return;
    // A team that is shown stays in sight while it is read again.
    if (this.phase.kind !== "ready") this.phase = { kind: "loading" };
    try {
      const client = await this.connection.client();
      const team = await client.teams.get(this.connection.teamParams(id), { signal });
      if (signal.aborted) return;
      this.show(team, why);
      this.around.announce(`Team ${clip(team.name, 80)} read`);
    } catch (error) {
      if (!signal.aborted) this.phase = { kind: "failed", error };
    }
  }

  private remember(team: Team, label: string): void {
    const state = { id: (this.states[this.states.length - 1]?.id ?? 0) + 1, label: `${label} ${timeOfDay()}`, team };
    this.states = [...this.states, state];
    this.left = this.right;
    this.right = state.id;
    this.left ??= state.id;
  }

  /** A state that was just learnt: kept, and what is shown from now on. */
  private show(team: Team, label: string): void {
    this.remember(team, label);
    this.phase = { kind: "ready", team, readAt: Date.now() };
  }

  /** The present state, asked for before a removal is sent; shown and kept only where it is news. */
  private async readAgain(seen: Team, signal: AbortSignal): Promise<Team> {
    const client = await this.connection.client();
    const team = await client.teams.get(this.connection.teamParams(this.page.team.id), { signal });
    if (!signal.aborted && !diffTeams(seen, team).unchanged) this.show(team, "read before removing,");
    return team;
  }

  private readonly removeMember = async (member: Member): Promise<void> => {
    if (this.phase.kind !== "ready" || this.removal.busy) return;
    const { team } = this.phase;
    const { id } = this.page.team;
    const { self } = this.connection.personal;
    const read = (signal: AbortSignal): Promise<Team> => this.readAgain(team, signal);
    const leaver = await this.querySelector("removal-dialog")?.ask({ team, member, self, read });
    if (!leaver || id !== this.page.team.id) return;
    await this.removal.send(id, leaver);
    await this.updateComplete;
    this.querySelector<HTMLElement>(".outcome .actions button, .failed button")?.focus();
  };

  private readonly look = async (): Promise<void> => {
    await this.removal.look(this.page.team.id);
    await this.updateComplete;
    this.querySelector<HTMLElement>(".outcome .actions button")?.focus();
  };

  private readonly addText = (text: string, label: string): void => {
    const parsed = parseTeam(text);
    this.problem = parsed.ok ? "" : parsed.problem;
    if (parsed.ok) this.remember(parsed.team, `${label},`);
  };

  private content(): TemplateResult {
    const { phase } = this;
    switch (phase.kind) {
      case "idle":
        return html`<section class="state"><p>Enter the id of a team.</p></section>`;
      case "loading":
        return html`<section class="state" aria-busy="true">
          <p class="progress"><progress aria-label="Reading the team"></progress> Reading the team</p>
        </section>`;
      case "failed":
        return failure("The team could not be read", phase.error, { retry: () => void this.load("read"), connect: this.around.connect });
      case "ready":
        return teamCard({
          team: phase.team,
          readAt: phase.readAt,
          now: Date.now(),
          self: this.connection.personal.self,
          onRemove: (member) => void this.removeMember(member),
          onReload: () => void this.load("read"),
        });
    }
  }

  private head(): TemplateResult {
    const { id } = this.page.team;
    const teams = this.demo?.teams ?? [];
    const listed = teams.some((team) => team.id === id);
    const choose = (next: string): void => this.around.go((page) => ({ ...page, team: { id: next } }), "push");
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      choose(String(new FormData(event.target as HTMLFormElement).get("team") ?? "").trim());
    };
    const known = html`<label>
      Team
      <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${listed ? nothing : html`<option value="" selected disabled>choose</option>`}
        ${teams.map((team) => html`<option value=${team.id} ?selected=${team.id === id}>${clip(team.label, 60)}</option>`)}
      </select>
    </label>`;
    return html`<header class="view-head">
      <h1>Team</h1>
      <div class="open-scan">
        ${teams.length > 0 ? known : nothing}
        <form class="line" @submit=${submit}>
          <label>
            ${teams.length > 0 ? "or id" : "Team id"}
            <input name="team" class="mono" required autocomplete="off" spellcheck="false" .value=${listed ? "" : id} />
          </label>
          <button type="submit">Show</button>
        </form>
      </div>
    </header>`;
  }

  private roster(): TemplateResult | typeof nothing {
    if (this.phase.kind !== "ready") return nothing;
    return roster({
      team: this.phase.team,
      ...this.list,
      onText: (text, label) => (this.list = { text, label, problem: text.trim() === "" && label !== "" ? "This file is empty." : "" }),
      onProblem: (problem) => (this.list = { ...this.list, problem }),
      onRemove: (member) => void this.removeMember(member),
    });
  }

  private comparison(): TemplateResult {
    return compare({
      states: this.states,
      before: this.left,
      after: this.right,
      problem: this.problem,
      onBefore: (state) => (this.left = state),
      onAfter: (state) => (this.right = state),
      onText: this.addText,
      onProblem: (problem) => (this.problem = problem),
      onReload: () => void this.load("read"),
    });
  }

  private removed(): TemplateResult | typeof nothing {
    const reload = (): void => {
      this.removal.forget();
      void this.load("read");
    };
    return outcome(this.removal.phase, {
      onClose: () => this.removal.forget(),
      onLook: () => void this.look(),
      onReload: reload,
      onConnect: this.around.connect,
    });
  }

  protected override render(): TemplateResult {
    return html`${this.head()}${this.removed()}${this.content()}${this.roster()}${this.comparison()}<removal-dialog></removal-dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "team-view": TeamView;
  }
}
