/** Something that a call made in the worker: a client or a scan. */

import { bare } from "../bare.js";

/** What nobody holds any more is let go of in the worker too. Servers that only import this may lack it. */
const lost = typeof FinalizationRegistry === "function" ? new FinalizationRegistry((made) => made.lose()) : undefined;

export class RemoteObject {
  #line;
  #id;
  #pending = 0;
  #isLost = false;
  #isDisposed = false;
  #gone;

  /** `gone` makes what a call rejects with once it was disposed of. */
  constructor(line, id, gone) {
    this.#line = line;
    this.#id = id;
    this.#gone = gone;
  }

  /** Disposes of it when its handle is lost, unless somebody did before. */
  heldBy(handle) {
    lost?.register(handle, this, this);
    return this;
  }

  get isDisposed() {
    return this.#isDisposed;
  }

  /** What the worker calls it, where it is one of this line. */
  idOn(line) {
    return line === this.#line ? this.#id : undefined;
  }

  async call(method, args, given) {
    const more = bare(given);
    const check = () => {
      if (this.#isDisposed) throw this.#gone(more.about);
    };
    check();
    this.#pending += 1;
    try {
      return await this.#line.call(this.#id, method, args, { ...more, check });
    } finally {
      this.#pending -= 1;
      if (this.#isLost) this.lose();
    }
  }

  /** Nobody holds the handle any more; what was asked of it may still be waited for. */
  lose() {
    this.#isLost = true;
    if (this.#pending === 0) this.dispose();
  }

  dispose() {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    lost?.unregister(this);
    this.#line.free(this.#id);
  }
}
