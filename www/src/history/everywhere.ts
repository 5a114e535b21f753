/**
 * Times in which no branch was scanned: dotted bands behind all lanes, each with its days. The list of what is worth a look has the
 * longest.
 */
import { nothing, svg, type SVGTemplateResult } from "lit";
import { duration, inZone } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import { pauses } from "./bands.ts";
import type { HistoryModel } from "./history-model.ts";
import type { Scale } from "./scale.ts";

/** To be drawn once in each timeline. */
export const dots = svg`<pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">
  <circle class="dot" cx="3" cy="3" r="1"></circle>
</pattern>`;

interface Band {
  left: number;
  right: number;
  ms: number;
  days: string;
}

/** `height` is that of all lanes. */
export function everywhere({ together, partial, zone }: HistoryModel, scale: Scale, height: number): SVGTemplateResult | typeof nothing {
  if (together === null) return nothing;
  const { silence } = together;
  const none = partial ? "No branch had a matching scan" : "No branch was scanned";
  const band = ({ left, right, days, ms }: Band): SVGTemplateResult =>
    svg`<g role="img">
      <title>${none} ${days} (${duration(ms)})</title>
      <rect class="everywhere" x=${left} y="0" width=${Math.max(1, right - left)} height=${height} fill="url(#dots)"></rect>
    </g>`;
  const between = pauses(together, scale).map(({ left, right, start, end, gap: { ms } }): Band => ({ left, right, ms, days: `from ${inZone(start, zone)} to ${inZone(end, zone)}` }));
  const since = silence === null ? null : instant(silence.from);
  const lasting = silence === null || since === null ? [] : [{ left: scale.x(since), right: scale.present, ms: silence.ms, days: `since ${inZone(since, zone)}` }];
  return svg`${[...between, ...lasting].map(band)}`;
}
