/**
 * Where an instant stands on the timeline. The axis reaches from the first scan to now, or to the end of the range of days, and
 * beyond only to a scan that says it comes later: time in which nobody looked is part of the picture. Where it would leave less than a quarter of the width to the scans it is drawn
 * shorter, and the place where that begins is marked.
 */
import { scaleUtc } from "d3-scale";
import { tickTexts } from "./axis.ts";

export interface Tick {
  x: number;
  text: string;
}

export interface Scale {
  x: (ms: number) => number;
  ticks: Tick[];
  /** Where the last scan's time is over and the axis is shorter, if it is. */
  fold: number | null;
  left: number;
  /** Where the axis ends. */
  right: number;
  /** Where now is, or the end of the range: at the end of the axis, unless a scan says that it comes later. */
  present: number;
}

const EDGE = 14;
const HALF_DAY_MS = 43_200_000;
/** A silence may be as many times as long as all scans together before it is drawn shorter. */
const LONGEST = 3;
/** Of the width, what the scans keep beside a silence that is longer than all of them. */
const KEPT = 0.6;
const TICK = 110;
/** A tick's text nearer than this to the end, or to the fold, would run into the text there. */
const END_ROOM = 64;
const FOLD_ROOM = 50;

export interface Extent {
  span: readonly [number, number];
  end: number;
  /** Minutes east of UTC in which the axis counts days. */
  zone: number;
  width: number;
}

export function scaleOf({ span: [first, last], end: at, zone, width }: Extent): Scale {
  const margin = first === last ? HALF_DAY_MS : 0;
  const end = Math.max(last, at);
  // A single instant has room on both sides, but none that is yet to come.
  const [from, until] = [first - margin, Math.min(last + margin, end)];
  const [left, right] = [EDGE, Math.max(EDGE, width - EDGE)];
  const folds = end - until > LONGEST * (until - from);
  const fold = folds ? left + (right - left) * KEPT : null;
  // The axis is drawn in UTC with every instant moved by the zone, so that its ticks fall on the zone's midnights.
  const moved = (ms: number): number => ms + zone * 60_000;
  const scans = scaleUtc([moved(from), moved(fold === null ? end : until)], [left, fold ?? right]);
  const silence = scaleUtc([moved(until), moved(end)], [fold ?? right, right]);
  const place = (ms: number): number => (fold !== null && ms > until ? silence : scans)(moved(ms));
  const dates = scans.ticks(Math.max(2, Math.floor(((fold ?? right) - left) / TICK)));
  const texts = tickTexts(dates);
  const room = fold === null ? right - END_ROOM : fold - FOLD_ROOM;
  const x = (ms: number): number => Math.min(right, Math.max(left, place(ms)));
  return {
    x,
    ticks: dates.map((date, index) => ({ x: scans(date), text: texts[index] ?? "" })).filter(({ x }) => x < room),
    fold,
    left,
    right,
    present: x(at),
  };
}
