/**
 * Timestamps as milliseconds, read by the package, so that the page and the figures agree on which are readable.
 * Relies on the module being loaded, which the shell sees to before it draws a view.
 */
import { instantOf } from "scanfold";

/** Views ask for the same timestamps at every drawing. */
const read = new Map<string, number | null>();
const MOST_KEPT = 200_000;

/** Milliseconds since 1970, or `null` if the package cannot read it. Without a zone it is UTC. */
export function instant(text: string | null | undefined): number | null {
  if (!text) return null;
  const kept = read.get(text);
  if (kept !== undefined) return kept;
  const ms = instantOf(text);
  if (read.size >= MOST_KEPT) read.clear();
  read.set(text, ms);
  return ms;
}
