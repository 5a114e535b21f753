/** A shape for each prompt, so that colour alone never carries it. Prompts beyond the last shape share the last one. */
import { svg, html, type SVGTemplateResult, type TemplateResult } from "lit";
import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle, symbolWye } from "d3-shape";

const KINDS = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar, symbolWye];

export const SHAPES = KINDS.length;

/** How wide each is at the ordinary area, its stroke included, in whole pixels. */
const WIDTHS = [10, 9, 13, 10, 12, 15, 12];

/** The shape of a prompt at this place; those beyond the last share it. */
const shapeAt = (index: number): number => Math.min(Math.max(0, index), SHAPES - 1);

export const shapeWidth = (index: number): number => WIDTHS[shapeAt(index)] ?? 0;

export function shapePath(index: number, area = 60): string {
  return symbol(KINDS[shapeAt(index)], area)() ?? "";
}

export function shape(index: number): SVGTemplateResult {
  return svg`<path class="prompt-${shapeAt(index)}" d=${shapePath(index)}></path>`;
}

export function shapeIcon(index: number): TemplateResult {
  return html`<svg class="shape" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">${shape(index)}</svg>`;
}
