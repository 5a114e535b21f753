/** Announces what became of a history, and that a filter hides the selected scan: once each. */
export class SpokenNews {
  /** Whether the filters hide the selected scan, as last drawn; `null` if that is not known. */
  hides: boolean | null = null;
  #hid: boolean | null = null;
  #said = "";

  /** Another history is read: whether it has and shows the scan is not known yet. */
  startOver(): void {
    this.hides = this.#hid = null;
  }

  /** The text if it is news, else `null`. `""`: what was said no longer holds, and nothing replaces it. */
  news(text: string): string | null {
    if (text === this.#said) return null;
    this.#said = text;
    return text;
  }

  /** What to say if a filter that was just set hides the selected scan. For a link that does, the page shows a note. */
  hiding(): string | null {
    const [was, is] = [this.#hid, this.hides];
    this.#hid = is;
    return is === true && was === false ? "The selected scan is hidden by the filters" : null;
  }
}
