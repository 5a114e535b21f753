/**
 * The keys of a view that belong to no element: "/" searches; over findings Escape closes the details, and "j" and "k" go through
 * them; in the history Escape takes the selection back. Fields keep their own keys, and keys of one character can be switched off
 * (`shortcut.ts`).
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isSwitchedOff } from "./shortcut.ts";
import { isDroppedDown, isTypedInto } from "./typing.ts";

/** What a key does, and whether it did anything. */
export type Keys = Readonly<Record<string, () => boolean>>;

export class ViewKeys implements ReactiveController {
  constructor(
    view: ReactiveControllerHost,
    private readonly keys: Keys,
    /** Keys that also work in details that are a dialog: nobody types there. */
    private readonly inDetails: Keys = {},
  ) {
    view.addController(this);
  }

  hostConnected(): void {
    addEventListener("keydown", this.#pressed);
  }

  hostDisconnected(): void {
    removeEventListener("keydown", this.#pressed);
  }

  readonly #pressed = (event: Event): void => {
    // A browser that fills in a field sends events of this name that belong to no key.
    if (!(event instanceof KeyboardEvent)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isSwitchedOff(event.key)) return;
    const target = event.target as Element;
    // A letter chooses from a list that has the focus, dropped down or not.
    if (isDroppedDown(target) || (/^[a-z]$/i.test(event.key) && target.matches("select"))) return;
    const keys = isTypedInto(target) ? (target.closest("dialog.panel") === null ? {} : this.inDetails) : { ...this.keys, ...this.inDetails };
    if (keys[event.key]?.()) event.preventDefault();
  };
}
