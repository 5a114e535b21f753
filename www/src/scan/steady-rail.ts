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

  constructor(private readonly view: ReactiveControllerHost & HTMLElement) {
    view.addController(this);
  }

  hostConnected(): void {
    this.#rail = this.view.closest(".rail");
    this.#rail?.addEventListener("pointerleave", this.#release);
  }

  hostDisconnected(): void {
    this.#rail?.removeEventListener("pointerleave", this.#release);
    this.#rail = null;
  }

  /** Before it is drawn. */
  hostUpdate(): void {
    this.#under = this.view.querySelector("label:hover");
    if (this.#under === null) return;
    this.#top = this.#under.getBoundingClientRect().top;
    const own = this.#under.closest("fieldset");
    for (const list of this.view.querySelectorAll("fieldset")) {
      if (list === own) break;
      list.style.minHeight = `${list.getBoundingClientRect().height}px`;
    }
  }

  hostUpdated(): void {
    if (this.#under?.isConnected) this.#rail?.scrollBy({ top: this.#under.getBoundingClientRect().top - this.#top, behavior: "instant" });
    this.#under = null;
  }

  readonly #release = (): void => {
    for (const list of this.view.querySelectorAll("fieldset")) list.style.minHeight = "";
  };
}
