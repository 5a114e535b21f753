/**
 * `scanfold/worker`: the same package in a Web Worker.
 *
 * The main entry parses scans and writes files in slices too short to notice, and answers nearly every query within a frame. What
 * takes longer (the first diff of two large scans, a rollup of a hundred thousand groups) runs in the worker instead, while the
 * page scrolls. The price is that every method but `dispose` returns a promise.
 *
 * Names, arguments, results and errors are those of the main entry unless stated otherwise.
 */

/// <reference lib="esnext.disposable" />

import type {
  CallOptions,
  Client,
  ClientOptions,
  ContainerFinding,
  ContainerResultsParams,
  ContainerScanResult,
  Diagnostics,
  Dimension,
  EpssStep,
  FacetOptions,
  FacetsOf,
  FindingFilter,
  FindingPage,
  FindingQuery,
  Given,
  OpenOptions,
  RemediationOptions,
  RemediationStep,
  RequestOptions,
  Rollup,
  RollupOptions,
  ScanDiff,
  ScanDiffOptions,
  ScanExports,
  ScanSource,
  WaitOptions,
  WasmSource,
} from "./index.js";

export { isScanfoldError, ScanfoldError } from "./index.js";

/** `Worker`, if the platform's types have it: Node's own do not. */
export type ModuleWorker = typeof globalThis extends { Worker: { prototype: infer Worker } } ? Worker : never;

/** Options of a worker. */
export interface WorkerOptions {
  /**
   * A module worker of yours that calls `serveWorker()` of `scanfold/worker-thread`. Needed if the bundler does not understand
   * `new Worker(new URL(…))`, the package is on another origin, or the page enforces Trusted Types.
   */
  worker?: ModuleWorker | undefined;
  /** Where the `.wasm` comes from, as for `init`; a response cannot be sent to a worker. */
  wasm?: Exclude<WasmSource, Response> | undefined;
}

/**
 * Starts a worker and loads the module in it. Each call starts another. An unknown option is `invalid_argument`. Rejects as
 * `init_failed` if the runtime has no `Worker`, if the script did not run within 30 seconds or is of another version of the
 * package (the hint begins with `worker_script`), or if the page's policy forbids it (`trusted_types`). If the worker ends
 * while the module loads, it rejects as later calls do: `internal`, `worker_gone`.
 */
export function startWorker(options?: WorkerOptions): Promise<ScanfoldWorker>;

/** A worker that runs the package. */
export interface ScanfoldWorker extends Disposable {
  /**
   * Requests are sent from the worker; token functions and `onEvent` are called on the page. `fetch` cannot be passed.
   */
  createClient(options: Omit<ClientOptions, "fetch">): Promise<WorkerClient>;
  /** Reads a scan from the page's data; only bytes go to the worker. */
  openScan(source: ScanSource, options?: OpenOptions): Promise<WorkerScan>;
  /**
   * Ends everything in the worker, and the worker itself unless you passed it: pending calls reject as `disposed`. If a worker
   * ends in another way, they reject as `internal`, with a hint that begins with `worker_gone`; if other code terminates it,
   * only a secure page (`isSecureContext`) learns of it.
   */
  dispose(): void;
}

/**
 * A client in the worker. An exception from its own `onEvent` ends no call here: it is reported like that of any event listener. One
 * from the `onEvent` of a call ends the call.
 */
export interface WorkerClient extends Disposable {
  /** Container scans, which stay in the worker. */
  readonly containerScans: {
    /** Resolves to the response as plain data, decoded and checked. */
    get(params: ContainerResultsParams, options?: CallOptions): Promise<ContainerScanResult>;
    /** Resolves to a scan in the worker, which parses the response as it arrives. */
    open(params: ContainerResultsParams, options?: CallOptions): Promise<WorkerScan>;
    /** Polls until the scan has completed, and resolves to it, as in the main entry. */
    waitFor(params: ContainerResultsParams, options?: WaitOptions): Promise<WorkerScan>;
  };
  /** The history of agent scans, as in the main entry. */
  readonly agentScans: Client["agentScans"];
  /** Teams, as in the main entry. */
  readonly teams: Client["teams"];
  /** Resolves to the answer of any other operation of the service. */
  request<T = unknown>(path: `/${string}`, options?: RequestOptions): Promise<T>;
  /** Ends pending calls, which reject as `disposed` (a confirmed removal still resolves), and refuses later ones. */
  dispose(): void;
}

/** Formats of a file, and their options, as for `ContainerScan.export`. */
export type WorkerExports = ScanExports;

/** A scan in the worker. It is freed there when disposed of, or when the page no longer references it. */
export interface WorkerScan extends Disposable {
  /** Empty for a scan that was opened from a list of findings; its `status` is then `completed`. */
  readonly scanId: string;
  /** As the service sent it. */
  readonly status: string;
  /** As sent: `instantOf` of the main entry reads it. `null` if absent. */
  readonly createdAt: string | null;
  /** As sent: `instantOf` of the main entry reads it. `null` if absent. */
  readonly completedAt: string | null;
  /** Whether `status` is `completed` or findings are present. */
  readonly complete: boolean;
  /** `null` if unknown, which is not zero: while the scan is running, or if a completed one came without a list. */
  readonly findingCount: number | null;
  /** Resolves to the repositories as the service sent them. */
  repositories(): Promise<Record<string, unknown>[]>;
  /** Resolves to what did not fit the interface and was kept or counted rather than dropped. */
  diagnostics(): Promise<Diagnostics>;
  /** Resolves to figures of the findings that match, and of groups of them; to `null` whenever `findingCount` is. */
  rollup(options?: Given<RollupOptions>): Promise<Rollup | null>;
  /** Resolves to values and counts for a filter's controls; to `null` whenever `findingCount` is. */
  facets<D extends Dimension = Dimension>(where?: Given<FindingFilter>, options?: FacetOptions<D> & { minEpss?: undefined }): Promise<FacetsOf<D> | null>;
  /** The same, with the counts of the steps in `minEpss`. */
  facets<D extends Dimension = Dimension>(where: Given<FindingFilter> | undefined, options: FacetOptions<D> & { minEpss: readonly number[] }): Promise<(FacetsOf<D> & { minEpss: EpssStep[] }) | null>;
  /** The same, with the counts of the steps in `minEpss`, if it is given. */
  facets<D extends Dimension = Dimension>(where?: Given<FindingFilter>, options?: FacetOptions<D>): Promise<(FacetsOf<D> & { minEpss?: EpssStep[] }) | null>;
  /** Resolves to one page of the findings that match, in the order asked for; to `null` whenever `findingCount` is. */
  findings(query?: Given<FindingQuery>): Promise<FindingPage | null>;
  /** Resolves to the first finding with this `uid`, in the order of the response. */
  finding(uid: string): Promise<ContainerFinding | undefined>;
  /**
   * Resolves to where that finding stands in the list of a query, counted from 0; to `null` if it is not in it, or whenever
   * `findingCount` is.
   */
  position(uid: string, query?: Given<FindingQuery>): Promise<number | null>;
  /** Resolves to what changed from `before`, a scan in the same worker, to this one. With a `limit`, little of it comes to the page. */
  diff(before: WorkerScan, options?: ScanDiffOptions): Promise<ScanDiff>;
  /** Resolves to the upgrades that clear findings that match, worst first; to none if `findingCount` is `null`. */
  remediation(where?: Given<FindingFilter>, options?: RemediationOptions): Promise<RemediationStep[]>;
  /** Resolves to a file to download or upload; no part of it goes through the page's thread. */
  export<Format extends keyof ScanExports>(format: Format, options?: ScanExports[Format]): Promise<Blob>;
  /** Frees the scan in the worker. Pending calls are still answered; later ones reject as `disposed`. */
  dispose(): void;
}
