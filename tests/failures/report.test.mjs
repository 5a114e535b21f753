/** The report on the failure catalogue: what it counts, and when it fails. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { ROWS, WITHOUT_TEST } from "./catalogue.mjs";
import { covered, passed, report } from "./report.mjs";

const named = (rows) => rows.map((row) => `test x::tests::${row.toLowerCase()}_holds ... ok`).join("\n");

test("the catalogue has two hundred rows", () => {
  assert.equal(ROWS.length, 200);
  assert.equal(new Set(ROWS).size, 200);
});

test("only tests that passed are counted, in both formats", () => {
  const names = passed(
    [
      "test client::answer::tests::a7_redirect ... ok",
      "test client::b1_broken ... FAILED",
      "test c1_later ... ignored",
      "    ok 3 - d4_cors_is_absent",
      "    not ok 4 - d5_cors",
      "    ok 5 - e1_skipped # SKIP no browser",
      "        ok 1 - g1_g2_two_rows",
      "ok 2 - an ordinary test",
    ].join("\n"),
  );
  assert.deepEqual([...covered(names).keys()], ["A7", "D4", "G1", "G2"]);
});

test("a row without test and reason fails the run, and so does a reason too many", () => {
  const needed = ROWS.filter((row) => !(row in WITHOUT_TEST));
  assert.equal(report([named(needed)]).well, true);
  assert.equal(report([named(needed.slice(1))]).well, false);
  assert.equal(report([named(ROWS)]).well, Object.keys(WITHOUT_TEST).length === 0);
  assert.equal(report([named([...needed, "A99"])]).well, false);
});
