/**
 * The hatched bands of a lane: pauses between scans, and the silence since its last one. An absent analysis looks exactly like a
 * clean one unless it is drawn. Pauses on the same few pixels share a band. A press on one shows it alone, so that a finger leads
 * to what a mouse shows on hover. The keyboard has the same filters above, so that no band is a stop of its own.
 */
import { nothing, svg, type SVGTemplateResult } from "lit";
import { counted, number } from "../parts/text.ts";
import { DAY_MS, duration, inZone } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import type { Gap } from "./gap.ts";
import type { Lane } from "./history-model.ts";
import type { Scale } from "./scale.ts";
import { branchOf } from "./words.ts";

const BAND = 28;
const SAME = 4;
/** The width of a character of a band's length, in a font with wide ones. */
const CHARACTER = 7;
/** How far the marks at both ends reach into a band: its text stays between them. */
const ENDS = 14;
/** A band that can be pressed is at least so wide. */
const LEAST = 24;

interface Band {
  left: number;
  right: number;
  count: number;
  /** The longest pause in it, from when and until when. */
  gap: Gap;
  start: number;
  end: number;
}

/** The pauses of a lane, oldest first. */
export function pauses({ branch, summary }: Lane, { x }: Scale): Band[] {
  const found = summary.gaps.flatMap(({ from, to, ms }): Band[] => {
    const [start, end] = [instant(from), instant(to)];
    if (start === null || end === null) return [];
    const [left, right] = [x(start), x(end)].sort((a, b) => a - b) as [number, number];
    return [{ left, right, count: 1, start, end, gap: { branch, from, to, ms } }];
  });
  found.sort((a, b) => a.left - b.left);
  const bands: Band[] = [];
  for (const band of found) {
    const last = bands[bands.length - 1];
    if (last !== undefined && band.right - last.left < SAME)
      bands[bands.length - 1] = { ...(band.gap.ms > last.gap.ms ? band : last), left: last.left, right: band.right, count: last.count + 1 };
    else bands.push(band);
  }
  return bands;
}

/** The first of these texts that the band has room for. None is cut: a number without its unit would say nothing. */
function fitting(texts: string[], width: number): string {
  return texts.find((text) => text.length * CHARACTER + ENDS < width) ?? "";
}

interface Drawn {
  left: number;
  right: number;
  middle: number;
  kind: "pause" | "silence";
  title: string;
  /** How long it is, in several wordings: the first that fits is drawn. */
  texts: string[];
  gap: Gap;
}

/** The area to press keeps clear of the marks at both ends, and has to be large enough for a finger. */
const pressable = (width: number): boolean => width - 2 * ENDS >= LEAST;

function drawn({ left, right, middle, kind, title, texts, gap }: Drawn, onGap: (gap: Gap) => (() => void) | null): SVGTemplateResult {
  const width = Math.max(1, right - left);
  const press = pressable(width) ? onGap(gap) : null;
  const length = fitting(texts, width);
  const text = svg`<text class="gap-length" x=${left + width / 2} y=${middle + 4} text-anchor="middle">${length}</text>`;
  const place = svg`<rect class="press" x=${left + ENDS} y=${middle - BAND / 2} width=${Math.max(0, width - 2 * ENDS)} height=${BAND}></rect>`;
  return svg`<g
    class="gap-band"
    role=${press === null ? "img" : "button"}
    tabindex=${press === null ? nothing : -1}
    @click=${press}
  >
    <title>${press === null ? title : `${title}; shows it alone`}</title>
    <rect class="gap ${kind}" x=${left} y=${middle - BAND / 2} width=${width} height=${BAND} fill="url(#hatch)"></rect>
    ${length === "" ? nothing : text}${press === null ? nothing : place}
  </g>`;
}

/** The words that describe bands, and what a press does. */
export interface BandProps {
  /** What there was none of: "scan" or "matching scan". */
  scan: string;
  /** When the silence was measured: now, or the end of the range. */
  until: string;
  /** By whose clocks times are written. */
  zone: number;
  /** What a press on a band does; `null` if it is shown alone already, or no link can express it. */
  onGap: (gap: Gap) => (() => void) | null;
}

export function bands(lane: Lane, middle: number, scale: Scale, { scan, until, zone, onGap }: BandProps): SVGTemplateResult[] {
  const days = (ms: number): number => Math.floor(ms / DAY_MS);
  const none = `${branchOf(lane.branch, 60)}: no ${scan} from`;
  const between = pauses(lane, scale).map(({ left, right, count, start, end, gap }) => {
    const { ms } = gap;
    const more = count === 1 ? "" : `; ${counted(count, "gap")} here, this is the longest`;
    const texts = [duration(ms), `${number(days(ms))} d`, `${number(days(ms))}d`];
    const title = `${none} ${inZone(start, zone)} to ${inZone(end, zone)} (${duration(ms)})${more}`;
    return drawn({ left, right, middle, kind: "pause", title, texts, gap }, onGap);
  });
  const { silence } = lane;
  if (silence === null) return between;
  const n = days(silence.ms);
  const from = instant(silence.from);
  const left = scale.x(from ?? Number.NEGATIVE_INFINITY);
  const texts = [`${counted(n, "day")} without a ${scan}, ${until}`, `${number(n)} d, ${until}`, `${number(n)} d`, `${number(n)}d`];
  const title = `${none} ${from === null ? silence.from : inZone(from, zone)} ${until} (${duration(silence.ms)})`;
  return [...between, drawn({ left, right: scale.present, middle, kind: "silence", title, texts, gap: { ...silence, branch: lane.branch, to: null } }, onGap)];
}
