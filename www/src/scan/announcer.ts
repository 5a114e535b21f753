/** Says what a scan or a comparison turned into, and how many findings match: once each, and once a filter. */
import type { FindingFilter } from "scanfold";

export class Announcer {
  #said: { text: string; where: FindingFilter } = { text: "", where: {} };

  /** The text, where it is news under this filter; `""` where what was said holds no longer, and nothing is to be said. */
  news(text: string, where: FindingFilter): string | null {
    if (text === this.#said.text && (text === "" || where === this.#said.where)) return null;
    this.#said = { text, where };
    return text;
  }
}
