/**
 * The button that copies: what it shows, for how long, and what a screen reader hears of it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan, answerWith, HISTORY, json } from "./answers.mjs";
import { drawn, hears } from "./shown.mjs";
import { openTable, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("copying", (world) => {
  test("a button says that it copied, goes back to its word after a second click too, and a screen reader is told", LIMIT, async () => {
    const page = await world.open("?view=team", { permissions: ["clipboard-read", "clipboard-write"] });
    const button = page.getByRole("button", { name: "Copy team id" });
    await button.click();
    await page.waitForFunction(() => document.querySelector("[aria-label='Copy team id']").textContent === "Copied");
    await page.waitForTimeout(500);
    await hears(page);
    for (const times of [1, 2]) {
      await button.click();
      await page.waitForFunction((times) => globalThis.heard.filter((text) => text === "Copy team id: copied").length === times, times);
    }
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), world.seeded.teams[0].id);
    await page.waitForFunction(() => document.querySelector("[aria-label='Copy team id']").textContent === "Copy");
    await page.waitForTimeout(1700);
    assert.equal(await button.textContent(), "Copy");
  });

  test("a button says that it copied only of what it would copy now", LIMIT, async () => {
    const { uid } = (await world.rawScan("scan-nightly")).findings[0];
    const page = await world.open(`?finding=${encodeURIComponent(uid)}`, { permissions: ["clipboard-read", "clipboard-write"] });
    const button = page.getByRole("button", { name: "Copy uid" });
    await button.click();
    await button.getByText("Copied").waitFor();
    await page.keyboard.press("j");
    await page.waitForFunction((uid) => !document.querySelector(".panel").textContent.includes(uid), uid);
    assert.equal(await button.textContent(), "Copy");
  });

  test("the ids of a scan and of a finding are copied, each by the button beside it", LIMIT, async () => {
    const { uid, id } = (await world.rawScan("scan-nightly")).findings[0];
    const page = await world.open(`?scan=scan-nightly&finding=${encodeURIComponent(uid)}`, { permissions: ["clipboard-read", "clipboard-write"] });
    for (const [name, text] of Object.entries({ "Copy scan id": "scan-nightly", "Copy id": id, "Copy uid": uid })) {
      const button = page.getByRole("button", { name, exact: true });
      await button.click();
      await button.getByText("Copied").waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text, name);
    }
  });

  test("control and direction characters of a commit are not copied", LIMIT, async () => {
    const page = await world.newPage({ permissions: ["clipboard-read", "clipboard-write"] });
    const commit_id = `${"a1b2c3d4".repeat(5)}\u001b[201~\u202e\n`;
    await answerWith(page, HISTORY, json({ scans: [agentScan("acme/web", 1, 1, { commit_id })] }));
    await world.show(page, "?view=history&entry=scan-1");
    await page.getByRole("button", { name: "Copy commit" }).click();
    await page.waitForFunction(() => document.querySelector("[aria-label='Copy commit']").textContent === "Copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${"a1b2c3d4".repeat(5)}[201~`);
  });

  test("text of a row that is selected to be copied opens nothing, and a click on it then opens the finding", LIMIT, async () => {
    const page = await openTable(world);
    const box = await rowAt(page, 3).locator(".c-id").boundingBox();
    const [left, middle] = [box.x + 4, box.y + box.height / 2];
    await page.mouse.move(left, middle);
    await page.mouse.down();
    await page.mouse.move(left + 80, middle, { steps: 5 });
    await page.mouse.up();
    assert.ok((await page.evaluate(() => getSelection().toString())).length > 3);
    await drawn(page);
    assert.equal(await page.locator(".panel").count(), 0);
    const selected = await page.evaluate(() => getSelection().toString());
    await page.keyboard.down("Shift");
    await page.mouse.click(left + 40, middle);
    await page.keyboard.up("Shift");
    assert.notEqual(await page.evaluate(() => getSelection().toString()), selected, "Shift and a click select less, or more");
    await drawn(page);
    assert.equal(await page.locator(".panel").count(), 0);
    await page.mouse.click(left + 30, middle);
    await page.locator(".panel h2").waitFor();
  });

  test("the button says so if copying is not allowed, and a screen reader hears it", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new DOMException("denied", "NotAllowedError"))));
    await hears(page);
    const button = page.getByRole("button", { name: "Copy scan id" });
    await button.click();
    await button.getByText("Not allowed").waitFor();
    await drawn(page);
    assert.equal((await page.evaluate(() => globalThis.heard)).at(-1), "Copy scan id: not allowed");
    await button.getByText("Copy", { exact: true }).waitFor();
  });
});
