/** The table of the agent history stands where it was left: for another view or list, by a step back, and however long it is open. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan, answerWith, HISTORY, json, mend } from "./answers.mjs";
import { drawn } from "./shown.mjs";
import { goTo, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("places in the agent history", (world) => {
  const scans = Array.from({ length: 200 }, (_, at) => agentScan("acme/shop", at, at / 4, { branch: at % 2 === 0 ? "main" : "next" }));
  const open = async (prepare = async () => undefined) => {
    const page = await world.newPage();
    await prepare(page);
    await answerWith(page, HISTORY, json({ scans }));
    await world.show(page, "?view=history&repo=acme/shop");
    await ready(page);
    return page;
  };
  const top = (page) => page.locator(".grid").evaluate((grid) => grid.scrollTop);
  const scrolledTo = async (page, wanted) => {
    await page.waitForFunction((wanted) => document.querySelector(".grid")?.scrollTop === wanted, wanted);
    assert.equal(await top(page), wanted);
  };
  const scroll = async (page, to) => {
    await page.locator(".grid").evaluate((grid, top) => grid.scrollTo({ top }), to);
    await scrolledTo(page, to);
    await drawn(page);
  };
  const focused = (page) => page.evaluate(() => document.activeElement.dataset.index);

  test("another view and back", LIMIT, async () => {
    const page = await open();
    await rowAt(page, 0).click();
    await page.locator(".selected").waitFor();
    await scroll(page, 3000);
    await goTo(page, "Team");
    await page.locator("team-view").waitFor();
    await goTo(page, "Agent history");
    await ready(page);
    await scrolledTo(page, 3000);
  });

  test("another list and back, and what is set anew from its beginning", LIMIT, async () => {
    const page = await open();
    await scroll(page, 3000);
    const tab = (name) => page.getByRole("tab", { name }).click();
    await tab("Groups");
    await page.locator(".c-count").first().waitFor();
    await tab("Scans");
    await page.locator(".c-stamp").first().waitFor();
    await scrolledTo(page, 3000);
    await page.locator("[role=columnheader].c-commit button").click();
    await scrolledTo(page, 0);
  });

  test("a step back from a filter, which is looked at from its beginning", LIMIT, async () => {
    const page = await open();
    await scroll(page, 3000);
    await page.locator("select[name=branch]").selectOption("next");
    await scrolledTo(page, 0);
    await page.goBack();
    await scrolledTo(page, 3000);
  });

  test("hours later it stands where it did, and so does the focus", LIMIT, async () => {
    const page = await open((page) => page.clock.install());
    await rowAt(page, 3).focus();
    for (let times = 0; times < 60; times += 1) await page.keyboard.press("ArrowDown");
    await page.clock.runFor(1000);
    const before = [await top(page), await focused(page)];
    assert.equal(before[1], "63");
    for (let times = 0; times < 3; times += 1) {
      await page.clock.runFor(40 * 60_000);
      assert.deepEqual([await top(page), await focused(page)], before);
    }
  });

  test("once it could be read again it stands where it did, and so does the focus", LIMIT, async () => {
    const page = await open();
    await mend(page);
    await answerWith(page, HISTORY, null);
    await page.getByRole("button", { name: "Read again" }).click();
    await page.locator(".failed").waitFor();
    await mend(page);
    await answerWith(page, HISTORY, json({ scans: [agentScan("acme/shop", 999, 0), ...scans] }));
    await rowAt(page, 0).focus();
    for (let times = 0; times < 60; times += 1) await page.keyboard.press("ArrowDown");
    const before = await top(page);
    await page.getByRole("button", { name: "Try again" }).evaluate((button) => button.click());
    await page.locator(".failed").waitFor({ state: "detached" });
    await drawn(page);
    assert.deepEqual([await top(page), await focused(page)], [before, "60"]);
  });

  test("the timeline is one tab stop, and the keyboard comes back to the mark that it left", LIMIT, async () => {
    const page = await open();
    const place = () => page.evaluate(() => [document.activeElement.dataset.lane, document.activeElement.dataset.at]);
    await page.locator(".mark[tabindex='0']").focus();
    for (const key of ["ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    const left = await place();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.closest(".lanes")), null);
    await page.keyboard.press("Shift+Tab");
    assert.deepEqual(await place(), left);
    await rowAt(page, 0).click();
    await page.locator(".mark.chosen[tabindex='0']").waitFor();
    assert.equal(await page.locator(".mark[tabindex='0']").count(), 1);
  });
});
