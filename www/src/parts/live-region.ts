/**
 * What a screen reader is told. A dialog that covers the page silences everything outside it, so the region is inside the details
 * while they are one; other dialogs make their own announcements.
 */
export class LiveRegion {
  readonly element = document.createElement("div");
  #frame = 0;

  constructor() {
    this.element.className = "sr";
    this.element.setAttribute("role", "status");
    this.element.setAttribute("aria-live", "polite");
  }

  /** Says the last of several texts, with the next frame: a repeated text is read aloud only if the region was empty in between. */
  say(text: string, home: Element): void {
    this.element.textContent = "";
    const place = document.querySelector("dialog.panel:modal") ?? home;
    if (this.element.parentNode !== place) place.append(this.element);
    // Written twice, it would be read aloud twice.
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => (this.element.textContent = text));
  }
}
