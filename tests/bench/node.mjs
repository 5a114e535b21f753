/**
 * The rows in this process. Started by `run.mjs` with `--expose-gc`; the answer goes to the parent as a message.
 * Arguments: the bundle of libraries, and what to measure as JSON.
 */
import { pathToFileURL } from "node:url";

import * as scanfold from "scanfold";

import * as glue from "../../pkg/scanfold.js";
import { measure, prepare } from "./suite.mjs";

const [bundle, asked] = process.argv.slice(2);

const world = await prepare({
  scanfold,
  glue,
  libraries: await import(pathToFileURL(bundle)),
  heapBytes: async () => {
    globalThis.gc();
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  },
  say: (what) => process.stderr.write(`bench: Node: ${what}\n`),
});
process.send(await measure(world, JSON.parse(asked)), () => process.disconnect());
