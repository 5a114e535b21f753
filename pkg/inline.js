/** Where no file can be shipped beside the script: the module is in the script, as text. */

import { PACKED } from "./inline.data.js";
import { failure } from "./lib/error.js";
import { withSource } from "./lib/runtime.js";

export * from "./lib/index.js";
export const { init, createClient, openScan } = /* @__PURE__ */ withSource(unpack);

/** The text is base64 of gzip, less than half of what the module itself would be. */
function unpack() {
  if (typeof DecompressionStream !== "function") {
    throw failure("init_failed", { hint: "this browser has no DecompressionStream, which scanfold/inline needs: import from scanfold instead" });
  }
  const bytes = Uint8Array.from(atob(PACKED), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
