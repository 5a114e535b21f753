/**
 * Joins small chunks and cuts large ones, so that neither their number nor their size decides what each question for more costs.
 *
 * While nobody asks, it reads on until its room is full: what arrives meanwhile goes out together, and nobody waits for more
 * than the first of it.
 */

import { copyBytes } from "../foreign.js";

/** Bytes that are handed out at a time, and that are read ahead. */
const BYTES = 1 << 18;

/** Reads from a reader of chunks as `foreign.js` makes it, and says what that says. */
export class JoinedReader {
  #reader;
  #room = new Uint8Array(BYTES);
  #length = 0;
  /** The chunk that was read last, its length, and how much of it is in the room. */
  #chunk = new Uint8Array();
  #size = 0;
  #from = 0;
  /** Gives what comes after all of these: the end, what is not bytes, or a failure. */
  #last;
  /** Whether the reader has ended by itself, or was told to. */
  #isOver = false;
  #isReading = false;
  /**
   * Tells whoever waits for the first byte, or the last.
   *
   * @type {(value?: any) => void}
   */
  #arrived = () => {};

  constructor(reader) {
    this.#reader = reader;
  }

  /** Resolves to bytes of their own, to nothing at the end, and to `null` for what is not bytes. */
  async read() {
    this.#readOn();
    if (this.#length === 0 && !this.#last) await new Promise((resolve) => (this.#arrived = resolve));
    if (this.#length === 0) return this.#last();
    const bytes = this.#room.slice(0, this.#length);
    this.#length = 0;
    this.#readOn();
    return bytes;
  }

  /** Says that nobody reads on. */
  cancel() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#last ??= () => undefined;
    this.#reader.cancel();
  }

  async #readOn() {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#length < BYTES && !this.#last) {
        if (this.#from === this.#size) await this.#next();
        this.#fill();
        if (this.#length > 0) this.#arrived();
      }
    } catch (error) {
      this.#last ??= () => {
        throw error;
      };
    }
    this.#isReading = false;
    this.#arrived();
  }

  async #next() {
    const chunk = await this.#reader.read().catch((error) => {
      this.#isOver = true;
      throw error;
    });
    this.#isOver ||= chunk === undefined;
    if (!chunk) return (this.#last ??= () => chunk);
    this.#chunk = chunk;
    this.#size = chunk.length;
    this.#from = 0;
  }

  #fill() {
    const to = this.#room.subarray(this.#length, this.#length + this.#size - this.#from);
    copyBytes(this.#chunk, this.#from, to);
    this.#from += to.length;
    this.#length += to.length;
  }
}
