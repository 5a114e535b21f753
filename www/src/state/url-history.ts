/**
 * The agent history's part of a link: what is asked for, filtered, grouped and ordered. Read and written like the rest of
 * `url.ts`: unknown words fall back to their defaults.
 */
import { readOrder, writeOrder, type Order } from "./url-orders.ts";

/** Fields that a history is filtered by exactly; the order is that of their pills. */
export const MATCHED = ["branch", "prompt", "commit_id", "service", "repo_name"] as const;
export type Matched = (typeof MATCHED)[number];

const PARAMETER: Record<Matched, string> = {
  branch: "branch",
  prompt: "prompt",
  commit_id: "commit",
  service: "service",
  repo_name: "name",
};

const LISTS = ["scans", "groups", "latest"] as const;
export type List = (typeof LISTS)[number];

export const GROUP_KEYS = [...MATCHED, "day"] as const;
export type GroupKey = (typeof GROUP_KEYS)[number];

const HISTORY_SORTS = ["time", "branch", "prompt", "files", "commit", "scan", "stamp", "key", "count"] as const;
export type HistorySortKey = (typeof HISTORY_SORTS)[number];

export type HistorySort = Order<HistorySortKey>;

export interface HistoryState {
  repo: string;
  where: Partial<Record<Matched, string>>;
  /** First and last day, `YYYY-MM-DD` in the day zone; empty: no bound. */
  from: string;
  until: string;
  /** Where days begin: minutes east of UTC. */
  zone: number;
  /** Days without a scan after which a branch counts as stale; 0: the package's default. */
  stale: number;
  list: List;
  by: GroupKey;
  sort: HistorySort;
  /** The selected scan. */
  entry: string;
}

export const NEWEST: HistorySort = { by: "time", descending: true };
export const STALE_DAYS = [1, 3, 14, 30, 90] as const;

/** Offsets in use anywhere lie within these. */
const MOST_EAST = 14 * 60;
const MOST_WEST = 12 * 60;

export function zoneText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** `+02:00`, whose plus arrives as a space if the query was written by hand. */
function zoneOf(text: string): number {
  const parts = /^([+ -])(\d{2}):([0-5]\d)$/.exec(text);
  if (parts === null) return 0;
  const minutes = (parts[1] === "-" ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]));
  return minutes > MOST_EAST || minutes < -MOST_WEST ? 0 : minutes;
}

/** A day that the calendar has. */
function dayOf(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return "";
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : "";
}

export function parseHistory(query: URLSearchParams): HistoryState {
  const text = (name: string): string => query.get(name) ?? "";
  const where: HistoryState["where"] = {};
  for (const field of MATCHED) {
    const value = query.get(PARAMETER[field]);
    if (value) where[field] = value;
  }
  return {
    repo: text("repo"),
    where,
    from: dayOf(text("from")),
    until: dayOf(text("until")),
    zone: zoneOf(text("zone")),
    stale: STALE_DAYS.find((days) => String(days) === text("stale")) ?? 0,
    list: LISTS.find((list) => list === text("list")) ?? "scans",
    by: GROUP_KEYS.find((key) => key === text("by")) ?? "branch",
    sort: readOrder(HISTORY_SORTS, text("order")) ?? NEWEST,
    entry: text("entry"),
  };
}

export function putHistory(state: HistoryState, put: (name: string, value: string, unless?: string) => void): void {
  put("repo", state.repo);
  for (const field of MATCHED) put(PARAMETER[field], state.where[field] ?? "");
  put("from", state.from);
  put("until", state.until);
  put("zone", zoneText(state.zone), zoneText(0));
  put("stale", String(state.stale), "0");
  put("list", state.list, "scans");
  put("by", state.by, "branch");
  put("order", writeOrder(state.sort), "-time");
  put("entry", state.entry);
}
