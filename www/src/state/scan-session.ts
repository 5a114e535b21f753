/**
 * One container scan being opened, waited for and shown, as a state that a view can draw. Owns the handles, and disposes of what is
 * replaced. The scan that was shown last is kept, unless it is large, until the next one can be shown, which may never happen. It
 * asks; what the answers mean is the package's business.
 */
import {
  isScanfoldError,
  type Client,
  type ClientEvent,
  type ContainerResultsParams,
  type ContainerScan,
  type ErrorKind,
  type Progress,
} from "scanfold";
import type { Connection } from "./connection.ts";
import { arrived } from "./named-time.ts";
import { pause } from "./pause.ts";
import { prepare } from "./prepare.ts";
import { Drawing } from "./drawing.ts";
import { Retries, type Retry } from "./retry.ts";
import { waited } from "./scan-wait.ts";

/** A request that brought no scan: without a status, no answer at all. */
export interface Missed {
  status: number | undefined;
  error: ErrorKind;
}

export type ScanPhase =
  | { kind: "idle" }
  | { kind: "loading"; progress: Progress | null; retry: Retry | null }
  | {
      kind: "running";
      scan: ContainerScan;
      status: string;
      askedAt: number;
      /** Requests so far, those that brought nothing included. */
      asks: number;
      waiting: boolean;
      progress: Progress | null;
      expired: boolean;
      /** The last request, if it brought nothing. */
      missed: Missed | null;
      /** When the page asks again, if it pauses after such a request. */
      againAt: number | null;
    }
  | { kind: "ready"; scan: ContainerScan; loadedAt: number }
  /** A person stopped it while it was loading. */
  | { kind: "stopped" }
  | { kind: "failed"; error: unknown };

type Running = Extract<ScanPhase, { kind: "running" }>;
type Ready = Extract<ScanPhase, { kind: "ready" }>;

/** A larger scan is not kept while another one is read: memory would have to hold both. */
const MOST_KEPT = 100_000;

/** Between the answer that says a scan is running and the next request, with which waiting begins. */
const FIRST_PAUSE_MS = 2000;

/** An instance that has ended takes its scans with it. */
function canBeAsked(scan: ContainerScan): boolean {
  try {
    scan.rollup();
    return true;
  } catch {
    return false;
  }
}

export class ScanSession {
  phase: ScanPhase = { kind: "idle" };
  scanId = "";
  #abort: AbortController | null = null;
  /** The scan that was shown last, as long as no other one is. */
  #last: { scanId: string; ready: Ready; generation: number } | null = null;
  /**
   * The client that was asked for the scan, and how: only that one waits for it. When the page is connected to another service or
   * with other tokens, that client is disposed of and the wait ends.
   */
  #source: { client: Client; params: ContainerResultsParams; generation: number } | null = null;
  readonly #drawing = new Drawing(() => this.changed());
  readonly #retries = new Retries();

  constructor(
    private readonly connection: Connection,
    private readonly changed: () => void,
    /** Told of each scan that was read to its end, and through which connection. */
    private readonly read: (scan: ContainerScan, generation: number) => void,
  ) {}

  /** Opens the scan, and waits for it if it is still running. Never rejects: a failure is a phase. */
  async open(scanId: string): Promise<void> {
    const signal = this.#restart();
    this.#keepShown(scanId);
    this.scanId = scanId;
    if (scanId === "") return this.#become({ kind: "idle" });
    this.#become({ kind: "loading", progress: null, retry: null });
    await this.#attempt(signal, async () => {
      const [params, { generation }] = [this.connection.scanParams(scanId), this.connection];
      const client = await this.connection.client();
      signal.throwIfAborted();
      this.#source = { client, params, generation };
      const scan = await client.containerScans.open(params, {
        signal,
        onProgress: (progress) => this.#progress(signal, progress),
        onEvent: this.#heard,
      });
      if (signal.aborted) return scan.dispose();
      if (scan.complete) return this.#show(signal, scan);
      this.#become({
        kind: "running",
        scan,
        status: scan.status,
        askedAt: Date.now(),
        asks: 1,
        waiting: true,
        progress: null,
        expired: false,
        missed: null,
        againAt: null,
      });
      await pause(FIRST_PAUSE_MS, signal);
      await this.#wait(signal);
    });
  }

  /** Shows the scan that was shown last, if it is this one; says whether it is. */
  showLast(scanId: string): boolean {
    const last = this.#last;
    if (last === null || last.scanId !== scanId || last.generation !== this.connection.generation || !canBeAsked(last.ready.scan)) return false;
    this.#restart();
    this.#last = null;
    this.scanId = scanId;
    this.#become(last.ready);
    return true;
  }

  /** Keeps the scan that is shown, if another one is to be read. */
  #keepShown(scanId: string): void {
    const { phase } = this;
    const { generation } = this.connection;
    if (this.#last?.generation !== generation) this.#forgetLast();
    if (phase.kind !== "ready" || this.#source?.generation !== generation) return;
    if (scanId !== this.scanId && (phase.scan.findingCount ?? 0) <= MOST_KEPT) this.#last = { scanId: this.scanId, ready: phase, generation };
  }

  #forgetLast(): void {
    this.#last?.ready.scan.dispose();
    this.#last = null;
  }

  /** Stops asking; what is known stays on the page. */
  stop(): void {
    this.#abort?.abort();
    if (this.phase.kind === "running") this.#become({ ...this.phase, waiting: false, progress: null });
    else if (this.phase.kind === "loading") this.#become({ kind: "stopped" });
  }

  async resume(): Promise<void> {
    if (this.phase.kind !== "running") return this.open(this.scanId);
    const signal = this.#restart();
    await this.#attempt(signal, () => this.#wait(signal));
  }

  async #wait(signal: AbortSignal): Promise<void> {
    if (this.#source === null) throw new Error("nothing was asked for");
    this.#update({ waiting: true, expired: false, againAt: null });
    const { client, params } = this.#source;
    const told = {
      status: (status: string): void => this.#answered(signal, status),
      progress: (progress: Progress): void => this.#progress(signal, progress),
      event: this.#heard,
      pausing: (againAt: number): void => this.#update({ againAt, progress: null }),
    };
    const scan = await waited(client, params, told, signal);
    if (scan === null) this.#update({ waiting: false, expired: true });
    else await this.#show(signal, scan);
  }

  #answered(signal: AbortSignal, status: string): void {
    if (signal.aborted || this.phase.kind !== "running") return;
    this.#update({ status, askedAt: Date.now(), asks: this.phase.asks + 1, missed: null, againAt: null });
  }

  async #show(signal: AbortSignal, scan: ContainerScan): Promise<void> {
    const loadedAt = Date.now();
    try {
      await prepare(scan, signal);
    } catch (error) {
      scan.dispose();
      throw error;
    }
    if (signal.aborted) return scan.dispose();
    if (this.#source !== null) this.read(scan, this.#source.generation);
    this.#forgetLast();
    this.#become({ kind: "ready", scan, loadedAt });
  }

  async #attempt(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      arrived(error);
      // Out of memory, the kept scan is in the way; with its instance gone, it cannot be asked.
      if (isScanfoldError(error, "too_large") || isScanfoldError(error, "internal")) this.#forgetLast();
      this.#become({ kind: "failed", error });
    }
  }

  #progress(signal: AbortSignal, progress: Progress): void {
    if (signal.aborted) return;
    if (this.phase.kind === "loading") this.phase = { ...this.phase, progress };
    else if (this.phase.kind === "running") this.phase = { ...this.phase, progress: progress.findings > 0 ? progress : null };
    else return;
    this.#drawing.soon();
  }

  /** What had arrived before a new try does not count. */
  readonly #heard = (event: ClientEvent): void => {
    const now = Date.now();
    const { type, status, error, durationMs = 0 } = event;
    if (type === "attempt" && error !== undefined) this.#missed({ status, error }, now - durationMs);
    const retry = this.#retries.heard(event, now);
    if (retry === null) return;
    if (this.phase.kind === "loading") this.#become({ kind: "loading", progress: null, retry });
    else if (this.#isWaiting) this.#update({ againAt: retry.at, progress: null });
  };

  get #isWaiting(): boolean {
    return this.phase.kind === "running" && this.phase.waiting;
  }

  #missed(missed: Missed, askedAt: number): void {
    if (this.phase.kind === "running" && this.phase.waiting) this.#update({ askedAt, asks: this.phase.asks + 1, missed });
  }

  #update(part: Partial<Running>): void {
    if (this.phase.kind === "running") this.#become({ ...this.phase, ...part, kind: "running" });
  }

  #restart(): AbortSignal {
    this.#abort?.abort();
    this.#abort = new AbortController();
    return this.#abort.signal;
  }

  #become(phase: ScanPhase): void {
    const previous = "scan" in this.phase ? this.phase.scan : null;
    const isHeld = previous === this.#last?.ready.scan || ("scan" in phase && phase.scan === previous);
    if (previous !== null && !isHeld) previous.dispose();
    this.phase = phase;
    this.changed();
  }
}
