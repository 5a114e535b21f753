/**
 * Waits for a running scan until it has completed. A service that does not answer for a while is asked again, later each time and
 * never before the time that it names; no new request begins while the page is hidden or offline.
 */
import { isScanfoldError, type Client, type ClientEvent, type ContainerResultsParams, type ContainerScan, type Progress, type ScanfoldError } from "scanfold";
import { awake, pause } from "./pause.ts";

/**
 * The whole wait, since the page was last hidden or offline, or slept for long. Time that the service asked to wait does not count:
 * it promises an answer after it.
 */
const MOST_WAIT_MS = 30 * 60_000;

/** If more time than this passes between two answers, the device slept or the page was hidden: the wait begins anew. */
const AWAY_MS = 5 * 60_000;

/** A wait whose timer has ended may have so much left by the clock, which differs from the timer's. */
const LEAST_WAIT_MS = 1000;

/** After the first request without an answer; after each further one longer by as much, up to the longest. */
const MISSED_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;

/** Whether the failure may pass by itself: a service that restarts, a connection that is gone for a moment. */
const isPassing = (error: unknown): error is ScanfoldError => isScanfoldError(error) && error.retryable;

export interface WaitTold {
  status: (status: string) => void;
  progress: (progress: Progress) => void;
  /** Of each request, and of each try that follows. */
  event: (event: ClientEvent) => void;
  /** Nothing is asked until then. */
  pausing: (until: number) => void;
}

/** The scan once it has completed, or `null` if that took too long. */
export async function waited(client: Client, params: ContainerResultsParams, told: WaitTold, signal: AbortSignal): Promise<ContainerScan | null> {
  let [until, missed, heardAt] = [Date.now() + MOST_WAIT_MS, 0, Date.now()];
  const begin = (): void => void ([until, heardAt] = [Date.now() + MOST_WAIT_MS, Date.now()]);
  /**
   * The wait begins anew if so much more than `expectedMs` has passed that the device must have slept. If the clock was set back,
   * the end of the wait moves back too.
   */
  const hear = (expectedMs = 0): void => {
    const passedMs = Date.now() - heardAt;
    if (passedMs >= expectedMs + AWAY_MS) return begin();
    until += Math.min(passedMs, 0);
    heardAt += passedMs;
  };
  const onStatus = (status: string): void => {
    hear();
    missed = 0;
    told.status(status);
  };
  const options = { signal, onStatus, onProgress: told.progress, onEvent: told.event };
  for (;;) {
    if (await awake(signal)) begin();
    const maxWaitMs = until - Date.now();
    if (maxWaitMs < LEAST_WAIT_MS) return null;
    try {
      return await client.containerScans.waitFor(params, { ...options, maxWaitMs });
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      hear();
      if (error.kind === "wait_expired") continue;
      missed += 1;
      const named = error.retryAfterMs ?? 0;
      until += named;
      const ms = Math.max(named, Math.min(missed * MISSED_PAUSE_MS, LONGEST_PAUSE_MS));
      told.pausing(Date.now() + ms);
      await pause(ms, signal);
      hear(ms);
    }
  }
}
