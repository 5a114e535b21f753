/** When a service that asked to wait wants to be asked again. Counts from when the failure was first looked at. */
import { isScanfoldError, type ScanfoldError } from "scanfold";

const seenAt = new WeakMap<ScanfoldError, number>();

/** From when on it counts, and until when; `null` where no time was named. */
export function namedTime(error: unknown): { since: number; until: number } | null {
  if (!isScanfoldError(error) || error.retryAfterMs === undefined) return null;
  const since = seenAt.get(error) ?? Date.now();
  seenAt.set(error, since);
  return { since, until: since + error.retryAfterMs };
}

/** Whether what failed may be asked again without a person's wanting it. */
export const isDue = (error: unknown): boolean => Date.now() >= (namedTime(error)?.until ?? 0);
