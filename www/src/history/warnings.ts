/**
 * What a reader of the history should not overlook: branches that nobody scanned for long, scans that read far fewer files.
 * Each names its place and leads there.
 */
import { html, nothing, type TemplateResult } from "lit";
import { clip, counted, number } from "../parts/text.ts";
import { when } from "../parts/time.ts";
import type { HistoryModel } from "./history-model.ts";
import { branchOf } from "./words.ts";

export interface WarningsProps {
  model: HistoryModel;
  now: number;
  onBranch: (branch: string) => void;
  onEntry: (scanId: string) => void;
}

const SHOWN = 4;
/** Of a kind, in the list at all: nobody reads thousands, and the table marks them too. */
const MOST = 100;

/** Leads to what has a name; what has none can only be told, in the words for that. */
function lead(text: string, [label, unnamed]: [string, string], click: () => void): TemplateResult {
  if (text === "") return html`${unnamed}`;
  return html`<button type="button" class="link mono" aria-label="${label} ${clip(text, 80)}" @click=${click}>${clip(text, 60)}</button>`;
}

function stale({ model, now, onBranch }: WarningsProps): TemplateResult[] {
  return model.lanes
    .filter(({ summary }) => summary.stale)
    .slice(0, MOST)
    .map(({ branch, summary }) => {
      const last = summary.lastAt === null ? "no readable time of any scan" : html`last scan ${when(summary.lastAt, now)}`;
      return html`<li><b>Stale</b> ${lead(branch, ["Show branch", `${branchOf("", 0)},`], () => onBranch(branch))} ${last}</li>`;
    });
}

function drops({ model, onEntry }: WarningsProps): TemplateResult[] {
  if (model.summary.coverageDrops.length === 0) return [];
  const branches = new Map(model.scans.map(({ scan_id, branch }) => [scan_id, branch]));
  return model.summary.coverageDrops.slice(0, MOST).map(({ scan_id, from, to }) => {
    const branch = branches.get(scan_id) ?? "";
    const place = scan_id === "" || branch === "" ? "the same branch" : html`<span class="mono">${clip(branch, 60)}</span>`;
    return html`<li>
      <b>Coverage</b> ${lead(scan_id, ["Select scan", "a scan without an id"], () => onEntry(scan_id))} read ${counted(to, "file")}, the one
      before it on ${place} with the same prompt ${number(from)}
    </li>`;
  });
}

export function warnings(props: WarningsProps): TemplateResult | typeof nothing {
  const all = [...stale(props), ...drops(props)];
  if (all.length === 0) return nothing;
  const rest = all.slice(SHOWN);
  const { lanes, summary } = props.model;
  const count = lanes.filter((lane) => lane.summary.stale).length + summary.coverageDrops.length;
  const omitted = count - all.length;
  return html`<section class="history-warnings" aria-labelledby="history-warnings">
    <h2 id="history-warnings">Worth a look <span class="n">${number(count)}</span></h2>
    <ul>${all.slice(0, SHOWN)}</ul>
    ${rest.length === 0 ? nothing : html`<details><summary>${number(count - SHOWN)} more</summary><ul>${rest}</ul>
          ${omitted === 0 ? nothing : html`<p>and ${number(omitted)} more, marked in the timeline and the table</p>`}
        </details>`}
  </section>`;
}
