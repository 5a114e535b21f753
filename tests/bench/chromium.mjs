/**
 * The rows in a page of headless Chromium. The page is isolated, so that its clock is fine enough; it may collect garbage
 * when asked, and its main thread is traced once while a scan is opened.
 */
import { join } from "node:path";

import { chromium } from "playwright-core";

import { FLAGS as TESTS_FLAGS, browserPath } from "../harness/chromium.mjs";
import { below } from "../harness/places.mjs";
import { serveSite } from "../harness/site.mjs";
import { REPORTS } from "./reports.mjs";
import { longestTask } from "./trace.mjs";

/** Those of the tests, and what measuring needs. */
export const FLAGS = [...TESTS_FLAGS, "--enable-precise-memory-info", "--js-flags=--expose-gc"];

const PAGE = `<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><script type="module" src="/start.js"></script>`;

const START = `
import * as scanfold from "/pkg/browser.js";
import * as glue from "/pkg/scanfold.js";
import * as libraries from "/scratch/libraries.mjs";
import { measure, prepare } from "/tests/bench/suite.mjs";
import { streamOf } from "/tests/bench/streams.mjs";
const heapBytes = async () => {
  gc();
  await new Promise((resolve) => setTimeout(resolve, 50));
  gc();
  return performance.memory.usedJSHeapSize;
};
const answer = await fetch("/scratch/${REPORTS}");
const reports = answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
const world = await prepare({ scanfold, glue, libraries, heapBytes, reports, say: (what) => console.log(what) });
globalThis.measure = (asked) => measure(world, asked);
globalThis.openOnce = async (size) => {
  const bytes = world.body(size);
  const scan = await scanfold.openScan(streamOf(bytes), { maxBytes: bytes.length + 1, onProgress: () => {} });
  await new Promise((resolve) => setTimeout(resolve));
  scan.dispose();
};
globalThis.scanfold = scanfold;
globalThis.ready = true;
`;

/** A browser and a page with the package, for `use`; the package and the libraries are those in `scratch`. */
export async function withPage(scratch, use) {
  const site = await serveSite({
    folders: { "/pkg/": join(scratch, "pkg"), "/scratch/": scratch, "/tests/": below("tests") },
    texts: { "/index.html": PAGE, "/start.js": START },
    headers: () => ({ "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" }),
  });
  const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  try {
    const page = await browser.newPage();
    page.on("console", (message) => process.stderr.write(`bench: Chromium: ${message.text()}\n`));
    await page.goto(`${site.origin}/`);
    await page.waitForFunction("globalThis.ready === true");
    return await use({ page, browser, origin: site.origin });
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** `{ lines, growth, version }`. */
export const inChromium = (scratch, asked) =>
  withPage(scratch, async ({ page, browser }) => {
    const measured = await page.evaluate((asked) => globalThis.measure(asked), asked);
    const sizes = measured.growth[asked.largest] ? [100_000, asked.largest] : [100_000];
    for (const size of sizes) measured.lines.push(await longestTask(browser, page, size));
    return { ...measured, version: `Chromium ${browser.version()}` };
  });
