/**
 * The hatched bands of a lane: pauses between scans, and the silence since its last one. An absent analysis looks exactly like a
 * clean one unless it is drawn. Pauses on the same few pixels share a band.
 */
import { nothing, svg, type SVGTemplateResult } from "lit";
import { counted, number } from "../parts/text.ts";
import { DAY_MS, duration, inZone } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import type { Lane } from "./history-model.ts";
import type { Scale } from "./scale.ts";
import { branchOf } from "./words.ts";

const BAND = 28;
const SAME = 4;
/** The width of a character of a band's length, in a font with wide ones. */
const CHARACTER = 7;
/** What the marks at both ends of a band take of it: its text stays between them. */
const ENDS = 14;

interface Band {
  left: number;
  right: number;
  count: number;
  /** Of the longest pause in it: from when, until when, and how long that is. */
  start: number;
  end: number;
  ms: number;
}

/** Those of a lane, oldest first. */
export function pauses({ summary }: Lane, { x }: Scale): Band[] {
  const found = summary.gaps.flatMap(({ from, to, ms }) => {
    const [start, end] = [instant(from), instant(to)];
    if (start === null || end === null) return [];
    const [left, right] = [x(start), x(end)].sort((a, b) => a - b) as [number, number];
    return [{ left, right, count: 1, start, end, ms }];
  });
  found.sort((a, b) => a.left - b.left);
  const bands: Band[] = [];
  for (const band of found) {
    const last = bands[bands.length - 1];
    if (last !== undefined && band.right - last.left < SAME)
      bands[bands.length - 1] = { ...(band.ms > last.ms ? band : last), left: last.left, right: band.right, count: last.count + 1 };
    else bands.push(band);
  }
  return bands;
}

/** The longest of these texts that the band has room for; a number without its unit would say nothing. */
function fitting(texts: string[], width: number): string {
  return texts.find((text) => text.length * CHARACTER + ENDS < width) ?? "";
}

interface Drawn {
  left: number;
  right: number;
  middle: number;
  kind: "pause" | "silence";
  title: string;
  /** How long it is, in words of which the first that fit are drawn. */
  texts: string[];
}

function drawn({ left, right, middle, kind, title, texts }: Drawn): SVGTemplateResult {
  const width = Math.max(1, right - left);
  const length = fitting(texts, width);
  const text = svg`<text class="gap-length" x=${left + width / 2} y=${middle + 4} text-anchor="middle">${length}</text>`;
  return svg`<g role="img">
    <title>${title}</title>
    <rect class="gap ${kind}" x=${left} y=${middle - BAND / 2} width=${width} height=${BAND} fill="url(#hatch)"></rect>
    ${length === "" ? nothing : text}
  </g>`;
}

/** In which words bands are told. */
export interface BandWords {
  /** What there was none of. */
  scan: string;
  /** When the silence was measured: now, or the end of the range. */
  until: string;
  /** By whose clocks times are written. */
  zone: number;
}

export function bands(lane: Lane, middle: number, scale: Scale, { scan, until, zone }: BandWords): SVGTemplateResult[] {
  const days = (ms: number): number => Math.floor(ms / DAY_MS);
  const none = `${branchOf(lane.branch, 60)}: no ${scan} from`;
  const between = pauses(lane, scale).map(({ left, right, count, start, end, ms }) => {
    const more = count === 1 ? "" : `; ${counted(count, "gap")} here, this is the longest`;
    const texts = [duration(ms), `${number(days(ms))} d`, `${number(days(ms))}d`];
    return drawn({ left, right, middle, kind: "pause", title: `${none} ${inZone(start, zone)} to ${inZone(end, zone)} (${duration(ms)})${more}`, texts });
  });
  const { silence } = lane;
  if (silence === null) return between;
  const n = days(silence.ms);
  const from = instant(silence.from);
  const left = scale.x(from ?? Number.NEGATIVE_INFINITY);
  const texts = [`${counted(n, "day")} without a ${scan}, ${until}`, `${number(n)} d, ${until}`, `${number(n)} d`, `${number(n)}d`];
  const title = `${none} ${from === null ? silence.from : inZone(from, zone)} ${until} (${duration(silence.ms)})`;
  return [...between, drawn({ left, right: scale.present, middle, kind: "silence", title, texts })];
}
