/**
 * The cards above the timeline: last scan, cadence, longest gap, stale branches, and what is odd in the order, if anything is. A
 * card that needs readable times, or numbers of files, says "not known" if no scan has any: that is not the same as none.
 */
import { html, type TemplateResult } from "lit";
import { counted, number } from "../parts/text.ts";
import { duration, when } from "../parts/time.ts";
import type { HistoryState } from "../state/url-history.ts";
import { gapsOf, narrowTo } from "./gap.ts";
import { gapDays, showGap } from "./gap-words.ts";
import { untilText, type HistoryModel } from "./history-model.ts";
import { oddities } from "./oddities.ts";
import { branchOf, filesOf, gapText, isStaleHere, scanWord } from "./words.ts";

export interface CardsProps {
  model: HistoryModel;
  state: HistoryState;
  now: number;
  onNarrow: (part: Partial<HistoryState>) => void;
}

interface Card {
  label: string;
  value: TemplateResult | string;
  note: TemplateResult | string;
  warn: boolean;
}

const TIMELESS = "no scan has a readable time";

const unknown = (label: string, note: string): Card => ({ label, value: "not known", note, warn: false });

function lastScan({ model, now }: CardsProps): Card {
  const { summary, span, bounded } = model;
  const label = `Last ${scanWord(model)}${bounded ? " in the range" : ""}`;
  if (span === null) return { ...unknown(label, `${counted(summary.scans, "scan")}, none with a readable time`), warn: summary.stale };
  if (summary.lastAt === null) return { ...unknown(label, `${counted(summary.scans, "scan")}, none dated before now`), warn: summary.stale };
  return { label, value: when(summary.lastAt, now, model.zone), note: counted(summary.scans, "scan"), warn: summary.stale };
}

function cadence({ model }: CardsProps): Card {
  const { medianIntervalMs: ms } = model.summary;
  const note = `between ${scanWord(model)}s${model.branch === "" ? ", all branches together" : " of this branch"}`;
  return { label: "Median interval", value: ms === null ? "not known" : duration(ms), note, warn: false };
}

/** A silence that still lasts counts as a gap. */
function longestGap({ model, state, now, onNarrow }: CardsProps): Card {
  const label = "Longest gap";
  if (model.span === null) return unknown(label, TIMELESS);
  if (model.summary.lastAt === null) return unknown(label, "no scan is dated before now");
  const gaps = gapsOf(model);
  const legible = model.summary.invalidTimestamps.length === 0 ? "" : ", as far as times can be read";
  if (gaps === null) return { label, value: "none", note: `no branch went ${gapText} without a ${scanWord(model)}${untilText(model, "", "", ", when it was read")}${legible}`, warn: false };
  const between = model.partial ? `between ${scanWord(model)}s on ` : "";
  const { longest, count, lasting } = gaps;
  const { branch, ms } = longest;
  const name = branch === "" ? branchOf(branch, 0) : html`<span class="mono">${branchOf(branch, 30)}</span>`;
  const open = lasting === 0 ? "" : `, ${number(lasting)} ${untilText(model, "open at the end of the range", "still open", "open when it was read")}`;
  const all = count === 1 ? "The only gap" : `${counted(count, "gap")}${open}`;
  const show = showGap({ part: narrowTo(longest, state), also: "", onNarrow });
  const note = html`${between}${name}, ${gapDays(longest, model, now)}. ${all} ${show}`;
  return { label, value: duration(ms), note, warn: true };
}

function staleBranches({ model }: CardsProps): Card {
  const { lanes } = model;
  const stale = lanes.filter((lane) => lane.summary.stale).map(({ branch }) => branchOf(branch, 30));
  const value = `${number(stale.length)} of ${number(lanes.length)}`;
  const label = `${isStaleHere(model) ? "Stale under this filter" : "Stale branches"}${model.aged && !model.bounded ? " when read" : ""}`;
  return { label, value, note: stale.slice(0, 3).join(", "), warn: stale.length > 0 };
}

/** Only if there is something to tell. */
function order({ model, now }: CardsProps): Card | null {
  const found = oddities(model, now);
  if (found.length === 0) return null;
  const count = found.reduce((sum, { scans }) => sum + scans.length, 0);
  return { label: "Order", value: counted(count, "problem"), note: found.map(({ total }) => total).join(", "), warn: true };
}

function coverage({ model }: CardsProps): Card {
  const { scans, span } = model;
  const { coverageDrops } = model.summary;
  if (span === null) return unknown("Coverage drops", TIMELESS);
  if (scans.every((scan) => filesOf(scan) === null)) return unknown("Coverage drops", `no ${scanWord(model)} says how many files it read`);
  const [drop] = coverageDrops;
  const note = drop === undefined ? `no ${scanWord(model)} read far fewer files` : `e.g. ${number(drop.from)} → ${number(drop.to)} files, same branch and prompt`;
  return { label: "Coverage drops", value: number(coverageDrops.length), note, warn: drop !== undefined };
}

export function cards(props: CardsProps): TemplateResult {
  const all = [lastScan, cadence, longestGap, staleBranches, order, coverage].map((card) => card(props));
  const list = all.filter((card) => card !== null);
  return html`<dl class="cards">
    ${list.map(
      ({ label, value, note, warn }) =>
        html`<div class="card ${warn ? "warn" : ""}"><dt>${label}</dt><dd>${value}<small>${note}</small></dd></div>`,
    )}
  </dl>`;
}
