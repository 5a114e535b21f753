/**
 * The marks of a lane. Scans that would cover each other share one, with their count, so that there are never more marks than the
 * width has room for, however long the history is.
 */
import type { AgentScan } from "scanfold";
import { instant } from "../parts/instant.ts";
import { clip, counted, number } from "../parts/text.ts";
import { utc } from "../parts/time.ts";
import type { Lane } from "./history-model.ts";
import { branchOf, filesOf } from "./words.ts";

type IsChosen = (scan: AgentScan) => boolean;

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
export function nextOf({ scans }: Mark, isChosen: IsChosen): AgentScan | undefined {
  const at = scans.findIndex(isChosen);
  return scans[(at + 1) % scans.length];
}

export const holds = ({ scans }: Mark, isChosen: IsChosen): boolean => scans.some(isChosen);

/** A mark of one scan in words. */
function sentence(scan: AgentScan, ms: number): string {
  const files = filesOf(scan);
  const read = files === null ? "number of files not given" : counted(files, "file");
  const prompt = scan.prompt === "" ? "A prompt not given" : clip(scan.prompt, 60);
  return `${prompt} on ${branchOf(scan.branch, 60)}, ${utc(ms)}, ${read}`;
}

export function labelOf({ scans, from, to }: Mark, isChosen: IsChosen): string {
  const [newest] = scans;
  if (newest === undefined) return "";
  if (scans.length === 1) return sentence(newest, to);
  const chosen = scans.findIndex(isChosen);
  const place = chosen < 0 ? "selects the newest" : `${number(chosen + 1)} of them is selected, again selects the one before it`;
  return `${counted(scans.length, "scan")} on ${branchOf(newest.branch, 60)}, ${utc(from)} to ${utc(to)}; ${place}`;
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
export function tabStop(lanes: Mark[][], isChosen: IsChosen): [number, number] {
  for (const [l, marks] of lanes.entries()) {
    const i = marks.findIndex((mark) => holds(mark, isChosen));
    if (i >= 0) return [l, i];
  }
  const l = lanes.findIndex((marks) => marks.length > 0);
  return [l, (lanes[l]?.length ?? 0) - 1];
}
