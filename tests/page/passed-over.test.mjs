/**
 * Keys in a list of scans or teams: what they pass over is not opened. What is chosen last is, if a person says so, with the offer
 * of the filters before.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { GET_TEAM, RESULTS, sentBy } from "./answers.mjs";
import { drawn, linkOf, stepsOf } from "./shown.mjs";
import { openTable, openTeam, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("choices that a key passes over", (world) => {
  const list = (page) => page.locator(".open-scan select");
  const scanIs = (page, id) => page.locator("h1", { hasText: new RegExp(`^${id}$`) }).waitFor();
  const ids = (page) => list(page).locator("option").evaluateAll((all) => all.map(({ value }) => value));

  /** A scan with filters, and the focus in the list. */
  const openFiltered = async () => {
    const page = await openTable(world, "?scan=scan-nightly&sev=high&tab=package");
    await list(page).focus();
    return { page, sent: sentBy(page, RESULTS), steps: await stepsOf(page), link: await linkOf(page) };
  };
  /** Goes two places down the list by arrows; the id of the scan there. */
  const passTo = async (page) => {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    return (await ids(page))[(await ids(page)).indexOf("scan-nightly") + 2];
  };

  test("are neither read nor a step of the history, and stay chosen while the page is drawn anew", LIMIT, async () => {
    const { page, sent, steps, link } = await openFiltered();
    const held = await passTo(page);
    await page.evaluate(() => document.querySelector("scan-view").requestUpdate());
    await drawn(page);
    assert.equal(await list(page).inputValue(), held);
    assert.equal(await page.locator(".open-scan input[name=scan]").inputValue(), held);
    assert.deepEqual([sent, await stepsOf(page), await linkOf(page)], [[], steps, link]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.locator(".open-scan input[name=scan]").inputValue(), "");
    await page.keyboard.press("Tab");
    await drawn(page);
    assert.deepEqual([sent, await linkOf(page)], [[], link], "the open one is not opened again");
  });

  for (const [how, open] of [
    ["Enter", (page) => page.keyboard.press("Enter")],
    ["the button", (page) => page.getByRole("button", { name: "Open", exact: true }).click()],
  ])
    test(`the last of them is opened by ${how}, in one step`, LIMIT, async () => {
      const { page, sent, steps } = await openFiltered();
      const held = await passTo(page);
      await open(page);
      await scanIs(page, held);
      await page.waitForFunction(() => document.querySelector(".open-scan input[name=scan]").value === "");
      assert.deepEqual(sent.map(({ scan_id }) => scan_id), [held]);
      assert.equal(await stepsOf(page), steps + 1);
      await page.getByRole("button", { name: "Use the filters of scan-nightly" }).waitFor();
    });

  test("leaving the list opens nothing: it shows what is open, and the field keeps the last of them for the button", LIMIT, async () => {
    const { page, sent, link } = await openFiltered();
    const held = await passTo(page);
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelector(".open-scan select").value === "scan-nightly");
    assert.equal(await page.locator(".open-scan input[name=scan]").inputValue(), held);
    assert.deepEqual([sent, await linkOf(page)], [[], link]);
    await page.keyboard.press("Enter");
    await scanIs(page, held);
    assert.equal(sent.length, 1);
  });

  test("a press elsewhere does what it says", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    const sent = sentBy(page, RESULTS);
    await list(page).focus();
    await passTo(page);
    await rowAt(page, 1).click();
    await page.locator(".panel").waitFor();
    assert.equal(await list(page).inputValue(), "scan-nightly");
    assert.deepEqual(sent, []);
  });

  test("Escape takes it back, and closes nothing", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await rowAt(page, 1).click();
    await page.locator(".panel").waitFor();
    await list(page).focus();
    await passTo(page);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector(".open-scan select").value === "scan-nightly");
    assert.equal(await page.locator(".open-scan input[name=scan]").inputValue(), "");
    assert.ok(await list(page).evaluate((one) => one === document.activeElement));
    await page.keyboard.press("Escape");
    await page.locator(".panel").waitFor({ state: "detached" });
  });

  test("a step back takes it back too, where the list does not name what is open", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    for (const id of ["no-such-scan", "no-such-scan-either"]) {
      await page.locator(".open-scan input[name=scan]").fill(id);
      await page.keyboard.press("Enter");
      await scanIs(page, id);
    }
    await list(page).focus();
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.querySelector(".open-scan input[name=scan]").value !== "");
    await page.goBack();
    await scanIs(page, "no-such-scan");
    await drawn(page);
    assert.deepEqual([await list(page).inputValue(), await page.locator(".open-scan input[name=scan]").inputValue()], ["", ""]);
  });

  test("a key that drops the list down, and is let go of in it, holds nothing", LIMIT, async () => {
    const { page, sent } = await openFiltered();
    await list(page).dispatchEvent("keydown", { key: "ArrowDown" });
    await drawn(page);
    await list(page).selectOption("scan-nightly-last-week");
    await scanIs(page, "scan-nightly-last-week");
    assert.equal(sent.length, 1);
  });

  test("what is picked with the list dropped down is opened at once, after a key too", LIMIT, async () => {
    const { page, sent } = await openFiltered();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.locator(".open-scan select:open").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await scanIs(page, (await ids(page))[2]);
    assert.equal(sent.length, 1);
  });

  test("what is picked after a key, without one, is opened at once", LIMIT, async () => {
    const { page } = await openFiltered();
    await passTo(page);
    await drawn(page);
    await list(page).selectOption("scan-nightly-last-week");
    await scanIs(page, "scan-nightly-last-week");
  });

  test("so it is with teams", LIMIT, async () => {
    const [first, ...others] = world.seeded.teams;
    const page = await openTeam(world, first.id);
    const sent = sentBy(page, GET_TEAM);
    await list(page).focus();
    await page.keyboard.press("End");
    await drawn(page);
    assert.deepEqual([sent, await list(page).inputValue()], [[], others.at(-1).id]);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("team") === others.at(-1).id);
    assert.deepEqual(sent.map(({ team_id }) => team_id), [others.at(-1).id]);
  });

  test("so it is with the earlier scan, which the field then names", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly&tab=changes&before=scan-nightly-last-week");
    const sent = sentBy(page, RESULTS);
    const earlier = page.locator("select[name=earlier]");
    await earlier.focus();
    await page.keyboard.press("End");
    const held = await earlier.inputValue();
    assert.equal(await page.locator("input[name=before]").inputValue(), held);
    await drawn(page);
    assert.deepEqual(sent, []);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("before") === held);
    await ready(page);
    assert.deepEqual(sent.map(({ scan_id }) => scan_id), [held]);
    assert.ok(await earlier.evaluate((one) => one === document.activeElement));
  });
});
