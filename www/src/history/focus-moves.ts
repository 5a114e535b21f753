/**
 * Where the focus goes in the history view, and where the page stands, once what was asked for is drawn: buttons go with what they
 * did, and what is above the table grows.
 */
import type { ReactiveControllerHost } from "lit";
import { focusFirst } from "../parts/focus-hold.ts";

/** Above and below what is brought into sight, in pixels. */
const GAP = 8;

export class FocusMoves {
  #move: (() => void) | null = null;

  constructor(private readonly view: ReactiveControllerHost & HTMLElement) {}

  /** Another page is drawn. */
  drawn(): void {
    const move = this.#move;
    this.#move = null;
    move?.();
  }

  /** The focus was on something that goes: once it is gone, on the first of these that is there. */
  to(...selectors: string[]): void {
    this.#move = () => void focusFirst(this.view, selectors);
  }

  /** To the lane of that branch, else to the first one. */
  toLane(branch: string): void {
    this.#move = () => {
      const names = [...this.view.querySelectorAll<HTMLElement>(".lane-names button")];
      (names.find((name) => name.dataset["branch"] === branch) ?? names[0])?.focus();
    };
  }

  /**
   * The line of the selected scan is brought into sight, where the window is too small for it to stay there by itself: as far as what
   * was pressed stays in sight above it.
   */
  toSelected(): void {
    this.#move = () => {
      const line = this.view.querySelector(".selected");
      const pressed = this.view.querySelector(":focus") ?? this.view.querySelector(".mark.chosen");
      const hidden = (line?.getBoundingClientRect().bottom ?? 0) - innerHeight;
      const room = (pressed?.getBoundingClientRect().top ?? 0) - GAP;
      if (hidden > 0 && room > 0) scrollBy({ top: Math.min(hidden + GAP, room), behavior: "instant" });
    };
  }

  /**
   * What the line of the selected scan takes above the table or the warnings must not move from under the pointer what was pressed there,
   * unless the line itself, which was asked for, would then be out of sight.
   */
  hold(part: "data-grid" | ".history-warnings"): void {
    const top = (): number => this.view.querySelector(part)?.getBoundingClientRect().top ?? 0;
    const before = top();
    this.#move = () => {
      scrollBy({ top: top() - before, behavior: "instant" });
      this.view.querySelector(".selected")?.scrollIntoView({ block: "nearest", behavior: "instant" });
    };
  }
}
