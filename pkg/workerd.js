/** Cloudflare's runtime, which compiles modules before it starts. */

import { withSource } from "./lib/runtime.js";
import module from "./scanfold_bg.wasm";

export * from "./lib/index.js";
export const { init, createClient, openScan } = /* @__PURE__ */ withSource(() => module);
