/**
 * The state of the page that a link carries, read from and written to the query string. The names of its parameters stand here and
 * in `url-history.ts` (README.md lists them), the words of two in `url-orders.ts`. What a link says is not trusted: unknown words
 * fall back to their defaults, and `misread.ts` names those of filters. The types leave no room for tokens.
 */
import type { ContainerFinding, Dimension, FindingFilter, Severity, SortKey } from "scanfold";
import { SEVERITIES } from "./severity.ts";
import { parseHistory, putHistory, type HistoryState } from "./url-history.ts";
import { GROUP_ORDERS, parseOrder, readOrder, UPGRADE_ORDERS, writeOrder, type GroupOrder, type Order, type UpgradeOrder } from "./url-orders.ts";

export const VIEWS = ["scan", "history", "team"] as const;
export type View = (typeof VIEWS)[number];

export const TABS = ["findings", "id", "image", "package", "kind", "target", "upgrades", "changes"] as const;
export type Tab = (typeof TABS)[number];
/** Tabs that count findings by what they are named after. */
export type GroupTab = Extract<Tab, Dimension>;

/** How a finding can have changed since the earlier scan. */
export const CHANGE_KINDS = ["added", "resolved", "severityChanged", "becameFixable", "exploitBecameKnown"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Which way a severity can have moved. */
export const MOVES = ["rose", "fell"] as const;
export type Move = (typeof MOVES)[number];

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const PLATFORMS = ["github", "gitlab", "bitbucket", "azure_devops"] as const;
export const CLOUDS = ["aws", "azure", "gcp"] as const;
const SORT_KEYS = [
  "severity",
  "epss",
  "id",
  "package",
  "image",
  "target",
  "kind",
  "installed_version",
  "fixed_version",
  "title",
  "fixable",
  "exploit",
] as const satisfies readonly SortKey[];

export type Sort = Order<SortKey>;

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

/** A finding whose details were opened on the page. */
export interface OpenRow {
  finding: ContainerFinding;
  /** Of the open scan; or of the earlier one that it is compared with, and resolved since. */
  side: "present" | "resolved";
}

export interface PageState {
  view: View;
  theme: Theme;
  /** Whether keys of one character do something. */
  shortcuts: boolean;
  place: Place;
  scan: {
    id: string;
    tab: Tab;
    where: FindingFilter;
    sort: Sort[];
    groups: GroupOrder;
    upgrades: UpgradeOrder;
    finding: string;
    /** The open finding itself, if it was opened on the page: the one thing here that no link can carry. */
    row: OpenRow | null;
    before: string;
    ignoreImage: boolean;
    change: ChangeKind;
    /** Of changed severities, only those that moved this way are listed; empty: all. */
    moved: "" | Move;
  };
  history: HistoryState;
  team: {
    id: string;
    /** What is searched for among its members. */
    member: string;
  };
}

function oneOf<const T extends readonly string[]>(allowed: T, text: string | null, otherwise: T[number]): T[number] {
  return text !== null && allowed.includes(text) ? text : otherwise;
}

/** Spaces alone search for nothing. */
const searchOf = (text: string): string => (text.trim() === "" ? "" : text);

/** A part of a filter in a link: its parameter, what the parameter's texts mean, and the texts that say it. */
interface Part<Value> {
  name: string;
  read: (texts: string[]) => Value | undefined;
  write: (value: Value) => readonly string[];
}

const list = <Text extends string = string>(name: string, allowed = (_: string): _ is Text => true): Part<Text[]> => ({
  name,
  read: (texts) => {
    const values = [...new Set(texts.filter(allowed))];
    return values.length > 0 ? values : undefined;
  },
  write: (values) => values,
});

const flag = (name: string): Part<boolean> => ({
  name,
  read: ([text]) => (text === "yes" ? true : text === "no" ? false : undefined),
  write: (is) => [is ? "yes" : "no"],
});

/** Every part that a filter can have: one that is missing in the table below is a type error. */
type Asked = { [Name in keyof FindingFilter]-?: NonNullable<FindingFilter[Name]> };

/** In the order of a link. */
const WHERE: { [Name in keyof Asked]: Part<Asked[Name]> } = {
  severity: list("sev", (text): text is Severity => (SEVERITIES as readonly string[]).includes(text)),
  image: list("image"),
  kind: list("kind"),
  target: list("target"),
  package: list("pkg"),
  id: list("vuln"),
  installed_version: list("ver"),
  fixable: flag("fixable"),
  exploit: flag("exploit"),
  minEpss: {
    name: "epss",
    read: ([text]) => (Number(text) > 0 && Number(text) <= 1 ? Number(text) : undefined),
    write: (least) => [String(least)],
  },
  text: { name: "q", read: ([text]) => (text?.trim() ? text : undefined), write: (text) => (text.trim() === "" ? [] : [text]) },
};
const PARTS = Object.keys(WHERE) as (keyof Asked)[];

function parseWhere(query: URLSearchParams): FindingFilter {
  const where: Partial<Asked> = {};
  const take = <Name extends keyof Asked>(part: Name): void => {
    const { name, read }: Part<Asked[Name]> = WHERE[part];
    const value = read(query.getAll(name));
    if (value !== undefined) where[part] = value;
  };
  PARTS.forEach(take);
  return where;
}

function putWhere(where: { [Name in keyof Asked]?: Asked[Name] | undefined }, query: URLSearchParams): void {
  const put = <Name extends keyof Asked>(part: Name): void => {
    const { name, write }: Part<Asked[Name]> = WHERE[part];
    const value: Asked[Name] | undefined = where[part];
    for (const text of value === undefined ? [] : write(value)) query.append(name, text);
  };
  PARTS.forEach(put);
}

const parseSort = (query: URLSearchParams): Sort[] => query.getAll("sort").flatMap((text) => readOrder(SORT_KEYS, text) ?? []);

export function parse(search: string): PageState {
  const query = new URLSearchParams(search);
  const text = (name: string): string => query.get(name) ?? "";
  return {
    view: oneOf(VIEWS, query.get("view"), "scan"),
    theme: oneOf(THEMES, query.get("theme"), "system"),
    shortcuts: query.get("keys") !== "off",
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
      groups: parseOrder(GROUP_ORDERS, query.get("groups")),
      upgrades: parseOrder(UPGRADE_ORDERS, query.get("upgrades")),
      finding: text("finding"),
      row: null,
      before: text("before"),
      ignoreImage: query.get("images") === "ignored",
      change: oneOf(CHANGE_KINDS, query.get("change"), "added"),
      moved: oneOf(["", ...MOVES], query.get("moved"), ""),
    },
    history: parseHistory(query),
    team: { id: text("team"), member: searchOf(text("member")) },
  };
}

/** `after`, with those objects of `before` that are equal, so that what was made of them need not be made again. */
export function keeping<Part extends object>(before: Part, after: Part): Part {
  const same = (Object.keys(after) as (keyof Part)[]).filter((name) => JSON.stringify(before[name]) === JSON.stringify(after[name]));
  return { ...after, ...Object.fromEntries(same.map((name) => [name, before[name]])) };
}

/** The query string with its `?`, or `""` if everything is at its default. */
export function serialise(state: PageState): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string, unless = ""): void => {
    if (value !== unless) query.append(name, value);
  };
  put("view", state.view, "scan");
  put("theme", state.theme, "system");
  put("keys", state.shortcuts ? "" : "off");
  put("base", state.place.base);
  // Always named beside a service or an organisation; else only if it is not the default.
  const isPlaced = state.place.base !== "" || state.place.org !== "";
  put("platform", state.place.platform, isPlaced ? "" : "github");
  put("org", state.place.org);
  put("cloud", state.place.cloud);
  put("host", state.place.host);
  put("scan", state.scan.id);
  put("tab", state.scan.tab, "findings");
  putWhere(state.scan.where, query);
  for (const order of state.scan.sort) query.append("sort", writeOrder(order));
  put("groups", writeOrder(state.scan.groups), "-severity");
  put("upgrades", writeOrder(state.scan.upgrades), "-severity");
  put("finding", state.scan.finding);
  put("before", state.scan.before);
  put("images", state.scan.ignoreImage ? "ignored" : "");
  put("change", state.scan.change, "added");
  put("moved", state.scan.moved);
  putHistory(state.history, put);
  put("team", state.team.id);
  put("member", state.team.member);
  const search = query.toString();
  return search === "" ? "" : `?${search}`;
}
