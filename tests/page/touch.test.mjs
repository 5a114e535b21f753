/** On a touch screen: a scrolling area lets the page go on, texts of a hover are written out, and keyboards leave names as they are. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan } from "./answers.mjs";
import { askToRemove, membersReady, openConnection, openHistory, openSettings, openTable, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
const SIDEWAYS = { hasTouch: true, isMobile: true, viewport: { width: 844, height: 390 } };

suite("touch", (world) => {
  test("a drag past the end of a table goes on to scroll the page", LIMIT, async () => {
    for (const query of ["?view=history", "?scan=scan-nightly"]) {
      const page = await openTable(world, query, SIDEWAYS);
      const session = await page.context().newCDPSession(page);
      await page.locator(".grid").evaluate((grid) => grid.scrollIntoView({ block: "center" }));
      const before = await page.evaluate(() => scrollY);
      assert.ok(before > 0, query);
      const box = await page.locator(".grid").boundingBox();
      assert.ok(box.height < 390 * 0.8, `${query}: ${box.height}`);
      const [x, y] = [Math.round(box.x + box.width / 2), Math.round(Math.max(box.y, 0) + 60)];
      const touch = (type, ...touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
      await touch("touchStart", { x, y });
      for (let step = 1; step <= 12; step++) await touch("touchMove", { x, y: y + 15 * step });
      await touch("touchEnd");
      await page.waitForFunction((before) => scrollY < before, before);
      await page.close();
    }
  });

  test("buttons and the search name no keys, and the settings name them all", LIMIT, async () => {
    const keys = (page) => page.locator("main kbd").evaluateAll((all) => all.filter((key) => key.checkVisibility()).length);
    const page = await openTable(world, "?scan=scan-nightly", PHONE);
    assert.equal(await keys(page), 0);
    await openSettings(page);
    assert.match((await page.locator("#shortcuts").innerText()).replace(/\s+/g, " "), /^\/ to search, j and k for/);
    assert.ok((await keys(await openTable(world, "?scan=scan-nightly"))) > 0);
  });

  test("the opener of a menu is as large as the buttons beside it, with its word in the middle", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly", PHONE);
    const box = (selector) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().toJSON());
    const [change, settings] = [await box(".connection button"), await box(".bar .menu summary")];
    assert.deepEqual([settings.top, settings.height], [change.top, change.height]);
    assert.ok(settings.height >= 36, String(settings.height));
    for (const summary of [".bar .menu summary", "main .menu summary"]) {
      const word = await page.locator(summary).evaluate((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return text.getBoundingClientRect().toJSON();
      });
      const { top, bottom } = await box(summary);
      assert.ok(Math.abs(top + bottom - word.top - word.bottom) <= 2, summary);
    }
  });

  test("what unfolds something, and the names of branches, are at least 24 pixels high, on a desk too", LIMIT, async () => {
    for (const options of [{}, PHONE])
      for (const query of ["?scan=scan-nightly", "?view=history"]) {
        const page = await openTable(world, query, options);
        const all = page.locator("main :is(summary, .lane-names button)");
        const heights = await all.evaluateAll((all) => all.map((one) => [one.textContent.trim(), one.getBoundingClientRect().height]));
        assert.ok(heights.length > 1 && heights.every(([, height]) => height >= 24), JSON.stringify(heights));
      }
  });

  test("the time of a scan is written out if there is no hovering", LIMIT, async () => {
    const written = (page) => page.locator(".facts time").first().evaluate((time) => getComputedStyle(time, "::after").content);
    assert.match(await written(await openTable(world, "?scan=scan-nightly", PHONE)), /^" \("? ?"?.*\d{4}.*UTC/);
    assert.equal(await written(await openTable(world, "?scan=scan-nightly")), "none");
  });

  test("no field for an id, a login or an address gets a capital letter from a keyboard", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly&tab=changes&before=scan-nightly-last-week", PHONE);
    const capitalised = () =>
      page.locator("input:not([type=checkbox], [type=radio], [type=file], [type=date], [type=password]), textarea").evaluateAll((fields) => ({
        count: fields.length,
        left: fields.filter((field) => field.autocapitalize !== "none").map((field) => field.name || field.id),
      }));
    const check = async (least) => {
      const { count, left } = await capitalised();
      assert.ok(count >= least, String(count));
      assert.deepEqual(left, []);
    };
    await check(3);
    await openConnection(page);
    await check(6);
    await world.show(page, "?view=team");
    await membersReady(page);
    await askToRemove(page, "osprey");
    assert.equal(await page.locator("input[name=confirm]").getAttribute("autocapitalize"), "none");
    await check(2);
  });

  test("the scan whose row is tapped is described in sight, on a small phone too", LIMIT, async () => {
    const page = await openTable(world, "?view=history", { ...PHONE, viewport: { width: 320, height: 568 } });
    await page.locator(".grid").evaluate((grid) => grid.scrollIntoView({ block: "end" }));
    await rowAt(page, 2).tap();
    await page.locator(".selected h2").waitFor();
    const { top, bottom } = await page.locator(".selected").evaluate((box) => box.getBoundingClientRect());
    assert.ok(top >= 0 && bottom <= 568, `${top} ${bottom}`);
  });

  test("so is the scan whose mark is tapped, on a phone held sideways", LIMIT, async () => {
    const page = await openTable(world, "?view=history", { ...PHONE, viewport: { width: 667, height: 375 } });
    await page.locator(".mark").nth(2).tap();
    await page.locator(".selected h2").waitFor();
    const bottomOf = (selector) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom);
    const [line, mark] = [await bottomOf(".selected h2"), await bottomOf(".mark.chosen")];
    assert.ok(mark > 0 && line <= 375, `${mark} ${line}`);
  });

  test("a mark that is tapped stays in sight among many branches", LIMIT, async () => {
    const many = Array.from({ length: 40 }, (_, at) => agentScan(world.seeded.repo, at, at + 1, { branch: `branch-${at}` }));
    const page = await openHistory(world, many, "", PHONE);
    await page.locator(".mark").first().tap();
    await page.locator(".selected h2").waitFor();
    const { top, bottom } = await page.locator(".mark.chosen").evaluate((mark) => mark.getBoundingClientRect());
    assert.ok(top >= 0 && bottom <= 844, `${top} ${bottom}`);
  });

  test("announcements while the details cover the page are made inside them", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly", PHONE);
    const outside = page.locator("dashboard-app > [aria-live=polite]");
    assert.equal(await outside.count(), 1);
    await rowAt(page, 0).tap();
    const dialog = page.locator("dialog.panel");
    await dialog.getByRole("button", { name: "Next finding" }).tap();
    await dialog.locator("[aria-live=polite]", { hasText: /^2 of 2,581/ }).waitFor();
    assert.equal(await page.locator("[aria-live=polite]").count(), 1);
    await dialog.getByRole("button", { name: "Close" }).tap();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Filters" }).tap();
    await page.locator("dialog.rail").getByRole("button", { name: /^Show/ }).tap();
    await page.locator(".tile.sev-critical").tap();
    await page.locator("dashboard-app > [aria-live=polite]", { hasText: "93" }).waitFor({ state: "attached" });
  });
});
