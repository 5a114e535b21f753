/** Says what became of a history, and that a filter hides the selected scan: once each. */
export class Announcer {
  /** Whether the filters hide the selected scan, as it is drawn; nothing where that is not known. */
  hides: boolean | null = null;
  #hid: boolean | null = null;
  #said = "";

  /** Another history is read: whether it has the scan, and shows it, is not known. */
  startOver(): void {
    this.hides = this.#hid = null;
  }

  /** The text, where it is news; `""` where what was said holds no longer, and nothing is to be said. */
  news(text: string): string | null {
    if (text === this.#said) return null;
    this.#said = text;
    return text;
  }

  /** That a filter just set hides the selected scan; of a link that does, the page says so in its place. */
  hiding(): string | null {
    const [was, is] = [this.#hid, this.hides];
    this.#hid = is;
    return is === true && was === false ? "The selected scan is hidden by the filters" : null;
  }
}
