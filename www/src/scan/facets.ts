/**
 * The facets: values with their counts under all other filters. Long lists show their head, and can be searched. A value keeps its
 * place and stays in sight when it is set or taken back, so that the list does not move under a person who goes through it by
 * keyboard.
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { recycle } from "../parts/recycle.ts";
import type { Dimension, EpssStep, Facets, FindingFilter } from "scanfold";
import { counted, number } from "../parts/text.ts";
import { leadNote, pathName } from "../parts/path.ts";
import type { FacetView } from "../state/facet-view.ts";
import { atLeast } from "./epss.ts";
import { PART_LABEL, toggleValue, withPart, type ListPart } from "./filters.ts";
import type { Given } from "./given-columns.ts";
import { railNamesBy, type ScanNames } from "./scan-names.ts";

/** So many values of a long list are shown; a list that is hardly longer is shown whole. */
const HEAD = 5;
const WHOLE = 7;
const LONG = 100;
/** A link may set thousands of values. */
const MOST_SET = 200;
const EPSS_STEPS = [0.001, 0.01, 0.1, 0.5];

/** The bounds on offer, and the one that is set, whatever it is. */
export const epssSteps = (set: number | undefined): number[] =>
  set === undefined ? EPSS_STEPS : [...new Set([...EPSS_STEPS, set])].sort((a, b) => a - b);

/** The lists of the rail, from the top. Their facets are asked for by these names. */
export const LISTS = ["kind", "image", "target", "package"] as const satisfies readonly (ListPart & Dimension)[];
type FacetList = (typeof LISTS)[number];

export interface FacetProps {
  facets: Facets & { minEpss: EpssStep[] };
  /** Of the scan without any filter. */
  whole: () => Pick<Facets, FacetList> | null;
  names: ScanNames;
  given: Given;
  where: FindingFilter;
  view: FacetView;
  /** Takes a function, because the present filter may be newer than `where`. */
  onWhere: (change: (where: FindingFilter) => FindingFilter) => void;
  onView: (view: FacetView) => void;
}

interface Value {
  value: string;
  count: number;
}

/** How a value is chosen: any number of a list, or one of a few that exclude each other. */
interface Control {
  type: "checkbox" | "radio";
  name: string;
  checked: boolean;
  change: () => void;
}

/** Pressing a radio makes the browser uncheck the others, so what was last written to one may no longer be true. */
function choice(text: TemplateResult | string, count: number | null, { type, name, checked, change }: Control): TemplateResult {
  return html`<li><label class=${count === 0 ? "none" : ""}>
    <input type=${type} name=${name} .checked=${type === "radio" ? live(checked) : checked} @change=${change} /><span class="value">${text}</span><span class="n">${count === null ? nothing : number(count)}</span>
  </label></li>`;
}

/** Values that are set but no longer occur are listed last, with their zero: else they could not be taken back here. */
function withAbsent(values: readonly Value[], named: ReadonlySet<string>): Value[] {
  const present = new Set<string>();
  if (named.size > 0) for (const { value } of values) if (named.has(value)) present.add(value);
  return [...values, ...[...named].filter((value) => !present.has(value)).map((value) => ({ value, count: 0 }))];
}

/** Values that were touched since the scan was opened, or are set: they keep their place in the list, even when taken back. */
const namedOf = (part: FacetList, { where, view }: FacetProps): Set<string> => new Set([...(view.touched[part] ?? []), ...(where[part] ?? [])]);

/** If nothing matches, the lists stay, with zeros: a person may have to take back or add one of their values. */
function offeredIn(part: FacetList, { facets, whole }: FacetProps): readonly Value[] {
  const found = facets[part] ?? [];
  return found.length === 0 ? (whole()?.[part] ?? []).map(({ value }) => ({ value, count: 0 })) : found;
}

function searchIn(part: FacetList, total: number, { view, onView }: FacetProps): TemplateResult {
  const searched = (event: Event): void => onView({ ...view, search: { ...view.search, [part]: (event.target as HTMLInputElement).value } });
  return html`<input
    type="search"
    aria-label="Search in ${PART_LABEL[part].toLowerCase()}s"
    placeholder="Search ${number(total)}"
    .value=${view.search[part] ?? ""}
    @input=${searched}
  />`;
}

/** Puts the focus into the search of a list that was opened, or on the button of one that was closed. */
function keepFocus(button: HTMLElement): void {
  const field = button.closest("fieldset")?.querySelector<HTMLElement>("input[type=search]") ?? button;
  field.focus();
  field.scrollIntoView({ block: "nearest" });
}

function more(part: FacetList, total: number, { view, onView }: FacetProps): TemplateResult {
  const toggle = (event: Event): void => {
    const button = event.currentTarget as HTMLElement;
    const open = new Set(view.open);
    if (!open.delete(part)) open.add(part);
    onView({ ...view, open, search: { ...view.search, [part]: "" } });
    // Once the list is drawn.
    requestAnimationFrame(() => keepFocus(button));
  };
  const open = view.open.has(part);
  return html`<button type="button" class="link" aria-expanded=${open} @click=${toggle}>
    ${open ? "Show fewer" : `All ${number(total)}`}
  </button>`;
}

function checkbox(part: FacetList, { value, count }: Value, props: FacetProps): TemplateResult {
  const { view, where } = props;
  const change = (): void => {
    props.onView({ ...view, touched: { ...view.touched, [part]: [...namedOf(part, props), value] } });
    props.onWhere((present) => toggleValue(present, part, value));
  };
  return choice(pathName(value, 160, railNamesBy(part, props.names)), count, { type: "checkbox", name: part, checked: (where[part] ?? []).includes(value), change });
}

function list(part: FacetList, props: FacetProps): TemplateResult | typeof nothing {
  const { view } = props;
  const offered = offeredIn(part, props);
  const named = namedOf(part, props);
  const values = withAbsent(offered, named);
  if (values.length === 0) return nothing;
  const open = view.open.has(part);
  const term = (view.search[part] ?? "").toLowerCase();
  const matching = term === "" ? values : values.filter(({ value }) => value.toLowerCase().includes(term));
  const most = open ? LONG : values.length > WHOLE ? HEAD : WHOLE;
  const set = named.size === 0 ? [] : matching.slice(most).filter(({ value }) => named.has(value));
  const head = [...matching.slice(0, most), ...set.slice(0, MOST_SET)];
  const name = PART_LABEL[part];
  const names = railNamesBy(part, props.names);
  return html`<fieldset>
    <legend>${name} <span class="n">${number(values.length)}</span></legend>
    ${names === undefined ? nothing : leadNote(names)}
    ${open ? searchIn(part, values.length, props) : nothing}
    <ul>${recycle(
      head,
      ({ value }) => value,
      (one) => checkbox(part, one, props),
    )}</ul>
    ${set.length > MOST_SET ? html`<p class="note">${counted(set.length - MOST_SET, "more value that is set", "more values that are set")}, not shown.</p>` : nothing}
    ${open && matching.length === 0 ? html`<p class="note">No ${name.toLowerCase()} contains this.</p>` : nothing}
    ${open && matching.length > LONG ? html`<p class="note">The first ${LONG} of ${number(matching.length)}; search to narrow.</p>` : nothing}
    ${values.length > WHOLE ? more(part, values.length, props) : nothing}
  </fieldset>`;
}

interface Option<Value> {
  value: Value;
  word: string;
  count: number;
}

interface OneOf<Value> {
  legend: string;
  part: string;
  set: Value | undefined;
  options: Option<Value>[];
  pick: (value: Value | undefined) => void;
}

/** One of a few that exclude each other, or any. */
function oneOf<Value>({ legend, part, set, options, pick }: OneOf<Value>): TemplateResult {
  const one = (value: Value | undefined, word: string, count: number | null): TemplateResult =>
    choice(word, count, { type: "radio", name: part, checked: set === value, change: () => pick(value) });
  return html`<fieldset><legend>${legend}</legend><ul>
    ${one(undefined, "any", null)}${options.map(({ value, word, count }) => one(value, word, count))}
  </ul></fieldset>`;
}

function yesNo(part: "fixable" | "exploit", legend: string, words: [string, string], props: FacetProps): TemplateResult {
  const counts = new Map((props.facets[part] ?? []).map(({ value, count }) => [value, count]));
  const option = (value: boolean, word: string): Option<boolean> => ({ value, word, count: counts.get(String(value)) ?? 0 });
  const options = [option(true, words[0]), option(false, words[1])];
  return oneOf({ legend, part, set: props.where[part], options, pick: (value) => props.onWhere((present) => withPart(present, part, value)) });
}

/** Zeros beside every bound would look measured. One that a link sets stays, so that it can be taken back. */
function epss({ facets, given, where, onWhere }: FacetProps): TemplateResult {
  const legend = "EPSS probability";
  if (!given.epss && where.minEpss === undefined) return html`<fieldset><legend>${legend}</legend><p class="note">No EPSS scores are known</p></fieldset>`;
  const options = facets.minEpss.map(({ min, count }) => ({ value: min, word: atLeast(min), count }));
  const pick = (min: number | undefined): void => onWhere((present) => withPart(present, "minEpss", min));
  return oneOf({ legend, part: "minEpss", set: where.minEpss, options, pick });
}

export function facetLists(props: FacetProps): TemplateResult {
  return html`${LISTS.map((part) => list(part, props))}
    ${yesNo("fixable", "Fix", ["available", "none known"], props)}
    ${yesNo("exploit", "Known exploit", ["yes", "no"], props)}
    ${epss(props)}`;
}
