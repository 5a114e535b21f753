/**
 * Where an instant stands on the timeline. The axis reaches from the first scan to now, or to the end of the range of days, and
 * beyond only for a scan that is dated later: time in which nobody looked is part of the picture. If that time would leave the
 * scans less than a quarter of the width, it is drawn shorter, and a mark shows where that begins.
 */
import { scaleUtc } from "d3-scale";
import { moved } from "../parts/time.ts";
import { tickTexts } from "./axis.ts";

export interface Tick {
  x: number;
  text: string;
}

export interface Scale {
  x: (ms: number) => number;
  ticks: Tick[];
  /** Where, after the last scan, the axis becomes shorter, if it does. */
  fold: number | null;
  left: number;
  /** Where the axis ends. */
  right: number;
  /** Where now is, or the end of the range: at the end of the axis, unless a scan is dated later. */
  present: number;
}

const EDGE = 14;
const HALF_DAY_MS = 43_200_000;
/** A silence that is so many times longer than the time of all scans is drawn shorter. */
const LONGEST = 3;
/** The share of the width that the scans keep beside a silence that is drawn shorter. */
const KEPT = 0.6;
/** One tick is wanted for so many pixels; fewer if their texts would touch. */
const TICK = 56;
/** The width of a character under the axis, in a font with wide ones; the text at the end of the axis is bold. */
const CHARACTER = 7;
const BOLD = 8.5;
/** Free space between two texts. */
const FREE = 8;
export const FOLD_TEXT = "//";

export interface Extent {
  span: readonly [number, number];
  end: number;
  /** Minutes east of UTC in which the axis counts days. */
  zone: number;
  width: number;
  /** The text at the end of the axis. */
  endText: string;
}

const widthOf = (text: string): number => text.length * CHARACTER;

/** Ticks whose texts touch neither each other nor the ends; every second or third of them, if all would. */
function ticksIn(scale: { ticks: (count: number) => Date[]; (date: Date): number }, room: number, end: number): Tick[] {
  const dates = scale.ticks(Math.max(2, Math.floor(room / TICK)));
  const texts = tickTexts(dates);
  const all = dates.map((date, at) => ({ x: scale(date), text: texts[at] ?? "" }));
  const touch = (some: Tick[]): boolean => some.some(({ x, text }, at) => x - widthOf(text) - FREE < (some[at - 1]?.x ?? Number.NEGATIVE_INFINITY));
  let ticks = all;
  for (let every = 2; touch(ticks); every += 1) ticks = all.filter((_, at) => at % every === 0);
  const isWhole = (x: number, half: number): boolean => x - half > -EDGE && x + half + FREE < end;
  return ticks.filter(({ x, text }) => isWhole(x, widthOf(text) / 2));
}

export function scaleOf({ span: [first, last], end: at, zone, width, endText }: Extent): Scale {
  const end = Math.max(last, at);
  // A single instant gets room on both sides if nothing else gives it any, but none in the future.
  const margin = first === last && end - last < HALF_DAY_MS ? HALF_DAY_MS : 0;
  const [from, until] = [first - margin, Math.min(last + margin, end)];
  const [left, right] = [EDGE, Math.max(EDGE, width - EDGE)];
  const folds = until > from && end - until > LONGEST * (until - from);
  const fold = folds ? left + (right - left) * KEPT : null;
  // The axis is drawn in UTC with every instant moved by the zone, so that its ticks fall on the zone's midnights.
  const inZone = (ms: number): number => moved(ms, zone);
  const scans = scaleUtc([inZone(from), inZone(fold === null ? end : until)], [left, fold ?? right]);
  const silence = scaleUtc([inZone(until), inZone(end)], [fold ?? right, right]);
  const place = (ms: number): number => (fold !== null && ms > until ? silence : scans)(inZone(ms));
  // A fold's text stands in its middle, that of the end before it.
  const free = fold === null ? right - endText.length * BOLD : fold - widthOf(FOLD_TEXT) / 2;
  const x = (ms: number): number => Math.min(right, Math.max(left, place(ms)));
  return {
    x,
    ticks: ticksIn(scans, (fold ?? right) - left, free),
    fold,
    left,
    right,
    present: x(at),
  };
}
