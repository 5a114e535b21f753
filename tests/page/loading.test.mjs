/**
 * How the page gets what it runs on.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("loading", (world) => {
  test("the module is fetched once, ahead of the script that asks for it", LIMIT, async () => {
    const page = await world.open("?scan=scan-nightly");
    await ready(page);
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".wasm")).map(({ initiatorType }) => initiatorType),
    );
    assert.deepEqual(fetched, ["link"]);
  });

  test("a demo that never comes does not keep the page from starting", LIMIT, async () => {
    const page = await world.newPage();
    // As if ten seconds had passed.
    await page.addInitScript(() => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 50);
    });
    await page.route("**/demo.json", () => {});
    await world.show(page, "");
    await page.locator("dialog[open] input[name=base]").waitFor();
  });
});
