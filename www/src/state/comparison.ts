/**
 * The earlier scan that the open one is compared with: loaded once, compared once, disposed when it is replaced. The
 * comparison is of both scans whole: under a filter, findings would look resolved that only left the filter.
 */
import type { ContainerScan, ScanDiff } from "scanfold";
import type { Connection } from "./connection.ts";

export type ComparisonPhase =
  { kind: "idle" } | { kind: "loading" } | { kind: "running" } | { kind: "ready"; diff: ScanDiff } | { kind: "failed"; error: unknown };

export class Comparison {
  phase: ComparisonPhase = { kind: "idle" };
  #key = "";
  #abort: AbortController | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly changed: () => void,
  ) {}

  /** Does nothing where this comparison is the present one already. */
  async compare(scan: ContainerScan, beforeId: string): Promise<void> {
    const key = beforeId === "" ? "" : `${this.connection.generation} ${scan.scanId} ${beforeId}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#abort?.abort();
    this.#abort = new AbortController();
    const signal = this.#abort.signal;
    if (key === "") return this.#become({ kind: "idle" });
    this.#become({ kind: "loading" });
    try {
      const client = await this.connection.client();
      const before = await client.containerScans.open(this.connection.scanParams(beforeId), { signal });
      try {
        if (!signal.aborted) this.#become(before.findingCount === null ? { kind: "running" } : { kind: "ready", diff: scan.diff(before) });
      } finally {
        before.dispose();
      }
    } catch (error) {
      if (!signal.aborted) this.#become({ kind: "failed", error });
    }
  }

  /** Forgets the result, so that the next `compare` asks again. */
  forget(): void {
    this.#abort?.abort();
    this.#key = "";
    this.phase = { kind: "idle" };
  }

  #become(phase: ComparisonPhase): void {
    this.phase = phase;
    this.changed();
  }
}
