/**
 * Hears of each try of a request that a part of the team view waits for, and counts down to the next one. It starts when it hears
 * of a try, whereas `Countdown` goes by what is drawn.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { ClientEvent, Operation } from "scanfold";
import type { Connection } from "../state/connection.ts";
import { Retries, type Retry } from "../state/retry.ts";

/** How often the remaining seconds are updated. */
const TICK_MS = 1000;

export interface Asking extends ReactiveControllerHost {
  readonly connection: Connection;
}

export class AskedAgain implements ReactiveController {
  /** The try that is waited for, if one has failed. */
  retry: Retry | null = null;
  readonly #retries = new Retries();
  #unlisten: () => void = () => undefined;
  #tick = 0;
  /** The operation that is tried. */
  #operation: Operation | null = null;

  constructor(
    private readonly view: Asking,
    /** The operation that is waited for here, or `null`: several parts of a view may wait for the same one. */
    private readonly awaited: () => Operation | null,
    /** Told of each new try. */
    private readonly told: (retry: Retry) => void = () => undefined,
  ) {
    view.addController(this);
  }

  hostConnected(): void {
    this.#unlisten = this.view.connection.listen(this.#heard);
  }

  /** A try no longer matters once nobody waits for it. */
  hostUpdate(): void {
    if (this.#operation === this.awaited()) return;
    this.#drop();
  }

  hostDisconnected(): void {
    this.#unlisten();
    // A view that has left the page is not drawn again.
    this.#drop();
  }

  /** The next request has not failed yet. */
  forget(): void {
    this.#drop();
    this.view.requestUpdate();
  }

  #drop(): void {
    clearInterval(this.#tick);
    this.retry = null;
    this.#operation = null;
  }

  readonly #heard = (event: ClientEvent): void => {
    if (event.operation !== this.awaited()) return;
    const retry = this.#retries.heard(event, Date.now());
    if (retry === null) return;
    this.forget();
    this.retry = retry;
    this.#operation = event.operation;
    this.#tick = window.setInterval(() => this.view.requestUpdate(), TICK_MS);
    this.told(retry);
  };
}
