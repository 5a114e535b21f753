/** The lists of values beside the findings: what is under the pointer stays there while a filter changes them. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openTable } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("the rail of the scan view", (world) => {
  /** What the lists keep while the pointer is among them. */
  const heights = (page) => page.locator("facet-rail fieldset").evaluateAll((all) => all.map((list) => list.style.minHeight));

  test("a second press at the same place takes the first one back, whatever the first took from the lists", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await page.setViewportSize({ width: 1440, height: 900 });
    const labels = page.locator("facet-rail fieldset:has(input[type=checkbox]) label");
    const count = await labels.count();
    assert.ok(count > 10, `${count} values`);
    const filters = () => ["kind", "image", "target", "pkg", "fixable", "exploit", "epss"].flatMap((name) => new URL(page.url()).searchParams.getAll(name)).join();
    const changed = async (from) => {
      while (filters() === from) await page.waitForTimeout(10);
    };
    for (let at = 0; at < count; at += 1) {
      await page.mouse.move(700, 100);
      await labels.nth(at).scrollIntoViewIfNeeded();
      const { x, y } = await labels.nth(at).boundingBox();
      await page.mouse.move(x + 30, y + 10);
      await page.mouse.click(x + 30, y + 10);
      await changed("");
      const set = filters();
      // The lists are drawn a frame after the rows.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))));
      await page.mouse.click(x + 30, y + 10);
      await changed(set);
      assert.equal(filters(), "", `value ${at}, after ${set}`);
    }
    await page.mouse.move(700, 100);
    assert.deepEqual(await heights(page), Array(7).fill(""));
  });

  test("after a tap the lists take the room that they need", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly", { viewport: { width: 1440, height: 900 }, hasTouch: true });
    await page.locator("facet-rail label:has(input[name=package])").first().tap();
    await page.waitForFunction(() => location.search.includes("pkg="));
    await page.waitForTimeout(300);
    assert.deepEqual(await heights(page), Array(7).fill(""));
  });
});
