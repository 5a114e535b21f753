/** What a screen reader is told of a history: that it is read, again where it is, and how long it is. */
import { tryingAgain } from "../parts/retry.ts";
import { counted } from "../parts/text.ts";
import type { HistoryMemory } from "../state/history-memory.ts";

export function spoken({ phase, reading, retry }: HistoryMemory): string {
  if (reading) return retry === null ? "Loading the history" : tryingAgain(retry);
  if (phase.kind === "stopped") return "Loading was cancelled";
  return phase.kind === "ready" ? counted(phase.scans.length, "scan") : "";
}
