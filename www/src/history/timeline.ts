/**
 * The timeline: a lane a branch, a mark a scan (its prompt by shape), pauses as hatched bands with their length.
 * One tab stop; left and right move in time, up and down between lanes; Enter selects.
 */
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { scaleUtc } from "d3-scale";
import type { AgentScan } from "scanfold";
import { clip, number } from "../parts/text.ts";
import { instant } from "../parts/instant.ts";
import { duration, utc } from "../parts/time.ts";
import { tickTexts } from "./axis.ts";
import type { HistoryModel, Lane } from "./history-model.ts";
import { shape, shapePath } from "./shapes.ts";

export interface TimelineProps {
  model: HistoryModel;
  width: number;
  narrow: boolean;
  now: number;
  /** Minutes east of UTC in which the axis counts days. */
  zone: number;
  branch: string;
  entry: string;
  onEntry: (scan: AgentScan) => void;
  onBranch: (branch: string) => void;
}

/** Height of a lane, and where its line runs: on a narrow screen the branch's name stands above it. */
const WIDE = { height: 40, line: 20 };
const TALL = { height: 58, line: 40 };
const BAND = 28;
const AXIS = 24;
const EDGE = 14;
/** About the width of a character of a band's length. */
const CHARACTER = 6.5;
const DAY_MS = 86_400_000;

interface Mark {
  scan: AgentScan;
  x: number;
}

function marksOf(lane: Lane, x: (ms: number) => number): Mark[] {
  return lane.scans
    .map((scan) => ({ scan, ms: instant(scan.timestamp) }))
    .filter((mark): mark is { scan: AgentScan; ms: number } => mark.ms !== null)
    .map(({ scan, ms }) => ({ scan, x: x(ms) }))
    .sort((a, b) => a.x - b.x);
}

/** The length of a pause as exactly as the band has room for; a number without its unit would say nothing. */
function fitting(ms: number, width: number): string {
  const days = Math.round(ms / DAY_MS);
  const texts = [duration(ms), `${days} d`, `${days}d`];
  return texts.find((text) => (text.length + 1) * CHARACTER < width) ?? "";
}

function gaps(lane: Lane, middle: number, x: (ms: number) => number): SVGTemplateResult[] {
  return lane.summary.gaps.flatMap(({ from, to, ms }) => {
    const [start, end] = [instant(from), instant(to)];
    if (start === null || end === null) return [];
    const [left, right] = [x(start), x(end)].sort((a, b) => a - b) as [number, number];
    const width = Math.max(1, right - left);
    const length = fitting(ms, width);
    const text = svg`<text class="gap-length" x=${left + width / 2} y=${middle + 4} text-anchor="middle">${length}</text>`;
    return [
      svg`<g>
        <title>No scan for ${duration(ms)}</title>
        <rect class="gap" x=${left} y=${middle - BAND / 2} width=${width} height=${BAND} fill="url(#hatch)"></rect>
        ${length === "" ? nothing : text}
      </g>`,
    ];
  });
}

/** Where the keys lead: the neighbour in time, or the nearest mark of the next lane that has one. */
function neighbour(lanes: Mark[][], at: [number, number], key: string): [number, number] | null {
  const [lane, index] = at;
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

export function timeline(props: TimelineProps): TemplateResult | typeof nothing {
  const { model, width, narrow, now, zone, branch, entry, onEntry, onBranch } = props;
  if (model.span === null || width === 0) return nothing;
  const { lanes } = model;
  const [first, last] = model.span;
  const margin = first === last ? 43_200_000 : 0;
  // The axis is drawn in UTC with every instant moved by the zone, so that its ticks fall on the zone's midnights.
  const moved = zone * 60_000;
  const end = Math.max(last, Math.min(now, last + (last - first) * 0.1));
  const axis = scaleUtc([first - margin + moved, end + margin + moved], [EDGE, width - EDGE]);
  const x = (ms: number): number => axis(ms + moved);
  const marks = lanes.map((lane) => marksOf(lane, x));
  const ticks = axis.ticks(Math.max(2, Math.floor(width / 110)));
  const texts = tickTexts(ticks);
  const { height: lane, line } = narrow ? TALL : WIDE;
  const middle = (index: number): number => index * lane + line;
  const height = lanes.length * lane + AXIS;

  // The tab stop is the selected mark, else the latest of the first lane that has any.
  let stop: [number, number] | null = null;
  marks.forEach((lane, l) =>
    lane.forEach((mark, i) => {
      if (mark.scan.scan_id === entry) stop = [l, i];
    }),
  );
  if (stop === null) {
    const l = marks.findIndex((lane) => lane.length > 0);
    if (l >= 0) stop = [l, (marks[l]?.length ?? 1) - 1];
  }
  const [stopLane, stopIndex] = stop ?? [-1, -1];

  const key = (event: KeyboardEvent): void => {
    const target = event.target as SVGElement;
    const at: [number, number] = [Number(target.dataset["lane"]), Number(target.dataset["at"])];
    if (event.key === "Enter" || event.key === " ") {
      const mark = marks[at[0]]?.[at[1]];
      if (mark !== undefined) onEntry(mark.scan);
    } else {
      const next = neighbour(marks, at, event.key);
      if (next === null) return;
      (event.currentTarget as Element).querySelector<SVGElement>(`[data-lane="${next[0]}"][data-at="${next[1]}"]`)?.focus();
    }
    event.preventDefault();
  };

  const mark = ({ scan, x: left }: Mark, at: number, index: number): SVGTemplateResult => {
    const chosen = scan.scan_id === entry;
    const ms = instant(scan.timestamp) ?? 0;
    const text = `${clip(scan.prompt, 60)} on ${clip(scan.branch, 60)}, ${utc(ms)}, ${scan.num_files} files`;
    const prompt = model.prompts.indexOf(scan.prompt);
    return svg`<g
      class="mark ${chosen ? "chosen" : ""}"
      transform="translate(${left} ${middle(at)})"
      role="button"
      tabindex=${at === stopLane && index === stopIndex ? 0 : -1}
      data-lane=${at}
      data-at=${index}
      aria-label=${text}
      aria-pressed=${chosen}
      @click=${() => onEntry(scan)}
    >
      <title>${text}</title>${chosen ? svg`<path class="ring" d=${shapePath(0, 380)}></path>` : nothing}${shape(prompt)}
    </g>`;
  };

  const name = ({ branch: own, summary }: Lane): TemplateResult => {
    const alone = branch === own;
    return html`<li>
      <button
        type="button"
        class="link mono"
        data-branch=${own}
        aria-pressed=${alone}
        title=${alone ? "Show all branches" : summary.scans === 0 ? "Show this branch alone, on all days" : "Show this branch alone"}
        @click=${() => onBranch(alone ? "" : own)}
      >${clip(own, 60)}</button>
      <span class="note">${summary.scans === 0 ? "none in range" : number(summary.scans)}${summary.stale ? html` · <b class="stale">stale</b>` : nothing}</span>
    </li>`;
  };

  const tick = (at: Date, index: number): SVGTemplateResult =>
    svg`<g class="tick" aria-hidden="true">
      <line x1=${axis(at)} x2=${axis(at)} y1="0" y2=${lanes.length * lane}></line>
      <text x=${axis(at)} y=${height - 8} text-anchor="middle">${texts[index]}</text>
    </g>`;

  const drawn = (one: Lane, l: number): SVGTemplateResult =>
    svg`<g>
      <line class="lane" x1="0" x2=${width} y1=${middle(l)} y2=${middle(l)}></line>
      ${gaps(one, middle(l), x)}${marks[l]?.map((point, index) => mark(point, l, index))}
    </g>`;

  return html`<div class="timeline">
    <ul class="lane-names" aria-label="Branches">${lanes.map(name)}</ul>
    <svg class="lanes" width=${width} height=${height} role="group" aria-label="Scans over time, by branch" @keydown=${key}>
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class="hatch" x1="0" y1="0" x2="0" y2="6"></line>
        </pattern>
      </defs>
      ${ticks.map(tick)}${lanes.map(drawn)}
    </svg>
  </div>`;
}
