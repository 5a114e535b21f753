/**
 * What is said to who does not look at the page. A dialog that covers the page silences what is outside of it, so the region is in
 * the details while they are one; the other dialogs say themselves what there is to say.
 */
export class LiveRegion {
  readonly element = document.createElement("div");
  #saying = "";

  constructor() {
    this.element.className = "sr";
    this.element.setAttribute("role", "status");
    this.element.setAttribute("aria-live", "polite");
  }

  /** Says the last of several texts, with the next frame: what is said once more is heard only where nothing stood there between. */
  say(text: string, home: Element): void {
    this.#saying = text;
    this.element.textContent = "";
    const place = document.querySelector("dialog.panel:modal") ?? home;
    if (this.element.parentNode !== place) place.append(this.element);
    requestAnimationFrame(() => (this.element.textContent = this.#saying));
  }
}
