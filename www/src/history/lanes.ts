/**
 * Which lanes the timeline draws if a repository has hundreds of branches: the first of them, and that of the selected scan. More
 * on demand, as many as a page can draw in a moment. The others still appear in the list of what is worth a look, and in the table.
 */
import { html, nothing, type TemplateResult } from "lit";
import { number } from "../parts/text.ts";
import type { HistoryModel } from "./history-model.ts";

const FIRST = 20;
const MOST = 100;

/** The model with the lanes that are drawn. `chosen` is the branch of the selected scan, if one is selected. */
export function withLanes(model: HistoryModel, more: boolean, chosen: string | null): HistoryModel {
  const most = more ? MOST : FIRST;
  if (model.lanes.length <= most) return model;
  return { ...model, lanes: model.lanes.filter(({ branch }, at) => at < most || branch === chosen) };
}

/** The button for more or fewer lanes, and a note on how to find any other branch. */
export function moreLanes({ lanes }: HistoryModel, more: boolean, toggle: () => void): TemplateResult | typeof nothing {
  if (lanes.length <= FIRST) return nothing;
  const all = `${number(lanes.length)} branches`;
  const isCut = lanes.length > MOST;
  return html`<button type="button" class="link" aria-expanded=${more} @click=${toggle}>
      ${more ? "Show fewer branches" : isCut ? `The first ${number(MOST)} of ${all}` : `All ${all}`}
    </button>
    ${more && isCut ? html`<p class="note">These are the first ${number(MOST)} of ${all}. The filter by branch shows any of them.</p>` : nothing}`;
}
