/** Says that the filter leaves no finding, with the ways out of it. */
import { html, nothing, type TemplateResult } from "lit";
import type { FindingFilter } from "scanfold";
import { pathName } from "../parts/path.ts";
import { clip, counted, number } from "../parts/text.ts";
import { namesBy, type ScanNames } from "./scan-names.ts";
import { NO_MATCH } from "./spoken.ts";
import type { SearchedIds, Way } from "./ways-out.ts";

export interface NoMatchProps {
  ways: Way[];
  ids: SearchedIds | null;
  /** What there is without filters, in a sentence. */
  whole: string;
  names: ScanNames;
  /** By a button that disappears with what it removes: the pill at this place, or all. */
  onTakeBack: (where: FindingFilter, at: number) => void;
}

/** So many ids are named. */
const NAMED = 5;

/** Which of the ids that were searched for are missing, whatever else is filtered by. */
function missingText({ asked, missing }: SearchedIds): string {
  if (missing.length === asked) return ` None of the ${number(asked)} ids is among them.`;
  const more = missing.length > NAMED ? ` and ${number(missing.length - NAMED)} more` : "";
  const names = missing.slice(0, NAMED).map((id) => clip(id, 60)).join(", ");
  return missing.length === 0 ? "" : ` ${number(missing.length)} of the ${number(asked)} ids ${missing.length === 1 ? "is" : "are"} not among them: ${names}${more}.`;
}

export function noMatch({ ways, ids, whole, names, onTakeBack }: NoMatchProps): TemplateResult {
  const named = (part: Way["part"], [value = "", ...more]: string[]): TemplateResult =>
    html`${pathName(value, 60, namesBy(part, names))}${more.length === 0 ? nothing : html` and ${number(more.length)} more`}`;
  const word = ({ part, label, values, instead, ids }: Way): TemplateResult => {
    if (ids > 0) return html`Any of these ${number(ids)} ids`;
    if (instead !== "") return html`Search for ${named(part, [instead])}`;
    return part === "text" ? html`Without the search “<bdi>${clip(values[0] ?? "", 60)}</bdi>”` : html`Without ${label} ${named(part, values)}`;
  };
  const way = (one: Way): TemplateResult =>
    html`<button type="button" class=${one.instead === "" && one.ids === 0 ? "" : "primary"} @click=${() => onTakeBack(one.without, one.at)}
      ><span>${word(one)}: ${counted(one.findings, "finding")}</span></button
    >`;
  return html`<section class="state"><h2>${NO_MATCH}</h2>
    <p>${whole}${ids === null ? nothing : missingText(ids)}</p>
    <div class="actions">
      ${ways.map(way)}
      <button class=${ways.length === 0 ? "primary" : ""} type="button" @click=${() => onTakeBack({}, 0)}>Clear all filters</button>
    </div></section>`;
}
