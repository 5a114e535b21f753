/**
 * Timestamps as milliseconds, read by the package, so that the page and the figures agree on which are readable.
 * Relies on the module being loaded, which the shell sees to before it draws a view.
 */
import { summarizeHistory, type AgentScan } from "scanfold";

const EPOCH = { now: "1970-01-01T00:00:00Z" };
const NOTHING: AgentScan = { service: "", repo_name: "", branch: "", commit_id: "", scan_id: "", prompt: "", timestamp: "", num_files: 0 };

/** Views ask for the same timestamps at every drawing. */
const read = new Map<string, number | null>();
const MOST_KEPT = 200_000;

/** Milliseconds since 1970, or `null` where the package cannot read it. Without a zone it is UTC. */
export function instant(text: string | null | undefined): number | null {
  if (!text) return null;
  const kept = read.get(text);
  if (kept !== undefined) return kept;
  const { sinceLastMs } = summarizeHistory([{ ...NOTHING, timestamp: text }], EPOCH);
  // 0 − x, because −0 is another text than 0 where it is shown.
  const ms = sinceLastMs === null ? null : 0 - sinceLastMs;
  if (read.size >= MOST_KEPT) read.clear();
  read.set(text, ms);
  return ms;
}
