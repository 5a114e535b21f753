/** The selected scan in a line under the timeline: a mark is too small for words, and its row may be below the window. */
import { html, nothing, type TemplateResult } from "lit";
import type { AgentScan } from "scanfold";
import { copyName } from "../parts/copy.ts";
import { MISSING, mono } from "../parts/mono.ts";
import { beginning, counted, given } from "../parts/text.ts";
import { ahead, exact, when } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import { files, prompt } from "./cells.ts";
import type { HistoryModel } from "./history-model.ts";
import type { Mark } from "./marks.ts";
import { together } from "./together.ts";

export interface SelectedProps {
  model: HistoryModel;
  isChosen: (scan: AgentScan) => boolean;
  /** Which of the scans is meant, or −1. */
  placeOf: (scans: AgentScan[]) => number;
  /** The marks of each lane that is drawn. */
  marks: readonly Mark[][];
  now: number;
  onEntry: (scan: AgentScan) => void;
  onDeselect: () => void;
}

/** The exact time, and how long ago that is. */
function time(timestamp: string, now: number, zone: number): TemplateResult {
  const ms = instant(timestamp);
  return ms === null ? when(timestamp, now) : html`${exact(ms, zone)} <span class="note">${ahead(timestamp, now, zone)}</span>`;
}

export function selected({ model, isChosen, placeOf, marks, now, onEntry, onDeselect }: SelectedProps): TemplateResult | typeof nothing {
  const scan = model.scans[placeOf(model.scans)];
  if (scan === undefined) return nothing;
  const others = model.scans.filter(isChosen).length - 1;
  const { scan_id: id, branch, commit_id: commit, timestamp } = scan;
  const fact = (label: string, value: TemplateResult | string): TemplateResult => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<section class="selected" aria-labelledby="selected-scan">
    <h2 id="selected-scan">Selected scan</h2>
    <dl>
      ${fact("Id", id === "" ? MISSING : html`${mono(id, 60)} ${copyName(id, "Copy scan id")}`)}
      ${fact("Time", time(timestamp, now, model.zone))}${fact("Branch", mono(branch, 80))}
      ${fact("Prompt", prompt(scan.prompt, model))}${fact("Files", files(scan, model))}
      ${fact("Commit", html`<span title=${given(commit, 80)}>${mono(beginning(commit, 10), 12)}</span> ${commit ? copyName(commit, "Copy commit") : nothing}`)}
    </dl>
    ${others === 0 ? nothing : html`<p class="note">${counted(others, "more scan")} with this id</p>`}
    ${together(scan, marks, onEntry)}
    <button type="button" class="small" @click=${onDeselect}>Deselect</button>
  </section>`;
}
