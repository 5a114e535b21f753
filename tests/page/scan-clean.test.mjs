/**
 * A scan without findings: what it says, and that it is compared, compared with and saved as any other.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { changeAnswer, RESULTS } from "./answers.mjs";
import { digits } from "./shown.mjs";
import { openCleanScan, openTable, ready, save } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("a clean scan", (world) => {
  test("says what was scanned and when, and not just zero", LIMIT, async () => {
    const page = await openCleanScan(world);
    const text = await page.locator(".clean").textContent();
    assert.match(text, /No findings in this scan/);
    assert.match(text, /scan-clean/);
    assert.equal(await page.locator(".clean time").count(), 1);
  });

  test("completed just now if the clock of the service is a little ahead", LIMIT, async () => {
    const page = await world.newPage();
    const ahead = new Date(Date.now() + 150_000).toISOString();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, completed_at: ahead }));
    await world.show(page, "?scan=scan-clean");
    await page.locator(".clean", { hasText: "completed just now and reported" }).waitFor();
  });

  test("has no tile to press, whatever the link says", LIMIT, async () => {
    const page = await world.open("?scan=scan-clean&sev=critical");
    await page.locator(".clean").waitFor();
    assert.equal(await page.locator(".tile").count(), 5);
    assert.equal(await page.locator("button.tile, .tile[aria-pressed]").count(), 0);
  });

  test("is compared: what an earlier scan had is resolved", LIMIT, async () => {
    const earlier = (await world.rawScan("scan-nightly")).findings;
    const page = await openCleanScan(world);
    assert.deepEqual(await page.getByRole("tab").allTextContents(), ["Findings 0", "Changes"]);
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.locator("input[name=before]").fill("scan-nightly");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    const resolved = page.locator(".change-kinds button", { hasText: "Resolved" });
    await resolved.waitFor();
    assert.equal(digits(await resolved.textContent()), earlier.length);
    assert.equal(await page.locator(".apart").count(), 0, "it has no image that the other could lack");
    await resolved.click();
    await ready(page);
    await page.getByRole("tab", { name: "Findings" }).click();
    await page.locator(".clean").waitFor();
  });

  test("is compared with: what a later scan has is new, and nothing is said about its images", LIMIT, async () => {
    const later = (await world.rawScan("scan-nightly")).findings;
    const page = await openTable(world, "?scan=scan-nightly&tab=changes&before=scan-clean");
    assert.equal(digits(await page.locator(".change-kinds button", { hasText: "New" }).textContent()), later.length);
    assert.equal(await page.locator(".apart").count(), 0);
  });

  test("shows itself if a link asks for a tab of findings", LIMIT, async () => {
    const page = await world.open("?scan=scan-clean&tab=upgrades");
    await page.locator(".clean").waitFor();
    assert.equal(await page.getByRole("tab", { selected: true }).getAttribute("data-tab"), "findings");
  });

  test("is saved in every format, without a filter that a link has", LIMIT, async () => {
    const page = await world.open("?scan=scan-clean&sev=critical");
    await page.locator(".clean").waitFor();
    const csv = await save(page, "CSV");
    assert.equal(csv.name, "scan-clean.csv");
    assert.equal(csv.text.trimEnd().split(/\r\n/).length, 1, "a line of names alone");
    const sarif = JSON.parse((await save(page, "SARIF")).text);
    assert.deepEqual(sarif.runs.map(({ results }) => results), [[]]);
    assert.match((await save(page, "Markdown")).text, /scan-clean/);
    assert.deepEqual(JSON.parse((await save(page, "JSON, whole scan")).text).findings, []);
  });
});
