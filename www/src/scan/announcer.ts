/**
 * Announces what became of a scan or a comparison, and how many findings match, once for each filter. While a person types it waits
 * for a pause: each key changes the count, and a screen reader would read out one after the other.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { FindingFilter } from "scanfold";

/** Longer than the pauses between two keys. */
const REST_MS = 500;

/** What is said once of its subject, with the first text about it. */
export interface Remark {
  about: object;
  words: string;
}

/** How a text is said. */
export interface Manner {
  remark: Remark | null;
  /** It mostly holds for a moment: said only if it still does after a pause. */
  isPassing: boolean;
}

const PLAIN: Manner = { remark: null, isPassing: false };

export class Announcer implements ReactiveController {
  #said: { text: string; where: FindingFilter } = { text: "", where: {} };
  #resting: number | null = null;
  /** Subjects whose remark was made. */
  readonly #remarked = new WeakSet<object>();

  constructor(
    view: ReactiveControllerHost,
    private readonly announce: (text: string) => void,
  ) {
    view.addController(this);
  }

  /** Says the text if it is new, or about another filter. `""`: what was said no longer holds, and nothing replaces it. */
  tell(text: string, where: FindingFilter, { remark, isPassing }: Manner = PLAIN): void {
    const before = this.#said;
    if (text === before.text && (text === "" || where === before.where)) return;
    this.#said = { text, where };
    const isTyped = where.text !== before.where.text;
    // A search among many changes has its count some time after the key.
    const waits = text !== "" && (isTyped || isPassing || this.#resting !== null);
    this.#cancel();
    if (!waits) return this.#say(text, remark);
    this.#resting = window.setTimeout(() => {
      this.#resting = null;
      this.#say(text, remark);
    }, REST_MS);
  }

  #say(text: string, remark: Remark | null): void {
    const isNew = remark !== null && !this.#remarked.has(remark.about);
    if (isNew) this.#remarked.add(remark.about);
    this.announce(isNew ? `${text}. ${remark.words}` : text);
  }

  hostDisconnected(): void {
    this.#cancel();
  }

  #cancel(): void {
    clearTimeout(this.#resting ?? undefined);
    this.#resting = null;
  }
}
