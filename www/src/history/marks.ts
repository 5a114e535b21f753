/**
 * The marks of a lane. Scans that would cover each other share one, with their count, so that there are never more marks than the
 * width has room for, however long the history is.
 */
import type { AgentScan } from "scanfold";
import { counted, number, prose } from "../parts/text.ts";
import { exact } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
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

/** Free space between two marks. */
const GAP = 2;
/** Padding of a mark with a count, and the width of a digit. */
const PADDING = 8;
const DIGIT = 6;

/** The width of a mark with this count, which is at least two. */
export const widthOf = (count: number): number => PADDING + DIGIT * shortCount(count).length;

/** Where an instant stands, and how wide a scan is drawn that has a mark of its own. */
export interface Places {
  x: (ms: number) => number;
  width: (scan: AgentScan) => number;
}

function inTime(scans: AgentScan[]): { scan: AgentScan; ms: number }[] {
  const known = scans.flatMap((scan) => {
    const ms = instant(scan.timestamp);
    return ms === null ? [] : [{ scan, ms }];
  });
  return known.sort((a, b) => a.ms - b.ms);
}

/** A scan has a mark of its own if that begins beyond the right edge of the one before; else it joins that one. */
export function marksOf(lane: Lane, { x, width }: Places): Mark[] {
  const marks: Mark[] = [];
  let start = 0;
  /** Where the room for the last mark begins, and where that mark ends. */
  let room = Number.NEGATIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const { scan, ms } of inTime(lane.scans)) {
    const last = marks[marks.length - 1];
    const here = x(ms);
    const half = width(scan) / 2;
    if (last === undefined || here - half >= right + GAP) {
      marks.push({ scans: [scan], x: here, from: ms, to: ms });
      start = here;
      room = right + GAP;
      right = here + half;
    } else {
      last.scans.push(scan);
      last.to = ms;
      const wide = widthOf(last.scans.length) / 2;
      // In the middle of its scans; a count is wider than a shape, and may have to keep clear of the mark before.
      last.x = Math.max((start + here) / 2, room + wide);
      right = last.x + wide;
    }
  }
  for (const { scans } of marks) scans.reverse();
  return marks;
}

/**
 * Which scan a mark selects: its newest, or, if one of its scans is selected already, the one before it, in turn. Scans that share
 * an id are all selected, so the next is the first after them.
 */
export function nextOf({ scans }: Mark, isChosen: IsChosen): AgentScan | undefined {
  const at = scans.findIndex(isChosen);
  const others = at < 0 ? scans : [...scans.slice(at + 1), ...scans.slice(0, at)];
  return others.find((scan) => !isChosen(scan)) ?? scans[at];
}

export const holds = ({ scans }: Mark, isChosen: IsChosen): boolean => scans.some(isChosen);

/** A mark of one scan in words. */
function sentence(scan: AgentScan, ms: number, zone: number): string {
  const files = filesOf(scan);
  const read = files === null ? "number of files not given" : counted(files, "file");
  const prompt = scan.prompt === "" ? "A prompt not given" : prose(scan.prompt, 60);
  return `${prompt} on ${branchOf(scan.branch, 60)}, ${exact(ms, zone)}, ${read}`;
}

/** Times are written in the zone. */
export function labelOf({ scans, from, to }: Mark, zone: number, isChosen: IsChosen): string {
  const [newest] = scans;
  if (newest === undefined) return "";
  if (scans.length === 1) return sentence(newest, to, zone);
  const chosen = scans.findIndex(isChosen);
  const place = chosen < 0 ? "selects the newest" : `number ${number(chosen + 1)} of them is selected, again selects the one before it`;
  return `${counted(scans.length, "scan")} on ${branchOf(newest.branch, 60)}, ${exact(from, zone)} to ${exact(to, zone)}; ${place}`;
}

const THOUSAND = 1000;

/** A count in three characters, or in few more. */
export const shortCount = (count: number): string => (count < THOUSAND ? String(count) : `${Math.floor(count / THOUSAND)}k`);

/** Where an arrow key leads: the neighbour in time, or the nearest mark of the next lane that has any. */
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

/** The tab stop is the mark where the keyboard was last, else the selected one, else the latest of the first lane that has any. */
export function tabStop(lanes: Mark[][], ...wanted: IsChosen[]): [number, number] {
  for (const isWanted of wanted)
    for (const [l, marks] of lanes.entries()) {
      const i = marks.findIndex((mark) => holds(mark, isWanted));
      if (i >= 0) return [l, i];
    }
  const l = lanes.findIndex((marks) => marks.length > 0);
  return [l, (lanes[l]?.length ?? 0) - 1];
}
