/** If the selected scan is one of several that are drawn as one mark: which of them it is, newest first, and buttons to the others. */
import { html, nothing, type TemplateResult } from "lit";
import type { AgentScan } from "scanfold";
import { number } from "../parts/text.ts";
import type { Mark } from "./marks.ts";

/** At either end the button stays, with the focus on it, and does nothing. */
function step(word: string, to: AgentScan | undefined, onEntry: (scan: AgentScan) => void): TemplateResult {
  return html`<button
    type="button"
    class="small"
    aria-label=${`${word} scan of those drawn together`}
    aria-disabled=${to === undefined}
    @click=${() => to !== undefined && onEntry(to)}
  >${word}</button>`;
}

export function together(scan: AgentScan, marks: readonly Mark[][], onEntry: (scan: AgentScan) => void): TemplateResult | typeof nothing {
  const scans = marks.flat().find((mark) => mark.scans.includes(scan))?.scans;
  if (scans === undefined || scans.length < 2) return nothing;
  const at = scans.indexOf(scan);
  return html`<p class="together">
    <span class="note">${number(at + 1)} of ${number(scans.length)} drawn together</span>
    ${step("Newer", scans[at - 1], onEntry)} ${step("Older", scans[at + 1], onEntry)}
  </p>`;
}
