/**
 * The removal of one member, from the moment it is sent: once, never repeated. Keeps who was removed and as what, because
 * the service keeps it no longer. Where the outcome is not known it can be looked for, by reading the team.
 */
import { assessRemoval, isScanfoldError, type Member, type MemberRemoval, type Team } from "scanfold";
import type { Connection } from "./connection.ts";

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
  | { kind: "refused"; leaver: Leaver; error: unknown };

export class Removal {
  phase: RemovalPhase = { kind: "idle" };
  /** Counts removals and what replaced them, so that a late answer is not taken for the present one's. */
  #turn = 0;

  constructor(
    private readonly connection: Connection,
    private readonly changed: () => void,
    /** Called with each state of the team that was learnt on the way. */
    private readonly learnt: (team: Team, label: string) => void,
  ) {}

  get busy(): boolean {
    return this.phase.kind === "sending";
  }

  async send(teamId: string, leaver: Leaver): Promise<void> {
    const turn = ++this.#turn;
    this.#become({ kind: "sending", leaver });
    const user_login = leaver.member.user_login;
    try {
      const client = await this.connection.client();
      const result = await client.teams.removeMember({ ...this.connection.teamParams(teamId), user_login });
      if (turn !== this.#turn) return;
      this.learnt(result.team, `after removing ${user_login},`);
      this.#become({ kind: "settled", leaver, result });
    } catch (error) {
      if (turn !== this.#turn) return;
      const unknown = isScanfoldError(error) && error.outcome === "unknown";
      this.#become(unknown ? { kind: "unknown", leaver, error, look: { kind: "none" } } : { kind: "refused", leaver, error });
    }
  }

  /** Reads the team to see what became of a removal whose outcome is not known. */
  async look(teamId: string): Promise<void> {
    const { phase } = this;
    if (phase.kind !== "unknown") return;
    const turn = this.#turn;
    this.#become({ ...phase, look: { kind: "reading" } });
    let look: Look;
    try {
      const client = await this.connection.client();
      const team = await client.teams.get(this.connection.teamParams(teamId));
      if (turn !== this.#turn) return;
      this.learnt(team, "read");
      const { warnings } = assessRemoval(team, phase.leaver.member.user_login);
      look = { kind: warnings.some(({ code }) => code === "not_a_member") ? "gone" : "present", at: Date.now() };
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
