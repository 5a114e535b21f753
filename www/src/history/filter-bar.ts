/** What narrows the history: branch, prompt, days and their zone, when a branch is stale; and what is set, as pills. */
import { html, nothing, type TemplateResult } from "lit";
import { clip, counted, number } from "../parts/text.ts";
import { MATCHED, STALE_DAYS, zoneText, type HistoryState, type Matched } from "../state/url-history.ts";
import type { HistoryModel } from "./history-model.ts";

export interface FilterBarProps {
  model: HistoryModel;
  state: HistoryState;
  /** Minutes east of UTC where the page is looked at. */
  here: number;
  onChange: (part: Partial<HistoryState>) => void;
}

const LABEL: Record<Matched, string> = {
  branch: "Branch",
  prompt: "Prompt",
  commit_id: "Commit",
  service: "Service",
  repo_name: "Repository",
};

/** Whole hours, and the few zones that lie between. */
const BETWEEN = [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765];
const ZONES = [...Array.from({ length: 27 }, (_, at) => (at - 12) * 60), ...BETWEEN].sort((a, b) => a - b);

export const zoneName = (minutes: number): string => (minutes === 0 ? "UTC" : `UTC${zoneText(minutes)}`);

export function withMatch(where: HistoryState["where"], field: Matched, value: string): HistoryState["where"] {
  const { [field]: _, ...rest } = where;
  return value === "" ? rest : { ...rest, [field]: value };
}

const valueOf = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement).value;

function choice(field: "branch" | "prompt", values: string[], { state, onChange }: FilterBarProps): TemplateResult {
  const chosen = state.where[field] ?? "";
  const all = chosen === "" || values.includes(chosen) ? values : [chosen, ...values];
  const change = (event: Event): void => onChange({ where: withMatch(state.where, field, valueOf(event)) });
  return html`<label>
    ${LABEL[field]}
    <select name=${field} @change=${change}>
      <option value="" ?selected=${chosen === ""}>all</option>
      ${all.map((value) => html`<option value=${value} ?selected=${value === chosen}>${clip(value, 60)}</option>`)}
    </select>
  </label>`;
}

function day(name: "from" | "until", label: string, { state, onChange }: FilterBarProps): TemplateResult {
  const change = (event: Event): void => onChange({ [name]: valueOf(event) });
  return html`<label>${label} <input type="date" name=${name} .value=${state[name]} @change=${change} /></label>`;
}

function zones({ state, here, onChange }: FilterBarProps): TemplateResult {
  const all = [...new Set([...ZONES, here, state.zone])].sort((a, b) => a - b);
  const name = (minutes: number): string => `${zoneName(minutes)}${minutes === here && here !== 0 ? " (here)" : ""}`;
  return html`<label>
    Days in
    <select name="zone" @change=${(event: Event) => onChange({ zone: Number(valueOf(event)) })}>
      ${all.map((minutes) => html`<option value=${minutes} ?selected=${minutes === state.zone}>${name(minutes)}</option>`)}
    </select>
  </label>`;
}

function staleness({ state, onChange }: FilterBarProps): TemplateResult {
  return html`<label>
    Stale after
    <select name="stale" @change=${(event: Event) => onChange({ stale: Number(valueOf(event)) })}>
      ${[0, ...STALE_DAYS].map(
        (days) =>
          html`<option value=${days} ?selected=${days === state.stale}>${days === 0 ? "a week" : counted(days, "day")}</option>`,
      )}
    </select>
  </label>`;
}

function pill(label: string, value: string, remove: () => void): TemplateResult {
  return html`<button type="button" class="pill" aria-label="Remove filter ${label} ${clip(value, 60)}" @click=${remove}>
    <span>${label}</span> ${clip(value, 60)} <b aria-hidden="true">×</b>
  </button>`;
}

export const CLEARED: Partial<HistoryState> = { where: {}, from: "", until: "" };

export const isFiltered = ({ where, from, until }: HistoryState): boolean => Object.keys(where).length > 0 || from !== "" || until !== "";

function pills({ model, state, onChange }: FilterBarProps): TemplateResult | typeof nothing {
  if (!isFiltered(state)) return nothing;
  const set = MATCHED.filter((field) => state.where[field] !== undefined);
  return html`<p class="line filters">
    ${set.map((field) => pill(LABEL[field], state.where[field] ?? "", () => onChange({ where: withMatch(state.where, field, "") })))}
    ${state.from === "" ? nothing : pill("From", state.from, () => onChange({ from: "" }))}
    ${state.until === "" ? nothing : pill("Until", state.until, () => onChange({ until: "" }))}
    <button type="button" class="link" @click=${() => onChange(CLEARED)}>Clear all</button>
    <span class="note" role="status">${number(model.scans.length)} of ${counted(model.all.length, "scan")}</span>
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
