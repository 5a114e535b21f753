/**
 * Memory for what enters the module as a whole: teams, histories, and long lists in arguments. A module that ran out of memory in
 * the middle of a question would end, and with it all scans.
 */

import { failure } from "./error.js";
import { runInside } from "./instance.js";
import { module } from "./loader.js";

/** The module always keeps several times as much free. */
const SMALL = 1 << 16;

/** What the module says itself where it asks: `Fault::OutOfMemory`. */
const NO_MEMORY = "memory: there is not enough memory for it; dispose of scans that are not needed";

/** Throws `too_large` if the module has no room for so many bytes. */
export function claimRoom(bytes) {
  if (bytes <= SMALL || runInside(() => module().hasRoom(bytes))) return;
  throw failure("too_large", { hint: NO_MEMORY });
}
