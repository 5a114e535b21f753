/** What a scan of the history says of itself, with words for what the service left out, and what is said of scans under a filter. */
import type { AgentScan } from "scanfold";
import { clipMiddle, counted, number } from "../parts/text.ts";
import { GAP_DAYS, type HistoryModel } from "./history-model.ts";

/** How many files a scan read, or `null` if the service does not say: that is not none. */
export const filesOf = ({ num_files }: AgentScan): number | null => (num_files as number | null | undefined) ?? null;

/** For use inside a sentence. */
export const branchOf = (branch: string, length: number): string => (branch === "" ? "a branch not given" : clipMiddle(branch, length));

/** What the page speaks of: if a filter leaves out other scans of the same branch, "no scan" would not be true. */
export const scanWord = ({ partial }: Pick<HistoryModel, "partial">): string => (partial ? "matching scan" : "scan");

const WEEK = 7;

/** A number of days in words that fit after "for more than" and "after". */
export const daysText = (days: number): string => (days === WEEK ? "a week" : counted(days, "day"));

/** How long a time without a scan has to be to count as a gap. */
export const gapText = `more than ${daysText(GAP_DAYS)}`;

/** Whether a branch that is called stale may have been scanned lately: by a scan that does not match, or after the range. */
export const isStaleHere = ({ partial, bounded }: HistoryModel): boolean => partial || bounded;

/** How many scans the filters leave, of how many. */
export const shownOf = (shown: number, all: number): string => `${number(shown)} of ${counted(all, "scan")}`;

/** The word for a stale branch in its lane. */
export const staleWord = (model: HistoryModel): string => (isStaleHere(model) ? "stale here" : "stale");
