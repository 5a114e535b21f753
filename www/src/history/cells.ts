/** How many files a scan read, and its prompt with its shape, as the table and the line of the selected scan show them. */
import { html, type TemplateResult } from "lit";
import type { AgentScan } from "scanfold";
import { MISSING } from "../parts/mono.ts";
import { number, prose } from "../parts/text.ts";
import type { HistoryModel } from "./history-model.ts";
import { shapeIcon } from "./shapes.ts";
import { filesOf } from "./words.ts";

export function files(scan: AgentScan, model: HistoryModel): TemplateResult | string {
  const drop = model.drops.get(scan);
  const count = filesOf(scan);
  if (count === null) return MISSING;
  if (drop === undefined) return html`<span title=${number(count)}>${number(count)}</span>`;
  return html`<span class="stale" title="The scan before it on the same branch and with the same prompt read ${number(drop.from)} files">
    <span aria-hidden="true">▼</span><span class="sr">far fewer than before on the same branch and prompt: </span>${number(count)}
  </span>`;
}

export function prompt(text: string, model: HistoryModel): TemplateResult {
  return html`${shapeIcon(model.prompts.indexOf(text))} ${text === "" ? MISSING : prose(text, 160)}`;
}
