/** Node, Deno and Bun: the module is read from the file system. */

import { withSource } from "./lib/runtime.js";
import { wasmUrl } from "./wasm-url.js";

export * from "./lib/index.js";
export const { init, createClient, openScan } = /* @__PURE__ */ withSource(async () => {
  const { readFile } = await import("node:fs/promises");
  return readFile(wasmUrl());
});
