/** Node, Deno and Bun: the module is read from the file system. */

import { failure } from "./lib/error.js";
import { withSource } from "./lib/runtime.js";
import { wasmUrl } from "./wasm-url.js";

export * from "./lib/index.js";
export const { init, createClient, openScan } = /* @__PURE__ */ withSource(runtimeModule, read);

/** Also a scheme that an app has for its own pages, as in Electron, where a page with Node's modules takes this entry. */
const IS_FETCHED = /^(https?:|data:|blob:|(?!file:)[a-z][a-z\d+.-]+:\/\/)/i;
const IS_FILE = /^file:/i;

/** A server's bundle may say where browsers find the module, which is nowhere here. */
function runtimeModule() {
  const address = String(wasmUrl());
  if (IS_FETCHED.test(address)) return fetch(address);
  if (!IS_FILE.test(address)) throw moved();
  return beside();
}

/** What gathers the files of a server follows this expression alone: an address that a function returns is lost on it. */
async function beside() {
  const { readFile } = await import("node:fs/promises");
  return readFile(new URL("./scanfold_bg.wasm", import.meta.url)).catch((error) => {
    throw error?.code === "ENOENT" ? moved(error) : error;
  });
}

function moved(cause) {
  const hint = "a bundler has moved the module away: keep the package out of the server's bundle (Next.js: serverExternalPackages, Vite: ssr.external, SvelteKit: dependencies), give init() the path of scanfold_bg.wasm, or import from scanfold/inline";
  return failure("init_failed", { hint }, cause);
}

/** `fetch` takes no files here. */
async function read(address) {
  if (IS_FETCHED.test(address)) return fetch(address);
  const { readFile } = await import("node:fs/promises");
  return readFile(IS_FILE.test(address) ? new URL(address) : address);
}
