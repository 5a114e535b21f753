/**
 * The cases through `scanfold/worker`, in Chromium: the client and its scans are in a worker, the tokens and callbacks on the page.
 * A case that gives the client a `fetch` ends there, since a worker takes none; one with `worker: false` says why.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { closedAddress } from "../harness/ports.mjs";
import { policyForWorkers } from "../harness/site.mjs";
import { authorized, newTokens, strayInLog } from "./canary.mjs";
import { cases } from "./cases/index.mjs";
import { openFaultPage } from "./page.mjs";
import { startFaults } from "./server.mjs";

const START = `
import * as scanfold from "/pkg/browser.js";
import { startWorker } from "/pkg/worker.js";
import { runCase } from "/tests/faults/cases/run.mjs";
const worker = await startWorker();
let givesFetch = false;
const createClient = async (options) => {
  if (typeof options?.fetch !== "function") return worker.createClient(options);
  givesFetch = true;
  throw new Error("a worker takes no fetch");
};
const inWorker = { ...scanfold, createClient, openScan: (source, options) => worker.openScan(source, options) };
globalThis.runCase = async (index, place, run) => {
  givesFetch = false;
  try {
    return await runCase(index, inWorker, place, run);
  } catch (error) {
    if (givesFetch) return null;
    throw error;
  }
};
`;

describe("faults in a worker", () => {
  const tokens = newTokens();
  const told = [];
  let faults, away, opened, place;
  let whole = 0;
  before(async () => {
    [faults, away] = [await startFaults(), await startFaults()];
    place = { origin: faults.origin, away: away.origin, closed: await closedAddress(), tokens };
    const connect = [place.origin, place.away, place.closed, "https://no-such-host.invalid", place.origin.replace("http:", "https:")];
    const headers = { "Content-Security-Policy": policyForWorkers(connect.join(" ")) };
    opened = await openFaultPage(connect, { texts: { "/start.js": START }, headers });
  });
  after(() => Promise.all([opened?.close(), faults?.stop(), away?.stop()]));

  for (const [index, { name, page, worker }] of cases.entries()) {
    if (page === false || worker === false) continue;
    test(name, { timeout: 60_000 }, async (t) => {
      const said = await opened.page.evaluate((args) => globalThis.runCase(...args), [index, place, `worker-${index}`]);
      if (said === null) return t.diagnostic("gives a fetch");
      whole += 1;
      told.push(...said);
    });
  }

  test("most_of_what_a_service_may_do_was_tried_and_no_token_was_told", () => {
    assert.ok(whole >= 58 && told.length > 500 && authorized(faults.requests(), tokens) > 100, `${whole} cases, ${told.length} texts`);
    assert.ok(!told.some((text) => text.includes(tokens.secret)));
    assert.deepEqual([...strayInLog(faults.requests(), tokens), ...strayInLog(away.requests(), tokens)], []);
  });
});
