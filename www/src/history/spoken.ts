/** What a screen reader is told of a history: that it is being read, or tried again, how long it is, and how much of it is shown. */
import { tryingAgain } from "../parts/retry.ts";
import { counted } from "../parts/text.ts";
import type { HistoryMemory } from "../state/history-memory.ts";
import { shownOf } from "./words.ts";

/** `shown` is how many scans the filters leave, or `null` if none is set. What was known before a failure is shown below it. */
export function spoken({ phase, reading, retry, known }: HistoryMemory, shown: number | null): string {
  if (reading) return retry === null ? "Loading the history" : tryingAgain(retry);
  if (phase.kind === "stopped") return "Loading was cancelled";
  if (known === null || (phase.kind === "failed" && shown === null)) return "";
  const all = known.scans.length;
  return shown === null ? counted(all, "scan") : shownOf(shown, all);
}
