/**
 * The glue that the build makes, as far as the package uses it: what crosses the border to the module. Not shipped.
 *
 * `unknown` is what a caller gave, and the module reads.
 */

import type { AgentScan, ContainerScanResult, HistorySummary, MemberRemoval, RemovalAssessment, RosterDiff, Severity, Team, TeamDiff, TeamMerge } from "./index.js";

export class ClientHandle {
  constructor(options: unknown);
  free(): void;
  dispose(): void;
  openScan(params: unknown, options: unknown): Promise<ScanHandle>;
  waitForScan(params: unknown, options: unknown): Promise<ScanHandle>;
  getHistory(params: unknown, options: unknown): Promise<AgentScan[]>;
  getTeam(params: unknown, options: unknown): Promise<Team>;
  removeMember(params: unknown, options: unknown): Promise<MemberRemoval>;
  request(path: unknown, options: unknown): Promise<any>;
}

/** Numbers are laid out as `src/bindings/flat.rs` says. */
export class ScanHandle {
  private constructor();
  free(): void;
  scanId(): string;
  status(): string;
  createdAt(): string | undefined;
  completedAt(): string | undefined;
  complete(): boolean;
  findingCount(): number | undefined;
  repositories(): Record<string, unknown>[];
  diagnostics(): any;
  rollup(options: unknown): Uint32Array;
  facets(where: unknown, options: unknown): Uint32Array;
  codeCounts(): Uint32Array;
  codes(rows: Uint32Array): Uint32Array;
  /** The texts of `codes` in one; in the place of each code, its end is left. */
  texts(column: number, codes: Uint32Array): string;
  findings(query: unknown): Uint32Array;
  find(uid: string): number | undefined;
  position(uid: string, query: unknown): number | undefined;
  diff(before: ScanHandle, options: unknown): Uint32Array;
  remediation(where: unknown, options: unknown): Uint32Array;
  toCsv(options: unknown): string | undefined;
  toMarkdown(options: unknown): string | undefined;
  toSarif(options: unknown): Record<string, unknown> | undefined;
  /** Writes to `file`, which has the whole once the promise is fulfilled. */
  export(format: string, options: unknown, file: { write(bytes: Uint8Array): void }): Promise<void>;
  envelope(): ContainerScanResult;
}

export function openReader(reader: unknown, rows: boolean, options: unknown): Promise<ScanHandle>;
export function openResponse(response: unknown, options: unknown): Promise<ScanHandle>;

export function isFixable(version: string | undefined): boolean;
export function isExploitable(json: string): boolean;
export function epssOf(json: string): number | undefined;
export function severityOf(word: string): Severity;
export function compareVersions(a: string, b: string, kind: string | undefined): -1 | 0 | 1 | undefined;
export function safeUrl(url: string): string | undefined;

export function hasRoom(bytes: number): boolean;
export function instantOf(timestamp: string): number | undefined;
export function sortHistory(text: string, ends: Uint32Array, options: unknown): Uint32Array;
/** Places group after group, where each group ends, and the days of groups by day. */
export function groupHistory(
  text: string,
  ends: Uint32Array,
  keys: Uint32Array,
  options: unknown,
): [places: Uint32Array, ends: Uint32Array, days: string[]];
export function latestBy(text: string, ends: Uint32Array, keys: Uint32Array, by: unknown): Uint32Array;
/** Of times and identifiers, the places of those in the caller's list. */
export function summarizeHistory(
  text: string,
  ends: Uint32Array,
  ids: Uint32Array,
  lines: Uint32Array,
  files: Float64Array,
  options: unknown,
): Omit<HistorySummary, "firstAt" | "lastAt" | "gaps" | "duplicates" | "coverageDrops"> & {
  firstAt: number | null;
  lastAt: number | null;
  gaps: { from: number; to: number; ms: number }[];
  duplicates: number[];
  coverageDrops: { at: number; from: number; to: number }[];
};

export function diffTeams(before: string, after: string, options: unknown): TeamDiff;
export function mergeTeams(base: string, ours: string, theirs: string): TeamMerge;
export function assessRemoval(team: string, login: unknown, options: unknown): RemovalAssessment;
export function diffRoster(team: string, logins: unknown): RosterDiff;

export function initSync(given?: { module: WebAssembly.Module }): { memory: WebAssembly.Memory };
export function __wbg_reset_state(): void;
