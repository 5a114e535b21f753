/**
 * Where the focus goes in the history view, and where the page stands, once what was asked for is drawn: buttons disappear when
 * pressed, and parts above the table grow.
 */
import type { ReactiveControllerHost } from "lit";
import { DeferredMove } from "../parts/deferred-move.ts";
import { focusFirst } from "../parts/focus-hold.ts";

/** Space above and below what is brought into sight, in pixels. */
const GAP = 8;

export class FocusMoves extends DeferredMove {
  constructor(private readonly view: ReactiveControllerHost & HTMLElement) {
    super();
  }

  /** The element that has the focus will disappear: then the focus goes to the first of these that is there. */
  to(...selectors: string[]): void {
    this.after(() => void focusFirst(this.view, selectors));
  }

  /** To the lane of that branch, else to the first one. */
  toLane(branch: string): void {
    this.after(() => {
      const names = [...this.view.querySelectorAll<HTMLElement>(".lane-names button")];
      (names.find((name) => name.dataset["branch"] === branch) ?? names[0])?.focus();
    });
  }

  /**
   * Brings the line of the selected scan into sight if the window is too small to show it, but only as far as the pressed element
   * above stays in sight.
   */
  toSelected(): void {
    this.after(() => {
      const line = this.view.querySelector(".selected");
      const pressed = this.view.querySelector(":focus") ?? this.view.querySelector(".mark.chosen");
      const hidden = (line?.getBoundingClientRect().bottom ?? 0) - innerHeight;
      const room = (pressed?.getBoundingClientRect().top ?? 0) - GAP;
      if (hidden > 0 && room > 0) scrollBy({ top: Math.min(hidden + GAP, room), behavior: "instant" });
    });
  }

  /**
   * Keeps the pressed element under the pointer, although the line of the selected scan appears above the table or the warnings;
   * unless that line, which was asked for, would then be out of sight.
   */
  hold(part: "data-grid" | ".history-warnings"): void {
    const top = (): number => this.view.querySelector(part)?.getBoundingClientRect().top ?? 0;
    const before = top();
    this.after(() => {
      scrollBy({ top: top() - before, behavior: "instant" });
      this.view.querySelector(".selected")?.scrollIntoView({ block: "nearest", behavior: "instant" });
    });
  }
}
