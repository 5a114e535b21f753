/** What became of a removal: whether the member is gone, how that is known, and what else changed. */
import { html, nothing, type TemplateResult } from "lit";
import type { MemberRemoval } from "scanfold";
import { clip } from "../parts/text.ts";
import { teamDiff } from "./diff.ts";

export interface Outcome {
  login: string;
  result: MemberRemoval;
}

const HOW = {
  response: "The service's answer shows the team without them.",
  readback: "The answer was lost, so the team was read again: they are gone.",
};

export function outcome({ login, result }: Outcome, onClose: () => void): TemplateResult {
  const { collateral } = result;
  return html`<section class="state outcome ${result.removed ? "done" : "failed"}" role="status">
    <h2>${result.removed ? html`<span class="mono">${clip(login, 120)}</span> is no longer in ${clip(result.team.name, 120)}` : html`<span class="mono">${clip(login, 120)}</span> is still in ${clip(result.team.name, 120)}`}</h2>
    <p>${result.removed ? HOW[result.confirmedBy] : "The service reported success, but its answer still lists them. Nothing was removed."}</p>
    ${result.message ? html`<p class="quote">The service says: <q>${clip(result.message, 500)}</q></p>` : nothing}
    ${collateral !== undefined && !collateral.unchanged ? html`<h3>What else changed</h3>${teamDiff(collateral)}` : html`<p class="note">${collateral === undefined ? "Whether anything else changed is not known." : "Nothing else changed."}</p>`}
    <div class="actions"><button type="button" @click=${onClose}>Close</button></div>
  </section>`;
}
