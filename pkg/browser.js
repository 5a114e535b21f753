/** Browsers and bundlers: the module is fetched from beside this file. */

import { withSource } from "./lib/runtime.js";
import { wasmUrl } from "./wasm-url.js";

export * from "./lib/index.js";
export const { init, createClient, openScan } = /* @__PURE__ */ withSource(wasmUrl);
