/** The details beside the table: the open finding, or a note that the link names one which is not there. */
import { nothing, type TemplateResult } from "lit";
import type { ComparisonPhase } from "../state/comparison.ts";
import type { OpenRow, PageState } from "../state/url.ts";
import { details, notInScan, type RowPlace } from "./details.ts";
import { beforeOf, isAwaited } from "./open-row.ts";
import { isAnyOpen } from "./opened.ts";
import type { ScanModel } from "./scan-model.ts";
import type { ScanSteps } from "./steps.ts";

export interface OpenDetailsProps {
  model: ScanModel;
  state: PageState["scan"];
  phase: ComparisonPhase;
  /** The finding that is open, if it is known. */
  open: OpenRow | null;
  /** Whether the table that is shown lists any findings. */
  isListed: () => boolean;
  /** Its row in the table. */
  place: () => RowPlace | null;
  /** Whether the details take the whole page. */
  covers: boolean;
  steps: ScanSteps;
}

export function openDetails({ model, state, phase, open, isListed, place, covers, steps }: OpenDetailsProps): TemplateResult | typeof nothing {
  if (!isAnyOpen(state)) return nothing;
  if (open === null) return isAwaited(state, phase) ? nothing : notInScan({ covers, onClose: steps.close });
  const { finding } = open;
  return details({
    finding,
    covers,
    resolvedSince: open.side === "resolved" ? state.before : "",
    was: beforeOf(open, state, phase),
    elsewhere: model.elsewhere(open),
    isListed: isListed(),
    place: place(),
    onWalk: steps.walk,
    onClose: steps.close,
    onOpen: (other) => steps.open({ finding: other, side: "present" }, "open"),
    onOnlyId: () => steps.onlyId(finding.id, covers),
  });
}
