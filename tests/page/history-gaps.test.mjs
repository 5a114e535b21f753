/**
 * The longest gap of the agent history: which branch and which days it is of, and the view that a button narrows to it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan } from "./answers.mjs";
import { dayAgo } from "./days.mjs";
import { drawn, linkOf, oneLine, rowsAre } from "./shown.mjs";
import { openHistory, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("agent history: the longest gap", (world) => {
  const scan = (...given) => agentScan(world.seeded.repo, ...given);
  const open = (scans, query) => openHistory(world, scans, query);
  const card = (page) => page.locator(".card", { hasText: "Longest gap" });
  const show = (page) => page.getByRole("button", { name: "Show this gap", exact: true });
  /** The gap of all branches: its text and its button. */
  const ofAll = (page) => page.locator(".history-warnings li", { hasText: /^\s*Gap / });
  const showAll = (page) => page.getByRole("button", { name: "Show this gap, of all branches", exact: true });
  /** At noon: so no scan is on the day of another, whatever the hour is. */
  const noon = (daysAgo) => ({ timestamp: `${dayAgo(daysAgo)}T12:00:00Z` });
  const dayOfScan = ({ timestamp }) => timestamp.slice(0, 10);
  const asked = async (page, name) => new URLSearchParams(await linkOf(page)).get(name);

  test("a gap that ended has both dates, and its button narrows to its branch and days and keeps other filters", LIMIT, async () => {
    const [last, first] = [scan(1, 1, noon(1)), scan(2, 21, noon(21))];
    const page = await open(
      [last, first, scan(3, 22, noon(22)), scan(4, 22.5, { prompt: "bug-hunt" }), scan(5, 0.5, { branch: "next" }), scan(6, 8, { branch: "next" })],
      "&prompt=threat-hunt",
    );
    assert.match(oneLine(await card(page).textContent()), /20 d ?between matching scans on main, \d+ \w+ \d{4}, \d\d:\d\d to \d+ \w+ \d{4}, \d\d:\d\d\. 2 gaps Show this gap$/);
    await show(page).focus();
    await page.keyboard.press("Enter");
    // On the first of its days there may be one scan more than the one that begins it.
    await page.waitForFunction(() => new URLSearchParams(location.search).has("branch"));
    assert.deepEqual([await asked(page, "branch"), await asked(page, "from"), await asked(page, "until")], ["main", dayOfScan(first), dayOfScan(last)]);
    assert.equal(await asked(page, "prompt"), "threat-hunt");
    await rowsAre(page, 2);
    assert.match(oneLine(await card(page).textContent()), /20 d ?between matching scans on main,/);
    assert.equal(await show(page).count(), 0, "it is shown already");
    assert.equal(await page.evaluate(() => document.activeElement.classList.contains("mark")), true);
    await page.goBack();
    await rowsAre(page, 5);
  });

  test("a gap that lasts has no last day, and one of a branch without a name has no button", LIMIT, async () => {
    const last = scan(2, 40, { branch: "old" });
    const page = await open([scan(1, 1), last, scan(3, 41, { branch: "old" })]);
    assert.match(oneLine(await card(page).textContent()), /^Longest gap ?40 d ?old, since \d+ \w+ \d{4}, \d\d:\d\d\. The only gap Show this gap$/);
    await show(page).click();
    await page.locator(".filters").waitFor();
    assert.deepEqual([await asked(page, "branch"), await asked(page, "from"), await asked(page, "until")], ["old", dayOfScan(last), null]);
    assert.equal(await show(page).count(), 0);
    const nameless = await open([scan(1, 40, { branch: "" })]);
    assert.match(await card(nameless).textContent(), /40 d ?a branch not given, since /);
    assert.equal(await show(nameless).count(), 0);
  });

  test("a gap is more than a week, however often a branch is scanned, and the legend and the card say so", LIMIT, async () => {
    const bands = (page) => page.locator(".lanes rect.gap").count();
    const often = await open([0.1, 1, 2, 8.9, 9, 10].map((days, at) => scan(at, days)));
    assert.equal(await bands(often), 0, "a pause much longer than usual, and shorter than a week");
    assert.match(oneLine(await card(often).textContent()), /none ?no branch went more than a week without a scan$/);
    assert.match(await often.locator(".legend").innerText(), /no scan for more than a week/);
    const seldom = await open([1, 8.1, 15.2, 22.3].map((days, at) => scan(at, days)));
    assert.equal(await bands(seldom), 3, "pauses as long as usual, and longer than a week");
  });

  test("gaps that last are called open, at the end of a range too", LIMIT, async () => {
    const scans = [scan(1, 20), scan(2, 40), scan(3, 60), scan(4, 50, { branch: "old" })];
    assert.match(oneLine(await card(await open(scans)).textContent()), /old, since [^.]*, \d\d:\d\d\. 4 gaps, 2 still open Show/);
    const ended = await open(scans, `&until=${dayAgo(10)}`);
    assert.match(oneLine(await card(ended).textContent()), /old, since [^.]*, \d\d:\d\d, until the end of the range\. 4 gaps, 2 open at the end of the range Show/);
    const only = await open(scans, `&branch=old&until=${dayAgo(10)}`);
    assert.match(oneLine(await card(only).textContent()), /old, since [^.]*, \d\d:\d\d, until the end of the range\. The only gap Show/);
  });

  test("gaps that share a band say which is the longest of them", LIMIT, async () => {
    const page = await open([scan(1, 1), ...[10, 18, 30.001].map((days, at) => scan(2 + at, 3000 + days)), scan(9, 9000)]);
    const titles = await page.locator(".lanes g:has(> rect.gap) > title").allTextContents();
    assert.ok(titles.every((title) => /^main: no scan from \d+ \w+ \d{4}, \d\d:\d\d to /.test(title)), titles.join("\n"));
    assert.ok(titles.some((title) => /\(12 d\); 2 gaps here, this is the longest(; shows it alone)?$/.test(title)), titles.join("\n"));
  });

  test("a time in which no branch was scanned is named, drawn behind all lanes, and shown alone by its button", LIMIT, async () => {
    const [after, before] = [scan(1, 5, noon(5)), scan(2, 16, { ...noon(16), branch: "next" })];
    const page = await open([scan(3, 1), scan(4, 2, { branch: "next" }), after, before, scan(5, 20), scan(6, 60)]);
    assert.match(
      oneLine(await ofAll(page).textContent()).trim(),
      /^Gap no branch was scanned for 40 d( \d+ h)?, \d+ \w+ \d{4}, \d\d:\d\d to \d+ \w+ \d{4}, \d\d:\d\d; 2 such gaps, this is the longest Show this gap$/,
    );
    assert.match(await page.locator(".legend").innerText(), /no scan of any branch/);
    const behind = await page.evaluate(() => {
      const box = (one) => one.getBoundingClientRect();
      const lanes = [...document.querySelectorAll(".lanes .lane")].map((one) => box(one).y);
      return [...document.querySelectorAll(".lanes rect.everywhere")].map((one) => lanes.every((y) => box(one).top < y && y < box(one).bottom));
    });
    assert.deepEqual(behind, [true, true]);
    await page.goto(await linkOf(page).then((link) => `${new URL(page.url()).origin}/${link}&from=${dayAgo(18)}`));
    await ready(page);
    assert.match(oneLine(await ofAll(page).textContent()), /for 11 d, .*\d\d:\d\d Show this gap/);
    await showAll(page).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => new URLSearchParams(location.search).has("until"));
    assert.deepEqual([await asked(page, "branch"), await asked(page, "from"), await asked(page, "until")], [null, dayOfScan(before), dayOfScan(after)]);
    await showAll(page).waitFor({ state: "detached" });
    assert.match(oneLine(await ofAll(page).textContent()), /for 11 d, /, "it is told still, and shown already");
    assert.equal(await page.evaluate(() => document.activeElement.classList.contains("mark")), true);
  });

  test("the gap that was pressed is shown alone, even if a longer one ended on the day it begins", LIMIT, async () => {
    const at = (daysAgo, hour) => ({ timestamp: `${dayAgo(daysAgo)}T${hour}:00:00Z` });
    const scans = [scan(1, 10, noon(10)), scan(2, 40, { ...at(40, "20"), branch: "next" }), scan(3, 40, at(40, "08")), scan(4, 100, noon(100))];
    const [ends, , begins] = scans.map(dayOfScan);
    const range = `&from=${dayAgo(30)}&until=${dayAgo(9)}`;
    const page = await open(scans, range);
    assert.match(oneLine(await ofAll(page).textContent()), /for 29 d 16 h, /);
    await showAll(page).click();
    await showAll(page).waitFor({ state: "detached" });
    assert.deepEqual([await asked(page, "from"), await asked(page, "until")], [begins, ends]);
    assert.match(oneLine(await ofAll(page).textContent()).trim(), /^Gap no branch was scanned for 29 d 16 h, .*\d\d:\d\d$/);
    const main = await open(scans, `&branch=main${range}`);
    await show(main).click();
    await show(main).waitFor({ state: "detached" });
    assert.match(oneLine(await card(main).textContent()), /^Longest gap ?30 d 4 h.*The only gap ?$/);
    const day = await open(scans, `&branch=main&from=${begins}&until=${begins}`);
    assert.match(oneLine(await card(day).textContent()), /^Longest gap ?59 d 20 h/, "of a day alone it is told what ended on it");
  });

  test("a gap of all branches needs several, none scanned meanwhile, and says what a filter or a time leaves open", LIMIT, async () => {
    const covered = [scan(1, 1), scan(2, 40), ...[2, 8, 14, 20, 26, 32, 38].map((days, at) => scan(3 + at, days, { branch: "next" }))];
    for (const [scans, query] of [[covered, ""], [[scan(1, 1), scan(2, 40)], ""], [[scan(1, 1), scan(2, 40), scan(3, 40, { branch: "next" })], "&branch=main"]]) {
      const page = await open(scans, query);
      assert.match(oneLine(await card(page).textContent()), /^Longest gap ?3\d d/);
      assert.equal(await ofAll(page).count(), 0);
      assert.equal(await page.locator(".everywhere").count(), 0);
    }
    const silent = [scan(1, 20), scan(2, 30, { branch: "next" }), scan(3, 31)];
    const since = /^Gap no branch was scanned for (20 d|19 d 2\d h), since \d+ \w+ \d{4}, \d\d:\d\d; 2 such gaps, this is the longest Show this gap$/;
    assert.match(oneLine(await ofAll(await open(silent)).textContent()).trim(), since);
    const unread = await open([...silent, scan(4, 5, { timestamp: "x" })]);
    assert.match(oneLine(await ofAll(unread).textContent()), /, as far as times can be read Show/);
    const partial = await open([...silent, scan(4, 5, { prompt: "bug-hunt" })], "&prompt=threat-hunt");
    assert.match(oneLine(await ofAll(partial).textContent()), /Gap no branch had a matching scan for /);
    const ended = await open(silent, `&until=${dayAgo(8)}`);
    assert.match(oneLine(await ofAll(ended).textContent()), /, since [^;]*, until the end of the range/);
  });

  test("a band is pressed to be shown alone, by a finger or a screen reader, and is no stop of the keyboard", LIMIT, async () => {
    const [last, first] = [scan(1, 1, noon(1)), scan(2, 21, noon(21))];
    const scans = [last, first, scan(3, 45), scan(4, 0.5, { branch: "next" }), scan(5, 1, { branch: "" }), scan(6, 30, { branch: "" })];
    const page = await open(scans);
    const bands = (role) => page.locator(`.gap-band[role=${role}]`);
    assert.equal(await page.locator(".lanes [tabindex='0']").count(), 1, "one stop for all of it");
    assert.equal(await bands("img").count(), 1, "no link can name a branch without a name");
    const band = page.getByRole("button", { name: /^main: no scan from .* to .* \(20 d\); shows it alone$/ });
    const edge = await band.locator("rect.gap").boundingBox();
    const stays = await linkOf(page);
    await page.mouse.click(edge.x + 10, edge.y + 3);
    await drawn(page);
    assert.equal(await linkOf(page), stays, "whoever misses the mark at its end presses nothing");
    await band.locator(".press").click();
    await page.locator(".filters").waitFor();
    const days = async () => [await asked(page, "branch"), await asked(page, "from"), await asked(page, "until")];
    assert.deepEqual(await days(), ["main", dayOfScan(first), dayOfScan(last)]);
    assert.equal(await page.evaluate(() => document.activeElement.classList.contains("mark")), true);
    assert.equal(await bands("button").count(), 0, "it is shown alone already");
    await page.goBack();
    await page.locator(".filters").waitFor({ state: "detached" });
    await band.focus();
    await page.keyboard.press("Enter");
    await page.locator(".filters").waitFor();
    assert.deepEqual(await days(), ["main", dayOfScan(first), dayOfScan(last)]);
  });
});
