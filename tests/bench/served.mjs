/** A page with the package, the peers and the rows, for any browser. It is isolated, so that its clock is fine enough. */
import { join } from "node:path";

import { below } from "../harness/places.mjs";
import { serveSite } from "../harness/site.mjs";
import { REPORTS } from "./reports.mjs";

const PAGE = `<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><script type="module" src="/start.js"></script>`;

const START = `
import * as scanfold from "/pkg/browser.js";
import * as glue from "/pkg/scanfold.js";
import * as libraries from "/scratch/libraries.mjs";
import { measure, prepare, races } from "/tests/bench/suite.mjs";
import { streamOf } from "/tests/bench/streams.mjs";
const heapBytes = async () => {
  gc();
  await new Promise((resolve) => setTimeout(resolve, 50));
  gc();
  return performance.memory.usedJSHeapSize;
};
const answer = await fetch("/scratch/${REPORTS}");
const reports = answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
const say = (what) => {
  globalThis.said = what;
  console.log(what);
};
const world = await prepare({ scanfold, glue, libraries, heapBytes, reports, say });
globalThis.measure = (asked) => measure(world, asked);
globalThis.races = (asked) => races(world, asked);
globalThis.openOnce = async (size) => {
  const bytes = world.body(size);
  const scan = await scanfold.openScan(streamOf(bytes), { maxBytes: bytes.length + 1, onProgress: () => {} });
  await new Promise((resolve) => setTimeout(resolve));
  scan.dispose();
};
globalThis.scanfold = scanfold;
globalThis.ready = true;
`;

/** Serves the page of what is in `scratch`; it is ready once `ready` is true there. */
export const servePage = (scratch) =>
  serveSite({
    folders: { "/pkg/": join(scratch, "pkg"), "/scratch/": scratch, "/tests/": below("tests") },
    texts: { "/index.html": PAGE, "/start.js": START },
    headers: () => ({ "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" }),
  });
