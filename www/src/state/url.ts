/**
 * The state of the page that a link carries, read from and written to the query string. This file and `url-history.ts`
 * alone know the parameter names (README.md lists them). What a link says is not trusted: unknown words fall back to their defaults.
 * Tokens are no part of it, by type.
 */
import type { ContainerFinding, FindingFilter, Severity, SortKey } from "scanfold";
import { parseHistory, putHistory, type HistoryState } from "./url-history.ts";

export const VIEWS = ["scan", "history", "team"] as const;
export type View = (typeof VIEWS)[number];

export const TABS = ["findings", "image", "package", "kind", "target", "upgrades", "changes"] as const;
export type Tab = (typeof TABS)[number];

/** What a finding can have become since the scan that is compared with. */
export const CHANGE_KINDS = ["added", "resolved", "severityChanged", "becameFixable", "exploitBecameKnown"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const PLATFORMS = ["github", "gitlab", "bitbucket", "azure_devops"] as const;
export const CLOUDS = ["aws", "azure", "gcp"] as const;
export const SEVERITIES = ["critical", "high", "medium", "low", "unknown"] as const satisfies readonly Severity[];
const SORT_KEYS = [
  "severity",
  "epss",
  "id",
  "package",
  "image",
  "target",
  "kind",
  "installed_version",
  "fixable",
] as const satisfies readonly SortKey[];

export interface Sort {
  by: SortKey;
  descending: boolean;
}

/** Which service, and whose data: everything of a connection that is not a secret. */
export interface Place {
  base: string;
  platform: (typeof PLATFORMS)[number];
  org: string;
  /** Empty: the service's default. */
  cloud: "" | (typeof CLOUDS)[number];
  /** Self-hosted instance of the platform; empty: its cloud host. */
  host: string;
}

export interface PageState {
  view: View;
  theme: Theme;
  place: Place;
  scan: {
    id: string;
    tab: Tab;
    where: FindingFilter;
    sort: Sort[];
    finding: string;
    /** The open finding where it has no uid: the one thing here that no link can carry. */
    nameless: ContainerFinding | null;
    before: string;
    ignoreImage: boolean;
    change: ChangeKind;
  };
  history: HistoryState;
  team: { id: string };
}

function oneOf<const T extends readonly string[]>(allowed: T, text: string | null, otherwise: T[number]): T[number] {
  return text !== null && allowed.includes(text) ? text : otherwise;
}

function flag(text: string | null): boolean | undefined {
  return text === "yes" ? true : text === "no" ? false : undefined;
}

function parseWhere(query: URLSearchParams): FindingFilter {
  const where: FindingFilter = {};
  const severity = query.getAll("sev").filter((s): s is Severity => (SEVERITIES as readonly string[]).includes(s));
  if (severity.length > 0) where.severity = severity;
  for (const [name, part] of [
    ["image", "image"],
    ["kind", "kind"],
    ["target", "target"],
    ["pkg", "package"],
    ["vuln", "id"],
  ] as const) {
    const values = query.getAll(name);
    if (values.length > 0) where[part] = values;
  }
  const fixable = flag(query.get("fixable"));
  if (fixable !== undefined) where.fixable = fixable;
  const exploit = flag(query.get("exploit"));
  if (exploit !== undefined) where.exploit = exploit;
  const epss = Number(query.get("epss") ?? Number.NaN);
  if (epss > 0 && epss <= 1) where.minEpss = epss;
  const text = query.get("q");
  if (text) where.text = text;
  return where;
}

function parseSort(query: URLSearchParams): Sort[] {
  return query.getAll("sort").flatMap((text) => {
    const descending = text.startsWith("-");
    const by = SORT_KEYS.find((key) => key === (descending ? text.slice(1) : text));
    return by === undefined ? [] : [{ by, descending }];
  });
}

export function parse(search: string): PageState {
  const query = new URLSearchParams(search);
  const text = (name: string): string => query.get(name) ?? "";
  return {
    view: oneOf(VIEWS, query.get("view"), "scan"),
    theme: oneOf(THEMES, query.get("theme"), "system"),
    place: {
      base: text("base"),
      platform: oneOf(PLATFORMS, query.get("platform"), "github"),
      org: text("org"),
      cloud: oneOf(["", ...CLOUDS], query.get("cloud"), ""),
      host: text("host"),
    },
    scan: {
      id: text("scan"),
      tab: oneOf(TABS, query.get("tab"), "findings"),
      where: parseWhere(query),
      sort: parseSort(query),
      finding: text("finding"),
      nameless: null,
      before: text("before"),
      ignoreImage: query.get("images") === "ignored",
      change: oneOf(CHANGE_KINDS, query.get("change"), "added"),
    },
    history: parseHistory(query),
    team: { id: text("team") },
  };
}

/** `after` with the parts of `before` that are the same, so that what was made of those need not be made again. */
export function keeping<Part extends object>(before: Part, after: Part): Part {
  const same = (Object.keys(after) as (keyof Part)[]).filter((name) => JSON.stringify(before[name]) === JSON.stringify(after[name]));
  return { ...after, ...Object.fromEntries(same.map((name) => [name, before[name]])) };
}

/** The query string with its `?`, or `""` where everything is at its default. */
export function serialise(state: PageState): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string, unless = ""): void => {
    if (value !== unless) query.append(name, value);
  };
  put("view", state.view, "scan");
  put("theme", state.theme, "system");
  put("base", state.place.base);
  if (state.place.base !== "" || state.place.org !== "") put("platform", state.place.platform);
  put("org", state.place.org);
  put("cloud", state.place.cloud);
  put("host", state.place.host);
  put("scan", state.scan.id);
  put("tab", state.scan.tab, "findings");
  const where = state.scan.where;
  for (const [name, values] of [
    ["sev", where.severity],
    ["image", where.image],
    ["kind", where.kind],
    ["target", where.target],
    ["pkg", where.package],
    ["vuln", where.id],
  ] as const) {
    for (const value of values ?? []) query.append(name, value);
  }
  if (where.fixable !== undefined) put("fixable", where.fixable ? "yes" : "no");
  if (where.exploit !== undefined) put("exploit", where.exploit ? "yes" : "no");
  if (where.minEpss !== undefined) put("epss", String(where.minEpss));
  put("q", where.text ?? "");
  for (const { by, descending } of state.scan.sort) query.append("sort", descending ? `-${by}` : by);
  put("finding", state.scan.finding);
  put("before", state.scan.before);
  put("images", state.scan.ignoreImage ? "ignored" : "");
  put("change", state.scan.change, "added");
  putHistory(state.history, put);
  put("team", state.team.id);
  const search = query.toString();
  return search === "" ? "" : `?${search}`;
}
