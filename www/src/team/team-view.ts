/**
 * `<team-view>`: wires one team: reads it, asks before a removal, sends it, keeps every state that was seen so that any two can
 * be compared. Drawing is in the files beside it.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { isScanfoldError, type Member, type Team } from "scanfold";
import { failure, mendsOnline } from "../parts/failure.ts";
import { clip } from "../parts/text.ts";
import type { Connection } from "../state/connection.ts";
import type { Demo } from "../state/demo.ts";
import type { Surroundings } from "../state/navigation.ts";
import type { PageState } from "../state/url.ts";
import { teamCard } from "./card.ts";
import { compare, type TeamState } from "./compare.ts";
import { outcome, type Outcome } from "./outcome.ts";
import "./removal-dialog.ts";
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
  @state() private removing = "";
  @state() private outcome: Outcome | null = null;
  @state() private removalError: unknown = null;

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
    const wanted = `${this.generation} ${this.page.team.id}`;
    if (wanted === this.asked || this.connection.place === null) return;
    this.asked = wanted;
    this.outcome = null;
    this.removalError = null;
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
      this.remember(team, why);
      this.phase = { kind: "ready", team, readAt: Date.now() };
      this.removalError = null;
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

  private readonly removeMember = async (member: Member): Promise<void> => {
    if (this.phase.kind !== "ready") return;
    const { team } = this.phase;
    const login = await this.querySelector("removal-dialog")?.ask(team, member, this.connection.personal.self);
    if (login === null || login === undefined) return;
    this.outcome = null;
    this.removalError = null;
    this.removing = login;
    try {
      const client = await this.connection.client();
      const result = await client.teams.removeMember({ ...this.connection.teamParams(this.page.team.id), user_login: login });
      this.outcome = { login, result };
      this.remember(result.team, `after removing ${login},`);
      this.phase = { kind: "ready", team: result.team, readAt: Date.now() };
    } catch (error) {
      this.removalError = error;
    } finally {
      this.removing = "";
    }
    await this.updateComplete;
    this.querySelector<HTMLElement>(".outcome button, .failed button")?.focus();
  };

  private readonly addText = (text: string, label: string): void => {
    const parsed = parseTeam(text);
    this.problem = parsed.ok ? "" : parsed.problem;
    if (parsed.ok) this.remember(parsed.team, `${label},`);
  };

  private removalState(): TemplateResult | typeof nothing {
    if (this.removing !== "")
      return html`<section class="state" role="status" aria-busy="true"><p class="progress"><progress aria-label="Removing"></progress> Removing ${clip(this.removing, 80)}; sent once, not repeated</p></section>`;
    if (this.outcome !== null) return outcome(this.outcome, () => (this.outcome = null));
    if (this.removalError === null) return nothing;
    const happened =
      isScanfoldError(this.removalError) && this.removalError.outcome === "unknown"
        ? "Whether the member was removed is not known"
        : "The member was not removed";
    return failure(happened, this.removalError, { retry: () => void this.load("read"), connect: this.around.connect });
  }

  private content(): TemplateResult {
    const { phase } = this;
    switch (phase.kind) {
      case "idle":
        return html`<section class="state"><p>Enter the id of a team.</p></section>`;
      case "loading":
        return html`<section class="state" aria-busy="true"><p class="progress"><progress aria-label="Reading the team"></progress> Reading the team</p></section>`;
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

  protected override render(): TemplateResult {
    const { id } = this.page.team;
    const teams = this.demo?.teams ?? [];
    const choose = (next: string): void => this.around.go((page) => ({ ...page, team: { id: next } }), "push");
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      choose(String(new FormData(event.target as HTMLFormElement).get("team") ?? "").trim());
    };
    const listed = teams.some((team) => team.id === id);
    return html`<header class="view-head"><h1>Team</h1><div class="open-scan">
      ${
        teams.length > 0
          ? html`<label>Team <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${listed ? nothing : html`<option value="" selected disabled>choose</option>`}${teams.map((team) => html`<option value=${team.id} ?selected=${team.id === id}>${clip(team.label, 60)}</option>`)}</select></label>`
          : nothing
      }
      <form class="line" @submit=${submit}><label>${teams.length > 0 ? "or id" : "Team id"} <input name="team" class="mono" required autocomplete="off" spellcheck="false" .value=${listed ? "" : id} /></label><button type="submit">Show</button></form></div></header>
      ${this.removalState()}${this.content()}
      ${compare({ states: this.states, before: this.left, after: this.right, problem: this.problem, onBefore: (state) => (this.left = state), onAfter: (state) => (this.right = state), onText: this.addText, onReload: () => void this.load("read") })}
      <removal-dialog></removal-dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "team-view": TeamView;
  }
}
