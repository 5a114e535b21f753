/**
 * The cases in Node: the built package against the fault server.
 */
import { after, before, describe, test } from "node:test";

import * as scanfold from "scanfold";

import { cases } from "./cases/index.mjs";
import { runCase } from "./cases/run.mjs";
import { closedPort } from "./closed-port.mjs";
import { startFaults } from "./server.mjs";

describe("faults in Node", () => {
  let faults, away, place;
  before(async () => {
    [faults, away] = [await startFaults(), await startFaults()];
    place = { origin: faults.origin, away: away.origin, closed: await closedPort() };
  });
  after(() => Promise.all([faults?.stop(), away?.stop()]));

  for (const [index, { name }] of cases.entries()) {
    test(name, { timeout: 60_000 }, () => runCase(index, scanfold, place, `case-${index}`));
  }
});
