/** Browsers: the same package on a thread of its own, for pages that must not wait for anything. */

import { startIn } from "./lib/worker/start.js";

export { isScanfoldError, ScanfoldError } from "./lib/error.js";

/** Bundlers find the worker's script by this one expression. Without a name: webpack would call a chunk so, and an app has its own. */
const create = () => new Worker(new URL("./worker-script.js", import.meta.url), { type: "module" });

/** In a bundle that is one classic script there is none. */
const place = () => import.meta.url;

export const startWorker = (options) => startIn(create, options, place);
