/** The report on the failure catalogue: what it counts, and when it fails. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { PARTS, ROWS, WITHOUT_TEST } from "./catalogue.mjs";
import { covered, passed, report } from "./report.mjs";

const ALL = Object.keys(ROWS);
const named = (rows) => rows.map((row) => `test x::tests::${row.toLowerCase()}_holds ... ok`).join("\n");

test("the catalogue has two hundred rows, numbered by part, and each says something of its own", () => {
  const numbered = Object.keys(PARTS).flatMap((letter) => {
    const count = ALL.filter((row) => row.startsWith(letter)).length;
    return Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);
  });
  assert.deepEqual(ALL, numbered);
  assert.equal(ALL.length, 200);
  assert.equal(new Set(Object.values(ROWS)).size, 200);
  assert.deepEqual(Object.entries(ROWS).filter(([, sentence]) => sentence.length < 15 || sentence.endsWith(".")), []);
});

test("a row without a test is named with what it is about", () => {
  assert.ok(report([""]).lines.some((line) => line.includes("A7: no test") && line.includes(ROWS.A7)));
});

test("only tests that passed are counted, in both formats", () => {
  const names = passed(
    [
      "test client::answer::tests::a7_redirect ... ok",
      "test client::b1_broken ... FAILED",
      "test c1_later ... ignored",
      "test result: FAILED. 1 passed; 1 failed; 1 ignored",
      "    ok 3 - d4_cors_is_absent",
      "    not ok 4 - d5_cors",
      "    ok 5 - e1_skipped # SKIP no browser",
      "        ok 1 - g1_g2_two_rows",
      "ok 2 - an ordinary test",
      "ok 3 - g3: one whose name is in words",
      "ok 4 - a1 is not meant here",
    ].join("\n"),
  );
  assert.deepEqual([...covered(names).keys()], ["A7", "D4", "G1", "G2", "G3"]);
});

test("a Rust test without its data does not count as run, whatever a test of the same name elsewhere did", () => {
  const program = (...lines) => ["running 2 tests", "test i6_real ... ok", "test i7_real ... ok", "", "successes:", "", ...lines, "test result: ok. 2 passed"];
  const absent = ["---- i6_real stdout ----", "skipped: no rosters", "skipped: no histories", "", "---- i7_real stdout ----", "two of them"];
  assert.deepEqual(passed(program(...absent).join("\n")), ["i7_real"]);
  assert.deepEqual(passed([...program(), ...program(...absent)].join("\n")), ["i6_real", "i7_real", "i7_real"]);
});

test("a row without a test or a reason fails the run, and so does a superfluous reason", () => {
  const needed = ALL.filter((row) => !(row in WITHOUT_TEST));
  assert.equal(report([named(needed)]).well, true);
  assert.equal(report([named(needed.slice(1))]).well, false);
  assert.equal(report([named(ALL)]).well, Object.keys(WITHOUT_TEST).length === 0);
  assert.equal(report([named([...needed, "A99"])]).well, false);
});
