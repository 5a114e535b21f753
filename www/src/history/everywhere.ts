/**
 * Where no branch was scanned: a dotted band behind all lanes. It says nothing that is not said in words under what is worth a look, so a
 * screen reader passes it over.
 */
import { nothing, svg, type SVGTemplateResult } from "lit";
import { instant } from "../state/instant.ts";
import { pauses } from "./bands.ts";
import type { HistoryModel } from "./history-model.ts";
import type { Scale } from "./scale.ts";

/** Once a drawing. */
export const dots = svg`<pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">
  <circle class="dot" cx="3" cy="3" r="1"></circle>
</pattern>`;

/** `height`: of all lanes. */
export function everywhere({ together }: HistoryModel, scale: Scale, height: number): SVGTemplateResult | typeof nothing {
  if (together === null) return nothing;
  const { silence } = together;
  const since = silence === null ? null : instant(silence.from);
  const lasting = since === null ? [] : [{ left: scale.x(since), right: scale.present }];
  const bands = [...pauses(together, scale), ...lasting];
  const band = ({ left, right }: { left: number; right: number }): SVGTemplateResult =>
    svg`<rect class="everywhere" x=${left} y="0" width=${Math.max(1, right - left)} height=${height} fill="url(#dots)"></rect>`;
  return svg`<g aria-hidden="true">${bands.map(band)}</g>`;
}
