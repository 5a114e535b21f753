/** What runs in the worker. A worker of your own may import it too: it takes only the messages that are meant for it. */

import { serve } from "./lib/worker/thread.js";
import { wasmUrl } from "./wasm-url.js";

addEventListener("message", ({ data }) => {
  if (data?.scanfold === "line") serve(data, wasmUrl);
});
