/**
 * A hundred thousand findings: all of them can be reached, few of them are in the document, and scrolling makes no new ones. How
 * long a step takes is for `cargo xtask bench --page` to say.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { linkOf, rowCount } from "./shown.mjs";
import { drawsWhileBusy, goTo, membersReady, openTable, rowAt, save } from "./steps.mjs";
import { suite } from "./suite.mjs";

const LIMIT = { timeout: 120_000 };
const ROWS = 100_000;

suite("a hundred thousand findings", (world) => {
  const fleet = async () => {
    const page = await openTable(world, "?scan=scan-fleet");
    assert.equal(await rowCount(page), ROWS);
    return page;
  };

  test("the last row is reached by key and by scrolling, with few rows in the document", LIMIT, async () => {
    const page = await fleet();
    await rowAt(page, 0).focus();
    await page.keyboard.press("End");
    await page.waitForFunction((last) => document.activeElement.dataset.index === String(last), ROWS - 1);
    assert.match(await page.locator(`.row[data-index='${ROWS - 1}'] .c-id`).textContent(), /\S/);
    assert.ok((await page.locator(".row[data-index]").count()) < 80);
    await page.locator(".grid").evaluate((grid) => grid.scrollTo({ top: 0 }));
    await rowAt(page, 0).waitFor();
    await page.locator(".grid").evaluate((grid) => grid.scrollTo({ top: grid.scrollHeight }));
    await rowAt(page, ROWS - 1).waitFor();
    const texts = await page.locator(".row[data-index]").allTextContents();
    assert.ok(
      texts.every((text) => /\S/.test(text)),
      "every row in the document has its text",
    );
  });

  test("a table ends with what is counted as within reach, which is less on a finer screen", LIMIT, async () => {
    const page = await world.newPage();
    // As it would be if Chromium drew so finely: its limit is 2^25 of the screen's pixels.
    await page.addInitScript(() => Object.assign(globalThis, { devicePixelRatio: 12 }));
    await world.show(page, "?scan=scan-fleet");
    const reach = async (rows) => {
      await rowAt(page, 0).focus();
      await page.keyboard.press("End");
      await page.waitForFunction((last) => document.activeElement.dataset.index === String(last), rows - 1);
    };
    await reach(82_105);
    assert.ok((await page.locator("data-grid .note:not(.on-paper)").textContent()).includes("the first 82,105 of 100,000 rows"));
    assert.ok((await page.locator(".grid").evaluate((grid) => grid.scrollHeight)) < 2 ** 25 / 12);
    await page.evaluate(() => Object.assign(globalThis, { devicePixelRatio: 1 }));
    await page.keyboard.press("Home");
    await reach(ROWS);
    assert.equal(await page.locator("data-grid .note:not(.on-paper)").count(), 0);
  });

  test("a view that is left as soon as a link was followed brings the link's row into sight when it is back", LIMIT, async () => {
    const page = await fleet();
    await rowAt(page, 0).focus();
    await page.keyboard.press("End");
    await page.waitForFunction((last) => document.activeElement.dataset.index === String(last), ROWS - 1);
    await page.keyboard.press("Enter");
    await page.waitForURL(/finding=/);
    const other = await openTable(world, "?scan=scan-fleet");
    // To the link and away at once, before the table has scrolled.
    await other.evaluate(async (link) => {
      history.pushState(null, "", link);
      dispatchEvent(new PopStateEvent("popstate"));
      for (const name of ["dashboard-app", "scan-view"]) await document.querySelector(name).updateComplete;
      document.querySelector("a[data-word='Team']").click();
    }, await linkOf(page));
    await membersReady(other);
    await goTo(other, "Container scan");
    await other.locator(`.row[data-index='${ROWS - 1}'][aria-selected=true]`).waitFor();
  });

  test("they are saved as a file while the page goes on drawing", LIMIT, async () => {
    const page = await fleet();
    const draws = drawsWhileBusy(page);
    const log = JSON.parse((await save(page, "SARIF")).text);
    assert.equal(log.runs[0].results.length, ROWS);
    assert.ok(await draws);
  });

  test("rows that come into sight take over the elements of those that go", LIMIT, async () => {
    const page = await fleet();
    const { made, rows } = await page.evaluate(async () => {
      const grid = document.querySelector(".grid");
      const table = document.querySelector("data-grid");
      const scrollTo = async (top) => {
        grid.scrollTop = top;
        grid.dispatchEvent(new Event("scroll"));
        await table.updateComplete;
      };
      await scrollTo(40_000);
      const known = new Set(grid.querySelectorAll(".row[data-index]"));
      for (let step = 1; step <= 50; step += 1) await scrollTo(40_000 + step * 340);
      const rows = [...grid.querySelectorAll(".row[data-index]")];
      return { made: rows.filter((row) => !known.has(row)).length, rows: rows.map((row) => Number(row.dataset.index)) };
    });
    assert.ok(made <= 1, `${made} rows were made anew`);
    assert.deepEqual(rows, rows.toSorted((a, b) => a - b), "the rows are in their order, for whoever reads them one by one");
  });
});
