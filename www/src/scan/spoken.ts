/** What a screen reader is told of a scan or a comparison: that it is being read or still runs, how many findings are shown. Once each. */
import type { ContainerFinding, ContainerScan } from "scanfold";
import { missedAs, tryingAgain } from "../parts/retry.ts";
import { severityText } from "../parts/severity.ts";
import { clip, counted, given, number } from "../parts/text.ts";
import { aheadWords } from "../parts/time.ts";
import type { Compared, ComparisonPhase } from "../state/comparison.ts";
import { instant } from "../state/instant.ts";
import type { ScanPhase } from "../state/scan-session.ts";
import type { PageState } from "../state/url.ts";
import type { Manner, Remark } from "./announcer.ts";
import { changeWord } from "./changes.ts";
import type { Matching } from "./change-filter.ts";
import { chosenOf, type Change } from "./diff-rows.ts";
import { isEmpty } from "./filters.ts";
import { statusTold } from "./waiting.ts";

export interface Told extends Manner {
  text: string;
}

/** Said in place of a comparison of a scan with itself. */
export const ITSELF = "That is the open scan itself";

/** What is said, and seen, of a scan without findings, and of a filter that leaves none. */
export const NO_FINDINGS = "No findings in this scan";
export const NO_MATCH = "No finding matches these filters";

/** After a step to the next or previous finding: which of how many it is, and what. */
export const walked = ({ severity, id, package: name }: ContainerFinding, index: number, total: number): string =>
  `${number(index + 1)} of ${number(total)}: ${severityText(severity, 40)}, ${given(id, 80)}${name === "" ? "" : ` in ${clip(name, 80)}`}`;

/** What the page says of a scan without findings. */
export function clean({ completedAt, repositories }: ContainerScan, now: number): string {
  const ms = instant(completedAt);
  const then = ms === null ? "" : `completed ${aheadWords(ms, now)}`;
  const over = repositories.length === 0 ? "" : counted(repositories.length, "repository", "repositories");
  return [NO_FINDINGS, then, over].filter((part) => part !== "").join(", ");
}

/** `matching` says how many findings are shown. */
export function spoken(phase: ScanPhase, matching: () => string): string {
  switch (phase.kind) {
    case "ready":
      return matching();
    case "running":
      if (!phase.waiting) return "No longer waiting";
      return phase.missed === null ? `The scan ${statusTold(phase.status)}` : `${missedAs(phase.missed)}, the page asks again`;
    case "loading":
      return phase.retry === null ? "Loading the scan" : tryingAgain(phase.retry);
    case "stopped":
      return "Loading was cancelled";
    case "idle":
    case "failed":
      return "";
  }
}

/** What the page warns of above a comparison. */
function remarkOn({ diff, later, apart }: Compared): Remark | null {
  const words = [later ? "The scan compared with is newer, so new and resolved are the wrong way round" : "", apart ? "The two scans have no image in common" : ""];
  return later || apart ? { about: diff, words: words.filter((one) => one !== "").join(". ") } : null;
}

/** What is told of a comparison that is not made. */
function withoutChanges(phase: Exclude<ComparisonPhase, { kind: "ready" }>, isItself: boolean): string {
  switch (phase.kind) {
    case "running":
      return `The earlier scan ${statusTold(phase.status)}`;
    case "loading":
      return phase.retry === null ? "Loading the earlier scan" : tryingAgain(phase.retry);
    case "stopped":
      return "Loading was cancelled";
    case "idle":
      return isItself ? ITSELF : "Nothing compared yet";
    case "failed":
      return "";
  }
}

/** The same for a comparison: how many changes there are of the kind that is shown, or how many of them `matching` leaves. */
export function spokenOfChanges(
  phase: ComparisonPhase,
  { id, before, where, ...choice }: Pick<PageState["scan"], "id" | "before" | "change" | "moved" | "where">,
  matching: (list: Change[]) => Matching | null,
): Told {
  if (phase.kind !== "ready") return { text: withoutChanges(phase, before === id), remark: null, isPassing: false };
  const list = chosenOf(phase.diff, choice);
  const found = matching(list);
  if (found === null) return { text: "Searching the changes", remark: null, isPassing: true };
  const some = isEmpty(where) || list.length === 0 ? "" : `${number(found.list.total)} of `;
  return { text: `${changeWord(choice)}: ${some}${number(list.length)}`, remark: remarkOn(phase), isPassing: false };
}
