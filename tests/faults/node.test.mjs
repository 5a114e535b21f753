/**
 * The cases in Node: the built package against the fault server, with tokens that occur nowhere else.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

import * as scanfold from "scanfold";

import { below } from "../harness/places.mjs";
import { closedAddress } from "../harness/ports.mjs";
import { newTokens, strayInLog } from "./canary.mjs";
import { cases } from "./cases/index.mjs";
import { runCase } from "./cases/run.mjs";
import { startFaults } from "./server.mjs";

describe("faults in Node", () => {
  const tokens = newTokens();
  const told = [];
  let faults, away, place;
  before(async () => {
    [faults, away] = [await startFaults(), await startFaults()];
    place = { origin: faults.origin, away: away.origin, closed: await closedAddress(), tokens };
  });
  after(() => Promise.all([faults?.stop(), away?.stop()]));

  for (const [index, { name }] of cases.entries()) {
    test(name, { timeout: 60_000 }, async () => void told.push(...(await runCase(index, scanfold, place, `case-${index}`))));
  }

  test("every_kind_of_failure_was_met_and_is_explained", () => {
    const documented = [...readFileSync(below("docs", "errors.md"), "utf8").matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind);
    const [declared] = /export type ErrorKind =(.*?);/s.exec(readFileSync(below("pkg", "index.d.ts"), "utf8"));
    const kinds = [...declared.matchAll(/"(\w+)"/g)].map(([, kind]) => kind);
    const met = new Set(told.flatMap((text) => /^\{"name":"ScanfoldError".*?"kind":"(\w+)"/.exec(text)?.[1] ?? []));
    assert.deepEqual(documented, kinds, "docs/errors.md has a row for each, in the order of the types");
    // What does not load and what traps needs a copy of the package of its own: loading.test.mjs, traps-in-node.test.mjs.
    assert.deepEqual(kinds.filter((kind) => !met.has(kind)), ["init_failed", "internal"]);
  });

  test("no_error_and_no_event_of_these_cases_holds_a_token", () => {
    assert.ok(told.length > 1_000, `${told.length} texts`);
    assert.ok(!told.some((text) => text.includes(tokens.secret)));
    assert.deepEqual([...strayInLog(faults.requests(), tokens), ...strayInLog(away.requests(), tokens)], []);
  });
});
