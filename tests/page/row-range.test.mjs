/** Which rows of a table are drawn, and how far it is scrolled for one of them, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { bundled } from "./bundled.mjs";

const { bring, drawn, HEADER_HEIGHT, ROW_HEIGHT } = await bundled("www/src/parts/row-range.ts");

/** Ten rows below the header, the first of them the hundredth. */
const SIGHT = { top: 100 * ROW_HEIGHT, height: HEADER_HEIGHT + 10 * ROW_HEIGHT };

test("a row that is in sight moves nothing, and any other comes just into sight", () => {
  for (const row of [100, 105, 109]) assert.equal(bring(row, SIGHT), SIGHT.top, `row ${row}`);
  assert.equal(bring(110, SIGHT), 101 * ROW_HEIGHT);
  assert.equal(bring(99, SIGHT), 99 * ROW_HEIGHT);
  assert.equal(bring(0, SIGHT), 0);
  assert.equal(bring(5000, SIGHT), 4991 * ROW_HEIGHT);
});

test("all rows in sight are drawn, some beyond, and one more wherever it is, in their order", () => {
  const rows = drawn(SIGHT, 1000, 3);
  assert.equal(rows[0], 3);
  assert.deepEqual(rows, rows.toSorted((a, b) => a - b));
  for (let row = 98; row < 112; row++) assert.ok(rows.includes(row), `row ${row}`);
  assert.ok(rows.length < 40);
  assert.equal(drawn(SIGHT, 1000, 999).at(-1), 999);
});

test("there are no rows before the first or after the last", () => {
  assert.deepEqual(drawn({ top: 0, height: 800 }, 3, 0), [0, 1, 2]);
  assert.deepEqual(drawn({ top: 0, height: 800 }, 0, 0), []);
  assert.equal(drawn(SIGHT, 105, 0).at(-1), 104);
});
