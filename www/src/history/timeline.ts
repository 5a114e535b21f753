/**
 * The timeline: a lane for each branch, a mark for each scan (its shape stands for the prompt) or a count of those that would cover
 * each other, times without a scan as hatched bands with their length. One tab stop; left and right move in time, up and down
 * between lanes; Enter selects, and again selects the scan before it on the same mark.
 */
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { AgentScan } from "scanfold";
import { cssom } from "../parts/cssom.ts";
import { MISSING } from "../parts/mono.ts";
import { pathText } from "../parts/path.ts";
import { clip, counted } from "../parts/text.ts";
import { bands } from "./bands.ts";
import { dots, everywhere } from "./everywhere.ts";
import type { Gap } from "./gap.ts";
import { untilText, type HistoryModel, type Lane } from "./history-model.ts";
import { holds, labelOf, marksOf, neighbour, nextOf, shortCount, tabStop, widthOf, type Mark } from "./marks.ts";
import { FOLD_TEXT, scaleOf, type Scale, type Tick } from "./scale.ts";
import { shape, shapePath, shapeWidth } from "./shapes.ts";
import { scanWord, staleWord } from "./words.ts";

export interface TimelineProps {
  model: HistoryModel;
  /** Width of the lanes. */
  width: number;
  /** Width of the lanes and what stands beside them. */
  room: number;
  narrow: boolean;
  branch: string;
  isChosen: (scan: AgentScan) => boolean;
  /** Whether the keyboard was on the mark of that scan last. */
  isStop: (scan: AgentScan) => boolean;
  onStop: (scan: AgentScan) => void;
  onEntry: (scan: AgentScan) => void;
  onBranch: (branch: string) => void;
  /** What a press on a band does, if anything. */
  onGap: (gap: Gap) => (() => void) | null;
}

/** How much larger than usual the browser's text is. The names beside the lanes grow with it, what is drawn does not. */
const enlarged = (): number => Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);

/** Height of a lane, and where its line runs: beside two lines of text, or on a narrow screen below the branch's name. */
const wide = (times: number): { height: number; line: number } => ({ height: 40 + 32 * (times - 1), line: 20 + 16 * (times - 1) });
const tall = (times: number): { height: number; line: number } => ({ height: 58 + 20 * (times - 1), line: 40 + 20 * (times - 1) });
const AXIS = 24;
/** Height of a mark with a count. */
const COUNT_HEIGHT = 16;

export interface Layout {
  scale: Scale;
  /** The marks of each lane, oldest first. */
  marks: Mark[][];
}

/**
 * Beside the lanes, branch names take what the longest needs: at least this, at most a quarter of the room. WebKit on Linux rounds a
 * character's width to whole pixels.
 */
const NAMES = { least: 190, share: 1 / 4, character: 8, padding: 16 };

export function namesWidth(lanes: Lane[], room: number): number {
  const longest = lanes.reduce((most, { branch }) => Math.max(most, branch.length), 0);
  const needed = Math.ceil(longest * NAMES.character * enlarged()) + NAMES.padding;
  return Math.max(NAMES.least, Math.min(Math.floor(room * NAMES.share), needed));
}

/** What fits on every sheet of paper, in CSS pixels: A4 upright has some 660 of them between margins. */
const PAPER = 640;

/** What the end of the axis is called. */
const endText = (model: HistoryModel): string => untilText(model, "end of range", "now", "when read");

/** What depends on the history and the width alone, not on what is selected; `null` if there is nothing to draw. */
export function layout({ model, width }: Pick<TimelineProps, "model" | "width">): Layout | null {
  if (model.span === null || width === 0) return null;
  const scale = scaleOf({ span: model.span, end: model.at.getTime(), zone: model.zone, width, endText: endText(model) });
  const widths = new Map(model.prompts.map((prompt, index) => [prompt, shapeWidth(index)]));
  const places = { x: scale.x, width: ({ prompt }: AgentScan) => widths.get(prompt) ?? 0 };
  return { scale, marks: model.lanes.map((lane) => marksOf(lane, places)) };
}

function several(mark: Mark): SVGTemplateResult {
  const width = widthOf(mark.scans.length) - 1;
  return svg`<rect class="count" x=${-width / 2} y=${-COUNT_HEIGHT / 2} width=${width} height=${COUNT_HEIGHT} rx="5"></rect>
    <text class="count-text" y="4" text-anchor="middle">${shortCount(mark.scans.length)}</text>`;
}

function single(prompt: number, chosen: boolean): SVGTemplateResult {
  return svg`${chosen ? svg`<path class="ring" d=${shapePath(0, 380)}></path>` : nothing}${shape(prompt)}`;
}

function name({ branch: own, summary }: Lane, { model, branch, onBranch }: TimelineProps): TemplateResult {
  const alone = branch === own;
  const click = alone ? "show all branches" : summary.scans === 0 ? "show this branch alone, on all days" : "show this branch alone";
  const button = html`<button
    type="button"
    class="link mono"
    data-branch=${own}
    aria-pressed=${alone}
    title=${`${clip(own)}: ${click}`}
    @click=${() => onBranch(alone ? "" : own)}
  >${pathText(own)}</button>`;
  return html`<li>
    ${own === "" ? MISSING : button}
    <span class="note">${summary.scans === 0 ? "none in range" : counted(summary.scans, "scan")}${summary.stale ? html` · <b class="stale">${staleWord(model)}</b>` : nothing}</span>
  </li>`;
}

/** Ticks, the fold of the axis, and the name of its end; without a name if scans lie beyond the present. */
function axis({ ticks, fold, right, present }: Scale, { model }: TimelineProps, top: number): SVGTemplateResult {
  const tick = ({ x, text }: Tick): SVGTemplateResult =>
    svg`<g class="tick"><line x1=${x} x2=${x} y1="0" y2=${top}></line><text x=${x} y=${top + AXIS - 8} text-anchor="middle">${text}</text></g>`;
  const folded = svg`<g class="fold">
    <line x1=${fold ?? 0} x2=${fold ?? 0} y1="0" y2=${top}></line>
    <text x=${fold ?? 0} y=${top + AXIS - 8} text-anchor="middle">${FOLD_TEXT}</text>
  </g>`;
  const end = svg`<text class="axis-end" x=${right} y=${top + AXIS - 8} text-anchor="end">${endText(model)}</text>`;
  return svg`<g aria-hidden="true">
    ${ticks.map(tick)}${fold === null ? nothing : folded}
    ${present < right ? nothing : end}
  </g>`;
}

/** The scan of a mark; selected once more, the one before it on the same mark. */
function select(mark: Mark | undefined, { isChosen, onEntry }: TimelineProps): void {
  const scan = mark === undefined ? undefined : nextOf(mark, isChosen);
  if (scan !== undefined) onEntry(scan);
}

/** A person who reaches a band without a mouse, as with a screen reader, presses it as a button. */
function pressBand(event: KeyboardEvent, band: SVGElement): void {
  if (event.key !== "Enter" && event.key !== " ") return;
  band.dispatchEvent(new MouseEvent("click"));
  event.preventDefault();
}

function key(event: KeyboardEvent, marks: Mark[][], props: TimelineProps): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const target = event.target as SVGElement;
  if (target.dataset["lane"] === undefined) return pressBand(event, target);
  const at: [number, number] = [Number(target.dataset["lane"]), Number(target.dataset["at"])];
  if (event.key === "Enter" || event.key === " ") select(marks[at[0]]?.[at[1]], props);
  else {
    const next = neighbour(marks, at, event.key);
    if (next === null) return;
    (event.currentTarget as Element).querySelector<SVGElement>(`[data-lane="${next[0]}"][data-at="${next[1]}"]`)?.focus();
  }
  event.preventDefault();
}

/** Where a mark is: its lane, its place in that, and how far down it is drawn. */
interface Spot {
  lane: number;
  at: number;
  y: number;
  isStop: boolean;
}

function markAt({ lane, at, y, isStop }: Spot, one: Mark, props: TimelineProps): SVGTemplateResult {
  const { model, isChosen } = props;
  const chosen = holds(one, isChosen);
  const text = labelOf(one, model.zone, isChosen);
  const count = one.scans.length;
  return svg`<g
    class="mark ${chosen ? "chosen" : ""}"
    transform="translate(${one.x} ${y})"
    role="button"
    tabindex=${isStop ? 0 : -1}
    data-lane=${lane}
    data-at=${at}
    data-count=${count}
    aria-label=${text}
    aria-pressed=${chosen}
    @click=${() => select(one, props)}
    @focus=${() => one.scans[0] !== undefined && props.onStop(one.scans[0])}
  >
    <title>${text}</title>${count > 1 ? several(one) : single(model.prompts.indexOf(one.scans[0]?.prompt ?? ""), chosen)}
  </g>`;
}

/** Keys by branch, so that a lane, and the focus on its name, stays with its branch. */
const byBranch = ({ branch }: Lane): string => branch;

export function timeline(props: TimelineProps, made: Layout | null): TemplateResult | typeof nothing {
  if (made === null) return nothing;
  const { model, width, room, narrow, isChosen, isStop, onGap } = props;
  const { lanes } = model;
  const { scale, marks } = made;
  const { height, line } = (narrow ? tall : wide)(enlarged());
  const top = lanes.length * height;
  const [stopLane, stopAt] = tabStop(marks, isStop, isChosen);
  const words = { scan: scanWord(model), until: untilText(model, "until the end of the range", "until now", "until it was read"), zone: model.zone, onGap };
  const drawn = (one: Lane, lane: number): SVGTemplateResult => {
    const y = lane * height + line;
    const spot = (at: number): Spot => ({ lane, at, y, isStop: lane === stopLane && at === stopAt });
    return svg`<g>
      <line class="lane" x1="0" x2=${width} y1=${y} y2=${y}></line>
      ${bands(one, y, scale, words)}${marks[lane]?.map((mark, at) => markAt(spot(at), mark, props))}
    </g>`;
  };
  return html`<div class="timeline" ${cssom({ "--lane": `${height}px`, "--on-paper": String(Math.min(1, PAPER / room)) })}>
    <ul class="lane-names" aria-label="Branches">${repeat(lanes, byBranch, (one) => name(one, props))}</ul>
    <svg
      class="lanes"
      width=${width}
      height=${top + AXIS}
      role="group"
      aria-label="Scans over time, by branch"
      @keydown=${(event: KeyboardEvent) => key(event, marks, props)}
    >
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class="hatch" x1="0" y1="0" x2="0" y2="6"></line>
        </pattern>
        ${dots}
      </defs>
      ${everywhere(model, scale, top)}${axis(scale, props, top)}${repeat(lanes, byBranch, drawn)}
    </svg>
  </div>`;
}
