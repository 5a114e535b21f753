/** Hears of each try to read a team while its view is shown, and counts down to the next one. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { ClientEvent } from "scanfold";
import type { Connection } from "../state/connection.ts";
import { Retries, type Retry } from "../state/retry.ts";

/** How often the seconds that are left are written anew. */
const TICK_MS = 1000;

export interface Asking extends ReactiveControllerHost {
  readonly connection: Connection;
  /** Whether what is asked for is what the view shows; a removal reads the team too. */
  readonly reading: boolean;
}

export class AskedAgain implements ReactiveController {
  /** The try that is waited for, where one has failed. */
  retry: Retry | null = null;
  readonly #retries = new Retries();
  #unlisten: () => void = () => undefined;
  #tick = 0;

  constructor(
    private readonly view: Asking,
    /** Told of each new try. */
    private readonly told: (retry: Retry) => void,
  ) {
    view.addController(this);
  }

  hostConnected(): void {
    this.#unlisten = this.view.connection.listen(this.#heard);
  }

  hostDisconnected(): void {
    this.#unlisten();
    this.forget();
  }

  /** What is asked for next has not failed yet. */
  forget(): void {
    clearInterval(this.#tick);
    this.retry = null;
    this.view.requestUpdate();
  }

  readonly #heard = (event: ClientEvent): void => {
    if (event.operation !== "teams.get" || !this.view.reading) return;
    const retry = this.#retries.heard(event, Date.now());
    if (retry === null) return;
    this.forget();
    this.retry = retry;
    this.#tick = window.setInterval(() => this.view.requestUpdate(), TICK_MS);
    this.told(retry);
  };
}
