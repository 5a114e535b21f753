/**
 * The rows in this process. Started by `run.mjs` with `--expose-gc`; the answer goes to the parent as a message.
 * Arguments: the folder of what is compared, and what to measure as JSON.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { REPORTS } from "./reports.mjs";
import { measure, prepare } from "./suite.mjs";

const [scratch, asked] = process.argv.slice(2);

const load = (file) => import(pathToFileURL(join(scratch, file)));
const reports = join(scratch, REPORTS);

const world = await prepare({
  scanfold: await load("pkg/node.js"),
  glue: await load("pkg/scanfold.js"),
  libraries: await load("libraries.mjs"),
  reports: existsSync(reports) ? new Uint8Array(readFileSync(reports)) : null,
  heapBytes: async () => {
    globalThis.gc();
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  },
  say: (what) => process.stderr.write(`bench: Node: ${what}\n`),
});
process.send(await measure(world, JSON.parse(asked)), () => process.disconnect());
