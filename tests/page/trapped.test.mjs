/**
 * A module that ends under a scan, or has no memory for a question: the scan is not shown. The page says so for as long as that is
 * so, and the next try reads it again.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { RESULTS } from "./answers.mjs";
import { oneLine } from "./shown.mjs";
import { ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";
import { letTrap, showModule, takeMemory } from "./trap.mjs";

suite("a module that ends", (world) => {
  /** A page on which each question to a scan ends the module, from when the test says so. */
  const trapping = async () => {
    const page = await world.newPage();
    await letTrap(page);
    return page;
  };
  const FAULT = /A fault inside the package The scan can no longer be read\. The next try runs on a fresh instance\./;

  for (const [name, step] of [
    ["is filtered", () => document.querySelector(".tile").click()],
    ["is scrolled", () => document.querySelector(".grid").scrollTo(0, 40_000)],
    ["has a finding opened", () => document.querySelector(".row[data-index]").click()],
    ["is saved", () => [...document.querySelectorAll("main .menu button")].find(({ textContent }) => textContent === "CSV").click()],
  ])
    test(`a scan whose module ends while it ${name} says so, goes on saying so, and is read again`, LIMIT, async () => {
      const page = await trapping();
      await world.show(page, "?scan=scan-nightly");
      await ready(page);
      await page.evaluate(() => (globalThis.isTrapped = true));
      await page.evaluate(step);
      const failed = page.locator("main [role=alert]");
      assert.match(oneLine(await failed.innerText()), FAULT);
      // It is drawn again every second.
      await page.waitForTimeout(1_500);
      assert.match(oneLine(await failed.innerText()), FAULT);
      await page.evaluate(() => (globalThis.isTrapped = false));
      await failed.getByRole("button", { name: "Try again" }).click();
      await ready(page);
    });

  test("a scan that there is no memory to filter says so", LIMIT, async () => {
    const page = await world.newPage();
    await showModule(page);
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    await takeMemory(page, 0);
    await page.locator(".tile").first().click();
    const failed = page.locator("main [role=alert]");
    assert.match(oneLine(await failed.innerText()), /^There is not enough memory for this The scan cannot be shown\./);
  });

  test("a comparison whose module ended is made again with the scan", LIMIT, async () => {
    const page = await trapping();
    await world.show(page, "?scan=scan-nightly&tab=changes&before=scan-nightly-last-week");
    await page.locator(".change-kinds").waitFor();
    await page.evaluate(() => (globalThis.isTrapped = true));
    await page.locator("input[name=ignore-image]").click();
    const failed = page.locator("main [role=alert]");
    assert.match(oneLine(await failed.innerText()), FAULT);
    await page.evaluate(() => (globalThis.isTrapped = false));
    await failed.getByRole("button", { name: "Try again" }).click();
    await page.locator(".change-kinds").waitFor();
    assert.equal(await failed.count(), 0);
  });

  test("a scan that was kept beside one that failed, and whose module has ended, is read anew by a step back", LIMIT, async () => {
    const page = await trapping();
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    await page.locator(".open-scan input[name=scan]").fill("nowhere");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.locator("main [role=alert]").waitFor();
    // The next question ends it, and no other one.
    await page.evaluate(() => {
      let asked = 0;
      Object.defineProperty(globalThis, "isTrapped", { get: () => (asked += 1) === 1 });
    });
    const request = page.waitForRequest(RESULTS);
    await page.goBack();
    await request;
    await ready(page);
    assert.equal(await page.locator("main [role=alert]").count(), 0);
  });
});
