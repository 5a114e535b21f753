/**
 * The removal of one member, from the moment it is sent: once, never repeated. Keeps who was removed and as what, because
 * the service keeps it no longer. Where the outcome is not known, or the service knows no such member, the team is read.
 */
import { assessRemoval, isScanfoldError, type Member, type MemberRemoval, type Operation, type Team } from "scanfold";
import type { Connection } from "./connection.ts";
import { askBeforeLeaving } from "./leaving-question.ts";
import type { Newest } from "./newest.ts";

/** Who was to be removed, from the team as it was just before. */
export interface Leaver {
  member: Member;
  before: Team;
}

export type Look = { kind: "none" } | { kind: "reading" } | { kind: "gone" | "present"; at: number } | { kind: "failed"; error: unknown };

export type RemovalPhase =
  | { kind: "idle" }
  | { kind: "sending"; leaver: Leaver }
  | { kind: "settled"; leaver: Leaver; result: MemberRemoval }
  | { kind: "unknown"; leaver: Leaver; error: unknown; look: Look }
  | { kind: "refused"; leaver: Leaver; error: unknown; look: Look };

/** Where what is learnt of the team on the way goes. */
export interface RemovalTold {
  /** The team as the removal's own answer has it, which a read that was sent later may have overtaken. */
  removed: (team: Team, label: string, number: number) => void;
  /** The team was read; `asked`: because a person wanted it. What is known then: an answer that was overtaken is not it. */
  read: (team: Team, asked: boolean, number: number) => { team: Team; readAt: number };
  readonly reads: Newest;
}

export class Removal {
  phase: RemovalPhase = { kind: "idle" };
  /** Counts removals and what replaced them, so that a late answer is not taken for the present one's. */
  #turn = 0;

  constructor(
    private readonly connection: Connection,
    private readonly changed: () => void,
    private readonly told: RemovalTold,
  ) {}

  /** The login of who is being removed, until the service has answered; `null` where nobody is. */
  get leaving(): string | null {
    return this.phase.kind === "sending" ? this.phase.leaver.member.user_login : null;
  }

  /** The operation whose answer decides what is known next. */
  get awaited(): Operation | null {
    const { phase } = this;
    if (phase.kind === "sending") return "teams.removeMember";
    return "look" in phase && phase.look.kind === "reading" ? "teams.get" : null;
  }

  async send(teamId: string, leaver: Leaver): Promise<void> {
    const turn = ++this.#turn;
    const { generation } = this.connection;
    this.#become({ kind: "sending", leaver });
    const user_login = leaver.member.user_login;
    const number = this.told.reads.send();
    try {
      const params = { ...this.connection.teamParams(teamId), user_login };
      const client = await this.connection.client();
      const result = await askBeforeLeaving(client.teams.removeMember(params));
      if (turn !== this.#turn) return;
      this.told.removed(result.team, `after removing ${user_login},`, number);
      // What was asked for before this answer may still have the member.
      this.told.reads.overtakeAll();
      this.#become({ kind: "settled", leaver, result });
    } catch (error) {
      if (turn !== this.#turn) return;
      const unknown = isScanfoldError(error) && error.outcome === "unknown";
      this.#become({ kind: unknown ? "unknown" : "refused", leaver, error, look: { kind: "none" } });
      // Whom the service does not know may be gone already: then the list that is shown is not what is there.
      const stale = unknown || isScanfoldError(error, "not_found");
      // Another connection may be another service, whose team says nothing about this one.
      if (!stale || generation !== this.connection.generation) return;
      this.told.reads.overtakeAll();
      await this.look(teamId, false);
    }
  }

  /** Reads the team to see who is in it where the answer does not say: once by itself, then where a person asks. */
  async look(teamId: string, asked = true): Promise<void> {
    const { phase } = this;
    if (phase.kind !== "unknown" && phase.kind !== "refused") return;
    const turn = this.#turn;
    const number = this.told.reads.send();
    this.#become({ ...phase, look: { kind: "reading" } });
    let look: Look;
    try {
      const params = this.connection.teamParams(teamId);
      const client = await this.connection.client();
      const team = await client.teams.get(params);
      if (turn !== this.#turn) return;
      const known = this.told.read(team, asked, number);
      const { warnings } = assessRemoval(known.team, phase.leaver.member.user_login);
      look = { kind: warnings.some(({ code }) => code === "not_a_member") ? "gone" : "present", at: known.readAt };
    } catch (error) {
      look = { kind: "failed", error };
    }
    if (turn === this.#turn) this.#become({ ...phase, look });
  }

  forget(): void {
    this.#turn += 1;
    this.#become({ kind: "idle" });
  }

  #become(phase: RemovalPhase): void {
    this.phase = phase;
    this.changed();
  }
}
