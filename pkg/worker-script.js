/**
 * The package's own worker. Nobody else speaks with it, so its own channel is the line: in WebKit, what comes through a port
 * waits for the network.
 */

import { serve } from "./lib/worker/thread.js";
import { wasmUrl } from "./wasm-url.js";

addEventListener("message", ({ data }) => serve({ ...data, port: globalThis }, wasmUrl), { once: true });
