/**
 * Holds the focus of who pressed a button that goes with what it started: "Try again" goes with its failure, and without this the
 * focus would fall to the document. While it is waited for, and afterwards, the focus is on the first of the places that is there;
 * where the person moved on meanwhile it stays where they are.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class FocusHold implements ReactiveController {
  #on = false;
  #origin: Element | null = null;
  #held: Element | null = null;
  readonly #places: string[];

  constructor(
    private readonly view: ReactiveControllerHost & HTMLElement,
    private readonly waiting: () => boolean,
    ...places: string[]
  ) {
    this.#places = places;
    view.addController(this);
  }

  /** The button was pressed. */
  start(): void {
    this.#on = true;
    this.#origin = document.activeElement;
    this.#held = null;
    this.view.requestUpdate();
  }

  hostUpdated(): void {
    if (!this.#on) return;
    const active = document.activeElement;
    const lost = active === document.body || active === this.#held;
    if (lost) {
      const found = this.#places.map((place) => this.view.querySelector<HTMLElement>(place));
      const next = found.find((element) => element !== null) ?? null;
      next?.focus();
      this.#held = next;
    }
    if (!this.waiting() || (!lost && active !== this.#origin)) this.#on = false;
  }
}
