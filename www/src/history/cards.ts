/** The cards above the timeline: last scan, cadence, longest pause, stale branches, and what is odd in the order. */
import { html, type TemplateResult } from "lit";
import { clip, counted, number } from "../parts/text.ts";
import { duration, when } from "../parts/time.ts";
import type { HistoryModel } from "./history-model.ts";

function card(label: string, value: TemplateResult | string, note: TemplateResult | string = "", tone = ""): TemplateResult {
  return html`<div class="card ${tone}"><dt>${label}</dt><dd>${value}<small>${note}</small></dd></div>`;
}

function problems({ summary }: HistoryModel): string[] {
  const list: string[] = [];
  if (summary.outOfOrder.length > 0) list.push(`${counted(summary.outOfOrder.length, "entry", "entries")} out of order`);
  if (summary.duplicates.length > 0) list.push(`${counted(summary.duplicates.length, "scan id")} more than once`);
  if (summary.invalidTimestamps.length > 0) list.push(`${counted(summary.invalidTimestamps.length, "unreadable time")}`);
  if (summary.withoutZone.length > 0) list.push(`${counted(summary.withoutZone.length, "time")} without a zone, read as UTC`);
  return list;
}

export function cards(model: HistoryModel, now: number): TemplateResult {
  const { summary, lanes } = model;
  const stale = lanes.filter((lane) => lane.summary.stale);
  const found = problems(model);
  const gap = summary.gaps[0];
  const drop = summary.coverageDrops[0];
  return html`<dl class="cards">
    ${card("Last scan", when(summary.lastAt, now), counted(summary.scans, "scan"), summary.stale ? "warn" : "")}
    ${card("Median interval", summary.medianIntervalMs === null ? "not known" : duration(summary.medianIntervalMs), "between scans")}
    ${card("Longest gap", gap === undefined ? "none" : duration(gap.ms), gap === undefined ? "no pause stands out" : html`began ${when(gap.from, now)}; ${number(summary.gaps.length)} in all`, gap === undefined ? "" : "warn")}
    ${card(
      "Stale branches",
      `${number(stale.length)} of ${number(lanes.length)}`,
      stale
        .slice(0, 3)
        .map(({ branch }) => clip(branch, 30))
        .join(", "),
      stale.length > 0 ? "warn" : "",
    )}
    ${card("Order", found.length === 0 ? "newest first" : counted(found.length, "problem"), found.join(", ") || "as the interface promises", found.length > 0 ? "warn" : "")}
    ${card("Coverage drops", number(summary.coverageDrops.length), drop === undefined ? "no scan read far fewer files" : `e.g. ${number(drop.from)} → ${number(drop.to)} files`, drop === undefined ? "" : "warn")}
  </dl>`;
}
