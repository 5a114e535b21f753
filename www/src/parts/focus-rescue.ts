/**
 * Keeps the focus in a view whose update takes away what had it, where nobody else found a place for it: a step back may draw
 * anything, and a zoom or a turn of the screen may put a dialog in place of what stood beside the table.
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
    if (had === null || had.isConnected) return;
    // Who waits for the update has the first word.
    void this.view.updateComplete.then(() => {
      if (document.activeElement === document.body) this.rescue(had);
    });
  }
}
