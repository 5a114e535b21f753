/** Typing as one step of the browser's history: going back undoes all that was typed in one field, and nothing else. */
export class TypedStep<State extends object> {
  /** The state as the last key left it; `null` if nobody is typing. */
  #left: State | null = null;

  /** Whether somebody is typing. */
  get isUnderWay(): boolean {
    return this.#left !== null;
  }

  /** A key changes the present state, and `go` goes to the one that it makes: within the step, if nothing else came in between. */
  take(present: State, go: (how: "push" | "replace") => State): void {
    this.#left = go(this.#left === present ? "replace" : "push");
  }

  /** A person has left the field, or did something else: what is typed next is another step. */
  end(): void {
    this.#left = null;
  }
}
