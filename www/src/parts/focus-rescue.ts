/**
 * Keeps the focus in a view whose update takes away what had it, where nobody else found a place for it: a step back may draw
 * anything, and a zoom or a turn of the screen may put a dialog in place of what stood beside the table. What was only moved in
 * the document, which takes the focus from it too, gets it back.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class FocusRescue implements ReactiveController {
  /** What had the focus before the update, if that is in the view. */
  #had: Element | null = null;

  constructor(
    private readonly view: ReactiveControllerHost & HTMLElement,
    private readonly rescue: (lost: Element) => void,
  ) {
    view.addController(this);
  }

  hostUpdate(): void {
    const active = document.activeElement;
    this.#had = active !== null && this.view.contains(active) ? active : null;
  }

  hostUpdated(): void {
    const had = this.#had;
    if (had === null || document.activeElement === had) return;
    // Who waits for the update has the first word.
    void this.view.updateComplete.then(() => {
      const isLost = (): boolean => document.activeElement === document.body;
      if (isLost() && had.isConnected) (had as HTMLElement).focus({ preventScroll: true });
      if (isLost()) this.rescue(had);
    });
  }
}
