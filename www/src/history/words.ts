/** What a scan of the history says of itself, in words where the service left it out, and what is said of scans under a filter. */
import type { AgentScan } from "scanfold";
import { clipMiddle, counted, number } from "../parts/text.ts";
import { GAP_DAYS, type HistoryModel } from "./history-model.ts";

/** How many files a scan read, or `null` where the service does not say: that is not none. */
export const filesOf = ({ num_files }: AgentScan): number | null => (num_files as number | null | undefined) ?? null;

/** Inside a sentence. */
export const branchOf = (branch: string, length: number): string => (branch === "" ? "a branch not given" : clipMiddle(branch, length));

/** What a last scan, a pause and the lack of one are of: where a filter leaves out others of the same branch, "no scan" is not true. */
export const scanWord = ({ partial }: Pick<HistoryModel, "partial">): string => (partial ? "matching scan" : "scan");

const WEEK = 7;

/** How long a number of days is, as it is said after "for more than" and "after". */
export const daysText = (days: number): string => (days === WEEK ? "a week" : counted(days, "day"));

/** What makes a time without a scan a gap. */
export const gapText = `more than ${daysText(GAP_DAYS)}`;

/** Whether a branch that is called stale may have been scanned lately: by what does not match, or after the range. */
export const isStaleHere = ({ partial, bounded }: HistoryModel): boolean => partial || bounded;

/** How many scans the filters leave, of how many. */
export const shownOf = (shown: number, all: number): string => `${number(shown)} of ${counted(all, "scan")}`;

/** The mark in a lane. */
export const staleWord = (model: HistoryModel): string => (isStaleHere(model) ? "stale here" : "stale");
