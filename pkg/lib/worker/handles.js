/**
 * What the page holds of a worker: the worker itself, clients and scans in it.
 *
 * They look like those of the package, except that every question is answered by a promise.
 */

import { ABOUT } from "../client.js";
import { failure } from "../error.js";
import { feedOf } from "./feed.js";

/** What nobody holds any more is let go of in the worker too. */
const lost = new FinalizationRegistry(({ line, id }) => line.free(id));

/** A client or a scan: something that a call made. */
class Made {
  #line;
  #id;
  #hint;
  #isDisposed = false;

  constructor(line, id, hint) {
    this.#line = line;
    this.#id = id;
    this.#hint = hint;
    lost.register(this, { line, id }, this);
  }
}
