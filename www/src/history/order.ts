/**
 * The rows below the timeline and their order: scans, groups, or the latest of each. By time the package orders, whatever the
 * offsets; every other column is ordered here, ties newest first in either direction.
 */
import { groupHistory, latestBy, sortHistory, type AgentScan, type HistoryGroup } from "scanfold";
import { compareTexts } from "../parts/code-points.ts";
import { NEWEST, type GroupKey, type HistorySort, type HistorySortKey, type HistoryState } from "../state/url-history.ts";
import type { HistoryModel } from "./history-model.ts";
import { filesOf } from "./words.ts";

export type Rows = { list: "scans" | "latest"; scans: AgentScan[] } | { list: "groups"; groups: HistoryGroup<AgentScan>[] };

const TEXT: Partial<Record<HistorySortKey, (scan: AgentScan) => string>> = {
  branch: ({ branch }) => branch,
  prompt: ({ prompt }) => prompt,
  commit: ({ commit_id }) => commit_id,
  scan: ({ scan_id }) => scan_id,
  stamp: ({ timestamp }) => timestamp,
};

function comparison(by: HistorySortKey): ((a: AgentScan, b: AgentScan) => number) | null {
  if (by === "files") return (a, b) => (filesOf(a) ?? -1) - (filesOf(b) ?? -1);
  const text = TEXT[by];
  return text === undefined ? null : (a, b) => compareTexts(text(a), text(b));
}

export function orderScans(scans: AgentScan[], { by, descending }: HistorySort): AgentScan[] {
  const compare = comparison(by);
  if (compare === null) return sortHistory(scans, { order: descending ? "newest" : "oldest" });
  const newest = sortHistory(scans);
  return newest.sort(descending ? (a, b) => compare(b, a) : compare);
}

/**
 * The latest scan for each value; days have no "latest of each", so branches are used instead. A scan that is dated in the future
 * is taken only if there is no other.
 */
export function latest({ scans, ahead }: HistoryModel, by: GroupKey, sort: HistorySort): AgentScan[] {
  const key = by === "day" ? "branch" : by;
  const future = new Set(ahead);
  const past = latestBy(future.size === 0 ? scans : scans.filter((scan) => !future.has(scan)), key);
  return orderScans([...new Map([...latestBy(ahead, key), ...past]).values()], sort);
}

/** The group, whose latest scan is one dated in the future only if there is no other. */
function withPastLatest(group: HistoryGroup<AgentScan>, future: ReadonlySet<AgentScan>): HistoryGroup<AgentScan> {
  if (!future.has(group.latest)) return group;
  const [latest] = sortHistory(group.scans.filter((scan) => !future.has(scan)));
  return latest === undefined ? group : { ...group, latest };
}

export function groups({ scans, ahead }: HistoryModel, by: GroupKey, zone: number, sort: HistorySort): HistoryGroup<AgentScan>[] {
  const future = new Set(ahead);
  const list = groupHistory(scans, { by, utcOffsetMinutes: zone }).map((group) => withPastLatest(group, future));
  const { by: key, descending } = sort;
  if (key === "key" || key === "count") {
    const compare = (a: HistoryGroup<AgentScan>, b: HistoryGroup<AgentScan>): number =>
      key === "key" ? compareTexts(a.key, b.key) : a.scans.length - b.scans.length;
    return list.sort(descending ? (a, b) => compare(b, a) : compare);
  }
  const place = new Map(
    orderScans(
      list.map((group) => group.latest),
      sort,
    ).map((scan, at) => [scan, at]),
  );
  return list.sort((a, b) => (place.get(a.latest) ?? 0) - (place.get(b.latest) ?? 0));
}

const OF_SCANS: readonly HistorySortKey[] = ["time", "branch", "prompt", "files", "commit", "scan", "stamp"];
const OF_GROUPS: readonly HistorySortKey[] = ["key", "count", "time", "branch", "prompt", "files", "scan"];

/** What a list is ordered by: what is asked for, or newest first if it has no such column. */
export function orderOf({ list, by, sort }: Pick<HistoryState, "list" | "by" | "sort">): HistorySort {
  const isShown = list === "groups" ? OF_GROUPS.includes(sort.by) && sort.by !== by : OF_SCANS.includes(sort.by);
  return isShown ? sort : NEWEST;
}

/** The order after a click on a column: turned round if it is the column's already, else the column's natural one. */
export function nextSort(sort: HistorySort, by: HistorySortKey): HistorySort {
  if (sort.by === by) return { by, descending: !sort.descending };
  return { by, descending: by === "time" || by === "files" || by === "count" };
}
