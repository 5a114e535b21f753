/**
 * The time without a scan in which a range of days lies. An absent analysis looks exactly like a clean one, so a range that holds no
 * scan says for how long there was none.
 */
import { summarizeHistory, type AgentScan } from "scanfold";
import { instant } from "../state/instant.ts";

export interface Absence {
  /** The last scan before the range. */
  from: string;
  /** The next one after it; `null` if there was none up to now. */
  to: string | null;
  ms: number;
  /** Whether every time can be read: otherwise an unreadable scan may lie in it. */
  legible: boolean;
}

/** The scans on both sides of a range, and when the history was read. */
export interface Sides {
  before: AgentScan[];
  after: AgentScan[];
  /** As in `Absence`. */
  legible: boolean;
  now: Date;
}

/** `null` if there was no scan before the range. */
export function absenceOf({ before, after, legible, now }: Sides): Absence | null {
  const { lastAt: from } = summarizeHistory(before, { now });
  const { firstAt: to } = summarizeHistory(after, { now });
  const [start, end] = [instant(from), to === null ? now.getTime() : instant(to)];
  return from === null || start === null || end === null ? null : { from, to, ms: Math.max(0, end - start), legible };
}
