/** When a service that asked to wait wants to be asked again: counted from when its answer arrived. */
import { isScanfoldError, type ScanfoldError } from "scanfold";

const arrivedAt = new WeakMap<ScanfoldError, number>();

/** Call it when a failure arrives: its time counts from then, and otherwise from when somebody first asks about it. */
export const arrived = (error: unknown): void => void namedTime(error);

/** Since when and until when to wait; `null` if no time was named. */
export function namedTime(error: unknown): { since: number; until: number } | null {
  if (!isScanfoldError(error) || error.retryAfterMs === undefined) return null;
  const since = arrivedAt.get(error) ?? Date.now();
  arrivedAt.set(error, since);
  return { since, until: since + error.retryAfterMs };
}

/** Whether the page may ask, unasked, for what failed. */
export const isDue = (error: unknown): boolean => Date.now() >= (namedTime(error)?.until ?? 0);
