/** Drawings of what has arrived so far, now and then: chunks arrive far faster than anybody reads. */

/** Between two drawings. */
const PROGRESS_MS = 100;

export class Drawing {
  #timer = 0;

  constructor(private readonly draw: () => void) {}

  /** Draws in a moment, once for all that asked meanwhile. */
  soon(): void {
    if (this.#timer !== 0) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.draw();
    }, PROGRESS_MS);
  }
}
