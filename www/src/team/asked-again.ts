/**
 * Hears of each try of a request that a part of the team view waits for, and counts down to the next one. It starts when it hears
 * of a try, whereas `Countdown` goes by what is drawn.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { ClientEvent } from "scanfold";
import { Retries, type Retry } from "../state/retry.ts";

/** How often the remaining seconds are updated. */
const TICK_MS = 1000;

export class AskedAgain implements ReactiveController {
  /** The try that is waited for, if one has failed. */
  retry: Retry | null = null;
  readonly #retries = new Retries();
  #tick = 0;

  constructor(
    private readonly view: ReactiveControllerHost,
    /** Told of each new try. */
    private readonly told: (retry: Retry) => void = () => undefined,
  ) {
    view.addController(this);
  }

  /** A view that has left the page is not drawn again. */
  hostDisconnected(): void {
    this.#drop();
  }

  /** Nobody waits for it any more, or the next request has not failed yet. */
  forget(): void {
    this.#drop();
    this.view.requestUpdate();
  }

  #drop(): void {
    clearInterval(this.#tick);
    this.retry = null;
  }

  /** The `onEvent` of the request that is waited for. */
  readonly heard = (event: ClientEvent): void => {
    const retry = this.#retries.heard(event, Date.now());
    if (retry === null) return;
    this.forget();
    this.retry = retry;
    this.#tick = window.setInterval(() => this.view.requestUpdate(), TICK_MS);
    this.told(retry);
  };
}
