/**
 * The cards above the timeline: last scan, cadence, longest pause, stale branches, and what is odd in the order. What needs
 * readable times, or numbers of files, is not known where no scan has any: that is not the same as none.
 */
import { html, type TemplateResult } from "lit";
import { counted, number } from "../parts/text.ts";
import { duration, when } from "../parts/time.ts";
import { untilText, type HistoryModel } from "./history-model.ts";
import { branchOf, filesOf, isStaleHere, scanWord } from "./words.ts";

interface Problem {
  count: number;
  text: string;
}

interface Card {
  label: string;
  value: TemplateResult | string;
  note: TemplateResult | string;
  warn: boolean;
}

function problems({ ahead, summary: { outOfOrder, duplicates, invalidTimestamps, withoutZone } }: HistoryModel): Problem[] {
  const all = [
    { count: ahead.length, text: `${counted(ahead.length, "time")} in the future` },
    { count: outOfOrder.length, text: `${counted(outOfOrder.length, "entry", "entries")} out of order` },
    { count: duplicates.length, text: `${counted(duplicates.length, "scan id")} more than once` },
    { count: invalidTimestamps.length, text: counted(invalidTimestamps.length, "unreadable time") },
    { count: withoutZone.length, text: `${counted(withoutZone.length, "time")} without a zone, read as UTC` },
  ];
  return all.filter(({ count }) => count > 0);
}

const TIMELESS = "no scan has a readable time";

const unknown = (label: string, note: string): Card => ({ label, value: "not known", note, warn: false });

function lastScan(model: HistoryModel, now: number): Card {
  const { summary, span, bounded } = model;
  const label = `Last ${scanWord(model)}${bounded ? " in the range" : ""}`;
  if (span === null) return { ...unknown(label, `${counted(summary.scans, "scan")}, none with a readable time`), warn: summary.stale };
  if (summary.lastAt === null) return { ...unknown(label, `${counted(summary.scans, "scan")}, none dated before now`), warn: summary.stale };
  return { label, value: when(summary.lastAt, now), note: counted(summary.scans, "scan"), warn: summary.stale };
}

function cadence(model: HistoryModel): Card {
  const { medianIntervalMs: ms } = model.summary;
  const note = `between ${scanWord(model)}s${model.branch === "" ? ", all branches together" : " of this branch"}`;
  return { label: "Median interval", value: ms === null ? "not known" : duration(ms), note, warn: false };
}

/**
 * Of what the timeline draws as bands, which are those of single branches: one branch must not cover for another. The silence
 * that lasts is one of them.
 */
function longestGap(model: HistoryModel, now: number): Card {
  const { lanes, span, summary } = model;
  if (span === null) return unknown("Longest gap", TIMELESS);
  const pauses = lanes.flatMap(({ branch, summary }) => summary.gaps.map(({ from, ms }) => ({ from, ms, branch, lasts: false })));
  const silences = lanes.flatMap(({ branch, silence }) => (silence === null ? [] : [{ ...silence, branch, lasts: true }]));
  const all = [...silences, ...pauses];
  const legible = summary.invalidTimestamps.length === 0 ? "" : ", as far as times can be read";
  const between = model.partial ? `between ${scanWord(model)}s ` : "";
  if (all.length === 0) return { label: "Longest gap", value: "none", note: `no pause ${between}of a branch stands out${legible}`, warn: false };
  const gap = all.reduce((longest, one) => (one.ms > longest.ms ? one : longest));
  const until = untilText(model, "until now", "until the end of the range");
  const lasting = silences.length === 0 ? "" : `, ${number(silences.length)} ${until}`;
  const note = html`${between}on ${branchOf(gap.branch, 30)}, began ${when(gap.from, now)}${gap.lasts ? `, lasts ${until}` : ""};
    ${number(all.length)} in all${lasting}`;
  return { label: "Longest gap", value: duration(gap.ms), note, warn: true };
}

function staleBranches(model: HistoryModel): Card {
  const { lanes } = model;
  const stale = lanes.filter((lane) => lane.summary.stale).map(({ branch }) => branchOf(branch, 30));
  const value = `${number(stale.length)} of ${number(lanes.length)}`;
  const label = isStaleHere(model) ? "Stale under this filter" : "Stale branches";
  return { label, value, note: stale.slice(0, 3).join(", "), warn: stale.length > 0 };
}

function order(model: HistoryModel): Card {
  const found = problems(model);
  if (found.length === 0) return { label: "Order", value: "newest first", note: "as the interface promises", warn: false };
  const total = found.reduce((sum, { count }) => sum + count, 0);
  return { label: "Order", value: counted(total, "problem"), note: found.map(({ text }) => text).join(", "), warn: true };
}

function coverage(model: HistoryModel): Card {
  const { scans, span } = model;
  const { coverageDrops } = model.summary;
  if (span === null) return unknown("Coverage drops", TIMELESS);
  if (scans.every((scan) => filesOf(scan) === null)) return unknown("Coverage drops", `no ${scanWord(model)} says how many files it read`);
  const [drop] = coverageDrops;
  const note = drop === undefined ? `no ${scanWord(model)} read far fewer files` : `e.g. ${number(drop.from)} → ${number(drop.to)} files, same branch and prompt`;
  return { label: "Coverage drops", value: number(coverageDrops.length), note, warn: drop !== undefined };
}

export function cards(model: HistoryModel, now: number): TemplateResult {
  const list = [lastScan(model, now), cadence(model), longestGap(model, now), staleBranches(model), order(model), coverage(model)];
  return html`<dl class="cards">
    ${list.map(
      ({ label, value, note, warn }) =>
        html`<div class="card ${warn ? "warn" : ""}"><dt>${label}</dt><dd>${value}<small>${note}</small></dd></div>`,
    )}
  </dl>`;
}
