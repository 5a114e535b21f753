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
});
