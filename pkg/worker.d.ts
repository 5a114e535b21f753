/**
 * `scanfold/worker`: the same package on a thread of its own.
 *
 * The main entry reads a scan in slices that a page does not feel, and answers most questions within a frame. What takes
 * longer about very large scans (exports, the first diff, groups by the hundred thousand) goes on in the worker instead,
 * while the page scrolls. The price is that every answer is a promise.
 *
 * Names, arguments, results and errors are those of the main entry where nothing else is said.
 */

/// <reference lib="esnext.disposable" />

import type {
  AnsweredFacets,
  CallOptions,
  Client,
  ClientOptions,
  ContainerFinding,
  ContainerResultsParams,
  ContainerScan,
  ContainerScanResult,
  Diagnostics,
  EpssStep,
  FacetOptions,
  FindingFilter,
  FindingPage,
  FindingQuery,
  Given,
  OpenOptions,
  RemediationStep,
  RequestOptions,
  Rollup,
  RollupOptions,
  ScanDiff,
  ScanSource,
  WaitOptions,
  WasmSource,
} from "./index.js";

export { isScanfoldError, ScanfoldError } from "./index.js";

/** What a worker is started with. */
export interface WorkerOptions {
  /**
   * A module worker of yours that calls `serveWorker()` of `scanfold/worker-thread`. Needed where the bundler does not
   * understand `new Worker(new URL(…))`, where the package lies on another origin, and where the page enforces Trusted Types.
   */
  worker?: Worker | undefined;
  /** Where the `.wasm` comes from, as for `init`; a response cannot be sent to a worker. */
  wasm?: Exclude<WasmSource, Response> | undefined;
}

/**
 * Starts a worker and loads the module in it. Each call starts another. An option that is none is `invalid_argument`. Fails as
 * `init_failed` where the runtime has no `Worker`, and with a hint that begins with `worker_script` where the script did not run
 * within 30 seconds or is of another version of the package, with `trusted_types` where the page's policy forbids it. Where the worker ends while the module loads, it fails as what is asked of it later does:
 * `internal`, `worker_gone`.
 */
export function startWorker(options?: WorkerOptions): Promise<ScanfoldWorker>;

/** A worker that runs the package, and what it is asked for. */
export interface ScanfoldWorker extends Disposable {
  /**
   * The client's requests go out from the worker; token functions and `onEvent` are called on the page. `fetch` cannot be
   * given.
   */
  createClient(options: Omit<ClientOptions, "fetch">): Promise<WorkerClient>;
  /** Reads a scan from what the page has; only bytes go to the worker. */
  openScan(source: ScanSource, options?: OpenOptions): Promise<WorkerScan>;
  /**
   * Ends the worker, unless it was given, and everything in it: pending calls reject as `disposed`. Where a worker ends in
   * another way, they reject as `internal`, with a hint that begins with `worker_gone`; of a worker that was terminated by
   * somebody else, only a secure page (`isSecureContext`) learns.
   */
  dispose(): void;
}

/** What `onEvent` throws ends no call here: it is reported, like what any listener throws. */
export interface WorkerClient extends Disposable {
  readonly containerScans: {
    get(params: ContainerResultsParams, options?: CallOptions): Promise<ContainerScanResult>;
    open(params: ContainerResultsParams, options?: CallOptions): Promise<WorkerScan>;
    waitFor(params: ContainerResultsParams, options?: WaitOptions): Promise<WorkerScan>;
  };
  readonly agentScans: Client["agentScans"];
  readonly teams: Client["teams"];
  request<T = unknown>(path: `/${string}`, options?: RequestOptions): Promise<T>;
  dispose(): void;
}

/** Exports and what they may be told. */
export interface WorkerExports {
  csv: Parameters<ContainerScan["toCsv"]>[0];
  markdown: Parameters<ContainerScan["toMarkdown"]>[0];
  sarif: Parameters<ContainerScan["toSarif"]>[0];
  /** The whole scan, as `toJSON` gives it. */
  json: undefined;
}

/** A scan in the worker. It is let go of there when it is disposed of, or when nobody on the page holds it any more. */
export interface WorkerScan extends Disposable {
  readonly scanId: string;
  readonly status: string;
  readonly createdAt: string | null;
  readonly completedAt: string | null;
  readonly complete: boolean;
  readonly findingCount: number | null;
  repositories(): Promise<Record<string, unknown>[]>;
  diagnostics(): Promise<Diagnostics>;
  rollup(options?: Given<RollupOptions>): Promise<Rollup | null>;
  facets(where?: Given<FindingFilter>, options?: FacetOptions & { minEpss?: undefined }): Promise<AnsweredFacets | null>;
  facets(where: Given<FindingFilter> | undefined, options: FacetOptions & { minEpss: readonly number[] }): Promise<(AnsweredFacets & { minEpss: EpssStep[] }) | null>;
  facets(where?: Given<FindingFilter>, options?: FacetOptions): Promise<(AnsweredFacets & { minEpss?: EpssStep[] }) | null>;
  findings(query?: Given<FindingQuery>): Promise<FindingPage | null>;
  finding(uid: string): Promise<ContainerFinding | undefined>;
  /** From `before`, a scan in the same worker, to this one. */
  diff(before: WorkerScan, options?: { ignoreImage?: boolean | undefined }): Promise<ScanDiff>;
  remediation(where?: Given<FindingFilter>): Promise<RemediationStep[]>;
  /** A file to download or upload; its text never goes through the page's thread. */
  export<Format extends keyof WorkerExports>(format: Format, options?: WorkerExports[Format]): Promise<Blob>;
  /** Lets go of the scan in the worker. What was asked before is answered; what is asked after fails as `disposed`. */
  dispose(): void;
}
