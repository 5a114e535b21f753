/** A shape for each prompt, so that colour alone never carries it. Prompts beyond the last shape share the last one. */
import { svg, html, type SVGTemplateResult, type TemplateResult } from "lit";
import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle, symbolWye } from "d3-shape";

const KINDS = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar, symbolWye];

export const SHAPES = KINDS.length;

export function shapePath(index: number, area = 60): string {
  return symbol(KINDS[Math.min(Math.max(0, index), SHAPES - 1)], area)() ?? "";
}

export function shape(index: number): SVGTemplateResult {
  return svg`<path class="prompt-${Math.min(Math.max(0, index), SHAPES - 1)}" d=${shapePath(index)}></path>`;
}

export function shapeIcon(index: number): TemplateResult {
  return html`<svg class="shape" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">${shape(index)}</svg>`;
}
