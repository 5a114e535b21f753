/** Ties the functions that load the module to where a runtime finds it. */

import { createClient } from "./client.js";
import { init } from "./loader.js";
import { openScan } from "./scan.js";

export function withSource(source) {
  return {
    init: (given) => init(given, source),
    createClient: (options) => createClient(options, source),
    openScan: (from, options) => openScan(from, options, source),
  };
}
