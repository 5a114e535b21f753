/**
 * The rows below the timeline and their order: scans, groups, or the latest of each. By time the package orders, whatever the
 * offsets; every other column is ordered here, ties newest first in either direction.
 */
import { groupHistory, latestBy, sortHistory, type AgentScan, type HistoryGroup } from "scanfold";
import { compareTexts } from "../parts/code-points.ts";
import type { GroupKey, HistorySort, HistorySortKey } from "../state/url-history.ts";
import type { HistoryModel } from "./history-model.ts";
import { filesOf } from "./words.ts";

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
  if (compare === null) return sortHistory(scans, { order: descending || by !== "time" ? "newest" : "oldest" });
  const newest = sortHistory(scans);
  return newest.sort(descending ? (a, b) => compare(b, a) : compare);
}

/**
 * The latest scan for each value; of a day there is no "latest of each", so branches stand in. One that is dated in the future
 * stands only where there is no other.
 */
export function latest({ scans, ahead }: HistoryModel, by: GroupKey, sort: HistorySort): AgentScan[] {
  const key = by === "day" ? "branch" : by;
  const late = new Set(ahead);
  const reached = latestBy(late.size === 0 ? scans : scans.filter((scan) => !late.has(scan)), key);
  return orderScans([...new Map([...latestBy(ahead, key), ...reached]).values()], sort);
}

export function groups(model: HistoryModel, by: GroupKey, zone: number, sort: HistorySort): HistoryGroup<AgentScan>[] {
  const list = groupHistory(model.scans, { by, utcOffsetMinutes: zone });
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

/** The order after a click on a column: turned round where it is the column's already, else its natural one. */
export function nextSort(sort: HistorySort, by: HistorySortKey): HistorySort {
  if (sort.by === by) return { by, descending: !sort.descending };
  return { by, descending: by === "time" || by === "files" || by === "count" };
}
