/** Something that a call made in the worker: a client or a scan. */

import { unsent } from "../about.js";
import { failure } from "../error.js";

/** What nobody holds any more is let go of in the worker too. */
const lost = new FinalizationRegistry((made) => made.dispose());

export class Made {
  #line;
  #id;
  #isDisposed = false;

  constructor(line, id) {
    this.#line = line;
    this.#id = id;
  }

  /** Disposes of it when its handle is lost, unless somebody did before. */
  heldBy(handle) {
    lost.register(handle, this, this);
    return this;
  }

  /** What the worker calls it, where it is one of this line that is still there. */
  idOn(line) {
    return line === this.#line && !this.#isDisposed ? this.#id : undefined;
  }

  async call(method, args, more = {}) {
    if (this.#isDisposed) throw failure("disposed", { ...unsent(more.about), hint: "make another: a worker lets go of what was disposed of" });
    return this.#line.call(this.#id, method, args, more);
  }

  dispose() {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    lost.unregister(this);
    this.#line.free(this.#id);
  }
}
