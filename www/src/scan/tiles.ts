/**
 * The five severity tiles and the figures beside them; tiles, and the figures of what matters first, are filters if there is
 * something to filter. Counts are arguments: those of a store, or of what has arrived so far.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Rollup, Severity, SeverityCounts } from "scanfold";
import { LETTER, totalOf, WORD } from "../parts/severity.ts";
import { number, percent } from "../parts/text.ts";
import { cssom } from "../parts/cssom.ts";
import { SEVERITIES } from "../state/severity.ts";

export interface TilesProps {
  /** What is counted. */
  of?: "Findings" | "Changes";
  /** `null`: not known, which is drawn as a dash and not as zero. */
  counts: SeverityCounts | null;
  pressed: readonly Severity[];
  /** Absent while the tiles cannot filter yet. */
  onToggle?: (severity: Severity) => void;
}

/** How wide a number in bold may be, in its own sizes: in the widest of the fonts that a system's own is. */
const widthOf = (text: string): number => [...text].reduce((width, character) => width + (/\d/u.test(character) ? 0.7 : 0.4), 0);

export function tiles({ of = "Findings", counts, pressed, onToggle }: TilesProps): TemplateResult {
  const total = counts === null ? 0 : totalOf(counts);
  // As wide as the widest count in every tile, so that all of the shares have room beside them or none.
  const texts = counts === null ? ["–"] : SEVERITIES.map((severity) => number(counts[severity]));
  const widest = Math.max(...texts.map(({ length }) => length));
  const tile = (severity: Severity): TemplateResult => {
    const count = counts?.[severity] ?? null;
    const share = count === null || total === 0 ? 0 : count / total;
    const shown = html`<span class="name"><b aria-hidden="true">${LETTER[severity]}</b>${WORD[severity]}</span>
      <span class="amount">
        <span class="count" ${cssom({ "min-width": `min(${widest}ch, 100%)` })}>${count === null ? html`<span aria-hidden="true">–</span>` : number(count)}</span>
        <span class="share">${count === null ? "not known" : percent(count, total)}</span>
      </span>
      <span class="track" aria-hidden="true"><span ${cssom({ width: `${100 * share}%` })}></span></span>`;
    const look = `tile sev-${severity} ${count === 0 ? "none" : ""}`;
    if (onToggle === undefined) return html`<div class=${look}>${shown}</div>`;
    return html`<button type="button" class=${look} aria-pressed=${pressed.includes(severity)} @click=${() => onToggle(severity)}>${shown}</button>`;
  };
  return html`<div class="tiles" ${cssom({ "--widest": String(Math.max(...texts.map(widthOf))) })} role="group" aria-label="${of} by severity${onToggle ? "; each filters" : ""}">${SEVERITIES.map(tile)}</div>`;
}

/** A figure that filters. */
export type FigurePart = "fixable" | "exploit";

export interface FiguresProps {
  of?: TilesProps["of"];
  /** `null`: not known yet, and drawn as large as what will be known. */
  rollup: Rollup | null;
  /** Absent while the figures cannot filter yet. */
  filter?: { isPressed: (part: FigurePart) => boolean; onToggle: (part: FigurePart) => void };
}

export function figures({ of = "Findings", rollup, filter }: FiguresProps): TemplateResult {
  const share = (value: number, whole: number | undefined): TemplateResult | typeof nothing => (whole === undefined ? nothing : html` <small>${percent(value, whole)}</small>`);
  const figure = (label: string, value: number | undefined, whole?: number, part?: FigurePart): TemplateResult => {
    const shown = value === undefined ? html`<span aria-hidden="true">–</span><span class="sr">not known</span>` : html`${number(value)}${share(value, whole)}`;
    if (filter === undefined || part === undefined) return html`<div><dt>${label}</dt><dd>${shown}</dd></div>`;
    const toggle = (): void => filter.onToggle(part);
    return html`<div><dt>${label}</dt><dd><button type="button" aria-pressed=${filter.isPressed(part)} @click=${toggle}><span class="sr">${label} </span>${shown}</button></dd></div>`;
  };
  return html`<dl class="figures" aria-label="Figures">
    ${figure(of, rollup?.findings)}
    ${figure("Distinct ids", rollup?.uniqueIds)}
    ${figure("Packages", rollup?.uniquePackages)}
    ${figure("Affected images", rollup?.uniqueImages)}
    ${figure("Fixable", rollup?.fixable, rollup?.findings, "fixable")}
    ${figure("Known exploit", rollup?.exploitable, undefined, "exploit")}
  </dl>`;
}
