/**
 * The cases in Node: the built package against the fault server, with tokens that occur nowhere else.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import * as scanfold from "scanfold";

import { newTokens, strayInLog } from "./canary.mjs";
import { cases } from "./cases/index.mjs";
import { runCase } from "./cases/run.mjs";
import { closedPort } from "./closed-port.mjs";
import { startFaults } from "./server.mjs";

describe("faults in Node", () => {
  const tokens = newTokens();
  const told = [];
  let faults, away, place;
  before(async () => {
    [faults, away] = [await startFaults(), await startFaults()];
    place = { origin: faults.origin, away: away.origin, closed: await closedPort(), tokens };
  });
  after(() => Promise.all([faults?.stop(), away?.stop()]));

  for (const [index, { name }] of cases.entries()) {
    test(name, { timeout: 60_000 }, async () => void told.push(...(await runCase(index, scanfold, place, `case-${index}`))));
  }

  test("no_error_and_no_event_of_these_cases_holds_a_token", () => {
    assert.ok(told.length > 1_000, `${told.length} texts`);
    assert.ok(!told.some((text) => text.includes(tokens.secret)));
    assert.deepEqual([...strayInLog(faults.requests(), tokens), ...strayInLog(away.requests(), tokens)], []);
  });
});
