/**
 * The marks of a lane. Scans that would cover each other share one, with their count, so that there are never more marks than the
 * width has room for, however long the history is.
 */
import type { AgentScan } from "scanfold";
import { instant } from "../parts/instant.ts";
import { clip, counted, number } from "../parts/text.ts";
import { utc } from "../parts/time.ts";
import type { Lane } from "./history-model.ts";

export interface Mark {
  /** Newest first; at least one. */
  scans: AgentScan[];
  x: number;
  /** First and last instant. */
  from: number;
  to: number;
}

/** Two marks nearer than this cover each other. */
const SINGLE = 5;
/** Padding of a mark that bears a count, and what a digit takes. */
const PADDING = 8;
const DIGIT = 6;

/** The width of a mark with this count. */
export const widthOf = (count: number): number => (count === 1 ? SINGLE : PADDING + DIGIT * shortCount(count).length);

export function marksOf(lane: Lane, x: (ms: number) => number): Mark[] {
  const known: { scan: AgentScan; ms: number }[] = [];
  for (const scan of lane.scans) {
    const ms = instant(scan.timestamp);
    if (ms !== null) known.push({ scan, ms });
  }
  known.sort((a, b) => a.ms - b.ms);
  const marks: Mark[] = [];
  let start = Number.NEGATIVE_INFINITY;
  for (const { scan, ms } of known) {
    const last = marks[marks.length - 1];
    const here = x(ms);
    if (last !== undefined && here - start < widthOf(last.scans.length)) {
      last.scans.push(scan);
      last.to = ms;
      last.x = (start + here) / 2;
    } else {
      marks.push({ scans: [scan], x: here, from: ms, to: ms });
      start = here;
    }
  }
  for (const { scans } of marks) scans.reverse();
  return marks;
}

/** Which scan a mark selects: its newest, and from one that is selected already the one before it, in turn. */
export function nextOf({ scans }: Mark, entry: string): AgentScan | undefined {
  const at = scans.findIndex(({ scan_id }) => scan_id === entry);
  return scans[(at + 1) % scans.length];
}

export const holds = ({ scans }: Mark, entry: string): boolean => entry !== "" && scans.some(({ scan_id }) => scan_id === entry);

const described = (scan: AgentScan): string => `${clip(scan.prompt, 60)} on ${clip(scan.branch, 60)}`;

export function labelOf({ scans, from, to }: Mark, entry: string): string {
  const [newest] = scans;
  if (newest === undefined) return "";
  if (scans.length === 1) return `${described(newest)}, ${utc(to)}, ${newest.num_files} files`;
  const chosen = scans.findIndex(({ scan_id }) => scan_id === entry);
  const place = chosen < 0 ? "selects the newest" : `${number(chosen + 1)} of them is selected, again selects the one before it`;
  return `${counted(scans.length, "scan")} on ${clip(newest.branch, 60)}, ${utc(from)} to ${utc(to)}; ${place}`;
}

const THOUSAND = 1000;

/** A count in three characters, or in few more. */
export const shortCount = (count: number): string => (count < THOUSAND ? String(count) : `${Math.floor(count / THOUSAND)}k`);

/** Where the keys lead: the neighbour in time, or the nearest mark of the next lane that has one. */
export function neighbour(lanes: Mark[][], [lane, index]: [number, number], key: string): [number, number] | null {
  const marks = lanes[lane] ?? [];
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const next = index + (key === "ArrowRight" ? 1 : -1);
    return marks[next] === undefined ? null : [lane, next];
  }
  if (key === "Home") return [lane, 0];
  if (key === "End") return [lane, marks.length - 1];
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  const from = marks[index]?.x ?? 0;
  for (let next = lane + step; step !== 0 && lanes[next] !== undefined; next += step) {
    const other = lanes[next] ?? [];
    if (other.length === 0) continue;
    let nearest = 0;
    other.forEach((mark, i) => {
      if (Math.abs(mark.x - from) < Math.abs((other[nearest]?.x ?? 0) - from)) nearest = i;
    });
    return [next, nearest];
  }
  return null;
}

/** The tab stop is the selected mark, else the latest of the first lane that has any. */
export function tabStop(lanes: Mark[][], entry: string): [number, number] {
  if (entry !== "")
    for (const [l, marks] of lanes.entries()) {
      const i = marks.findIndex((mark) => holds(mark, entry));
      if (i >= 0) return [l, i];
    }
  const l = lanes.findIndex((marks) => marks.length > 0);
  return [l, (lanes[l]?.length ?? 0) - 1];
}
