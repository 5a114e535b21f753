/** Node, Deno and Bun: the module is read from the file system. */

import { withSource } from "./lib/runtime.js";
import { wasmUrl } from "./wasm-url.js";

export * from "./lib/index.js";
export const { init, createClient, openScan } = /* @__PURE__ */ withSource(() => read(wasmUrl()), read);

/** `fetch` takes no files here. */
async function read(address) {
  if (/^(https?|data|blob):/i.test(address)) return fetch(address);
  const { readFile } = await import("node:fs/promises");
  return readFile(/^file:/i.test(address) ? new URL(address) : address);
}
