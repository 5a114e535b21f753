/** The version that a page and its worker tell each other is the package's. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { VERSION } from "../../pkg/lib/worker/version.js";

test("a worker is known by the version of its package", () => {
  assert.equal(VERSION, JSON.parse(readFileSync(new URL("../../pkg/package.json", import.meta.url), "utf8")).version);
});
