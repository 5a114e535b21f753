/**
 * Keeps what is under the pointer where it is while the lists of the rail change: a filter takes values from all lists but its own,
 * and a second press at the same place would otherwise be one of another value. Lists above it keep their height until the pointer
 * leaves, and what grows is scrolled away.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class SteadyRail implements ReactiveController {
  #under: HTMLElement | null = null;
  #top = 0;
  #rail: HTMLElement | null = null;
  /** A finger rests nowhere, and says that it leaves before its press counts. */
  #isMouse = false;

  constructor(private readonly view: ReactiveControllerHost & HTMLElement) {
    view.addController(this);
  }

  hostConnected(): void {
    this.#rail = this.view.closest(".rail");
    this.#rail?.addEventListener("pointerover", this.#come);
    this.#rail?.addEventListener("pointerleave", this.#release);
  }

  hostDisconnected(): void {
    this.#rail?.removeEventListener("pointerover", this.#come);
    this.#rail?.removeEventListener("pointerleave", this.#release);
    this.#rail = null;
  }

  /** Before it is drawn. */
  hostUpdate(): void {
    this.#under = this.#isMouse ? this.view.querySelector("label:hover") : null;
    if (this.#under === null) return;
    this.#top = this.#under.getBoundingClientRect().top;
    const lists = [...this.view.querySelectorAll("fieldset")];
    const above = lists.slice(0, lists.findIndex((list) => list.contains(this.#under)));
    const heights = above.map((list) => list.getBoundingClientRect().height);
    above.forEach((list, at) => (list.style.minHeight = `${heights[at]}px`));
  }

  hostUpdated(): void {
    if (this.#under?.isConnected) this.#rail?.scrollBy({ top: this.#under.getBoundingClientRect().top - this.#top, behavior: "instant" });
    this.#under = null;
  }

  readonly #come = ({ pointerType }: PointerEvent): void => {
    this.#isMouse = pointerType === "mouse";
  };

  readonly #release = (): void => {
    for (const list of this.view.querySelectorAll("fieldset")) list.style.minHeight = "";
  };
}
