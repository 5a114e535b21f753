/**
 * Which lanes the timeline draws where a repository has hundreds of branches: the first of them, and that of the selected scan.
 * All of them on demand; what is worth a look in the others is listed above, and the table has their scans either way.
 */
import { html, nothing, type TemplateResult } from "lit";
import { number } from "../parts/text.ts";
import type { HistoryModel } from "./history-model.ts";

const FIRST = 20;

/** The model with the lanes that are drawn. `chosen` is the branch of the selected scan, if one is selected. */
export function withLanes(model: HistoryModel, whole: boolean, chosen: string | null): HistoryModel {
  if (whole || model.lanes.length <= FIRST) return model;
  return { ...model, lanes: model.lanes.filter(({ branch }, at) => at < FIRST || branch === chosen) };
}

/** The button for the rest, and back. */
export function moreLanes({ lanes }: HistoryModel, whole: boolean, toggle: () => void): TemplateResult | typeof nothing {
  if (lanes.length <= FIRST) return nothing;
  return html`<button type="button" class="link" aria-expanded=${whole} @click=${toggle}>
    ${whole ? "Show fewer branches" : `All ${number(lanes.length)} branches`}
  </button>`;
}
