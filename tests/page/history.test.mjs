/**
 * The agent history view: as many marks and rows as the service has scans, lanes by branch, gaps in sight, one selection in the
 * timeline and the table.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { agentScan, changeAnswer, HISTORY, sentBy } from "./answers.mjs";
import { rowCount, rowsAre } from "./shown.mjs";
import { openHistory, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const OFFSETS = [0, 2, -5, 9];

/** The same instant by the clocks of one of the offsets. */
function withOffset(timestamp, at) {
  const hours = OFFSETS[at % OFFSETS.length];
  const local = new Date(Date.parse(timestamp) + hours * 3_600_000).toISOString();
  return local.replace("Z", `${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`);
}

suite("agent history", (world) => {
  let scans;
  before(async () => {
    ({ scans } = await world.rawHistory(world.seeded.repo));
  });

  test("every scan has a mark and a row, every branch a lane", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    assert.equal(await rowCount(page), scans.length);
    const counts = await page.locator(".mark").evaluateAll((marks) => marks.map((mark) => Number(mark.dataset.count)));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      scans.length,
    );
    const branches = [...new Set(scans.map(({ branch }) => branch))].sort();
    assert.deepEqual((await page.locator(".lane-names button").allTextContents()).sort(), branches);
    const labels = await page.locator(".lane-names li").evaluateAll((lanes) => lanes.map((lane) => [lane.querySelector("button").textContent, lane.querySelector(".note").textContent]));
    for (const [branch, label] of labels) assert.match(label, new RegExp(`^${scans.filter((scan) => scan.branch === branch).length} scans?\\b`));
    assert.ok((await page.locator(".gap-length").count()) > 0, "the gap of the demo data is drawn with its length");
  });

  test("the lanes are in the upper half of the window, wherever that is wide enough for them", LIMIT, async () => {
    for (const [width, height] of [[1440, 900], [1280, 800]]) {
      const page = await openTable(world, "?view=history", { viewport: { width, height } });
      const top = await page.locator(".lanes").evaluate((one) => one.getBoundingClientRect().top);
      assert.ok(top < height / 2, `${top} of ${height}`);
    }
  });

  test("rows are in order of instant, whatever the offset they are written in", LIMIT, async () => {
    const page = await world.newPage();
    await changeAnswer(page, HISTORY, (answer) => ({ scans: answer.scans.map((scan, at) => ({ ...scan, timestamp: withOffset(scan.timestamp, at) })) }));
    await world.show(page, "?view=history");
    await ready(page);
    const shown = await page.locator(".row[data-index] .c-stamp").allTextContents();
    const wanted = scans.map(({ timestamp }) => timestamp).sort((a, b) => Date.parse(b) - Date.parse(a));
    assert.deepEqual(
      shown.map((text) => Date.parse(text)),
      wanted.slice(0, shown.length).map((text) => Date.parse(text)),
    );
    assert.notDeepEqual([...shown].sort().reverse(), shown, "as text they would be in another order");
    await page.locator("[role=columnheader].c-time button").click();
    await page.waitForFunction(
      (oldest) => Date.parse(document.querySelector(".row[data-index='0'] .c-stamp").textContent) === oldest,
      Date.parse(wanted.at(-1)),
    );
  });

  test("a selection in the table is one in the timeline, and the other way round", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    await rowAt(page, 2).click();
    await page.locator(".mark.chosen").waitFor();
    const mark = page.locator(".mark").last();
    await mark.focus();
    await page.keyboard.press("Enter");
    const label = await mark.getAttribute("aria-label");
    await page.waitForFunction((label) => document.querySelector(".mark.chosen")?.getAttribute("aria-label") === label, label);
    await page.locator(".row[aria-selected=true]").waitFor();
    await page.waitForFunction(() => /entry=/.test(location.search));
  });

  test("keys lead from mark to mark, and a branch can be shown alone", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    await page.locator(".mark[tabindex='0']").focus();
    const at = () => page.evaluate(() => [Number(document.activeElement.dataset.lane), Number(document.activeElement.dataset.at)]);
    const [lane, index] = await at();
    await page.keyboard.press("ArrowLeft");
    assert.deepEqual(await at(), [lane, index - 1]);
    await page.keyboard.press("ArrowDown");
    assert.equal((await at())[0], lane + 1);
    const branch = await page.locator(".lane-names button").nth(1).textContent();
    await page.locator(".lane-names button").nth(1).click();
    await rowsAre(page, scans.filter((scan) => scan.branch === branch).length);
  });

  test("the timeline and tabs leave keys with Alt, Control or Command to the browser; rows take those with Control", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    await page.evaluate(() => addEventListener("keydown", (event) => (globalThis.taken = event.defaultPrevented)));
    for (const selector of [".mark[tabindex='0']", "[role=tab][tabindex='0']"]) {
      const one = page.locator(selector);
      const name = await one.evaluate((element) => element.getAttribute("aria-label") ?? element.textContent);
      for (const init of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, {}]) {
        await one.dispatchEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true, ...init });
        assert.equal(await page.evaluate(() => globalThis.taken), Object.keys(init).length === 0, `${name} ${Object.keys(init)}`);
      }
    }
    for (const [init, taken] of [[{ altKey: true }, false], [{ metaKey: true }, false], [{ ctrlKey: true }, true], [{}, true]]) {
      await rowAt(page, 0).dispatchEvent("keydown", { key: "End", bubbles: true, cancelable: true, ...init });
      assert.equal(await page.evaluate(() => globalThis.taken), taken, `row ${Object.keys(init)}`);
    }
  });

  test("a repository that cannot be one is refused before anything is sent", LIMIT, async () => {
    const page = await world.newPage();
    const sent = sentBy(page);
    await world.show(page, "?view=history&repo=not-a-repository");
    assert.match(await page.locator("[role=alert]").textContent(), /cannot be sent.*Nothing was sent/s);
    assert.deepEqual(sent, []);
  });

  test("a repository without scans is not called clean", LIMIT, async () => {
    const page = await world.open(`?view=history&repo=${world.seeded.org}/nobody-scanned-this`);
    await page.getByRole("heading", { name: "No agent scans of this repository" }).waitFor();
    assert.match(await page.locator("main").textContent(), /The service has none on record; that does not mean the code is clean\./);
  });

  test("keys lead to both ends of a lane and no further, and not into a lane without a mark", LIMIT, async () => {
    const { repo } = world.seeded;
    const scans = [1, 5, 9].flatMap((days, at) => [agentScan(repo, at, days), agentScan(repo, 10 + at, days, { branch: "other" })]);
    const page = await openHistory(world, [...scans, agentScan(repo, 20, 3, { branch: "timeless", timestamp: "never" })]);
    await page.locator(".mark[tabindex='0']").focus();
    const at = () => page.evaluate(() => [Number(document.activeElement.dataset.lane), Number(document.activeElement.dataset.at)]);
    for (const [key, lane, place] of [
      ["Home", 0, 0],
      ["ArrowLeft", 0, 0],
      ["ArrowRight", 0, 1],
      ["End", 0, 2],
      ["ArrowRight", 0, 2],
      ["ArrowDown", 1, 2],
      ["ArrowDown", 1, 2],
      ["ArrowUp", 0, 2],
      ["ArrowUp", 0, 2],
    ]) {
      await page.keyboard.press(key);
      assert.deepEqual(await at(), [lane, place], key);
    }
  });
});
