/** The page keeps a bounded number of things that it learnt, tested without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { bundled } from "./bundled.mjs";

const { putLast } = await bundled("www/src/state/bounded.ts");

test("a bounded map drops the entry that was put in longest ago", () => {
  const map = new Map();
  for (const key of ["a", "b", "a", "c", "d"]) putLast(map, key, key, 3);
  assert.deepEqual([...map.keys()], ["a", "c", "d"]);
});
