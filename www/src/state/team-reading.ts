/**
 * One team being read: asked for, stopped, left. What it learns goes to the desk that it was read for; drawing and announcing it is
 * the view's part.
 */
import type { CallOptions, ClientEvent, Team } from "scanfold";
import type { Connection } from "./connection.ts";
import { arrived } from "./named-time.ts";
import type { Asker } from "./removal.ts";
import type { TeamDesk } from "./team-desk.ts";

export interface ReadingTold {
  /** Reading begins or ends, whatever came of it: tries that were heard of before no longer count. */
  turned: () => void;
  read: (team: Team) => void;
  /** Of each request of a read, and of each try that follows. */
  heard: (event: ClientEvent) => void;
}

export class TeamReading {
  isUnderWay = false;
  #abort: AbortController | null = null;

  constructor(
    private readonly connection: () => Connection,
    private readonly told: ReadingTold,
  ) {}

  async read(desk: TeamDesk, id: string, asker: Asker): Promise<void> {
    this.#abort?.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#turn(id !== "");
    if (id === "") return;
    // A team that is shown stays in sight while it is read again.
    if (desk.known === null) desk.become({ kind: "loading" });
    const number = desk.requests.send();
    desk.isUnsure = false;
    try {
      const team = await this.#get(id, { signal, onEvent: this.told.heard });
      if (signal.aborted) return;
      this.#turn(false);
      this.told.read(desk.read(team, { origin: { kind: "read" }, asker, number }).team);
    } catch (error) {
      if (signal.aborted) return;
      arrived(error);
      this.#turn(false);
      // A later request has been answered, and its answer is what is known.
      if (desk.known !== null && desk.requests.isOvertaken(number)) return;
      desk.become({ kind: "failed", error, known: desk.known });
    }
  }

  /** Stops reading; what is known stays. */
  stop(desk: TeamDesk): void {
    this.end();
    if (desk.phase.kind === "loading") desk.become({ kind: "stopped" });
  }

  /** The same for a team that is no longer shown. */
  end(): void {
    this.leave();
    this.#turn(false);
  }

  /** The view is gone. */
  leave(): void {
    this.#abort?.abort();
  }

  /** The present state, asked for before a removal is sent; kept among the states only if it is news. */
  async present(desk: TeamDesk, id: string, options: CallOptions): Promise<Team> {
    const number = desk.requests.send();
    const team = await this.#get(id, options);
    return options.signal?.aborted ? team : desk.read(team, { origin: { kind: "read before a removal" }, asker: "page", number }).team;
  }

  async #get(id: string, options: CallOptions): Promise<Team> {
    const connection = this.connection();
    const params = connection.teamParams(id);
    const client = await connection.client();
    return client.teams.get(params, options);
  }

  #turn(isUnderWay: boolean): void {
    this.isUnderWay = isUnderWay;
    this.told.turned();
  }
}
