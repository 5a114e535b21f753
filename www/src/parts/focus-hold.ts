/**
 * Holds the focus of who pressed a button that goes with what it started: "Try again" goes with its failure, and without this the
 * focus would fall to the document. While it is waited for, and afterwards, the focus is on the first of the places that is there;
 * where the person moved on meanwhile it stays where they are.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Puts the focus on the first of these places that is there, and says which that is. */
export function focusFirst(view: HTMLElement, places: readonly string[]): HTMLElement | null {
  const found = places.map((place) => view.querySelector<HTMLElement>(place));
  const first = found.find((element) => element !== null) ?? null;
  first?.focus();
  return first;
}

/** Puts the focus in a field, where what is typed next takes the place of what is written. Whether there is the field. */
export function focusText(view: HTMLElement, place: string): boolean {
  const field = view.querySelector<HTMLInputElement>(place);
  field?.focus();
  field?.select();
  return field !== null;
}

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
    if (lost) this.#held = focusFirst(this.view, this.#places);
    if (!this.waiting() || (!lost && active !== this.#origin)) this.#on = false;
  }
}
