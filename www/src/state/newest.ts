/**
 * Which of several requests for one thing is the newest that was answered. They are numbered as they are sent, and may be answered
 * in any order: the answer to one that was overtaken is older than what is known already.
 */
export class Newest {
  #sent = 0;
  #answered = 0;

  /** The number of a request that is sent now. */
  send(): number {
    this.#sent += 1;
    return this.#sent;
  }

  isOvertaken(number: number): boolean {
    return number <= this.#answered;
  }

  /** Whether the answer to a request is news; if so, those that were sent before it are overtaken. */
  takes(number: number): boolean {
    if (this.isOvertaken(number)) return false;
    this.#answered = number;
    return true;
  }

  /** Something was changed: requests sent until now may be answered with the state before it. */
  overtakeAll(): void {
    this.#answered = this.#sent;
  }
}
