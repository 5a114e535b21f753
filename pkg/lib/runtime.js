/** Ties the functions that load the module to where a runtime finds it. */

import { createClient } from "./client.js";
import { init } from "./loader.js";
import { openScan } from "./scan.js";

/** `source` finds the runtime's own module, `read` what a caller's address means there. */
export function withSource(source, read) {
  return {
    init: (given) => init(given, source, read),
    createClient: (options) => createClient(options, source),
    openScan: (from, options) => openScan(from, options, source),
  };
}
