/** When a service that asked to wait wants to be asked again: counted from when that arrived. */
import { isScanfoldError, type ScanfoldError } from "scanfold";

const arrivedAt = new WeakMap<ScanfoldError, number>();

/** Is told of each failure that is kept when it arrives: its time counts from then, and otherwise from when it is first asked about. */
export const arrived = (error: unknown): void => void namedTime(error);

/** From when on it counts, and until when; `null` where no time was named. */
export function namedTime(error: unknown): { since: number; until: number } | null {
  if (!isScanfoldError(error) || error.retryAfterMs === undefined) return null;
  const since = arrivedAt.get(error) ?? Date.now();
  arrivedAt.set(error, since);
  return { since, until: since + error.retryAfterMs };
}

/** Whether what failed may be asked again without a person's wanting it. */
export const isDue = (error: unknown): boolean => Date.now() >= (namedTime(error)?.until ?? 0);
