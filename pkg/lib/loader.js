/**
 * Loads the module once, and again after a trap.
 *
 * Compiling is asynchronous and happens once; the compiled module is kept, so a fresh instance needs neither network nor
 * compiler. A failure is not remembered.
 */

import * as glue from "../scanfold.js";
import { failure, isScanfoldError, NO_CODERS } from "./error.js";
import { called } from "./foreign.js";
import { instanceStarted, isEntered, running } from "./instance.js";
import { isA } from "./kind.js";

/** Bytes of memory that are worth a fresh instance. */
const LARGE = 32 << 20;

/** How long the module may take to arrive and compile: a connection that stalls would be waited for without end. */
const LIMIT_MS = 120_000;

const BELOW = "the library failed during this callback: call again once the callback has returned";
const NOT_YET = "the WebAssembly module is not loaded yet";

const BUFFERS = ["ArrayBuffer", "SharedArrayBuffer"];
const NO_SOURCE = "init() takes the address of the .wasm file, a response with it, its bytes, or a compiled module";

/** What makes the module this package's, whatever else it exports. */
const OURS = ["__wbindgen_start", "openReader", "clienthandle_new", "scanhandle_rollup"];

/** Vite before 8 moves dependencies away from their files, and answers with the app's page where the module was. */
const DEV_SERVER = 'on the dev server of Vite 5 to 7, set optimizeDeps: { exclude: ["scanfold"] }';

/** A module with a type that only engines with simd128 know. */
const SIMD = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b);

/** What `init` returned last: calls at the same time, and those that need not load anything, get the same. */
let loaded = null;
let compiled = null;
let started = false;

/**
 * Resolves when the module runs. `fallback` gives the runtime's own source where the caller names none, `read` what is at an
 * address, as a response or as bytes.
 */
export function init(source, fallback, read) {
  // If the module is here already, or on its way, nobody waits for a source that is a promise, nor for its rejection.
  if ((compiled || loaded) && isA("Promise", source)) called(() => source).catch(() => {});
  if (running()) return (loaded ??= Promise.resolve());
  if (compiled || !loaded) {
    const attempt = load(source, fallback, read);
    loaded = attempt;
    attempt.catch(() => {
      if (loaded === attempt) loaded = null;
    });
  }
  return loaded;
}

/** The module's exports. Throws where it was never loaded; brings it back where it has trapped. */
export function module() {
  if (!running()) {
    if (!compiled) throw failure("init_failed", { message: NOT_YET, hint: "await init() once before calling synchronous functions" });
    // The frames below would go on in the memory of the fresh one.
    if (isEntered()) throw failure("internal", { hint: BELOW });
    try {
      instantiate();
    } catch (error) {
      throw unloaded(error);
    }
  }
  return glue;
}

/** Memory cannot shrink, so an instance that has grown large is exchanged for a fresh one as soon as nothing in it is needed. */
function renew() {
  // Without arguments it returns the exports of the running instance.
  if (glue.initSync().memory.buffer.byteLength < LARGE) return;
  running().alive = false;
  try {
    instantiate();
  } catch {
    // There is no room for another yet: whoever needs one tries again, and is told.
  }
}

async function load(source, fallback, read) {
  try {
    compiled ??= ours(await inTime(compileFound(source, fallback, read)));
    // The frames of a trapped instance must return first: they would go on in the memory of a fresh one.
    if (isEntered()) await undefined;
    if (!running()) instantiate();
  } catch (error) {
    if (!started) compiled = null;
    throw unloaded(error);
  }
}

async function compileFound(source, fallback, read) {
  return compile(await (source ?? runtimeModule(fallback)), read);
}

function inTime(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    const hint = "the .wasm file did not arrive within two minutes: check the connection, and what init() was given";
    const give = () => reject(failure("init_failed", { hint }));
    try {
      timer = setTimeout(give, LIMIT_MS);
    } catch {
      // Cloudflare's runtime has no timers while a script begins; a module that is there is not late.
    }
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The runtime's own module. A bundle that is one classic script has no address to find it by. */
function runtimeModule(fallback) {
  try {
    return fallback();
  } catch (error) {
    if (isScanfoldError(error)) throw error;
    throw failure("init_failed", { hint: "this bundle cannot tell its own address (import.meta.url): give init() the address of the .wasm file, or import from scanfold/inline" }, error);
  }
}

function unloaded(error) {
  return isScanfoldError(error) ? error : failure("init_failed", { hint: reason(error) }, error);
}

/** Refuses any other module, because the glue keeps the first that it is given. */
function ours(candidate) {
  const names = new Set(WebAssembly.Module.exports(candidate).map(({ name }) => name));
  if (!OURS.every((name) => names.has(name))) throw new WebAssembly.LinkError();
  return candidate;
}

function instantiate() {
  // After a trap the glue makes the fresh instance itself, and forgets what belonged to the last one.
  if (started) glue.__wbg_reset_state();
  else glue.initSync({ module: compiled });
  started = true;
  instanceStarted(renew);
}

async function compile(source, read = (address) => fetch(address)) {
  if (source instanceof WebAssembly.Module) return source;
  const fetched = typeof source === "string" || isA("URL", source) ? await read(source) : source;
  if (isA("Response", fetched)) return compileResponse(fetched);
  if (!ArrayBuffer.isView(fetched) && !BUFFERS.some((name) => isA(name, fetched))) throw failure("init_failed", { hint: NO_SOURCE });
  return compileBytes(fetched, undefined);
}

async function compileResponse(response) {
  if (!response.ok) {
    const isAbsent = response.status === 404 || response.status === 410;
    const what = isAbsent ? "the .wasm file was not found where it was expected; have it copied there, import from scanfold/inline" : "the server did not give out the .wasm file; check that it is there and may be read";
    throw failure("init_failed", { status: response.status, hint: `${what}, or pass its address to init()` });
  }
  const streaming = typeof WebAssembly.compileStreaming === "function";
  if (streaming && response.headers.get("Content-Type") === "application/wasm") {
    return WebAssembly.compileStreaming(response).catch(async (error) => {
      // Not the platform's own Response, but a page's stand-in for one, whose bytes can be read.
      if (error instanceof TypeError && !response.bodyUsed) return compileBytes(await response.arrayBuffer(), response.status);
      throw failure("init_failed", { status: response.status, hint: reason(error) }, error);
    });
  }
  return compileBytes(await response.arrayBuffer(), response.status);
}

function compileBytes(source, status) {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  const isWasm = bytes[0] === 0 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d;
  if (!isWasm) {
    const isPage = /^\s*</.test(new TextDecoder().decode(bytes.subarray(0, 64)));
    const page = `a web page came instead of the .wasm file: have it copied to where it is looked for (Angular: assets), give init() its address, or import from scanfold/inline; ${DEV_SERVER}`;
    throw failure("init_failed", { status, hint: isPage ? page : "what came is not a WebAssembly module: check what the server answers" });
  }
  return WebAssembly.compile(bytes);
}

function reason(error) {
  if (typeof TextDecoder !== "function" || typeof TextEncoder !== "function") return NO_CODERS;
  const text = String(error?.message);
  const isEmbedders = /disallowed by embedder/i.test(text);
  // Without a word after the colon: a content script of an extension, on a page with a policy. In another world of a page that is not
  // its own, such as that of a preload script, Chromium speaks of the embedder.
  if (/unsafe-eval|content security policy|\bcsp\b|\(\): $/i.test(text) || (isEmbedders && typeof document === "object")) {
    return "csp: the page's Content-Security-Policy must allow 'wasm-unsafe-eval' in script-src";
  }
  if (isEmbedders) return "this runtime compiles no modules while it runs: import from scanfold, not from scanfold/inline";
  if (typeof WebAssembly !== "object") return "this browser has no WebAssembly";
  if (error instanceof WebAssembly.CompileError) {
    return WebAssembly.validate(SIMD)
      ? "the .wasm file is damaged, or is something else: check what the server answers"
      : "this browser lacks a WebAssembly feature the module needs (simd128)";
  }
  // Firefox reports a module that is cut short like this, too.
  if (error?.name === "InternalError") return "the .wasm file is damaged or cut short, or there is not enough memory for it: check what the server answers";
  if (error instanceof WebAssembly.LinkError) return "the .wasm file belongs to another version of the package";
  if (/disallowed on the main thread/i.test(text)) return "this browser is older than the package needs: Chrome and Edge 115";
  if (error instanceof RangeError) return "there is not enough memory for the module; dispose of scans that are not needed";
  if (globalThis.location?.protocol === "file:") return "a page that is opened from a file cannot fetch the .wasm file: import from scanfold/inline, or serve the page";
  return "check that the .wasm file is where it is looked for, and can be read from here: connect-src 'self' of the page's policy, --allow-read of Deno";
}
