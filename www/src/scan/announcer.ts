/**
 * Says what a scan or a comparison turned into, and how many findings match: once each, and once a filter. What a text that is typed
 * comes to is said when the typing rests: each key has another count, and readers would tell of all of them, one behind the other.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { FindingFilter } from "scanfold";

/** A pause that is longer than those between two keys. */
const REST_MS = 500;

/** What it is said of: the filter of the findings, and what is searched for among changes. */
export interface Question {
  where: FindingFilter;
  find: string;
}

export class Announcer implements ReactiveController {
  #said: Question & { text: string } = { text: "", where: {}, find: "" };
  #resting: number | null = null;

  constructor(
    view: ReactiveControllerHost,
    private readonly announce: (text: string) => void,
  ) {
    view.addController(this);
  }

  /** Says the text, where it is news of what matches; `""` where what was said holds no longer, and nothing is to be said. */
  tell(text: string, { where, find }: Question): void {
    const before = this.#said;
    if (text === before.text && (text === "" || where === before.where)) return;
    this.#said = { text, where, find };
    const isTyped = where.text !== before.where.text || find !== before.find;
    // What is searched for among many changes has its count a while after the key.
    const waits = text !== "" && (isTyped || this.#resting !== null);
    this.#cancel();
    if (!waits) return this.announce(text);
    this.#resting = window.setTimeout(() => {
      this.#resting = null;
      this.announce(text);
    }, REST_MS);
  }

  hostDisconnected(): void {
    this.#cancel();
  }

  #cancel(): void {
    clearTimeout(this.#resting ?? undefined);
    this.#resting = null;
  }
}
