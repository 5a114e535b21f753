/**
 * The longest time without a scan of one branch, among those that the timeline draws as bands: one branch must not cover for
 * another. The longest time without a scan of any branch. And the filter that shows each alone.
 */
import { DAY_MS, dayIn } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import type { HistoryState } from "../state/url-history.ts";
import type { Absence } from "./absence.ts";
import { withMatch } from "./filters.ts";
import type { HistoryModel } from "./history-model.ts";

export interface Gap {
  branch: string;
  from: string;
  /** The scan that ends it; `null` if it still lasts. */
  to: string | null;
  ms: number;
}

export interface Gaps {
  longest: Gap;
  count: number;
  /** How many of them still last. */
  lasting: number;
}

/**
 * The gaps of all lanes. One that ended on the first day of the range is left out if another begins that day: `narrowTo` makes such
 * ranges.
 */
export function gapsOf({ lanes, firstDayEnds }: Pick<HistoryModel, "lanes" | "firstDayEnds">): Gaps | null {
  const all = lanes.flatMap(({ branch, summary }) => summary.gaps.map(({ from, to, ms }): Gap => ({ branch, from, to, ms })));
  const silences = lanes.flatMap(({ branch, silence }): Gap[] => (silence === null ? [] : [{ ...silence, branch, to: null }]));
  const isOfFirstDay = (text: string | null): boolean => {
    const ms = instant(text) ?? firstDayEnds;
    return ms >= firstDayEnds - DAY_MS && ms < firstDayEnds;
  };
  const pauses = [...silences, ...all].some(({ from }) => isOfFirstDay(from)) ? all.filter(({ to }) => !isOfFirstDay(to)) : all;
  const [first, ...more] = [...silences, ...pauses];
  if (first === undefined) return null;
  const longest = more.reduce((most, one) => (one.ms > most.ms ? one : most), first);
  return { longest, count: more.length + 1, lasting: silences.length };
}

/** The gaps of all branches together, if there are several: times in which nobody looked at the repository. */
export const gapsOfAll = ({ together, firstDayEnds }: HistoryModel): Gaps | null =>
  together === null ? null : gapsOf({ lanes: [together], firstDayEnds });

const dayOf = (text: string, zone: number): string => {
  const ms = instant(text);
  return ms === null ? "" : dayIn(ms, zone);
};

/** Widens a range in which there is no scan to the days of those on both sides of it. `null` if no filter can have such a day. */
export function widenTo({ from, to }: Absence, zone: number): Partial<HistoryState> | null {
  const [first, last] = [dayOf(from, zone), to === null ? "" : dayOf(to, zone)];
  return first === "" || (to !== null && last === "") ? null : { from: first, until: last };
}

type Days = Pick<HistoryState, "from" | "until">;

/** From the day of the scan before the gap to that of the one after it. `null` if no filter can have such a day. */
function daysOf({ from, to }: Gap, { until: last, zone }: HistoryState): Days | null {
  const [start, end] = [dayOf(from, zone), to === null ? last : dayOf(to, zone)];
  return start === "" || (to !== null && end === "") ? null : { from: start, until: end };
}

const isShown = (days: Days, { from, until }: HistoryState): boolean => days.from === from && days.until === until;

/**
 * Narrows the history to the branch and the days from the scan before the gap to the one after it. `null` if that is shown already,
 * or no link can express it: a branch without a name, a day that no filter can have.
 */
export function narrowTo(gap: Gap, state: HistoryState): Partial<HistoryState> | null {
  const { branch } = gap;
  const days = daysOf(gap, state);
  if (branch === "" || days === null || (state.where.branch === branch && isShown(days, state))) return null;
  return { where: withMatch(state.where, "branch", branch), ...days };
}

/** The same days for all branches that are shown. */
export function narrowToDays(gap: Gap, state: HistoryState): Partial<HistoryState> | null {
  const days = daysOf(gap, state);
  return days === null || isShown(days, state) ? null : days;
}
