/** A table draws the rows in sight: the one that has the focus keeps it, wherever rows around it are drawn and taken away. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn } from "./shown.mjs";
import { openTable, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("the focus in a table", (world) => {
  const focused = (page) => page.evaluate(() => document.activeElement.closest("[data-index]")?.dataset.index ?? document.activeElement.tagName);

  for (const query of ["?scan=scan-nightly", "?view=history"])
    test(`a row that is drawn below the window keeps the focus when it gets it: ${query}`, LIMIT, async () => {
      const page = await openTable(world, query);
      const last = Number(await page.locator(".row[data-index]").last().getAttribute("data-index"));
      for (let index = last - 8; index <= last; index += 1) {
        await page.locator(".grid").evaluate((grid) => grid.scrollTo({ top: 0 }));
        await rowAt(page, last + 3).waitFor({ state: "detached" });
        await rowAt(page, index).evaluate((row) => row.focus());
        await page.waitForFunction((index) => document.querySelector(`[data-index='${index + 5}']`), index);
        assert.equal(await focused(page), String(index));
      }
    });

  test("the row keeps the focus, and keys go on from there, however far the table is scrolled", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await rowAt(page, 0).focus();
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("ArrowDown");
    const shown = (top) => Math.floor(top / 34);
    for (const top of [700, 0, 350, 1400, 300, 17_000, 16_600, 340, 0]) {
      await page.locator(".grid").evaluate((grid, top) => grid.scrollTo({ top }), top);
      await rowAt(page, shown(top)).waitFor();
      await drawn(page);
      assert.equal(await focused(page), "3", `scrolled to ${top}`);
    }
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), "4");
  });
});
