/**
 * The cases in Chromium: a plain page of another origin than the fault server's, so that every answer passes CORS.
 * The tokens occur nowhere else, and afterwards the page is searched for them.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { closedAddress } from "../harness/ports.mjs";
import { placesOf } from "./canary-page.mjs";
import { authorized, newTokens } from "./canary.mjs";
import { cases } from "./cases/index.mjs";
import { openFaultPage } from "./page.mjs";
import { startFaults } from "./server.mjs";

describe("faults in Chromium", () => {
  const tokens = newTokens();
  const told = { "error or event": [] };
  let faults, away, opened, place;
  before(async () => {
    [faults, away] = [await startFaults(), await startFaults()];
    place = { origin: faults.origin, away: away.origin, closed: await closedAddress(), tokens };
    opened = await openFaultPage([place.origin, place.away, place.closed, "https://no-such-host.invalid", place.origin.replace("http:", "https:")]);
  });
  after(() => Promise.all([opened?.close(), faults?.stop(), away?.stop()]));

  for (const [index, { name, page }] of cases.entries()) {
    if (page === false) continue;
    test(name, { timeout: 60_000 }, async () => {
      const run = ([index, place, run]) => globalThis.runCase(index, globalThis.scanfold, place, run);
      told["error or event"].push(...(await opened.page.evaluate(run, [index, place, `page-${index}`])));
    });
  }

  test("a_token_of_all_these_cases_is_left_nowhere_on_the_page", { timeout: 60_000 }, async () => {
    assert.ok(told["error or event"].length > 1_000 && authorized(faults.requests(), tokens) > 100, "it was really used");
    assert.deepEqual(await placesOf(opened, opened.page, tokens, { logs: [faults.requests(), away.requests()], told }), []);
  });

  test("d22_nothing_is_stored_and_nothing_goes_wrong_on_the_page", async () => {
    const stored = await opened.page.evaluate(async () => [
      localStorage.length,
      sessionStorage.length,
      document.cookie,
      (await indexedDB.databases()).length,
      (await caches.keys()).length,
      (await navigator.serviceWorker.getRegistrations()).length,
    ]);
    assert.deepEqual(stored, [0, 0, "", 0, 0, 0]);
    // The browser's own lines about the answers it was sent are expected; the page itself has none.
    const expected = /Failed to load resource|blocked by CORS policy|Access to fetch|Unsafe|Mixed Content/;
    assert.deepEqual(opened.problems.filter((problem) => !expected.test(problem)), []);
  });
});
