/**
 * The earlier scan that the open one is compared with: loaded once, compared once for each way to compare, disposed when it is
 * replaced. Both scans are compared whole, whatever is shown of that: under a filter, findings would look resolved that only left it.
 */
import type { ClientEvent, ContainerScan, Progress, ScanDiff } from "scanfold";
import { instant } from "./instant.ts";
import type { Connection } from "./connection.ts";
import { isEmptySoFar } from "./empty-so-far.ts";
import { Drawing } from "./drawing.ts";
import { Retries, type Retry } from "./retry.ts";

export interface Compared {
  /** Worst first: each list is in the default order of findings. */
  diff: ScanDiff;
  /** The open scan, the earlier one, and how they were compared, to ask more of them. */
  scan: ContainerScan;
  before: ContainerScan;
  ignoreImage: boolean;
  /** The scan that was named as the earlier one began after the open one. */
  later: boolean;
  /** No image is in both scans, so that nothing could have stayed. */
  apart: boolean;
}

export type ComparisonPhase =
  | { kind: "idle" }
  | { kind: "loading"; progress: Progress | null; retry: Retry | null }
  /** The earlier scan has no findings, or no list of them, and this status. */
  | { kind: "running"; status: string }
  | ({ kind: "ready" } & Compared)
  /** A person stopped it while it was loading. */
  | { kind: "stopped" }
  /** `unread`: it was the earlier scan that could not be read. */
  | { kind: "failed"; error: unknown; unread: boolean };

/** Whether two scans with findings have no image in common. */
function areApart(scan: ContainerScan, before: ContainerScan): boolean {
  const imagesOf = (one: ContainerScan): string[] => (one.facets(undefined, { dimensions: ["image"] })?.image ?? []).map(({ value }) => value);
  const [now, then] = [imagesOf(scan), new Set(imagesOf(before))];
  return now.length > 0 && then.size > 0 && !now.some((image) => then.has(image));
}

function compare(scan: ContainerScan, before: ContainerScan, ignoreImage: boolean): ComparisonPhase {
  if (scan.findingCount === null || before.findingCount === null || isEmptySoFar(before)) return { kind: "running", status: before.status };
  const diff = scan.diff(before, { ignoreImage, sort: [] });
  return {
    kind: "ready",
    diff,
    scan,
    before,
    ignoreImage,
    later: (instant(before.createdAt) ?? Number.NEGATIVE_INFINITY) > (instant(scan.createdAt) ?? Number.POSITIVE_INFINITY),
    apart: diff.persisting === 0 && areApart(scan, before),
  };
}

export class Comparison {
  phase: ComparisonPhase = { kind: "idle" };
  /** What was asked for last: the two scans, and through which connection. */
  #pair = "";
  /** The open scan that was compared last: read anew, it is another one with the same id. */
  #scan: ContainerScan | null = null;
  #ignoreImage = false;
  #before: ContainerScan | null = null;
  #abort: AbortController | null = null;
  readonly #drawing = new Drawing(() => this.changed());
  readonly #retries = new Retries();

  constructor(
    private readonly connection: Connection,
    private readonly changed: () => void,
    /** Told of each earlier scan that was read, and through which connection. */
    private readonly read: (scan: ContainerScan, generation: number) => void,
  ) {}

  /** Does nothing if this comparison is the present one already. */
  async compare(scan: ContainerScan, beforeId: string, ignoreImage: boolean): Promise<void> {
    const pair = beforeId === "" ? "" : `${this.connection.generation} ${scan.scanId} ${beforeId}`;
    const isOther = pair !== this.#pair;
    if (isOther) this.forget();
    const sameWay = ignoreImage === this.#ignoreImage && scan === this.#scan;
    this.#pair = pair;
    this.#scan = scan;
    this.#ignoreImage = ignoreImage;
    if (!isOther) {
      if (!sameWay) this.#compareLoaded();
      return;
    }
    if (pair === "") return this.#become({ kind: "idle" });
    await this.#load(beforeId);
  }

  async #load(beforeId: string): Promise<void> {
    this.#abort = new AbortController();
    const signal = this.#abort.signal;
    this.#become({ kind: "loading", progress: null, retry: null });
    try {
      const [params, { generation }] = [this.connection.scanParams(beforeId), this.connection];
      const client = await this.connection.client();
      const before = await client.containerScans.open(params, {
        signal,
        onProgress: (progress) => this.#progress(signal, progress),
        onEvent: this.#heard,
      });
      if (signal.aborted) return before.dispose();
      this.#before = before;
      this.read(before, generation);
      this.#compareLoaded();
    } catch (error) {
      if (!signal.aborted) this.#become({ kind: "failed", error, unread: true });
    }
  }

  /** Compares with the scan that is loaded; while it is still loading, there is nothing to do yet. */
  #compareLoaded(): void {
    const [scan, before] = [this.#scan, this.#before];
    if (scan === null || before === null) return;
    try {
      this.#become(compare(scan, before, this.#ignoreImage));
    } catch (error) {
      this.#become({ kind: "failed", error, unread: false });
    }
  }

  #progress(signal: AbortSignal, progress: Progress): void {
    if (signal.aborted || this.phase.kind !== "loading") return;
    this.phase = { ...this.phase, progress };
    this.#drawing.soon();
  }

  readonly #heard = (event: ClientEvent): void => {
    const retry = this.#retries.heard(event, Date.now());
    if (retry !== null && this.phase.kind === "loading") this.#become({ kind: "loading", progress: null, retry });
  };

  /** Stops loading. The pair stays the present one, so that nothing is asked for until a person wants it. */
  stop(): void {
    if (this.phase.kind !== "loading") return;
    this.#abort?.abort();
    this.#become({ kind: "stopped" });
  }

  /** Forgets the result and the earlier scan, so that the next `compare` asks again. */
  forget(): void {
    this.#abort?.abort();
    this.#before?.dispose();
    this.#before = null;
    this.#pair = "";
    this.#scan = null;
    this.phase = { kind: "idle" };
  }

  #become(phase: ComparisonPhase): void {
    this.phase = phase;
    this.changed();
  }
}
