/**
 * One team at the page: what is known of it, the states that were seen, the lists that it is compared with, and its removals. Each
 * team of each service has a desk of its own, so that what is about one team is never taken for another's.
 */
import { diffTeams, type Team } from "scanfold";
import type { Connection } from "./connection.ts";
import { instant } from "./instant.ts";
import { isDue } from "./named-time.ts";
import { Newest } from "./newest.ts";
import type { Asker, RemovalTold } from "./removal.ts";
import { Removals } from "./removals.ts";

/** How a state of a team came to be known: a person or the page read it, a removal left it, somebody gave it. */
export type Origin =
  | { kind: "read" | "read before a removal" }
  | { kind: "removal"; login: string }
  /** `source`: the name of a file, or that it was pasted. */
  | { kind: "added"; source: string };

export interface TeamState {
  id: number;
  origin: Origin;
  /** When it was learnt. */
  at: number;
  team: Team;
}

export interface KnownTeam {
  team: Team;
  readAt: number;
}

export type TeamPhase =
  | { kind: "idle" }
  | { kind: "loading" }
  | ({ kind: "ready" } & KnownTeam)
  /** A person stopped it while it was loading. */
  | { kind: "stopped" }
  /** What was known before it failed is known still. */
  | { kind: "failed"; error: unknown; known: KnownTeam | null };

/** A list of logins to compare with, as it was given, and as it stands in the field. */
export interface GivenList {
  text: string;
  draft: string;
  label: string;
  /** Whether the field is unfolded. */
  open: boolean;
  problem: string;
}

export type DeskTold = Pick<RemovalTold, "changed" | "ended" | "retrying">;

/** Whether it is a state of the same team that was changed last before the other was. */
function isEarlier(team: Team, other: Team): boolean {
  const [its, others] = [instant(team.updated_at), instant(other.updated_at)];
  return team.id.toLowerCase() === other.id.toLowerCase() && its !== null && others !== null && its < others;
}

export class TeamDesk {
  phase: TeamPhase = { kind: "idle" };
  /** Given for this team: of another it would say who should be removed. */
  list: GivenList = { text: "", draft: "", label: "", open: false, problem: "" };
  /** Long lists that are shown whole. */
  whole: ReadonlySet<string> = new Set();
  /** The pair of states that is compared. */
  left: number | null = null;
  right: number | null = null;
  /** Reads of the team, and removals from it, whoever asked for them. */
  readonly requests = new Newest();
  readonly removals: Removals;
  /** A read and a removal overtook each other: neither says how the team is now, so it is to be read once more. */
  isUnsure = false;
  /** The connection that `phase` was learnt through. */
  #generation = 0;

  constructor(
    connection: Connection,
    private readonly told: DeskTold,
    /** Of every team of this service, oldest first: two teams can be compared if a person asks for it. */
    readonly states: TeamState[],
  ) {
    this.removals = new Removals(connection, {
      ...told,
      removed: (team, login, number) => this.removed(team, login, number),
      read: (team, asker, number) => this.read(team, { origin: { kind: "read" }, asker, number }),
      requests: this.requests,
    });
  }

  /** Another connection has to read for itself; refusals of the one before are closed. */
  through(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.become({ kind: "idle" });
    this.removals.closeRefused();
  }

  get known(): KnownTeam | null {
    if (this.phase.kind === "ready") return this.phase;
    return this.phase.kind === "failed" ? this.phase.known : null;
  }

  /** Whether the page may read it unasked: not after a person stopped that, nor before a time that the service named. */
  get isDue(): boolean {
    if (this.phase.kind === "stopped") return false;
    return this.phase.kind !== "failed" || isDue(this.phase.error);
  }

  become(phase: TeamPhase): void {
    this.phase = phase;
    this.told.changed();
  }

  /** What is known once a read was answered: its own answer, or that of a later one which overtook it. */
  read(team: Team, { origin, asker, number }: { origin: Origin; asker: Asker; number: number }): KnownTeam {
    const { known } = this;
    if (!this.requests.takes(number) && known !== null) return known;
    // If a person asked for it, the state is kept whether it is news or not.
    return asker === "person" ? this.learn(team, origin) : this.notice(team, origin);
  }

  /** What was read after the removal was sent may know more than its answer, or not know of the removal yet. */
  private removed(team: Team, login: string, number: number): void {
    this.isUnsure = this.requests.isOvertaken(number);
    if (!this.isUnsure) this.learn(team, { kind: "removal", login });
  }

  /** A state that the service just gave: shown from now on, and kept. */
  private learn(team: Team, origin: Origin): KnownTeam {
    this.remember(team, origin);
    return this.show(team);
  }

  /** The same if nobody asked for the state: kept only if it is news. */
  private notice(team: Team, origin: Origin): KnownTeam {
    const latest = this.known?.team;
    if (latest === undefined || !diffTeams(latest, team).unchanged) this.remember(team, origin);
    return this.show(team);
  }

  private show(team: Team): KnownTeam {
    const known = { team, readAt: Date.now() };
    this.become({ kind: "ready", ...known });
    return known;
  }

  remember(team: Team, origin: Origin): void {
    const id = (this.states[this.states.length - 1]?.id ?? 0) + 1;
    this.states.push({ id, origin, at: Date.now(), team });
    this.left = this.right ?? id;
    this.right = id;
    this.told.changed();
  }

  /** A state that a person gave, whenever it was: an earlier one is compared as the one before. */
  add(team: Team, source: string): void {
    const latest = this.states.find(({ id }) => id === this.right)?.team;
    this.remember(team, { kind: "added", source });
    if (latest === undefined || !isEarlier(team, latest)) return;
    [this.left, this.right] = [this.right, this.left];
    this.told.changed();
  }
}
