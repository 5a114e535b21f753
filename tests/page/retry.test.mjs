/**
 * A scan that is asked for again: why, when, and which try it is stands on the page, and what had arrived before does not
 * silently become less.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { refusal, reply, RESULTS, sendResults } from "./answers.mjs";
import { countedDown } from "./shown.mjs";
import { chooseScan, openCleanScan, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("a scan that is asked for again", (world) => {
  const progress = (page) => page.locator("[aria-busy] .progress span");
  /** Opens a scan whose first answer is this one; later ones are the service's. */
  async function answeredFirst(answer) {
    const page = await openCleanScan(world);
    let first = true;
    await page.route(RESULTS, (route) => {
      if (!first) return route.continue();
      first = false;
      return reply(route, answer);
    });
    await chooseScan(page, "scan-nightly");
    return page;
  }

  test("a service that asks to wait is quoted with the seconds that are left, and then the scan is shown", LIMIT, async () => {
    const page = await answeredFirst(refusal(429, "slow down", { "Retry-After": "6" }));
    for (const text of await countedDown(progress(page))) assert.match(text, /^The service asked to wait; next try in \d s \(2 of 3\)$/);
    assert.match(await page.locator("[aria-live=polite]").textContent(), /The service asked to wait, trying again/);
    await ready(page);
  });

  test("a fault of the service is named with its status", LIMIT, async () => {
    const page = await answeredFirst(refusal(503, "closed", { "Retry-After": "2" }));
    await progress(page).filter({ hasText: /^The service answered 503; next try in \d s \(2 of 3\)$/ }).waitFor();
    await ready(page);
  });

  test("the page takes back what had arrived before a connection broke off, and says so", LIMIT, async () => {
    const page = await world.newPage();
    await page.addInitScript(() => {
      globalThis.seen = [];
      new MutationObserver(() => {
        const text = document.querySelector("[aria-busy] .progress span")?.textContent;
        if (text && globalThis.seen.at(-1) !== text) globalThis.seen.push(text);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    // The first answer breaks off in the middle; the second one comes whole.
    await sendResults(page, async (controller, bytes, number) => {
      const middle = bytes.length / (number === 1 ? 2 : 4);
      controller.enqueue(bytes.slice(0, middle));
      await new Promise((resolve) => (globalThis.goOn = resolve));
      if (number === 1) return controller.error(new TypeError("network error"));
      controller.enqueue(bytes.slice(middle));
      controller.close();
    });
    await world.show(page, "?scan=scan-nightly");
    for (const arrived of [/^[1-9][\d,]* findings, /, /^[1-9][\d,]* findings, .*, try 2 of 3$/]) {
      await progress(page).filter({ hasText: arrived }).waitFor();
      await page.evaluate(() => globalThis.goOn());
    }
    await ready(page);
    const seen = await page.evaluate(() => globalThis.seen);
    const broken = seen.findIndex((text) => /^The connection broke off; (next try in 1 s|trying again) \(2 of 3\)$/.test(text));
    assert.ok(broken > 0, seen.join(" | "));
  });

  test("the page says how long the answer is if the answer does", LIMIT, async () => {
    const page = await world.newPage();
    await sendResults(page, async (controller, bytes) => {
      const half = Math.floor(bytes.length / 2);
      globalThis.sizes = [half, bytes.length];
      controller.enqueue(bytes.slice(0, half));
      await new Promise((resolve) => (globalThis.goOn = resolve));
      controller.enqueue(bytes.slice(half));
      controller.close();
    });
    await world.show(page, "?scan=scan-nightly");
    await page.locator(".progress span", { hasText: /^[\d,]+ findings, \d+ kB of 1\.2 MB$/ }).waitFor();
    const { value, max } = await page.locator(".progress progress").evaluate(({ value, max }) => ({ value, max }));
    const [half, whole] = await page.evaluate(() => globalThis.sizes);
    assert.ok(value > 0 && value <= half, `${value} of ${half}`);
    assert.equal(max, whole);
    await page.evaluate(() => globalThis.goOn());
    await ready(page);
  });
});
