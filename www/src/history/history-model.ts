/**
 * The history of one repository as the view needs it: what matches the filter, lanes by branch, a summary of each and of all, a
 * shape for each prompt. Order, groups, gaps and figures come from the package; `now` is an argument.
 */
import { groupHistory, sortHistory, summarizeHistory, type AgentScan, type HistorySummary } from "scanfold";
import { kept } from "../parts/kept.ts";
import { AHEAD_MS, DAY_MS } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import { MATCHED, zoneText, type HistoryState } from "../state/url-history.ts";
import { absenceOf, type Absence } from "./absence.ts";

export type HistoryFilter = Pick<HistoryState, "where" | "from" | "until" | "zone" | "stale">;

export interface Lane {
  branch: string;
  /** Empty if the range of days holds no scan of the branch. */
  scans: AgentScan[];
  /**
   * The figures of these scans. The last scan and staleness, however, are those at the end of the range, even if that scan was
   * before it, and gaps are those that reach into the range.
   */
  summary: HistorySummary;
  /** The time since its last scan, if that is longer than a pause may be. */
  silence: Silence | null;
}

export type Drop = HistorySummary["coverageDrops"][number];

export interface Silence {
  from: string;
  ms: number;
}

export interface HistoryModel {
  /** Everything the service sent. */
  all: AgentScan[];
  /** What matches the filter, in the service's order. */
  scans: AgentScan[];
  lanes: Lane[];
  /** All of them as one lane, if there are several; else `null`. */
  together: Lane | null;
  /** Its last scan, staleness and pauses leave out scans that are `ahead`. */
  summary: HistorySummary;
  /** The one branch that is asked for; empty: all. */
  branch: string;
  /** Whether the filter leaves out scans by more than their branch and day: then those of a branch are not all that it had. */
  partial: boolean;
  /** Scans that are dated later than now. */
  ahead: AgentScan[];
  /** Branches and prompts of the whole history. Prompts are sorted by use, most first; the place of one decides its shape. */
  branches: string[];
  prompts: string[];
  /** Scans that read far fewer files than the one before on the same branch and prompt, even if that was before the range. */
  drops: ReadonlyMap<AgentScan, Drop>;
  /** Minutes east of UTC: where days begin, and by whose clocks times are written. */
  zone: number;
  /** When staleness is measured: now, or at the end of the range if that is earlier. */
  at: Date;
  /** Whether that is at the end of the range. */
  bounded: boolean;
  /** Whether it was read so long ago that "now" would no longer be true. */
  aged: boolean;
  staleMs: number;
  /** When the first day of the range ends, in milliseconds since 1970; minus infinity if the range has no first day. */
  firstDayEnds: number;
  /** First and last readable instant, or `null` if there is none. */
  span: [number, number] | null;
  /** Whether the time of every scan that matches can be read: one with an unreadable time may lie in any range, and in any gap. */
  legible: boolean;
  /** If the range of days holds no scan: the time without one in which it lies, if it does. */
  absence: Absence | null;
}

/**
 * A longer time without a scan of a branch is a gap, however often it is scanned. The page passes this to the package, so that its
 * words are true.
 */
export const GAP_DAYS = 7;

/** A branch whose latest scan is longer ago is stale, unless the page is told otherwise. Passed to the package like the other. */
export const DEFAULT_STALE_DAYS = 7;

/** When a day begins in the zone; `later` days after it. */
function startOf(day: string, zone: number, later = 0): string | null {
  const ms = instant(`${day}T00:00:00${zoneText(zone)}`);
  if (ms === null) return null;
  // RFC 3339 has no years of five digits, and no scan lies beyond them.
  const text = new Date(ms + later * DAY_MS).toISOString();
  return /^\d{4}-/.test(text) ? text : null;
}

/** No timestamp names an earlier instant. */
const EARLIEST = "0000-01-01T00:00:00+23:59";

/**
 * The scans from one instant until before another, in the given order. The package orders: the bounds are put among the scans,
 * and what comes between them is inside. Timestamps that cannot be read are in no range.
 */
function within(scans: AgentScan[], from: string | null, until: string | null): AgentScan[] {
  if (from === null && until === null) return scans;
  const lower = { timestamp: from ?? EARLIEST };
  const upper = until === null ? null : { timestamp: until };
  // Ties keep the given order: a bound after the scans of its own instant includes them below and excludes them above.
  const sorted = sortHistory<{ timestamp: string }>([...scans, ...(upper === null ? [] : [upper]), lower]);
  const first = upper === null ? 0 : sorted.indexOf(upper) + 1;
  const inside = new Set(sorted.slice(first, sorted.indexOf(lower)));
  return scans.filter((scan) => inside.has(scan));
}

type Options = { now: Date; gapMs: number; staleMs: number };
type IsAhead = (scan: AgentScan) => boolean;

/** A scan that is dated later than now would hide a long time without scans, so it neither counts as the last one nor ends a pause. */
function summaryOf(scans: AgentScan[], options: Options, isAhead: IsAhead): HistorySummary {
  const whole = summarizeHistory(scans, options);
  if (!scans.some(isAhead)) return whole;
  const past = scans.filter((scan) => !isAhead(scan));
  const { lastAt, sinceLastMs, stale, gaps, medianIntervalMs } = summarizeHistory(past, options);
  return { ...whole, lastAt, sinceLastMs, stale, gaps, medianIntervalMs };
}

/** The package measures it as a pause between the last scan and the present, so its rule says how long is too long. */
function silenceOf(scans: AgentScan[], { lastAt, sinceLastMs }: HistorySummary, options: Options): Silence | null {
  const [scan] = scans;
  // Asked only of those that may be silent: there may be as many branches as scans.
  if (scan === undefined || lastAt === null || (sinceLastMs ?? 0) < options.gapMs) return null;
  const ends = [options.now.toISOString(), lastAt].map((timestamp) => ({ ...scan, timestamp }));
  const [gap] = summarizeHistory(ends, options).gaps;
  return gap === undefined || gap.from !== lastAt ? null : { from: lastAt, ms: gap.ms };
}

/** What to call the end of a silence that still lasts: the end of the range, the present, or when the history was read. */
export const untilText = ({ bounded, aged }: HistoryModel, end: string, now: string, read: string): string =>
  bounded ? end : aged ? read : now;

/**
 * A lane for each branch that had a scan by the end of the range: a branch that nobody scanned since before the range is the
 * one that a reader must not overlook.
 */
function lanesOf(scans: AgentScan[], byTheEnd: AgentScan[], from: string | null, options: Options, isAhead: IsAhead): Pick<HistoryModel, "lanes" | "together"> {
  const inside = new Set(scans);
  const start = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const laneOf = (branch: string, known: AgentScan[]): Lane => {
    const own = known.filter((scan) => inside.has(scan));
    const whole = summaryOf(known, options, isAhead);
    const { lastAt, sinceLastMs, stale } = whole;
    const gaps = whole.gaps.filter(({ to }) => (instant(to) ?? start) >= start);
    const summary = own.length === known.length ? whole : { ...summaryOf(own, options, isAhead), lastAt, sinceLastMs, stale, gaps };
    return { branch, scans: own, summary, silence: silenceOf(known, whole, options) };
  };
  const lanes = groupHistory(byTheEnd, { by: "branch" }).map(({ key, scans: known }) => laneOf(key, known));
  return { lanes, together: lanes.length < 2 ? null : laneOf("", byTheEnd) };
}

/** The scan of each drop: the one with its id that read so many files. If several did, or it has no id, it is not known. */
function scansOf(drops: readonly Drop[], scans: AgentScan[]): Map<Drop, AgentScan> {
  /** By id, by how many files were read: the scan, or `null` if there are several. */
  const alike = new Map(drops.map(({ scan_id }) => [scan_id, new Map<number | undefined, AgentScan | null>()]));
  for (const scan of scans) {
    const own = scan.scan_id === "" ? undefined : alike.get(scan.scan_id);
    own?.set(scan.num_files, own.has(scan.num_files) ? null : scan);
  }
  const found = new Map<Drop, AgentScan>();
  for (const drop of drops) {
    const scan = alike.get(drop.scan_id)?.get(drop.to);
    if (scan != null) found.set(drop, scan);
  }
  return found;
}

/** The drops in the range, and those compared with a scan before it. */
function dropsOf(own: readonly Drop[], scans: AgentScan[], byTheEnd: AgentScan[], whole: () => readonly Drop[]): { all: Drop[]; of: Map<AgentScan, Drop> } {
  const of = new Map([...scansOf(own, scans)].map(([drop, scan]) => [scan, drop]));
  const all = [...own];
  if (byTheEnd.length === scans.length) return { all, of };
  const inside = new Set(scans);
  for (const [drop, scan] of scansOf(whole(), byTheEnd)) {
    if (!inside.has(scan) || of.has(scan)) continue;
    all.push(drop);
    of.set(scan, drop);
  }
  return { all, of };
}

/** The summary has them oldest first. Those whose scan is not known come last. */
function newestFirst({ all, of }: ReturnType<typeof dropsOf>): Drop[] {
  const times = new Map([...of].map(([scan, drop]) => [drop, instant(scan.timestamp)]));
  const at = (drop: Drop): number => times.get(drop) ?? Number.MIN_SAFE_INTEGER;
  return all.reverse().sort((a, b) => at(b) - at(a));
}

interface Matching {
  matching: AgentScan[];
  legible: boolean;
  now: Date;
  isAhead: IsAhead;
}

/** A range in the future lies in no time without a scan, and a scan that is `ahead` ends none. */
function absenceAround({ matching, legible, now, isAhead }: Matching, [from, until]: [string | null, string | null]): Absence | null {
  if (from === null || Date.parse(from) > now.getTime()) return null;
  const past = matching.filter((scan) => !isAhead(scan));
  const [before, after] = [within(past, null, from), until === null ? [] : within(past, until, null)];
  return absenceOf({ before, after, legible, now });
}

/** Of the whole history, whatever the filter. */
const choices = kept((all: AgentScan[]): Pick<HistoryModel, "branches" | "prompts"> => ({
  branches: groupHistory(all, { by: "branch" }).map(({ key }) => key),
  prompts: groupHistory(all, { by: "prompt" })
    .sort((a, b) => b.scans.length - a.scans.length)
    .map(({ key }) => key),
}));

/**
 * From the first scan to the last; or from the start of the range, if a branch has not been scanned since before it: its gap is
 * part of the picture.
 */
function spanOf(scans: AgentScan[], lanes: Lane[], from: string | null): [number, number] | null {
  const times = scans.map(({ timestamp }) => instant(timestamp)).filter((ms) => ms !== null);
  if (times.length === 0) return null;
  const start = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const begun = lanes.flatMap(({ summary, silence }) => [...summary.gaps, ...(silence === null ? [] : [silence])].map((gap) => instant(gap.from)));
  const reachesBack = begun.some((ms) => ms !== null && ms < start);
  return [times.reduce((a, b) => Math.min(a, b), reachesBack ? start : Infinity), times.reduce((a, b) => Math.max(a, b))];
}

/** `now` is when it was read. */
export function historyModel(all: AgentScan[], filter: HistoryFilter, now: Date): HistoryModel {
  const from = startOf(filter.from, filter.zone);
  const until = startOf(filter.until, filter.zone, 1);
  const matching = all.filter((scan) => MATCHED.every((field) => filter.where[field] === undefined || scan[field] === filter.where[field]));
  const scans = within(matching, from, until);
  const bounded = until !== null && Date.parse(until) < now.getTime();
  const at = bounded ? new Date(until) : now;
  const staleMs = (filter.stale || DEFAULT_STALE_DAYS) * DAY_MS;
  const options = { now: at, gapMs: GAP_DAYS * DAY_MS, staleMs };
  const isAhead: IsAhead = ({ timestamp }) => (instant(timestamp) ?? 0) > now.getTime() + AHEAD_MS;
  const byTheEnd = from === null ? scans : within(matching, null, until);
  const inRange = summaryOf(scans, options, isAhead);
  const drops = dropsOf(inRange.coverageDrops, scans, byTheEnd, () => summarizeHistory(byTheEnd, options).coverageDrops);
  const summary = { ...inRange, coverageDrops: newestFirst(drops) };
  const { lanes, together } = lanesOf(scans, byTheEnd, from, options, isAhead);
  const legible = matching.every(({ timestamp }) => instant(timestamp) !== null);
  return {
    all,
    scans,
    lanes,
    together,
    summary,
    branch: filter.where.branch ?? "",
    partial: MATCHED.some((field) => field !== "branch" && filter.where[field] !== undefined),
    ahead: scans.filter(isAhead),
    ...choices(all),
    drops: drops.of,
    zone: filter.zone,
    at,
    bounded,
    aged: false,
    staleMs,
    firstDayEnds: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from) + DAY_MS,
    span: spanOf(scans, lanes, from),
    legible,
    absence: scans.length === 0 ? absenceAround({ matching, legible, now, isAhead }, [from, until]) : null,
  };
}
