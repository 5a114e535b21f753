/**
 * The longest time without a scan of a branch, of those that the timeline draws as bands: one branch must not cover for another.
 * And the filter under which it is seen alone.
 */
import { dayIn } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import type { HistoryState } from "../state/url-history.ts";
import type { Absence } from "./absence.ts";
import { withMatch } from "./filters.ts";
import type { HistoryModel } from "./history-model.ts";

export interface Gap {
  branch: string;
  from: string;
  /** The scan that ends it; `null` where it lasts. */
  to: string | null;
  ms: number;
}

export interface Gaps {
  longest: Gap;
  count: number;
  /** How many of them last. */
  lasting: number;
}

export function gapsOf({ lanes }: HistoryModel): Gaps | null {
  const pauses = lanes.flatMap(({ branch, summary }) => summary.gaps.map(({ from, to, ms }): Gap => ({ branch, from, to, ms })));
  const silences = lanes.flatMap(({ branch, silence }): Gap[] => (silence === null ? [] : [{ ...silence, branch, to: null }]));
  const [first, ...more] = [...silences, ...pauses];
  if (first === undefined) return null;
  const longest = more.reduce((most, one) => (one.ms > most.ms ? one : most), first);
  return { longest, count: more.length + 1, lasting: silences.length };
}

const dayOf = (text: string, zone: number): string => {
  const ms = instant(text);
  return ms === null ? "" : dayIn(ms, zone);
};

/** Widens a range in which there is no scan to the days of those on both sides of it. `null` where no filter can have such a day. */
export function widenTo({ from, to }: Absence, zone: number): Partial<HistoryState> | null {
  const [first, last] = [dayOf(from, zone), to === null ? "" : dayOf(to, zone)];
  return first === "" || (to !== null && last === "") ? null : { from: first, until: last };
}

/**
 * Narrows the history to the branch and the days from the scan before the gap to the one after it. `null` where that is shown
 * already, and where no link can say it: a branch without a name, a day that no filter can have.
 */
export function narrowTo({ branch, from, to }: Gap, { where, from: first, until: last, zone }: HistoryState): Partial<HistoryState> | null {
  const [start, end] = [dayOf(from, zone), to === null ? last : dayOf(to, zone)];
  if (branch === "" || start === "" || (to !== null && end === "")) return null;
  if (where.branch === branch && start === first && end === last) return null;
  return { where: withMatch(where, "branch", branch), from: start, until: end };
}
