/**
 * The finding whose details are open: the row that was opened here, else the one that the link names, which is of the open scan,
 * or among the resolved ones of a comparison.
 */
import type { ContainerFinding } from "scanfold";
import type { ComparisonPhase } from "../state/comparison.ts";
import type { OpenRow, PageState } from "../state/url.ts";
import { earlierOf, resolvedIn } from "./diff-rows.ts";

type ScanState = PageState["scan"];

const listsResolved = ({ tab, change }: ScanState): boolean => tab === "changes" && change === "resolved";

/** `null` if none is open, or the link names one that is not there. `find` looks in the open scan. */
export function openRow(state: ScanState, phase: ComparisonPhase, find: (uid: string) => ContainerFinding | undefined): OpenRow | null {
  const { finding: uid, row } = state;
  if (row !== null || uid === "") return row;
  const gone = listsResolved(state) && phase.kind === "ready" ? resolvedIn(phase.diff, uid) : undefined;
  if (gone !== undefined) return { finding: gone, side: "resolved" };
  const finding = find(uid);
  return finding === undefined ? null : { finding, side: "present" };
}

/** Whether the earlier scan, which may have what the link names, is on its way. */
export const isAwaited = (state: ScanState, { kind }: ComparisonPhase): boolean =>
  listsResolved(state) && state.before !== "" && state.before !== state.id && (kind === "idle" || kind === "loading");

/** The finding as the earlier scan had it, if it has changed since; only in the Changes tab. */
export function beforeOf({ finding, side }: OpenRow, { tab, before }: ScanState, phase: ComparisonPhase): ContainerFinding | null {
  const isCompared = tab === "changes" && before !== "" && phase.kind === "ready";
  return side === "resolved" || !isCompared ? null : earlierOf(phase.diff, finding);
}
