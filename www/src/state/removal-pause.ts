/**
 * The pause before a removal is sent again, because the service asked to wait. That means that nothing was done, so a person may
 * stop it until the next request is sent.
 */
import type { CallOptions, ClientEvent } from "scanfold";
import { Retries, type Retry } from "./retry.ts";

export class RemovalPause {
  /** Whether it is known that nothing is on its way. */
  isUnderWay = false;
  /** The try that follows the pause, also once it is on its way; `null` if none is known of. */
  retry: Retry | null = null;
  readonly #retries = new Retries();
  readonly #stop = new AbortController();

  constructor(private readonly changed: () => void) {}

  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  stop(): void {
    if (this.isUnderWay) this.#stop.abort();
  }

  /** Looks after one call, which is made with these options. */
  async during<Outcome>(call: (options: CallOptions) => Promise<Outcome>): Promise<Outcome> {
    try {
      // The call reports progress just before each of its requests.
      return await call({ signal: this.#stop.signal, onProgress: () => this.#become(false), onEvent: this.#heard });
    } finally {
      this.#become(false);
    }
  }

  /** Reading the team back is a part of the call, which may be tried again too. */
  readonly #heard = (event: ClientEvent): void => {
    if (event.operation !== "teams.removeMember") return;
    const retry = this.#retries.heard(event, Date.now());
    if (retry === null) return;
    this.retry = retry;
    this.#become(true);
  };

  #become(isUnderWay: boolean): void {
    if (this.isUnderWay === isUnderWay) return;
    this.isUnderWay = isUnderWay;
    this.changed();
  }
}
