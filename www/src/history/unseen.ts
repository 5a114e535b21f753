/** The note on a selected scan that is not to be seen: a link may name one that the history does not have, or a filter may leave it out. */
import { html, nothing, type TemplateResult } from "lit";
import type { AgentScan } from "scanfold";
import { clip } from "../parts/text.ts";
import { ahead } from "../parts/time.ts";
import type { HistoryModel } from "./history-model.ts";
import { branchOf } from "./words.ts";

export interface UnseenProps {
  model: HistoryModel;
  /** The id that the link names. */
  entry: string;
  isChosen: (scan: AgentScan) => boolean;
  now: number;
  onClear: () => void;
  onDismiss: () => void;
}

const notice = (title: string, text: TemplateResult, buttons: TemplateResult): TemplateResult =>
  html`<section class="unseen" aria-labelledby="unseen">
    <h2 id="unseen">${title}</h2>
    <p>${text}</p>
    <div class="line">${buttons}</div>
  </section>`;

export function unseen({ model, entry, isChosen, now, onClear, onDismiss }: UnseenProps): TemplateResult | typeof nothing {
  if (model.scans.some(isChosen)) return nothing;
  const hidden = model.all.find(isChosen);
  const dismiss = html`<button type="button" class="small" @click=${onDismiss}>Dismiss</button>`;
  if (hidden === undefined) {
    if (entry === "") return nothing;
    return notice("Not in this history", html`The link names the scan <span class="mono">${clip(entry, 80)}</span>, which this history does not have.`, dismiss);
  }
  const { scan_id, branch, timestamp } = hidden;
  const id = scan_id === "" ? "without an id" : html`<span class="mono">${clip(scan_id, 80)}</span>`;
  return notice(
    "Hidden by the filters",
    html`The selected scan ${id}, on ${branchOf(branch, 60)}, ${ahead(timestamp, now, model.zone)}, does not match them.`,
    html`<button type="button" class="small" @click=${onClear}>Clear filters</button> ${dismiss}`,
  );
}
