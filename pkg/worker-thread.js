/** What serves a page from a worker. One of your own may take other messages beside: these are known by their greeting. */

import { serve } from "./lib/worker/thread.js";
import { wasmUrl } from "./wasm-url.js";

export function serveWorker() {
  addEventListener("message", ({ data }) => {
    if (data?.scanfold === "line" && data.port instanceof MessagePort) serve(data, wasmUrl);
  });
}
