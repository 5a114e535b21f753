/**
 * A range of days without a scan: an absent analysis looks exactly like a clean one, so the view says for how long there was none,
 * and leads to the scans on both sides.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan, answerWith, HISTORY, json } from "./answers.mjs";
import { DAY_MS, dayAgo } from "./days.mjs";
import { linkOf, oneLine, rowsAre } from "./shown.mjs";
import { LIMIT, suite } from "./suite.mjs";

const NOTHING = "That says nothing about the code: it was not looked at.";

suite("agent history: a range without a scan", (world) => {
  const scan = (...given) => agentScan(world.seeded.repo, ...given);
  const range = (from, until) => `&from=${dayAgo(from)}&until=${dayAgo(until)}`;
  const open = async (scans, query) => {
    const page = await world.newPage();
    await answerWith(page, HISTORY, json({ scans }));
    await world.show(page, `?view=history${query}`);
    await page.getByRole("heading", { name: "No scan matches" }).waitFor();
    return page;
  };
  const said = async (page) => (await page.locator(".absence").allTextContents()).map((text) => oneLine(text).trim());
  const around = (page) => page.getByRole("button", { name: "Show the scans around it" });
  const asked = async (page, name) => new URLSearchParams(await linkOf(page)).get(name);
  const DATE = "\\d+ \\w+ \\d{4}, \\d\\d:\\d\\d";

  test("between two scans it says how long there was none, and shows them with the gap between", LIMIT, async () => {
    // At noon, whenever this runs: half of that day lies before it.
    const now = Date.now() / DAY_MS;
    const begun = now - Math.floor(now - 46) - 0.5;
    const ended = begun - 30.52;
    const page = await open([scan(1, 1), scan(2, ended), scan(3, begun), scan(4, 60)], range(35, 25));
    const [text, ...more] = await said(page);
    assert.deepEqual(more, []);
    const words = `^No branch was scanned for 30 d 12 h, from ${DATE} UTC, 1 month ago, to ${DATE} UTC, 2 weeks ago\\. ${NOTHING}$`;
    assert.match(text, new RegExp(words));
    assert.ok(await page.getByRole("button", { name: "Clear all filters" }).isVisible());
    await around(page).focus();
    await page.keyboard.press("Enter");
    await rowsAre(page, 2);
    assert.deepEqual([await asked(page, "from"), await asked(page, "until")], [dayAgo(begun), dayAgo(ended)]);
    // The gap before the first of them reaches into its day.
    const [before, between, ...others] = await page.locator(".lanes rect.gap.pause").evaluateAll((all) => all.map((rect) => rect.width.baseVal.value));
    assert.ok(others.length === 0 && between > 20 * before && before > 1, `${before} and ${between}`);
    assert.equal(await page.evaluate(() => document.activeElement.classList.contains("mark")), true);
    await page.goBack();
    await around(page).waitFor();
  });

  test("for one branch it counts only that branch's scans, up to now if there was none since", LIMIT, async () => {
    const scans = [scan(1, 0.5), scan(2, 30), scan(3, 40.2, { branch: "old" })];
    const page = await open(scans, `&branch=old&zone=%2B09:00${range(20, 10)}`);
    const [text] = await said(page);
    assert.match(text, new RegExp(`^old was not scanned for 40 d 4 h, from ${DATE} UTC\\+09:00, 1 month ago, until now\\. ${NOTHING}$`));
    await around(page).click();
    await rowsAre(page, 1);
    assert.deepEqual([await asked(page, "branch"), await asked(page, "until")], ["old", null]);
    assert.equal(await page.locator(".lanes rect.gap.silence").count(), 1);
  });

  test("a scan that is dated in the future ends no such time", LIMIT, async () => {
    const [text] = await said(await open([scan(1, -30), scan(2, 40.2)], range(20, 10)));
    assert.match(text, /40 d 4 h, from .*, 1 month ago, until now\. /);
  });

  test("it claims nothing about scans that a filter or an unreadable time leaves out", LIMIT, async () => {
    const scans = [scan(1, 1), scan(2, 20, { prompt: "bug-hunt" }), scan(3, 40.1)];
    assert.match((await said(await open(scans, `&prompt=threat-hunt${range(25, 15)}`)))[0], /^There was no matching scan for 39 d.*day ago\.$/);
    const unread = [scan(1, 1), scan(2, 20, { timestamp: "x" }), scan(3, 40.1)];
    assert.match((await said(await open(unread, range(25, 15))))[0], /^No branch was scanned for 39 d.*, as far as times can be read\.$/);
  });

  test("before the first scan, in the future and in a reversed range there is no such time", LIMIT, async () => {
    const scans = [scan(1, 1), scan(2, 40)];
    for (const query of [range(60, 50), range(-5, -10), range(10, 20), `&branch=none${range(20, 10)}`]) {
      const page = await open(scans, query);
      assert.deepEqual(await said(page), [], query);
      assert.equal(await around(page).count(), 0, query);
    }
  });
});
