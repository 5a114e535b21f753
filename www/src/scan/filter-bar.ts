/** Above a table that can be filtered: the search, what is filtered by, how much matches, and what can be saved. Data in, nodes out. */
import { html, nothing, type TemplateResult } from "lit";
import type { FindingFilter } from "scanfold";
import { pathName } from "../parts/path.ts";
import { full } from "../parts/search-limit.ts";
import { clip, counted, given, number } from "../parts/text.ts";
import type { LeftFilters } from "../state/scan-memory.ts";
import { isEmpty, pills, type Pill } from "./filters.ts";
import { namesBy, type ScanNames } from "./scan-names.ts";
import { searchField } from "./search-field.ts";

export interface FilterBarSteps {
  /** By a button that may disappear with what it removes: the pill at this place, or all. */
  onTakeBack: (where: FindingFilter, at: number) => void;
  onText: (text: string) => void;
  /** The field of the search is left. */
  onTextLeft: () => void;
  /** Moves the focus into the table, if it has rows. */
  onToRows: () => void;
  onRail: (open: boolean) => void;
}

export interface FilterBarProps extends FilterBarSteps {
  /** What is searched, in words: "findings". */
  what: string;
  where: FindingFilter;
  names: ScanNames;
  /** How many findings match; `null` if that is not known yet. */
  matching: number | null;
  /** How many there are. */
  total: number;
  /** The filters of the scan before, which can be set again. */
  left: LeftFilters | null;
  /** `null`: there is no rail. */
  railOpen: boolean | null;
  menu: TemplateResult | typeof nothing;
}

export function filterBar(props: FilterBarProps): TemplateResult {
  const { what, where, names, matching, total, left, railOpen, menu, onTakeBack } = props;
  const count = isEmpty(where) || total === 0 ? counted(total, "finding") : matching === null ? "Searching" : `${number(matching)} of ${counted(total, "finding")}`;
  const set = pills(where);
  const remove = ({ part, label, value, without }: Pill, at: number): TemplateResult =>
    html`<button
      type="button"
      class="pill"
      aria-label="Remove filter ${label} ${given(value, 160)}"
      @click=${() => onTakeBack(without, at)}
    ><span>${label}</span> ${pathName(value, 160, namesBy(part, names))} <b aria-hidden="true">×</b></button>`;
  const toggle = (isOpen: boolean): TemplateResult =>
    html`<button
      type="button"
      class="rail-toggle"
      aria-expanded=${isOpen}
      aria-controls="facets"
      @click=${() => props.onRail(!isOpen)}
    >Filters${set.length > 0 ? ` (${set.length})` : ""}</button>`;
  return html`<div class="filter-bar">
    ${searchField({ what, text: where.text ?? "", onText: props.onText, onLeft: props.onTextLeft, onDown: props.onToRows })}
    ${railOpen === null ? nothing : toggle(railOpen)}
    ${menu}
  </div>
  <div class="set-filters">
    <span class="matches">${count}</span>
    ${set.length > 0 ? html`<button type="button" class="link" @click=${() => onTakeBack({}, 0)}>Clear all</button>` : nothing}
    ${left === null ? nothing : html`<button type="button" class="link" @click=${() => onTakeBack(left.where, 0)}>Use the filters of ${clip(left.id, 60)}</button>`}
    ${full(where.text ?? "")}
    ${set.map(remove)}
  </div>`;
}
