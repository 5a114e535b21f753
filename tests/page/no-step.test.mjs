/**
 * What is no step of the browser's history: what changes nothing, what was chosen already, an empty search, and the theme,
 * which a step back leaves alone.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { linkOf, rowCount, stepsOf } from "./shown.mjs";
import { chooseScan, connect, openConnection, openSettings, openTable, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const CHANGES = "?scan=scan-nightly&before=scan-nightly-last-week&tab=changes";

suite("what is no step", (world) => {
  test("choosing what is chosen already makes no step", LIMIT, async () => {
    const page = await world.open(CHANGES);
    await page.locator(".change-kinds").waitFor();
    const before = await stepsOf(page);
    for (const again of [
      () => page.getByRole("tab", { name: /Changes/ }).click(),
      () => page.locator(".change-kinds button[aria-pressed=true]").click(),
      () => page.getByRole("button", { name: "Compare", exact: true }).click(),
    ]) {
      await again();
      assert.equal(await stepsOf(page), before, again.toString());
      assert.match(await linkOf(page), /tab=changes/);
    }
  });

  test("opening the open scan by its id makes no step if nothing is set in it, and otherwise one that leads to all of it", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    const open = async () => {
      await page.locator(".open-scan input[name=scan]").fill("scan-nightly");
      await page.getByRole("button", { name: "Open", exact: true }).click();
    };
    const before = await stepsOf(page);
    await open();
    assert.equal(await stepsOf(page), before);
    await page.getByRole("tab", { name: "By image" }).click();
    await page.locator(".grid-groups").waitFor();
    await open();
    await page.locator(".grid-findings").waitFor();
    assert.equal(await stepsOf(page), before + 2);
  });

  test("connecting to the present service makes no step", LIMIT, async () => {
    const page = await openTable(world);
    const before = await stepsOf(page);
    await openConnection(page);
    await connect(page);
    await ready(page);
    assert.equal(await stepsOf(page), before);
  });

  test("a search for a space is no search, and the step of a search begins with its first letter", LIMIT, async () => {
    const page = await openTable(world, "?sev=critical");
    const all = await rowCount(page);
    await page.getByRole("tab", { name: "By image" }).click();
    await page.getByRole("tab", { name: "Findings" }).click();
    await ready(page);
    await page.locator("#finding-search").pressSequentially("  ");
    assert.doesNotMatch(await linkOf(page), /q=/);
    assert.deepEqual([await page.locator(".pill").count(), await rowCount(page)], [1, all]);
    await page.locator("#finding-search").pressSequentially("openssl");
    await page.waitForURL(/q=/);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes("q="));
    assert.deepEqual([await page.locator(".pill").count(), await rowCount(page)], [1, all], "back takes the search back and no more");
    assert.equal(await page.getByRole("tab", { name: "Findings" }).getAttribute("aria-selected"), "true");
  });

  test("a search among changes that is emptied and begun anew is one step", LIMIT, async () => {
    const page = await openTable(world, CHANGES);
    const before = await stepsOf(page);
    const type = async (key, text) => {
      await page.locator("#finding-search").press(key);
      await page.waitForURL(({ searchParams }) => searchParams.get("q") === text);
    };
    await type("g", "g");
    await type("Backspace", null);
    await type("o", "o");
    assert.equal(await stepsOf(page), before + 1);
    // After a step back, what is typed is another search, although the field has kept the focus.
    await page.goBack();
    await page.waitForURL(({ searchParams }) => searchParams.get("q") === null);
    await type("g", "g");
    await page.goBack();
    await page.waitForURL(({ searchParams }) => searchParams.get("q") === null);
    assert.equal(new URLSearchParams(await linkOf(page)).get("tab"), "changes");
  });

  test("a step back leaves the theme and the keys as they were chosen", LIMIT, async () => {
    const page = await openTable(world);
    await page.locator(".tile.sev-critical").click();
    await page.waitForURL(/sev=critical/);
    await openSettings(page);
    await page.locator(".theme select").selectOption("dark");
    const keys = page.getByRole("checkbox", { name: "Single-key shortcuts" });
    await keys.uncheck();
    await page.waitForURL(/theme=dark&keys=off/);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes("sev=") && url.search.includes("theme=dark&keys=off"));
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    assert.equal(await page.locator(".theme select").inputValue(), "dark");
    assert.equal(await keys.isChecked(), false);
  });

  test("the field for an id does not keep one that is no longer open", LIMIT, async () => {
    const page = await openTable(world);
    const field = page.locator(".open-scan input[name=scan]");
    await field.fill("scan-nightly-last-week");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.waitForURL(/scan=scan-nightly-last-week/);
    await chooseScan(page, "scan-clean");
    await page.locator(".clean").waitFor();
    assert.equal(await field.inputValue(), "");
  });

  test("a click with a key held is the browser's: a tab, a window or a file", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    const link = page.getByRole("link", { name: "Team", exact: true });
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, {}]) {
      const isTaken = await link.evaluate((link, init) => {
        let isTaken;
        const see = (event) => {
          isTaken = event.defaultPrevented;
          event.preventDefault();
        };
        addEventListener("click", see, { once: true });
        link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
        return isTaken;
      }, init);
      assert.equal(isTaken, Object.keys(init).length === 0, Object.keys(init)[0]);
    }
  });
});
