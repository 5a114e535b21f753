/**
 * The removal of one member, from the moment it is sent: once, and again only if the service refused to look at it. Keeps who was
 * removed and as what, because the service no longer does. If the outcome is not known, or the service knows no such member, the
 * team is read. All removals of a team are in `removals.ts`.
 */
import { assessRemoval, isScanfoldError, type ClientEvent, type Member, type MemberRemoval, type Team } from "scanfold";
import type { Connection } from "./connection.ts";
import { askBeforeLeaving } from "./leaving-question.ts";
import type { Newest } from "./newest.ts";
import { RemovalPause } from "./removal-pause.ts";
import { Retries, type Retry } from "./retry.ts";

/** Who was to be removed, from the team as it was just before. */
export interface Leaver {
  member: Member;
  before: Team;
}

/** Who wanted the team to be read. */
export type Asker = "person" | "page";

/** `reading`: with the try that is waited for, if one has failed. */
export type Look = { kind: "none" } | { kind: "reading"; retry: Retry | null } | { kind: "gone" | "present"; at: number } | { kind: "failed"; error: unknown };

export type RemovalPhase =
  | { kind: "sending" }
  /** A person stopped it while the service had refused all that was sent. */
  | { kind: "stopped" }
  | { kind: "settled"; result: MemberRemoval; at: number }
  | { kind: "unknown"; error: unknown; look: Look; at: number }
  | { kind: "refused"; error: unknown; look: Look; at: number };

/** What a removal tells its desk, and asks of it, on the way. */
export interface RemovalTold {
  changed: () => void;
  /** The service has answered, or will not. */
  ended: (removal: Removal) => void;
  /** The team as the removal's own answer has it, which a read that was sent later may have overtaken. */
  removed: (team: Team, login: string, number: number) => void;
  /** The team was read. Returns what is known then, which an overtaken answer is not. */
  read: (team: Team, asker: Asker, number: number) => { team: Team; readAt: number };
  /** The team is read again, because the try before failed. */
  retrying: (retry: Retry) => void;
  readonly requests: Newest;
}

export class Removal {
  phase: RemovalPhase = { kind: "sending" };
  /** Once closed, what is still on its way is told to nobody. */
  #isClosed = false;
  readonly #pause: RemovalPause;

  constructor(
    private readonly connection: Connection,
    private readonly told: RemovalTold,
    readonly leaver: Leaver,
    /** Which of the team's removals it is, counted from 1. */
    readonly number: number,
  ) {
    this.#pause = new RemovalPause(told.changed);
  }

  /** Whether it waits to be sent again, and can be stopped. */
  get isPausing(): boolean {
    return this.#pause.isUnderWay;
  }

  /** The try that it waits for, or that is on its way, if the service refused one before it. */
  get retry(): Retry | null {
    return this.#pause.retry;
  }

  stop(): void {
    this.#pause.stop();
  }

  /** Whether it waits for a time that is known: to be sent again, or until the team is read again to see what became of it. */
  get isCountingDown(): boolean {
    return this.isPausing || ("look" in this.phase && this.phase.look.kind === "reading" && this.phase.look.retry !== null);
  }

  async send(teamId: string): Promise<void> {
    const { generation } = this.connection;
    const { user_login } = this.leaver.member;
    const number = this.told.requests.send();
    try {
      const params = { ...this.connection.teamParams(teamId), user_login };
      const client = await this.connection.client();
      const removing = this.#pause.during((options) => client.teams.removeMember(params, options));
      const result = await askBeforeLeaving(removing);
      this.told.removed(result.team, user_login, number);
      // What was asked for before this answer may still have the member.
      this.told.requests.overtakeAll();
      this.#become({ kind: "settled", result, at: Date.now() });
    } catch (error) {
      if (this.#pause.isStopped) return this.#become({ kind: "stopped" });
      const unknown = isScanfoldError(error) && error.outcome === "unknown";
      this.#become({ kind: unknown ? "unknown" : "refused", error, look: { kind: "none" }, at: Date.now() });
      // A member whom the service does not know may be gone already: then the list that is shown is out of date.
      const stale = unknown || isScanfoldError(error, "not_found");
      // Another connection may be another service, whose team says nothing about this one.
      if (!stale || generation !== this.connection.generation) return;
      this.told.requests.overtakeAll();
      await this.look(teamId, "page");
    }
  }

  /** Reads the team to see who is in it if the answer does not say: once unasked, then when a person asks. */
  async look(teamId: string, asker: Asker): Promise<void> {
    const { phase } = this;
    if (phase.kind !== "unknown" && phase.kind !== "refused") return;
    const number = this.told.requests.send();
    this.#become({ ...phase, look: { kind: "reading", retry: null } });
    const retries = new Retries();
    const onEvent = (event: ClientEvent): void => {
      const retry = retries.heard(event, Date.now());
      if (retry === null || this.#isClosed) return;
      this.#become({ ...phase, look: { kind: "reading", retry } });
      this.told.retrying(retry);
    };
    let look: Look;
    try {
      const params = this.connection.teamParams(teamId);
      const client = await this.connection.client();
      const team = await client.teams.get(params, { onEvent });
      if (this.#isClosed) return;
      const known = this.told.read(team, asker, number);
      const { warnings } = assessRemoval(known.team, this.leaver.member.user_login);
      look = { kind: warnings.some(({ code }) => code === "not_a_member") ? "gone" : "present", at: known.readAt };
    } catch (error) {
      look = { kind: "failed", error };
    }
    if (!this.#isClosed) this.#become({ ...phase, look });
  }

  close(): void {
    this.#isClosed = true;
  }

  #become(phase: RemovalPhase): void {
    const isEnding = this.phase.kind === "sending";
    this.phase = phase;
    this.told.changed();
    if (isEnding) this.told.ended(this);
  }
}
