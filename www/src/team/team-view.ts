/**
 * `<team-view>`: wires one team: reads it, removes a member, compares any two states that were seen. What was learnt is kept in
 * `state/team-memory.ts`, which outlives the view; the steps of a removal are in `removal-steps.ts`, drawing in the files beside
 * it.
 */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { reading } from "../parts/reading.ts";
import { BackOnline } from "../parts/back-online.ts";
import { Countdown } from "../parts/countdown.ts";
import { mendsOnline } from "../parts/explain.ts";
import { focusFirst, FocusHold, focusText } from "../parts/focus-hold.ts";
import { FocusRescue } from "../parts/focus-rescue.ts";
import { ViewKeys } from "../parts/keys.ts";
import { LightElement } from "../parts/light-element.ts";
import { openForm } from "../parts/open-form.ts";
import { Redrawn } from "../parts/redrawn.ts";
import { tryingAgain } from "../parts/retry.ts";
import { givenProse } from "../parts/text.ts";
import { TypedStep } from "../parts/typed-step.ts";
import type { Connection } from "../state/connection.ts";
import type { Offer } from "../state/demo.ts";
import type { AskingView, Surroundings } from "../state/navigation.ts";
import type { Asker } from "../state/removal.ts";
import type { Retry } from "../state/retry.ts";
import type { GivenList, KnownTeam, TeamDesk } from "../state/team-desk.ts";
import type { GivenJson, TeamMemory } from "../state/team-memory.ts";
import { TeamReading } from "../state/team-reading.ts";
import type { PageState, Place } from "../state/url.ts";
import { AskedAgain } from "./asked-again.ts";
import { teamCard } from "./card.ts";
import { compare } from "./compare.ts";
import { outcomes } from "./outcomes.ts";
import { namedTeam } from "./parent.ts";
import "./removal-dialog.ts";
import { RemovalSteps } from "./removal-steps.ts";
import { roster } from "./roster.ts";
import { save } from "./save.ts";
import { parseTeam } from "./team-json.ts";

/** How often relative times are updated. */
const CLOCK_MS = 30_000;

@customElement("team-view")
export class TeamView extends LightElement implements AskingView {
  @property({ attribute: false }) connection!: Connection;
  @property({ attribute: false }) memory!: TeamMemory;
  @property({ attribute: false }) demo: Offer | null = null;
  @property({ attribute: false }) page!: PageState;
  @property({ attribute: false }) around!: Surroundings;
  @property({ attribute: false }) generation = 0;

  private desk!: TeamDesk;
  private current = "";
  private readonly typing = new TypedStep<PageState["team"]>();
  private readonly reading = new TeamReading(() => this.connection, {
    turned: () => {
      this.again.forget();
      this.requestUpdate();
    },
    read: (team) => void this.removal.tellRead(`Team ${givenProse(team.name, 80)} read`),
    heard: (event) => this.again.heard(event),
  });
  private readonly removal = new RemovalSteps(this, this.reading, () => this.desk);
  private readonly announceRetry = (retry: Retry): void => this.around.announce(tryingAgain(retry));
  private readonly again = new AskedAgain(this, this.announceRetry);
  private readonly hold = new FocusHold(this, () => this.reading.isUnderWay, ":is(.failed, .stopped) .actions button", "#team-name", "h1");

  constructor() {
    super();
    new Redrawn(this, CLOCK_MS);
    new Countdown(this, () => this.current !== "" && this.desk.removals.isCountingDown);
    new BackOnline(this, () => this.askAgain(mendsOnline));
    new FocusRescue(this, (lost) => void focusFirst(this, this.removal.placesInsteadOf(lost)));
    new ViewKeys(this, { "/": () => focusText(this, "input[name=member]") });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.reading.leave();
    this.memory.show(null);
  }

  protected override willUpdate(): void {
    const { place } = this.connection;
    const wanted = `${this.generation} ${this.page.team.id}`;
    if (place === null) return;
    if (wanted !== this.current) this.open(place, wanted);
    else if (this.desk.isUnsure && this.desk.isDue) void this.readFor("page");
  }

  private open(place: Place, wanted: string): void {
    const isReturn = this.current === "";
    this.current = wanted;
    this.desk = this.memory.desk(place, this.page.team.id);
    this.memory.show({
      desk: this.desk,
      changed: () => this.requestUpdate(),
      retrying: this.announceRetry,
      takeOver: (removal) => void this.removal.takeOver(removal),
    });
    if (!isReturn) this.keepJson({ problem: "" });
    this.removal.withdraw();
    this.desk.through(this.generation);
    // A read that a person stopped stays stopped when they come back to the view, but begins again when they come from another team.
    if (this.desk.isDue || (this.desk.phase.kind === "stopped" && !isReturn)) void this.readFor("page");
    else this.reading.end();
  }

  askAgain(which: (error: unknown) => boolean): void {
    const { phase } = this.desk;
    if (phase.kind === "failed" && which(phase.error)) void this.readFor("page");
  }

  takeUp(): void {
    this.askAgain(() => true);
    if (this.desk.phase.kind === "stopped") void this.readFor("page");
  }

  private readFor(asker: Asker): Promise<void> {
    return this.reading.read(this.desk, this.page.team.id, asker);
  }

  /** The button disappears with the wait. */
  private readonly stop = (): void => {
    this.reading.stop(this.desk);
    this.hold.start();
  };

  private readonly readAgain = (): void => {
    this.hold.start();
    void this.readFor("person");
  };

  /** Lets the desk keep what was set and typed here. */
  private keep(part: Partial<Pick<TeamDesk, "whole" | "left" | "right">>): void {
    Object.assign(this.desk, part);
    this.requestUpdate();
  }

  private keepJson(part: Partial<GivenJson>): void {
    this.memory.json = { ...this.memory.json, ...part };
    this.requestUpdate();
  }

  private readonly search = (text: string): void => {
    const present = this.page.team;
    const member = text.trim() === "" ? "" : text;
    if (member === present.member) return;
    this.typing.take(present, (how) => {
      const team = { ...present, member };
      this.around.go((page) => ({ ...page, team }), how);
      return team;
    });
  };

  private readonly leaveSearch = (): void => {
    this.typing.end();
    this.requestUpdate();
  };

  private readonly fold = (noun: string): void => {
    const whole = new Set(this.desk.whole);
    if (!whole.delete(noun)) whole.add(noun);
    this.keep({ whole });
  };

  private readonly addText = (text: string, label: string): void => {
    const parsed = parseTeam(text);
    this.keepJson({ problem: parsed.ok ? "" : parsed.problem });
    if (parsed.ok) this.desk.add(parsed.team, label);
  };

  private content(): TemplateResult {
    const { phase, known } = this.desk;
    return reading({
      noun: "team",
      label: "Reading the team",
      ask: "Enter the id of a team.",
      phase,
      known,
      retry: this.again.retry,
      draw: (team) => this.card(team),
      onRead: this.readAgain,
      onStop: this.stop,
      onConnect: this.around.connect,
    });
  }

  private card({ team, readAt }: KnownTeam): TemplateResult {
    return teamCard({
      team,
      readAt,
      now: Date.now(),
      self: this.connection.personal.self,
      parent: namedTeam(team.parent_team_id ?? "", this.nameOfTeam, this.page, this.around.go),
      leaving: this.desk.removals.leaving,
      onRemove: (member) => void this.removal.remove(member),
      onReload: this.readAgain,
      isReading: this.reading.isUnderWay && this.again.retry === null,
      onStop: this.stop,
      search: this.page.team.member,
      onSearch: this.search,
      isSearching: this.typing.isUnderWay,
      onSearchLeft: this.leaveSearch,
      whole: this.desk.whole,
      onFold: this.fold,
    });
  }

  /** The name that was read, or that the demo has for it. */
  private readonly nameOfTeam = (id: string): string => {
    const { place } = this.connection;
    const read = place === null ? "" : this.memory.nameOf(place, id);
    return read || (this.demo?.teams.find((team) => team.id === id)?.label ?? "");
  };

  private head(): TemplateResult {
    const { id } = this.page.team;
    const teams = this.demo?.teams ?? [];
    const open = (next: string): void => {
      if (next === id) this.takeUp();
      this.around.go((page) => ({ ...page, team: { id: next, member: "" } }), "push");
    };
    return html`<header class="view-head">
      <h1 tabindex="-1">Team</h1>
      ${openForm({ noun: "team", known: teams, id, other: "choose", onOpen: open })}
    </header>`;
  }

  private roster(): TemplateResult | typeof nothing {
    const { desk } = this;
    if (desk.known === null) return nothing;
    const change = (part: Partial<GivenList>): void => {
      desk.list = { ...desk.list, ...part };
      this.requestUpdate();
    };
    return roster({
      team: desk.known.team,
      ...desk.list,
      onDraft: (draft) => change({ draft, problem: "" }),
      onOpen: (open) => change({ open }),
      onText: (text, label) => {
        // An empty file is refused as others are: the list stays.
        if (text.trim() === "" && label !== "") change({ problem: "This file is empty." });
        else change({ text, draft: text, label, open: true, problem: "" });
      },
      onProblem: (problem) => change({ problem }),
      leaving: this.desk.removals.leaving,
      onRemove: (member) => void this.removal.remove(member),
    });
  }

  private comparison(): TemplateResult {
    const { desk } = this;
    return compare({
      teamId: this.page.team.id,
      isKnown: desk.known !== null,
      states: desk.states,
      before: desk.left,
      after: desk.right,
      json: this.memory.json,
      isHeldBack: desk.phase.kind === "loading",
      nameOfTeam: this.nameOfTeam,
      now: Date.now(),
      onBefore: (left) => this.keep({ left }),
      onAfter: (right) => this.keep({ right }),
      onJson: (part) => this.keepJson(part),
      onText: this.addText,
      onProblem: (problem) => this.keepJson({ problem }),
      onReload: () => {
        this.keepJson({ problem: "" });
        this.readAgain();
      },
      onSave: () => {
        if (desk.known !== null) save(desk.known);
      },
    });
  }

  private removed(): TemplateResult {
    const { close, look } = this.removal;
    return outcomes({
      removals: this.desk.removals.all,
      known: this.desk.known,
      onClose: (removal) => void close(removal),
      onLook: (removal) => void look(removal),
      onReload: (removal) => {
        void close(removal);
        void this.readFor("person");
      },
      onStop: (removal) => removal.stop(),
      onConnect: this.around.connect,
    });
  }

  protected override render(): TemplateResult {
    return html`${this.head()}${this.removed()}${this.content()}${this.roster()}${this.comparison()}<removal-dialog .connection=${this.connection}></removal-dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "team-view": TeamView;
  }
}
