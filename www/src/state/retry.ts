/**
 * What a call tells its `onEvent` while it is tried again, put together for a reader: why, when, and which try of how many it will
 * be. The reason is in the event of the failed attempt, and the pause in the event after it.
 */
import type { ClientEvent, ErrorKind } from "scanfold";

/** How often a read is tried again. */
export const MOST_RETRIES = 2;

export interface Retry {
  /** When the next try begins. */
  at: number;
  /** Which try that is, and of how many. */
  attempt: number;
  of: number;
  status: number | undefined;
  error: ErrorKind | undefined;
}

export class Retries {
  #failed: ClientEvent | null = null;

  /** The try that follows, if the event announces one. */
  heard(event: ClientEvent, now: number): Retry | null {
    if (event.type === "attempt") this.#failed = event;
    if (event.type !== "retry") return null;
    const { status, error } = this.#failed ?? {};
    return { at: now + (event.retryInMs ?? 0), attempt: event.attempt + 1, of: MOST_RETRIES + 1, status, error };
  }
}
