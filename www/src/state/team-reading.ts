/**
 * One team being read: asked for, stopped, left. What it learns goes to the desk that it was read for; what is drawn or said of it
 * is the view's.
 */
import type { Team } from "scanfold";
import type { Connection } from "./connection.ts";
import type { TeamDesk } from "./team-memory.ts";

export interface ReadingTold {
  /** It begins or is over, with whatever came of it: tries that were told of count no more. */
  turned: () => void;
  read: (team: Team) => void;
}

export class TeamReading {
  isUnderWay = false;
  /** A person stopped it before anything was known. */
  isStopped = false;
  #abort: AbortController | null = null;

  constructor(
    private readonly connection: () => Connection,
    private readonly told: ReadingTold,
  ) {}

  /** Reads the team; where a person asked for it, the state is kept whether it is news or not. */
  async read(desk: TeamDesk, id: string, asked: boolean): Promise<void> {
    this.#abort?.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.isStopped = false;
    this.#turn(id !== "");
    if (id === "") return;
    // A team that is shown stays in sight while it is read again.
    if (desk.known === null) desk.become({ kind: "loading" });
    try {
      const team = await this.#get(id, signal);
      if (signal.aborted) return;
      this.#turn(false);
      if (asked) desk.learn(team, "read");
      else desk.notice(team, "read");
      this.told.read(team);
    } catch (error) {
      if (signal.aborted) return;
      this.#turn(false);
      desk.become({ kind: "failed", error, known: desk.known });
    }
  }

  /** Nothing is read any more; what was known is known still. */
  stop(desk: TeamDesk): void {
    this.leave();
    this.#turn(false);
    if (desk.phase.kind !== "loading") return;
    this.isStopped = true;
    desk.become({ kind: "idle" });
  }

  /** The view is gone. */
  leave(): void {
    this.#abort?.abort();
  }

  /** The present state, asked for before a removal is sent; shown and kept only where it is news. */
  async present(desk: TeamDesk, id: string, signal: AbortSignal): Promise<Team> {
    const team = await this.#get(id, signal);
    if (!signal.aborted) desk.notice(team, "read before removing,");
    return team;
  }

  async #get(id: string, signal: AbortSignal): Promise<Team> {
    const connection = this.connection();
    const params = connection.teamParams(id);
    const client = await connection.client();
    return client.teams.get(params, { signal });
  }

  #turn(isUnderWay: boolean): void {
    this.isUnderWay = isUnderWay;
    this.told.turned();
  }
}
