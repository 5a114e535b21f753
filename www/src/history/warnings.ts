/**
 * What a reader of the history should not overlook: a time in which no branch was scanned, branches that nobody scanned for long,
 * scans that read far fewer files, what is odd in the order. Each item names its place and leads there.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { AgentScan, HistorySummary } from "scanfold";
import { clip, clipMiddle, counted, number } from "../parts/text.ts";
import { duration, when } from "../parts/time.ts";
import type { HistoryState } from "../state/url-history.ts";
import { gapsOfAll, narrowToDays } from "./gap.ts";
import { gapDays, showGap } from "./gap-words.ts";
import type { HistoryModel } from "./history-model.ts";
import { oddities } from "./oddities.ts";
import { branchOf, isStaleHere, scanWord } from "./words.ts";

export interface WarningsProps {
  model: HistoryModel;
  state: HistoryState;
  now: number;
  onNarrow: (part: Partial<HistoryState>) => void;
  onBranch: (branch: string) => void;
  onEntry: (scan: AgentScan) => void;
}

const SHOWN = 4;
/** So many of each kind are in the list at all: nobody reads thousands. */
const MOST = 100;

/** A button to what has a name; without a name there are only the words for that. */
function lead(text: string, [label, unnamed]: [string, string], click: () => void): TemplateResult {
  if (text === "") return html`${unnamed}`;
  return html`<button type="button" class="link mono" aria-label="${label} ${clip(text, 80)}" @click=${click}>${clipMiddle(text, 60)}</button>`;
}

/** The findings of one kind: the first of them, and how many there are. */
interface Found {
  count: number;
  items: TemplateResult[];
}

const found = <Item>(all: readonly Item[], item: (one: Item, at: number) => TemplateResult): Found => ({
  count: all.length,
  items: all.slice(0, MOST).map(item),
});

/** The longest time in which no branch was scanned, in one line. */
function unscanned({ model, state, now, onNarrow }: WarningsProps): Found {
  const gaps = gapsOfAll(model);
  if (gaps === null) return { count: 0, items: [] };
  const { longest, count } = gaps;
  const none = model.partial ? "no branch had a matching scan" : "no branch was scanned";
  const more = count === 1 ? "" : `; ${counted(count, "such gap")}, this is the longest`;
  const legible = model.legible ? "" : ", as far as times can be read";
  const show = showGap({ part: narrowToDays(longest, state), also: ", of all branches", onNarrow });
  const text = html`<b>Gap</b> ${none} for ${duration(longest.ms)}, ${gapDays(longest, model, now)}${more}${legible} ${show}`;
  return { count: 1, items: [html`<li>${text}</li>`] };
}

/** In a range that has ended, it is measured at its end, which may be long ago. */
function lastOf({ lastAt, sinceLastMs }: HistorySummary, { model, now }: WarningsProps): TemplateResult {
  const [scan, ago] = [scanWord(model), when(lastAt, now, model.zone)];
  if (!model.bounded) return html`had its last ${scan} ${ago}`;
  return html`had gone ${duration(sinceLastMs ?? 0)} without a ${scan} by the end of the range; the last one before that was ${ago}`;
}

function stale(props: WarningsProps): Found {
  const { model, onBranch } = props;
  const lanes = model.lanes.filter(({ summary }) => summary.stale);
  const word = isStaleHere(model) ? "Stale under this filter" : "Stale";
  const scan = scanWord(model);
  return found(lanes, ({ branch, summary }) => {
    const last = summary.lastAt === null ? `has no ${scan} with a readable time before now` : lastOf(summary, props);
    return html`<li><b>${word}</b> ${lead(branch, ["Show branch", branchOf("", 0)], () => onBranch(branch))} ${last}</li>`;
  });
}

function drops({ model, now, onEntry }: WarningsProps): Found {
  const known = new Map([...model.drops].map(([scan, drop]) => [drop, scan]));
  return found(model.summary.coverageDrops, (drop) => {
    const { scan_id, from, to } = drop;
    const branch = known.get(drop)?.branch ?? "";
    const scan = known.get(drop) ?? model.scans.find((one) => one.scan_id === scan_id);
    const ago = scan === undefined ? nothing : html` ${when(scan.timestamp, now, model.zone)}`;
    const place = branch === "" ? "same branch" : html`<span class="mono">${clipMiddle(branch, 60)}</span>`;
    return html`<li>
      <b>Coverage</b> ${lead(scan_id, ["Select scan", "a scan without an id"], () => scan && onEntry(scan))} read
      ${counted(to, "file")}${ago}, down from ${number(from)} (${place}, same prompt)
    </li>`;
  });
}

function odd({ model, now, onEntry }: WarningsProps): Found[] {
  return oddities(model, now).map(({ word, scans, text }) =>
    found(scans, (scan) => html`<li><b>${word}</b> ${lead(scan.scan_id, ["Select scan", "a scan without an id"], () => onEntry(scan))} ${text(scan)}</li>`),
  );
}

export function warnings(props: WarningsProps): TemplateResult | typeof nothing {
  const kinds = [unscanned(props), stale(props), drops(props), ...odd(props)];
  const all = kinds.flatMap(({ items }) => items);
  if (all.length === 0) return nothing;
  const rest = all.slice(SHOWN);
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const omitted = count - all.length;
  return html`<section class="history-warnings" aria-labelledby="history-warnings">
    <h2 id="history-warnings">Worth a look <span class="n">${number(count)}</span></h2>
    <ul>${all.slice(0, SHOWN)}</ul>
    ${rest.length === 0 ? nothing : html`<details><summary>${number(count - SHOWN)} more</summary><ul>${rest}</ul>
          ${omitted === 0 ? nothing : html`<p>and ${number(omitted)} more</p>`}
        </details>`}
  </section>`;
}
