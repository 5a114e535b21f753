/**
 * A user's program that touches every export of the package, for the type checker alone: it is never run.
 * Where a line must not compile, `@ts-expect-error` says so, and its absence of an error is the failure.
 */
import {
  ScanfoldError,
  assessRemoval,
  compareVersions,
  createClient,
  diffRoster,
  diffTeams,
  epssOf,
  groupHistory,
  init,
  instantOf,
  isExploitable,
  isFixable,
  isScanfoldError,
  latestBy,
  mergeTeams,
  openScan,
  safeUrl,
  severityOf,
  sortHistory,
  summarizeHistory,
} from "scanfold";
import { openScan as openInline } from "scanfold/inline";
import type {
  AgentHistoryParams,
  AgentScan,
  AnsweredFacets,
  CallOptions,
  ChangeCounts,
  Client,
  ClientEvent,
  ClientOptions,
  Cloud,
  ContainerFinding,
  ContainerResultsParams,
  ContainerScan,
  ContainerScanResult,
  Diagnostics,
  Dimension,
  EpssStep,
  ErrorKind,
  FacetOptions,
  Facets,
  FacetsOf,
  Figures,
  FindingFilter,
  FindingPage,
  FindingQuery,
  Given,
  GivenFinding,
  GivenMember,
  GivenScan,
  GivenTeam,
  HistoryEntry,
  HistoryGroup,
  HistoryKey,
  HistoryOrder,
  HistorySummary,
  HostUrls,
  Member,
  MemberRemoval,
  Open,
  OpenOptions,
  Operation,
  Platform,
  Progress,
  RemediationOptions,
  RemediationStep,
  RemovalAssessment,
  RemoveMemberParams,
  RequestOptions,
  Role,
  Rollup,
  RollupGroup,
  RollupOptions,
  RosterDiff,
  ScanDiff,
  ScanDiffOptions,
  ScanExports,
  ScanSource,
  ScanfoldErrorFields,
  Severity,
  SeverityCounts,
  SortKey,
  SummarizedEntry,
  SummaryOptions,
  Team,
  TeamDiff,
  TeamInconsistency,
  TeamMerge,
  TeamParams,
  TeamPlatform,
  TokenSource,
  WaitOptions,
  WasmSource,
  CompiledModule,
} from "scanfold";

const compiled: CompiledModule = await WebAssembly.compileStreaming(fetch("/scanfold_bg.wasm"));
const source: WasmSource = compiled;
await init(source);

// ---- a client, its options and its four operations

const token: TokenSource = ({ operation, reason }) => {
  const asked: [Operation, "initial" | "rejected"] = [operation, reason];
  return Promise.resolve(asked.join());
};
const options: ClientOptions = {
  baseUrl: "https://analysis.example.com/code",
  apiToken: token,
  gitToken: "abc",
  onEvent: (event: ClientEvent) => console.log(event.type, event.durationMs ?? 0),
};
const client: Client = await createClient(options);
const wrapping: ClientOptions[] = [
  { ...options, fetch },
  { ...options, fetch: async (input, init) => fetch(input, { ...init, credentials: "include" }) },
  { ...options, fetch: async (request) => Response.json({ url: request.url }) },
  { ...options, fetch: async (_input, init) => new Response(null, { headers: new Headers(init?.headers) }) },
  // @ts-expect-error: the request comes as one object
  { ...options, fetch: async (url: string) => fetch(url) },
];

const host: HostUrls = { github_base_url: "https://github.example.com" };
const platform: Platform = "github";
const cloud: Cloud = "gcp";
const params: ContainerResultsParams = { platform, org: "acme", scan_id: "s", cloud, ...host };
const call: CallOptions = { timeoutMs: 1000, onProgress: ({ phase, findings }: Progress) => console.log(phase, findings) };
const waiting: WaitOptions = { intervalMs: 1000, onStatus: (status) => status.toUpperCase() };

const result: ContainerScanResult = await client.containerScans.get(params, call);
const absent: ContainerFinding[] | undefined = result.findings;
using scan: ContainerScan = await client.containerScans.waitFor(params, waiting);

const repo: AgentHistoryParams = { repo: "acme/payments" };
const history: AgentScan[] = await client.agentScans.history(repo, { onEvent: ({ type, retryInMs }: ClientEvent) => console.log(type, retryInMs) });

const teamPlatform: TeamPlatform = "azuredevops";
const teamParams: TeamParams = { platform: teamPlatform, org: "acme", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
const removeParams: RemoveMemberParams = { ...teamParams, user_login: "heron" };
const team: Team = await client.teams.get(teamParams);
const removal: MemberRemoval = await client.teams.removeMember(removeParams);
const collateral: TeamDiff | undefined = removal.collateral;

const requestOptions: RequestOptions = { auth: "api", body: { a: 1 }, idempotent: true };
const answer: { ok: boolean } = await client.request<{ ok: boolean }>("/api/other", requestOptions);

// @ts-expect-error a platform outside the interface
await client.containerScans.get({ platform: "sourceforge", org: "a", scan_id: "s" });
// @ts-expect-error our names for the service's fields are the service's own
await client.containerScans.get({ platform: "github", org: "a", scanId: "s" });
// @ts-expect-error operation 4 takes no login
await client.teams.get({ ...teamParams, user_login: "heron" });
// @ts-expect-error a path begins with a slash
await client.request("api/other", requestOptions);

// ---- a scan: figures, rows, comparisons, exports

const dimension: Dimension = "image";
const filter: FindingFilter = { severity: ["critical"], fixable: true, text: "openssl" };
const by: SortKey = "epss";
const query: FindingQuery = { where: filter, sort: [{ by, descending: true }], offset: 0, limit: 50 };
const grouping: RollupOptions = { by: [dimension, "package"], where: filter, limit: 10 };

const rollup: Rollup | null = scan.rollup(grouping);
const group: RollupGroup | undefined = rollup?.groups[0];
const figures: Figures | null = rollup;
const counts: SeverityCounts | undefined = figures?.bySeverity;
const facets: Facets | null = scan.facets(filter, { limit: 20 });
/** A place that names what it needs of a scan. */
interface Faceted {
  facets(where?: FindingFilter, options?: { dimensions?: Dimension[]; limit?: number }): Facets | null;
}
const faceted: Faceted = scan;
const ofImages: Pick<Facets, "image"> | null = scan.facets(filter, { dimensions: ["image"], limit: 20 });
const kept: Facets | null = scan.facets(filter, { dimensions: ["image"], minEpss: [0.5] });
const narrow: FacetsOf<"image"> | null = scan.facets(filter, { dimensions: ["image"] });
// @ts-expect-error: only what was asked for is there
scan.facets(filter, { dimensions: ["image"] })?.severity.length;
const ofAll: { value: string; count: number }[] = Object.values(facets ?? {}).flat();
const severities: Severity[] = scan.facets()?.severity.map(({ value }) => value) ?? [];
const epssSteps: EpssStep[] = scan.facets(filter, { minEpss: [0.1, 0.5] })?.minEpss ?? [];
const empty: Facets = {} as Record<Dimension, { value: string; count: number }[]>;
const lengthOf = (given: Facets, key: keyof Facets): number => given[key].length;
const page: FindingPage | null = scan.findings(query);
const place: number | null = scan.position("uid", query);
const rows: ContainerFinding[] = page?.rows ?? [];
const diagnostics: Diagnostics = scan.diagnostics;
const severity: Severity = "critical";
const open: Open<Severity> = rows[0]?.severity ?? "of the future";

// @ts-expect-error a running scan has no figures: null has to be thought of
console.log(scan.rollup().findings);
// @ts-expect-error not a dimension
scan.rollup({ by: "colour" });

// A filter that grows, lists that nobody may change, and options that may be absent.
const maybe = <T>(value: T): T | undefined => (rows.length > 0 ? value : undefined);
filter.severity?.push("high");
query.sort?.push({ by: "id" });
const severe = ["critical", "high"] as const;
const fixed: Given<FindingFilter> = { severity: severe, image: maybe(["a"]), minEpss: maybe(0.5), text: maybe("openssl") };
const shown: FacetOptions = { dimensions: ["image", "kind"] as const, limit: maybe(3), minEpss: [0.1, 0.5] as const };
scan.findings({ where: maybe(fixed), sort: [{ by: "epss", descending: maybe(true) }] as const, limit: maybe(1) });
scan.rollup({ by: ["image", "kind"] as const, where: maybe(fixed), limit: maybe(3) });
const answered: AnsweredFacets | null = scan.facets(maybe(fixed), maybe(shown));
const asked: EpssStep[] | undefined = scan.facets(fixed, shown)?.minEpss;
scan.toCsv({ where: maybe(fixed), sort: maybe([{ by: "package" }]), raw: maybe(true) });
scan.diff(scan, { ignoreImage: maybe(true), where: maybe(fixed), sort: maybe([{ by: "epss" }] as const), limit: maybe(1) });
const opening: OpenOptions = { signal: maybe(AbortSignal.timeout(1)), onProgress: maybe(() => {}), maxBytes: maybe(1) };
await openScan(Object.freeze(rows) satisfies readonly ContainerFinding[], opening);
await client.containerScans.get({ ...params, cloud: maybe(cloud), github_base_url: maybe("https://github.example.com") }, { signal: maybe(AbortSignal.timeout(1)) });

const brought: GivenFinding[] = rows.map(({ fixed_version: _, ...row }) => ({ ...row, fixed_version: maybe("1.2.3"), title: undefined }));
const whole: GivenScan = { scan_id: "s", status: "completed", created_at: "", repositories: [] as const, findings: maybe(Object.freeze(brought)) };
await Promise.all([openScan(brought), openScan(whole), openScan(result), openScan(scan.toJSON())]);
// @ts-expect-error a finding is of an image
await openScan([{ uid: "1" }]);

const from: ScanSource = new Uint8Array();
const before = await openScan(from, { maxBytes: 1 << 20 });
const diff: ScanDiff = scan.diff(before, { ignoreImage: true });
const comparing: ScanDiffOptions = { where: filter, sort: [], limit: 10 };
const changes: ChangeCounts | undefined = scan.diff(before, comparing).counts;
const wrapped: ContainerScan["diff"] = (earlier, options) => scan.diff(earlier, options);
const faked: Pick<ContainerScan, "diff"> = { diff: () => diff };
const upgrades: RemediationOptions = { limit: 10 };
const steps: RemediationStep[] = scan.remediation(filter, upgrades);
const texts: string[] = [scan.toCsv({ where: filter }), scan.toMarkdown({ by: dimension })];
const sarif: Record<string, unknown> = scan.toSarif();
const format: keyof ScanExports = "csv";
const files: Blob[] = [await scan.export(format, { raw: true }), await scan.export("markdown", { by: dimension }), await scan.export("json")];
before.dispose();
const opener: typeof openScan = openInline;

const link: string | null = safeUrl(rows[0]?.primary_url);
const fixable: boolean = rows.some(isFixable);
const exploitable: boolean = rows.some(isExploitable);
const probabilities: (number | null)[] = rows.map(epssOf);
const worst: Severity[] = rows.map(severityOf);
const order: -1 | 0 | 1 | null = compareVersions("1.0-1", "1.0-2", "debian");

// ---- history and teams

const newest: HistoryOrder = { order: "newest" };
const sorted: AgentScan[] = sortHistory(history, newest);
const milliseconds: number | null = instantOf(sorted[0]?.timestamp);
const key: HistoryKey = "branch";
const groups: HistoryGroup<AgentScan>[] = groupHistory(sorted, { by: key });
const latest: Map<string, AgentScan> = latestBy(sorted, "branch");
const summary: HistorySummary = summarizeHistory(sorted, { now: new Date(0) });

// Entries of a caller's own need what is read of them, and keep what else they have.
const own = [{ timestamp: "2026-03-14T09:00:00Z", branch: "main", note: "mine" }] as const;
const byBranch: HistoryGroup<(typeof own)[number]>[] = groupHistory(own, { by: "branch", utcOffsetMinutes: maybe(60) });
const notes: string[] = groupHistory(own, { by: "day" }).map(({ latest }) => latest.note);
const note: "mine" | undefined = latestBy(own, "branch").get("main")?.note;
const told: SummaryOptions = { now: "2026-03-15T00:00:00Z", gapMs: maybe(1) };
const entry: SummarizedEntry & HistoryEntry<"branch"> = own[0];
console.log(byBranch, notes, note, summarizeHistory(own, told), summarizeHistory([entry], told));
const explicit: HistoryGroup<AgentScan>[] = groupHistory<AgentScan>(history, { by: key });
// @ts-expect-error grouped by what the entries do not have
groupHistory(own, { by: "prompt" });
// @ts-expect-error the latest of what the entries do not have
latestBy(own, "commit_id");

const role: Role = "lead";
const member: Member = { user_login: "heron", role };
const change: TeamDiff = diffTeams(team, removal.team);
const inconsistencies: TeamInconsistency[] = change.inconsistencies;
const roster: RosterDiff = diffRoster(team, ["heron", "osprey"]);
const merged: TeamMerge = mergeTeams(team, team, removal.team);
// Read-only state, and teams from elsewhere.
const givenMember: GivenMember = { user_login: "heron", user_name: null };
const givenTeam: GivenTeam = Object.freeze({ id: "t", members: Object.freeze([givenMember]) });
diffTeams(givenTeam, team);
mergeTeams(givenTeam, team, givenTeam);
diffRoster(givenTeam, "heron");
assessRemoval(givenTeam, "heron");
// @ts-expect-error no team without members
diffRoster({ id: "t" }, "heron");
const assessment: RemovalAssessment = assessRemoval(team, member.user_login, { self: "osprey" });

// ---- failures

try {
  await client.containerScans.open(params, { signal: AbortSignal.timeout(1000) });
} catch (error) {
  const kind: ErrorKind = "not_found";
  if (isScanfoldError(error, kind)) console.log(error.kind, error.hint, error.outcome);
  else if (error instanceof ScanfoldError) console.log(error.retryable, error.path, error.toJSON());

  // From a worker of one's own and back to an error.
  if (error instanceof ScanfoldError) {
    const sent: Record<string, unknown> = error.toJSON();
    const again = new ScanfoldError(error.toJSON(), error.cause);
    if (isScanfoldError(error, "network")) console.log(error.kind satisfies "network");
    else console.log(sent, again.kind, error.kind);
  }
}
const fields: ScanfoldErrorFields = { message: "no complete answer arrived", kind: "network", hint: maybe("offline") };
const made: Error = new ScanfoldError(fields);
// @ts-expect-error an error has a kind
const kindless = new ScanfoldError("something failed");

console.log(wrapping, absent, collateral, answer.ok, group, counts, severities, ofAll, faceted, ofImages, kept, narrow, epssSteps, empty, lengthOf, place, answered, asked, opener, diagnostics, severity, open, diff, changes, wrapped, faked, steps, texts, sarif, files);
console.log(link, fixable, exploitable, probabilities, worst, milliseconds, order, groups, latest, summary, inconsistencies, roster, merged, assessment, explicit, made, kindless);
client.dispose();
