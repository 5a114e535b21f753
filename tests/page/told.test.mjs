/**
 * What the page announces is what it shows: a status by its own word, how much of a history a link leaves, a version in one piece,
 * and the result of a search once, when the typing rests.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerWith, changeAnswer, HISTORY, RESULTS, unfinished } from "./answers.mjs";
import { hears, mentions, oneLine } from "./shown.mjs";
import { chooseScan, openCleanScan, openTable, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const [NOW, THEN] = ["scan-nightly", "scan-nightly-last-week"];

suite("what a screen reader hears", (world) => {
  const heardLast = (page, text) => page.waitForFunction((text) => globalThis.heard.findLast((one) => one !== "") === text, text);

  /** Opens a table whose page says no more than it has, until its clock goes on. */
  const openHeard = async (query, said) => {
    const page = await openTable(world, query);
    await page.waitForFunction(({ source }) => new RegExp(source).test(document.querySelector("[aria-live=polite]").textContent), { source: said.source });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await hears(page);
    return page;
  };
  /** Frames are drawn between the keys, so that an announcement for each would be heard. */
  const type = async (page, text) => {
    await page.locator("#finding-search").focus();
    for (const key of text) {
      await page.keyboard.press(key);
      await page.clock.runFor(50);
    }
  };
  const told = (page) => page.evaluate(() => globalThis.heard.filter((text) => text !== ""));

  test("a screen reader hears the status of a scan without findings, as its heading has it", LIMIT, async () => {
    for (const [status, told] of [
      ["running", "is still running"],
      ["failed", "reports “failed”"],
    ]) {
      const page = await openCleanScan(world);
      await answerWith(page, RESULTS, unfinished(NOW, status));
      await hears(page);
      await chooseScan(page, NOW);
      await page.getByRole("heading", { name: `This scan ${told}` }).waitFor();
      await heardLast(page, `The scan ${told}`);
    }
  });

  test("so it does with the earlier scan of a comparison", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${NOW}`);
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    await answerWith(page, RESULTS, unfinished(THEN, "failed"));
    await hears(page);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("heading", { name: "The earlier scan reports “failed”" }).waitFor();
    await heardLast(page, "The earlier scan reports “failed”");
  });

  test("it hears that nothing is compared, or a scan with itself, and not how many findings there are", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${NOW}`);
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    await page.waitForFunction(() => document.querySelector("[aria-live=polite]").textContent === "Nothing compared yet");
    await hears(page);
    await page.locator("input[name=before]").fill(NOW);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("heading", { name: "That is the open scan itself" }).waitFor();
    await heardLast(page, "That is the open scan itself");
    assert.equal(await page.evaluate(() => globalThis.heard.filter((text) => text.includes("findings")).length), 0);
  });

  test("it hears how much is shown of a history that a link narrows, and again when that changes", LIMIT, async () => {
    const page = await openTable(world, "?view=history&branch=develop");
    const shown = await page.locator(".filters .note").textContent();
    const [, few, all] = /^(\d+) of (\d+) scans$/.exec(shown);
    assert.ok(Number(few) > 0 && Number(few) < Number(all), shown);
    await page.waitForFunction((text) => document.querySelector("[aria-live=polite]").textContent === text, shown);
    await hears(page);
    await page.getByRole("button", { name: "Clear all" }).click();
    await heardLast(page, `${all} scans`);
  });

  test("it hears one count when the typing rests, and not one for each key", LIMIT, async () => {
    const page = await openHeard(`?scan=${NOW}`, / shown$/);
    await type(page, "libcurl");
    await page.waitForFunction(() => document.querySelectorAll("[role=grid] .row[data-index]").length < 20);
    assert.deepEqual(await told(page), []);
    await page.clock.runFor(600);
    const { findings } = await world.rawScan(NOW);
    const count = findings.filter(mentions("libcurl")).length;
    assert.deepEqual(await told(page), [`${count} findings shown`]);
  });

  test("it hears that a scan has no findings in the words of the page, once, and that nothing matches", LIMIT, async () => {
    const page = await world.newPage();
    const ended = new Date(Date.now() - 3 * 3_600_000).toISOString();
    await page.clock.install();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, completed_at: ended }));
    await world.show(page, "?scan=scan-clean");
    await page.locator(".clean").waitFor();
    const [, over] = / completed 3 hours ago .* in (\d+ repositor\w+)\. /.exec(oneLine(await page.locator(".clean").innerText()));
    const clean = `No findings in this scan, completed 3 hours ago, ${over}`;
    await page.waitForFunction((text) => document.querySelector("[aria-live=polite]").textContent === text, clean);
    await hears(page);
    await page.clock.fastForward(2 * 3_600_000);
    await page.locator(".clean", { hasText: "5 hours ago" }).waitFor();
    assert.deepEqual(await told(page), []);
    const other = await openTable(world, `?scan=${NOW}`);
    await hears(other);
    await other.locator("#finding-search").fill("nothing-has-this");
    await other.getByRole("heading", { name: "No finding matches these filters" }).waitFor();
    await heardLast(other, "No finding matches these filters");
  });

  test("so it does for a search among changes", LIMIT, async () => {
    const page = await openHeard(`?scan=${NOW}&before=${THEN}&tab=changes`, /^New: /);
    await type(page, "lib");
    await page.locator(".set-filters .matches", { hasText: /^[\d,]+ of/ }).waitFor();
    assert.deepEqual(await told(page), []);
    await page.clock.runFor(600);
    const [, few, all] = /^([\d,]+) of ([\d,]+) findings$/.exec(await page.locator(".set-filters .matches").textContent());
    assert.deepEqual(await told(page), [`New: ${few} of ${all}`]);
  });

  test("it also hears how much is shown of a history below a failure", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    await page.route(HISTORY, (route) => route.abort());
    await page.getByRole("button", { name: "Read again" }).click();
    await page.locator(".failed").waitFor();
    await hears(page);
    await page.locator("select[name=branch]").selectOption("develop");
    await page.locator(".filters .note").waitFor();
    await heardLast(page, await page.locator(".filters .note").textContent());
  });

  test("a long version is read in one piece, and copied once", LIMIT, async () => {
    const version = "3.0.13-1~deb12u1+really2.0.9";
    const page = await openCleanScan(world);
    await changeAnswer(page, RESULTS, (answer) => ({ ...answer, findings: [{ ...answer.findings[0], installed_version: version }] }));
    await chooseScan(page, NOW);
    const cell = rowAt(page, 0).locator(".c-installed");
    assert.equal(await cell.ariaSnapshot(), `- gridcell "${version}"`);
    const copied = await cell.evaluate((one) => {
      getSelection().selectAllChildren(one);
      return getSelection().toString().trim();
    });
    assert.equal(copied, version);
  });

  test("upgrades that differ only in their image can be told apart on a phone", LIMIT, async () => {
    const page = await openTable(world, `?scan=${NOW}&tab=upgrades`, { viewport: { width: 390, height: 844 } });
    const image = rowAt(page, 0).locator(".c-image");
    const whole = await image.locator("[title]").first().getAttribute("title");
    assert.ok(whole.length > 3 && (await rowAt(page, 0).ariaSnapshot()).includes(whole), whole);
    const seen = await rowAt(page, 0).evaluate((row) => {
      const [outer, name, image] = [row, row.querySelector(".c-package"), row.querySelector(".c-image")].map((one) => one.getBoundingClientRect());
      return image.width > 60 && image.top >= name.bottom - 1 && name.top >= outer.top && image.bottom <= outer.bottom;
    });
    assert.ok(seen);
  });
});
