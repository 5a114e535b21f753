/** What narrows the history: branch, prompt, days and the zone of all times, when a branch is stale; and what is set, as pills. */
import { html, nothing, type TemplateResult } from "lit";
import { option } from "../parts/option.ts";
import { clipMiddle, number, prose } from "../parts/text.ts";
import { zoneName } from "../parts/time.ts";
import { MATCHED, STALE_DAYS, type HistoryState, type Matched } from "../state/url-history.ts";
import { CLEARED, isFiltered, withMatch } from "./filters.ts";
import { DEFAULT_STALE_DAYS, type HistoryModel } from "./history-model.ts";
import { daysText, shownOf } from "./words.ts";

export interface FilterBarProps {
  model: HistoryModel;
  state: HistoryState;
  /** Minutes east of UTC in the zone of this device. */
  here: number;
  onChange: (part: Partial<HistoryState>) => void;
  /** As `onChange`, several times while a person is in one field; with `null` they have left it. */
  onTyped: (part: Partial<HistoryState> | null) => void;
  /** As `onChange`, by a button that disappears with what it removes: the pill at this place, or all. */
  onRemove: (part: Partial<HistoryState>, at: number) => void;
}

const LABEL: Record<Matched, string> = {
  branch: "Branch",
  prompt: "Prompt",
  commit_id: "Commit",
  service: "Service",
  repo_name: "Repository",
};

/** The zones between whole hours, in minutes. */
const BETWEEN = [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765];
const ZONES = [...Array.from({ length: 27 }, (_, at) => (at - 12) * 60), ...BETWEEN].sort((a, b) => a - b);

const valueOf = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement).value;

/** A prompt is a sentence; all others are names that have to be told apart. */
const textOf = (field: Matched, value: string): string => (field === "prompt" ? prose(value, 60) : clipMiddle(value, 60));

/** So many branches or prompts are offered, the most used prompts first: nobody reads more, and groups list all. */
const MOST_CHOICES = 500;

function choice(field: "branch" | "prompt", values: string[], { state, onChange }: FilterBarProps): TemplateResult {
  const chosen = state.where[field] ?? "";
  const named = values.filter((value) => value !== "");
  const offered = named.slice(0, MOST_CHOICES);
  const all = chosen === "" || offered.includes(chosen) ? offered : [chosen, ...offered];
  const left = named.filter((value) => !all.includes(value)).length;
  const change = (event: Event): void => onChange({ where: withMatch(state.where, field, valueOf(event)) });
  return html`<label>
    ${LABEL[field]}
    <select name=${field} @change=${change}>
      ${option("", "all", chosen === "")} ${all.map((value) => option(value, textOf(field, value), value === chosen))}
      ${left > 0 ? html`<option disabled>${number(left)} more: see Groups</option>` : nothing}
    </select>
  </label>`;
}

/** Typing a year of four digits passes 0002, 0020 and 0202: none of them is meant, nor is a year of five. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;

function day(name: "from" | "until", label: string, { state, onTyped }: FilterBarProps): TemplateResult {
  const change = (event: Event): void => {
    const { value, validity } = event.target as HTMLInputElement;
    const year = Number(value.split("-")[0]);
    const typing = validity.badInput || (value !== "" && (year < FIRST_YEAR || year > LAST_YEAR));
    if (!typing && value !== state[name]) onTyped({ [name]: value });
  };
  const leave = (event: Event): void => {
    // An incomplete day filters nothing, so the field shows again the day that does. WebKit would keep the typed parts if the value
    // stayed the same.
    const field = event.target as HTMLInputElement;
    if (field.validity.badInput) field.value = "2000-01-01";
    field.value = state[name];
    onTyped(null);
  };
  return html`<label>
    ${label} <input type="date" name=${name} max="${LAST_YEAR}-12-31" .value=${state[name]} @input=${change} @blur=${leave} />
  </label>`;
}

function zones({ state, here, onChange }: FilterBarProps): TemplateResult {
  const all = [...new Set([...ZONES, here, state.zone])].sort((a, b) => a - b);
  const name = (minutes: number): string => `${zoneName(minutes)}${minutes === here && here !== 0 ? " (here)" : ""}`;
  return html`<label>
    Time zone
    <select name="zone" @change=${(event: Event) => onChange({ zone: Number(valueOf(event)) })}>
      ${all.map((minutes) => option(minutes, name(minutes), minutes === state.zone))}
    </select>
  </label>`;
}

/** Sorted by length; 0 stands for the default. */
const STALE_CHOICES = [0, ...STALE_DAYS].sort((a, b) => (a || DEFAULT_STALE_DAYS) - (b || DEFAULT_STALE_DAYS));

function staleness({ state, onChange }: FilterBarProps): TemplateResult {
  return html`<label>
    Stale after
    <select name="stale" @change=${(event: Event) => onChange({ stale: Number(valueOf(event)) })}>
      ${STALE_CHOICES.map((days) => option(days, daysText(days || DEFAULT_STALE_DAYS), days === state.stale))}
    </select>
  </label>`;
}

function pill(label: string, text: string, remove: () => void): TemplateResult {
  return html`<button type="button" class="pill" aria-label="Remove filter ${label} ${text}" @click=${remove}>
    <span>${label}</span> ${text} <b aria-hidden="true">×</b>
  </button>`;
}

function pills({ model, state, onRemove }: FilterBarProps): TemplateResult | typeof nothing {
  if (!isFiltered(state)) return nothing;
  const set: [string, string, Partial<HistoryState>][] = [
    ...MATCHED.map((field): [string, string, Partial<HistoryState>] => [
      LABEL[field],
      textOf(field, state.where[field] ?? ""),
      { where: withMatch(state.where, field, "") },
    ]),
    ["From", state.from, { from: "" }],
    ["Until", state.until, { until: "" }],
  ];
  const shown = set.filter(([, value]) => value !== "");
  return html`<p class="line filters">
    ${shown.map(([label, value, without], at) => pill(label, value, () => onRemove(without, at)))}
    <button type="button" class="link" @click=${() => onRemove(CLEARED, 0)}>Clear all</button>
    <span class="note">${shownOf(model.scans.length, model.all.length)}</span>
  </p>`;
}

export function filterBar(props: FilterBarProps): TemplateResult {
  const { branches, prompts } = props.model;
  return html`<section class="history-filters" aria-label="Filter">
    <div class="line">
      ${choice("branch", branches, props)}${choice("prompt", prompts, props)} ${day("from", "From", props)}${day("until", "Until", props)}
      ${zones(props)}${staleness(props)}
    </div>
    ${pills(props)}
  </section>`;
}
