/**
 * The history of one repository as the view needs it: lanes by branch, a summary of each and of all, a shape for each
 * prompt. Order, groups, gaps and figures come from the package; `now` is an argument.
 */
import { groupHistory, sortHistory, summarizeHistory, type AgentScan, type HistorySummary } from "scanfold";
import { instant } from "../parts/instant.ts";

export interface Lane {
  branch: string;
  scans: AgentScan[];
  summary: HistorySummary;
}

export interface HistoryModel {
  scans: AgentScan[];
  lanes: Lane[];
  summary: HistorySummary;
  /** Prompts, most used first: the place is the shape. */
  prompts: string[];
  /** First and last readable instant, or `null` where there is none. */
  span: [number, number] | null;
}

export function historyModel(scans: AgentScan[], now: Date): HistoryModel {
  const lanes = groupHistory(scans, { by: "branch" }).map(({ key, scans: inLane }) => ({
    branch: key,
    scans: inLane,
    summary: summarizeHistory(inLane, { now }),
  }));
  const uses = new Map<string, number>();
  for (const { prompt } of scans) uses.set(prompt, (uses.get(prompt) ?? 0) + 1);
  const times = scans.map(({ timestamp }) => instant(timestamp)).filter((ms) => ms !== null);
  return {
    scans,
    lanes,
    summary: summarizeHistory(scans, { now }),
    prompts: [...uses].sort(([, a], [, b]) => b - a).map(([prompt]) => prompt),
    span: times.length === 0 ? null : [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))],
  };
}

export function ordered(model: HistoryModel, branch: string, order: "newest" | "oldest"): AgentScan[] {
  return sortHistory(branch === "" ? model.scans : model.scans.filter((scan) => scan.branch === branch), { order });
}
