/** What stands in place of the timeline and the table where the filters leave no scan. Data in, nodes out. */
import { html, nothing, type TemplateResult } from "lit";
import { counted } from "../parts/text.ts";
import type { HistoryState } from "../state/url-history.ts";
import { isReversed } from "./filters.ts";

export interface NoMatchProps {
  /** Scans of the repository without the filters. */
  count: number;
  state: HistoryState;
  onSwap: () => void;
  onClear: () => void;
}

export function noMatch({ count, state, onSwap, onClear }: NoMatchProps): TemplateResult {
  const none = html`<p>${counted(count, "scan")} of this repository, none of them under these filters.</p>`;
  const reversed = html`<p>From is ${state.from} and Until is ${state.until}: the range ends before it begins, so no scan can be in it.</p>`;
  return html`<section class="state">
    <h2>No scan matches</h2>
    ${isReversed(state) ? reversed : none}
    <div class="actions">
      ${isReversed(state) ? html`<button type="button" class="primary" @click=${onSwap}>Swap the two days</button>` : nothing}
      <button type="button" @click=${onClear}>Clear all filters</button>
    </div>
  </section>`;
}
