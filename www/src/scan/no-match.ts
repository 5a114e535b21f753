/** Says that the filter leaves no finding, with the ways out of it. */
import { html, nothing, type TemplateResult } from "lit";
import type { FindingFilter } from "scanfold";
import { pathName } from "../parts/path.ts";
import { counted, number } from "../parts/text.ts";
import { namesBy, type ScanNames } from "./scan-names.ts";
import type { Way } from "./ways-out.ts";

export interface NoMatchProps {
  ways: Way[];
  /** How many findings the scan has. */
  total: number;
  names: ScanNames;
  /** By a button that disappears with what it removes: the pill at this place, or all. */
  onTakeBack: (where: FindingFilter, at: number) => void;
}

export function noMatch({ ways, total, names, onTakeBack }: NoMatchProps): TemplateResult {
  const named = (part: Way["part"], [value = "", ...more]: string[]): TemplateResult =>
    html`${pathName(value, 60, namesBy(part, names))}${more.length === 0 ? nothing : html` and ${number(more.length)} more`}`;
  const way = ({ part, label, values, without, instead, at, findings }: Way): TemplateResult =>
    html`<button type="button" class=${instead === "" ? "" : "primary"} @click=${() => onTakeBack(without, at)}
      ><span>${instead === "" ? html`Without ${label} ${named(part, values)}` : html`Search for ${named(part, [instead])}`}: ${counted(findings, "finding")}</span></button
    >`;
  return html`<section class="state"><h2>No finding matches these filters</h2>
    <p>The scan has ${counted(total, "finding")}.</p>
    <div class="actions">
      ${ways.map(way)}
      <button class=${ways.length === 0 ? "primary" : ""} type="button" @click=${() => onTakeBack({}, 0)}>Clear all filters</button>
    </div></section>`;
}
