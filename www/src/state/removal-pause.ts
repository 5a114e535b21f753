/**
 * The pause before a removal is sent again, because the service asked to wait. That means that nothing was done, so a person may
 * stop it until the next request is sent. The client's events do not name their call: if several teams have a removal under way, a
 * pause may be another's, so none is told of.
 */
import type { CallOptions, ClientEvent } from "scanfold";
import type { Connection } from "./connection.ts";

/** Of the removals that are under way. */
const all = new Set<RemovalPause>();

export class RemovalPause {
  /** Whether it is known that nothing is on its way. */
  isUnderWay = false;
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

  readonly #heard = ({ operation, type }: ClientEvent): void => {
    if (operation === "teams.removeMember" && type === "retry" && all.size === 1) this.#become(true);
  };

  #become(isUnderWay: boolean): void {
    if (this.isUnderWay === isUnderWay) return;
    this.isUnderWay = isUnderWay;
    this.changed();
  }
}
