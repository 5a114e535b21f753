/**
 * Keeps the focus in a view whose update removes the element that had it, if nobody else has placed it: a step back may draw
 * anything, and a zoom or a turn of the screen may put a dialog in place of what stood beside the table. An element that was only
 * moved in the document, and lost the focus by that, gets it back.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { painted } from "../state/painted.ts";

export class FocusRescue implements ReactiveController {
  /** What had the focus before the update, if that is in the view. */
  #had: Element | null = null;
  /** What in the view has the focus, or had it until a style sheet hid it: WebKit takes it away before it tells of the new size. */
  #last: Element | null = null;

  constructor(
    private readonly view: ReactiveControllerHost & HTMLElement,
    private readonly rescue: (lost: Element) => void,
  ) {
    view.addController(this);
  }

  hostConnected(): void {
    addEventListener("resize", this.#resized);
    this.view.addEventListener("focusin", this.#came);
    this.view.addEventListener("focusout", this.#went);
  }

  hostDisconnected(): void {
    removeEventListener("resize", this.#resized);
    this.view.removeEventListener("focusin", this.#came);
    this.view.removeEventListener("focusout", this.#went);
    this.#last = null;
  }

  readonly #came = ({ target }: Event): void => void (this.#last = target as Element);

  /** A person left it, unless it is hidden by now; then the new size is told before the next frame. */
  readonly #went = (): void => {
    const left = this.#last;
    if (left === null) return;
    if (left.getClientRects().length > 0) this.#last = null;
    else void painted().then(() => {
      if (this.#last === left) this.#last = null;
    });
  };

  /** The style sheets may hide what has the focus, which then is in the document still, and has lost it with the next frame. */
  readonly #resized = (): void => {
    const active = document.activeElement === document.body ? this.#last : document.activeElement;
    if (active === null || !this.view.contains(active)) return;
    void painted().then(() => {
      const isHidden = active.getClientRects().length === 0;
      if (isHidden && document.activeElement === document.body) this.rescue(active);
    });
  };

  hostUpdate(): void {
    const active = document.activeElement;
    this.#had = active !== null && this.view.contains(active) ? active : null;
  }

  hostUpdated(): void {
    const had = this.#had;
    if (had === null || document.activeElement === had) return;
    // Others who wait for the update may place the focus first.
    void this.view.updateComplete.then(() => {
      const isLost = (): boolean => document.activeElement === document.body;
      if (isLost() && had.isConnected) (had as HTMLElement).focus({ preventScroll: true });
      if (isLost()) this.rescue(had);
    });
  }
}
