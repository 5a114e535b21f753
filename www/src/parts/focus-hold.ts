/**
 * Keeps the focus after a press of a button that disappears with it: "Try again" disappears with its failure, and the focus would
 * fall to the document. During the wait, and after it, the focus is on the first of the places that is there; if the person moved
 * on meanwhile, it stays where they are.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Puts the focus on the first of these places that is there, and says which that is. */
export function focusFirst(view: HTMLElement, places: readonly string[]): HTMLElement | null {
  const found = places.map((place) => view.querySelector<HTMLElement>(place));
  const first = found.find((element) => element !== null) ?? null;
  first?.focus();
  return first;
}

/** Puts the focus in a field and selects its text, so that typing replaces it. Returns whether the field is there. */
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
