/**
 * The history of the repository that was asked for last, kept while the page is open: the view comes and goes with its tab, and
 * offline it could not be asked for again. One repository at most; another one, or another connection, takes its place.
 */
import type { AgentScan, ClientEvent } from "scanfold";
import type { Connection } from "./connection.ts";
import { arrived, isDue } from "./named-time.ts";
import { Retries, type Retry } from "./retry.ts";
import { wholeEntry } from "./sparse.ts";
import { TablePlaces } from "./table-places.ts";

export interface KnownHistory {
  scans: AgentScan[];
  readAt: Date;
}

export type HistoryPhase =
  | { kind: "idle" }
  | { kind: "loading" }
  | ({ kind: "ready" } & KnownHistory)
  /** A person stopped it while it was loading. */
  | { kind: "stopped" }
  /** What was known before it failed is known still. */
  | { kind: "failed"; error: unknown; known: KnownHistory | null };

export class HistoryMemory {
  /** The view that is shown sets it. */
  changed: () => void = () => undefined;
  phase: HistoryPhase = { kind: "idle" };
  reading = false;
  /** The next try, if one has failed while the history is read. */
  retry: Retry | null = null;
  /** The connection that the history was asked for through; the places of its tables belong to it. */
  generation = 0;
  /** Which selection the table was scrolled to. */
  inSight = "";
  /** Whether all of hundreds of branches have a lane. */
  lanesUnfolded = false;
  readonly tables = new TablePlaces();
  readonly #retries = new Retries();
  #current = "";
  #isAway = false;
  /** The repository that `phase` is about. */
  #repo = "";
  #abort: AbortController | null = null;

  constructor(private readonly connection: Connection) {}

  get known(): KnownHistory | null {
    if (this.phase.kind === "ready") return this.phase;
    return this.phase.kind === "failed" ? this.phase.known : null;
  }

  /**
   * Asks for this repository unless that was done through this connection; says whether it did. What failed is asked for again when
   * its view comes back, but not before a time that the service named.
   */
  open(generation: number, repo: string): boolean {
    const wanted = `${generation} ${repo}`;
    const isAgain = this.#isAway && this.phase.kind === "failed" && isDue(this.phase.error);
    this.#isAway = false;
    if (wanted === this.#current && !isAgain) return false;
    const same = this.#repo === repo && this.generation === generation;
    [this.#repo, this.generation] = [repo, generation];
    this.#current = wanted;
    this.inSight = "";
    this.lanesUnfolded = false;
    if (!same) this.phase = repo === "" ? { kind: "idle" } : { kind: "loading" };
    void this.read(repo);
    return true;
  }

  leave(): void {
    this.changed = () => undefined;
    this.#isAway = true;
  }

  /** Reads it, even if it is known: then that stays in sight, also if reading fails. Never rejects. */
  async read(repo: string): Promise<void> {
    this.#abort?.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#rest();
    if (repo === "") return;
    const { known } = this;
    if (known === null) this.phase = { kind: "loading" };
    this.reading = true;
    this.changed();
    try {
      const client = await this.connection.client();
      const scans = (await client.agentScans.history({ repo }, { signal, onEvent: this.#heard })).map(wholeEntry);
      if (signal.aborted) return;
      this.phase = { kind: "ready", scans, readAt: new Date() };
    } catch (error) {
      if (signal.aborted) return;
      arrived(error);
      this.phase = { kind: "failed", error, known };
    }
    this.#rest();
    this.changed();
  }

  /** Stops reading; what is known stays. */
  stop(): void {
    this.#abort?.abort();
    this.#rest();
    if (this.phase.kind === "loading") this.phase = { kind: "stopped" };
    this.changed();
  }

  #rest(): void {
    this.reading = false;
    this.retry = null;
  }

  readonly #heard = (event: ClientEvent): void => {
    const retry = this.#retries.heard(event, Date.now());
    if (retry === null) return;
    this.retry = retry;
    this.changed();
  };
}
