/** A move of the focus, or of the page, that waits until what was asked for is drawn. */
export class DeferredMove {
  #move: (() => void) | null = null;

  /** Once the page that was just asked for is drawn. A move that still waits is given up. */
  after(move: () => void): void {
    this.#move = move;
  }

  /** Another page is drawn. */
  drawn(): void {
    const move = this.#move;
    this.#move = null;
    move?.();
  }
}
