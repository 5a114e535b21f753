/** What stands in place of the timeline and the table if the filters leave no scan. Data in, nodes out. */
import { html, nothing, type TemplateResult } from "lit";
import { counted } from "../parts/text.ts";
import { duration, inZone, when, zoneName } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import type { HistoryState } from "../state/url-history.ts";
import type { Absence } from "./absence.ts";
import { isReversed } from "./filters.ts";
import { widenTo } from "./gap.ts";
import type { HistoryModel } from "./history-model.ts";
import { branchOf } from "./words.ts";

export interface NoMatchProps {
  model: HistoryModel;
  state: HistoryState;
  now: number;
  onSwap: () => void;
  onWiden: (part: Partial<HistoryState>) => void;
  onClear: () => void;
}

/** In the zone, which is named because nothing else here does, and how long ago. */
function moment(text: string, { model: { zone }, now }: NoMatchProps): TemplateResult {
  const ms = instant(text);
  return html`${ms === null ? nothing : `${inZone(ms, zone)} ${zoneName(zone)}, `}${when(text, now, zone)}`;
}

/** That there was no scan; under a filter, no matching scan, because there may have been others. */
function unscanned({ branch, partial }: HistoryModel): string {
  const name = branchOf(branch, 60);
  if (partial) return branch === "" ? "There was no matching scan" : `${name} had no matching scan`;
  return branch === "" ? "No branch was scanned" : `${name} was not scanned`;
}

/** For how long there was none. If a filter or an unreadable time leaves out scans, one of those may have looked at the code. */
function around({ from, to, ms, legible }: Absence, props: NoMatchProps): TemplateResult {
  const { model } = props;
  const end = to === null ? html`${model.aged ? "until it was read" : "until now"}` : html`to ${moment(to, props)}`;
  return html`<p class="absence">
    ${unscanned(model)} for ${duration(ms)}, from ${moment(from, props)}, ${end}${legible ? "" : ", as far as times can be read"}.
    ${model.partial || !legible ? nothing : "That says nothing about the code: it was not looked at."}
  </p>`;
}

function showAround(absence: Absence, { state, onWiden }: NoMatchProps): TemplateResult | typeof nothing {
  const part = widenTo(absence, state.zone);
  if (part === null) return nothing;
  return html`<button type="button" class="primary" @click=${() => onWiden(part)}>Show the scans around it</button>`;
}

export function noMatch(props: NoMatchProps): TemplateResult {
  const { model, state, onSwap, onClear } = props;
  const reversed = isReversed(state);
  const absence = reversed ? null : model.absence;
  const none = html`<p>${counted(model.all.length, "scan")} of this repository, none of them under these filters.</p>`;
  const turned = html`<p>From is ${state.from} and Until is ${state.until}: the range ends before it begins, so no scan can be in it.</p>`;
  return html`<section class="state">
    <h2>No scan matches</h2>
    ${reversed ? turned : none} ${absence === null ? nothing : around(absence, props)}
    <div class="actions">
      ${reversed ? html`<button type="button" class="primary" @click=${onSwap}>Swap the two days</button>` : nothing}
      ${absence === null ? nothing : showAround(absence, props)}
      <button type="button" @click=${onClear}>Clear all filters</button>
    </div>
  </section>`;
}
