/** Node, Deno and Bun: the module is read from the file system. */

import { failure } from "./lib/error.js";
import { withSource } from "./lib/runtime.js";
import { wasmUrl } from "./wasm-url.js";

export * from "./lib/index.js";
export const { init, createClient, openScan } = /* @__PURE__ */ withSource(() => read(placed(String(wasmUrl()))), read);

const IS_FETCHED = /^(https?|data|blob):/i;

/** A server's bundle may say where browsers find the module, which is nowhere here. */
function placed(address) {
  if (IS_FETCHED.test(address) || /^file:/i.test(address)) return address;
  const hint = 'a bundler has moved the module away: keep the package out of the server\'s bundle (Next.js: serverExternalPackages: ["scanfold"]), or import from scanfold/inline';
  throw failure("init_failed", { hint });
}

/** `fetch` takes no files here. */
async function read(address) {
  if (IS_FETCHED.test(address)) return fetch(address);
  const { readFile } = await import("node:fs/promises");
  return readFile(/^file:/i.test(address) ? new URL(address) : address);
}
