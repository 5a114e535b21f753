/**
 * The pause before a removal is sent again, because the service asked to wait. That means that nothing was done, so a person may
 * stop it until the next request is sent. The client's events do not name their call: if several teams have a removal under way, a
 * pause may be another's, so none is told of.
 */
import type { CallOptions, ClientEvent } from "scanfold";
import type { Connection } from "./connection.ts";
import { Retries, type Retry } from "./retry.ts";

/** Of the removals that are under way. */
const all = new Set<RemovalPause>();

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
  async during<Outcome>(connection: Connection, call: (options: CallOptions) => Promise<Outcome>): Promise<Outcome> {
    const unlisten = connection.listen(this.#heard);
    all.add(this);
    try {
      // The call reports progress just before each of its requests.
      return await call({ signal: this.#stop.signal, onProgress: () => this.#become(false) });
    } finally {
      all.delete(this);
      unlisten();
      this.#become(false);
    }
  }

  readonly #heard = (event: ClientEvent): void => {
    // What is tried again during its own pause is another's.
    if (event.operation !== "teams.removeMember" || this.isUnderWay) return;
    const retry = this.#retries.heard(event, Date.now());
    if (retry === null) return;
    const isOwn = all.size === 1;
    // If it may be another's, this one may be past the try that was known of.
    this.retry = isOwn ? retry : null;
    this.isUnderWay = isOwn;
    this.changed();
  };

  #become(isUnderWay: boolean): void {
    if (this.isUnderWay === isUnderWay) return;
    this.isUnderWay = isUnderWay;
    this.changed();
  }
}
