/**
 * The rows in a page of headless Chromium. The page may collect garbage when asked, and its main thread is traced once while a
 * scan is opened.
 */
import { chromium } from "playwright-core";

import { FLAGS as TESTS_FLAGS, browserPath } from "../harness/chromium.mjs";
import { servePage } from "./served.mjs";
import { longestTask } from "./trace.mjs";

/** Those of the tests, and what measuring needs. */
export const FLAGS = [...TESTS_FLAGS, "--enable-precise-memory-info", "--js-flags=--expose-gc"];

/** A browser and a page with the package, for `use`; the package and the libraries are those in `scratch`. */
export async function withPage(scratch, use) {
  const site = await servePage(scratch);
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
