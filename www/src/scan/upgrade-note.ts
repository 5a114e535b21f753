/** What an upgrade clears, shown with the findings that its row leads to. */
import { html, nothing, type TemplateResult } from "lit";
import type { RemediationStep } from "scanfold";
import { clip, number } from "../parts/text.ts";

/** `matching`: how many findings are listed. */
export function upgradeNote(step: RemediationStep | null, matching: number): TemplateResult | typeof nothing {
  if (step === null) return nothing;
  const { installedVersion, upgradeTo, clears } = step;
  const of = clears === matching ? (clears === 1 ? "this finding" : `all ${number(clears)} of these findings`) : `${number(clears)} of these ${number(matching)} findings`;
  return html`<p class="note upgrade-note">
    Upgrading <b class="mono">${clip(step.package, 80)}</b> from <span class="mono">${clip(installedVersion, 80)}</span> to <b class="mono">${clip(upgradeTo, 80)}</b> clears ${of}.
  </p>`;
}
