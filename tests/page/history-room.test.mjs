/**
 * The room that the agent history has: a table is as high as its rows, an axis has as many texts as fit, the cards fill their lines.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan } from "./answers.mjs";
import { dayAgo } from "./days.mjs";
import { axisTexts, drawn } from "./shown.mjs";
import { openHistory, openTable, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("agent history: room", (world) => {
  const open = (query, width) => openTable(world, `?view=history${query}`, { viewport: { width, height: 900 } });

  for (const width of [1440, 390])
    test(`a table of few rows is as high as they are, one of many scrolls: ${width} px`, LIMIT, async () => {
      const few = await open("&list=latest", width);
      const rest = await few.evaluate(() => {
        const rows = [...document.querySelectorAll(".grid .row[data-index]")].map((row) => row.getBoundingClientRect().bottom);
        const grid = document.querySelector(".grid");
        return { below: grid.getBoundingClientRect().bottom - Math.max(...rows), hidden: grid.scrollHeight - grid.clientHeight };
      });
      assert.ok(rest.below >= 0 && rest.below <= 2, `${rest.below} pixels are empty`);
      assert.equal(rest.hidden, 0);
      const height = () => few.locator(".grid").evaluate((grid) => grid.getBoundingClientRect().height);
      const before = await height();
      await few.getByRole("tab", { name: "Scans" }).click();
      await rowAt(few, 8).waitFor();
      assert.ok((await height()) > before, "it grows with its rows");
      assert.ok((await height()) <= (width === 390 ? 630 : 480));
    });

  test("a table of many rows takes the room that a high window has left, and no more", LIMIT, async () => {
    const page = await openTable(world, "?view=history", { viewport: { width: 1080, height: 1920 } });
    const { left, scrolled } = await page.evaluate(() => ({
      left: document.querySelector("main").getBoundingClientRect().bottom - document.querySelector(".grid").getBoundingClientRect().bottom,
      scrolled: document.documentElement.scrollHeight - innerHeight,
    }));
    assert.ok(left <= 32, `${left} pixels are empty`);
    assert.equal(scrolled, 0);
  });

  const keepClear = (texts, where) => texts.slice(1).forEach(([left], at) => assert.ok(left >= texts[at][1] + 4, `${where}: ${JSON.stringify(texts)}`));

  for (const [width, least] of [[1440, 8], [1024, 5], [768, 4], [390, 2]])
    test(`the axis has as many texts as there is room for: ${width} px`, LIMIT, async () => {
      const texts = await axisTexts(await open("", width));
      assert.ok(texts.length > least, JSON.stringify(texts));
      keepClear(texts, `${width} px`);
    });

  // Where the last tick stands beside the end depends on the day and the width: of as many widths, some have it close.
  for (const [what, query] of [["now", ""], ["the end of a range", `&until=${dayAgo(9)}`]])
    test(`no text of the axis runs into another at any width, up to ${what}`, LIMIT, async () => {
      const page = await open(query, 1440);
      for (let width = 1423; width > 340; width -= 17) {
        const before = await page.locator("svg.lanes").getAttribute("width");
        await page.setViewportSize({ width, height: 900 });
        await page.waitForFunction((before) => document.querySelector("svg.lanes").getAttribute("width") !== before, before);
        keepClear(await axisTexts(page), `${width} px`);
      }
    });

  // With less room some marks become one, the legend explains it, and the view is taller than a moment before. A browser reports sizes
  // that change while it reports sizes as an error, and a page with an error fails its test.
  test("drawing for another width is no error of the page", LIMIT, async () => {
    const page = await openHistory(world, [1, 10, 12, 40, 60, 90].map((days, at) => agentScan(world.seeded.repo, at, days)));
    const explained = new Set();
    for (const width of [...Array(50).keys()].flatMap((at) => [1430 - 20 * at, 1440])) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      explained.add((await page.locator(".count-key").count()) > 0);
    }
    assert.deepEqual([...explained].sort(), [false, true]);
  });

  for (const width of [1440, 1024, 390])
    test(`the cards leave no hole: ${width} px`, LIMIT, async () => {
      const page = await open("", width);
      const { right, last } = await page.locator(".cards").evaluate((cards) => ({
        right: cards.getBoundingClientRect().right,
        last: cards.lastElementChild.getBoundingClientRect().right,
      }));
      assert.ok(Math.abs(right - last) < 1, `${last} of ${right}`);
    });

  test("the time at which the history was read stands beside its name", LIMIT, async () => {
    const page = await open("", 1440);
    const [name, read] = await Promise.all(["h1", ".view-head .note"].map((one) => page.locator(one).evaluate((element) => element.getBoundingClientRect().toJSON())));
    assert.ok(read.left - name.right < 24, `${read.left - name.right} pixels apart`);
  });
});
