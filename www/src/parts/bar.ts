/**
 * The stacked bar: severities of one group on a scale shared by all of them. SVG with attributes only, which a strict
 * Content-Security-Policy allows. The numbers stand beside it; for a screen reader the bar is its sentence.
 */
import { svg, html, type TemplateResult } from "lit";
import { scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import type { SeverityCounts } from "scanfold";
import { SEVERITIES } from "../state/severity.ts";
import { spoken } from "./severity.ts";

const WIDTH = 1000;
const HEIGHT = 12;
/** So that a single finding among thousands is still a visible sliver. */
const LEAST = 3;

const layers = stack<SeverityCounts, (typeof SEVERITIES)[number]>().keys(SEVERITIES);

export function stackedBar(counts: SeverityCounts, max: number): TemplateResult {
  const x = scaleLinear([0, Math.max(1, max)], [0, WIDTH]);
  const spans = layers([counts]).flatMap((layer) => layer.map(([from, to]) => ({ severity: layer.key, from: x(from), to: x(to) })));
  return html`<svg class="severity-bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${spoken(counts)}>
    ${spans
      .filter(({ from, to }) => to > from)
      .map(({ severity, from, to }) => {
        const width = Math.max(LEAST, to - from);
        return svg`<rect class="fill-${severity}" x=${from} y="0" width=${width} height=${HEIGHT}></rect>`;
      })}
  </svg>`;
}
