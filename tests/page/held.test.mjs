/**
 * How many scans the page holds in the module's memory: those that it shows and compares with, the changes that are listed, and the
 * last one while the next is read.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { moduleBytes, withMemoryLimit } from "../faults/copies.mjs";
import { hold, json, refusal, reply, RESULTS } from "./answers.mjs";
import { heldScans, watchScans } from "./held.mjs";
import { drawn, rowsAre } from "./shown.mjs";
import { chooseScan, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const [NOW, THEN] = ["scan-nightly", "scan-nightly-last-week"];

suite("scans that the page holds", (world) => {
  const open = async (query) => {
    const page = await world.newPage();
    await watchScans(page);
    await world.show(page, query);
    return page;
  };
  /** Answers as a scan of so many findings. */
  const scanOf = (count, title = "") => (route) => {
    const { scan_id } = route.request().postDataJSON();
    const findings = Array.from({ length: count }, (_, at) => ({ uid: `${at}`, title: `${title}${at}` }));
    return reply(route, json({ scan_id, status: "completed", created_at: "2026-01-02T03:04:05Z", repositories: [], findings }));
  };

  test("only the scan that is shown is held, none that was shown before", LIMIT, async () => {
    const page = await open(`?scan=${NOW}`);
    await ready(page);
    assert.equal(await heldScans(page), 1);
    await page.route(RESULTS, scanOf(3));
    await chooseScan(page, THEN);
    await rowsAre(page, 3);
    assert.equal(await heldScans(page), 1);
  });

  test("the earlier scan of a comparison and the changes that are listed are held as long as that lasts", LIMIT, async () => {
    const page = await open(`?scan=${NOW}&tab=changes&before=${THEN}`);
    const compared = () => page.locator("facet-rail label").first().waitFor();
    await compared();
    assert.equal(await heldScans(page), 3);
    for (const kind of ["Resolved", "New", "Resolved"]) {
      await page.locator(".change-kinds button", { hasText: kind }).click();
      await page.locator(`[role=grid][aria-label=${kind}]`).waitFor();
      await compared();
      assert.equal(await heldScans(page), 4, "one for each kind that was listed");
    }
    await page.locator("input[name=before]").fill("scan-clean");
    await page.keyboard.press("Enter");
    await page.waitForURL(/before=scan-clean/);
    await page.getByRole("heading", { name: "Resolved: none" }).waitFor();
    assert.equal(await heldScans(page), 2);
    await page.getByRole("tab", { name: "Findings" }).click();
    await chooseScan(page, "scan-clean");
    await page.locator(".clean").waitFor();
    assert.equal(await heldScans(page), 1);
  });

  for (const [count, held] of [[100_000, 1], [100_001, 0]])
    test(`a scan of ${count} findings is ${held ? "" : "not "}held while another one is read`, LIMIT, async () => {
      const page = await world.newPage();
      await watchScans(page);
      await page.route(RESULTS, scanOf(count));
      await world.show(page, `?scan=${NOW}`);
      await rowsAre(page, count);
      await hold(page, RESULTS);
      const asked = page.waitForRequest(RESULTS);
      await chooseScan(page, THEN);
      await asked;
      assert.equal(await heldScans(page), held);
    });

  test("the last scan is released if the next one does not fit, and held after any other failure", LIMIT, async () => {
    const bytes = withMemoryLimit(moduleBytes(), 256); // 16 MiB
    const huge = scanOf(16, "t".repeat(1 << 20));
    const refused = (route) => reply(route, refusal(404, "scan not found"));
    for (const [answer, kind, held] of [[huge, "too_large", 0], [refused, "not_found", 1]]) {
      const page = await world.newPage();
      await watchScans(page);
      await page.route("**/*.wasm", (route) => route.fulfill({ body: bytes, contentType: "application/wasm" }));
      await world.show(page, `?scan=${NOW}`);
      await ready(page);
      await page.route(RESULTS, answer);
      await chooseScan(page, THEN);
      await page.locator("main [role=alert]", { hasText: kind }).waitFor();
      assert.equal(await heldScans(page), held, kind);
    }
  });

  /** From now on the reading of a scan is cancelled when that has just come: in that turn, or in the next. */
  const cancelLate = (page, how) =>
    page.evaluate((how) => {
      globalThis.onScan = () => globalThis[how](() => document.querySelector("main [aria-busy] button").click());
    }, how);
  const cancelled = async (page) => {
    await page.getByRole("heading", { name: "Loading was cancelled" }).waitFor();
    await drawn(page);
  };

  test("a scan that came just before its reading was cancelled is not held", LIMIT, async () => {
    for (const how of ["queueMicrotask", "setTimeout"]) {
      const page = await open("?scan=scan-clean");
      await page.locator(".clean").waitFor();
      await cancelLate(page, how);
      await chooseScan(page, THEN);
      await cancelled(page);
      assert.equal(await heldScans(page), 1, how);
    }
  });

  test("nor is an earlier scan to compare with", LIMIT, async () => {
    const page = await open(`?scan=${NOW}&tab=changes`);
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    await cancelLate(page, "queueMicrotask");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await cancelled(page);
    assert.equal(await heldScans(page), 1);
  });
});
