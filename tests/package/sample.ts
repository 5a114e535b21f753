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
  groupHistory,
  init,
  isFixable,
  isScanfoldError,
  latestBy,
  mergeTeams,
  openScan,
  safeUrl,
  sortHistory,
  summarizeHistory,
} from "scanfold";
import type {
  AgentHistoryParams,
  AgentScan,
  CallOptions,
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
  ErrorKind,
  Facets,
  Figures,
  FindingFilter,
  FindingPage,
  FindingQuery,
  HistoryGroup,
  HistoryKey,
  HistoryOrder,
  HistorySummary,
  HostUrls,
  Member,
  MemberRemoval,
  Open,
  Operation,
  Platform,
  Progress,
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
  ScanSource,
  Severity,
  SeverityCounts,
  SortKey,
  Team,
  TeamDiff,
  TeamInconsistency,
  TeamMerge,
  TeamParams,
  TeamPlatform,
  TokenSource,
  WaitOptions,
  WasmSource,
} from "scanfold";

const source: WasmSource = new URL("https://cdn.example.com/scanfold_bg.wasm");
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
const history: AgentScan[] = await client.agentScans.history(repo);

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
const facets: Facets | null = scan.facets(filter, { dimensions: [dimension], limit: 20 });
const page: FindingPage | null = scan.findings(query);
const rows: ContainerFinding[] = page?.rows ?? [];
const diagnostics: Diagnostics = scan.diagnostics;
const severity: Severity = "critical";
const open: Open<Severity> = rows[0]?.severity ?? "of the future";

// @ts-expect-error a running scan has no figures: null has to be thought of
console.log(scan.rollup().findings);
// @ts-expect-error not a dimension
scan.rollup({ by: "colour" });

const from: ScanSource = new Uint8Array();
const before = await openScan(from, { maxBytes: 1 << 20 });
const diff: ScanDiff = scan.diff(before, { ignoreImage: true });
const steps: RemediationStep[] = scan.remediation(filter);
const texts: string[] = [scan.toCsv({ where: filter }), scan.toMarkdown({ by: dimension })];
const sarif: Record<string, unknown> = scan.toSarif();
before.dispose();

const link: string | null = safeUrl(rows[0]?.primary_url);
const fixable: boolean = rows.some(isFixable);
const order: -1 | 0 | 1 | null = compareVersions("1.0-1", "1.0-2", "debian");

// ---- history and teams

const newest: HistoryOrder = { order: "newest" };
const sorted: AgentScan[] = sortHistory(history, newest);
const key: HistoryKey = "branch";
const groups: HistoryGroup<AgentScan>[] = groupHistory(sorted, { by: key });
const latest: Map<string, AgentScan> = latestBy(sorted, "branch");
const summary: HistorySummary = summarizeHistory(sorted, { now: new Date(0) });

const role: Role = "lead";
const member: Member = { user_login: "heron", role };
const change: TeamDiff = diffTeams(team, removal.team);
const inconsistencies: TeamInconsistency[] = change.inconsistencies;
const roster: RosterDiff = diffRoster(team, ["heron", "osprey"]);
const merged: TeamMerge = mergeTeams(team, team, removal.team);
const assessment: RemovalAssessment = assessRemoval(team, member.user_login, { self: "osprey" });

// ---- failures

try {
  await client.containerScans.open(params, { signal: AbortSignal.timeout(1000) });
} catch (error) {
  const kind: ErrorKind = "not_found";
  if (isScanfoldError(error, kind)) console.log(error.kind, error.hint, error.outcome);
  else if (error instanceof ScanfoldError) console.log(error.retryable, error.path, error.toJSON());
}

console.log(absent, collateral, answer.ok, group, counts, facets, diagnostics, severity, open, diff, steps, texts, sarif);
console.log(link, fixable, order, groups, latest, summary, inconsistencies, roster, merged, assessment);
client.dispose();
