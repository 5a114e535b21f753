/** A list as a file: written in slices it is the same as written at once. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { bundled } from "./bundled.mjs";

const { jsonFile } = await bundled("www/src/parts/json-file.ts");

test("a list of any length is the same file as at once, each item as it is to be written", async () => {
  for (const length of [0, 1, 999, 1000, 1001, 2500]) {
    const items = Array.from({ length }, (_, at) => ({ at, text: "é\n\"" }));
    const file = await jsonFile(items, ({ at, text }) => ({ text, at: -at }));
    assert.equal(await file.text(), JSON.stringify(items.map(({ at, text }) => ({ text, at: -at }))), `${length} items`);
    assert.equal(file.type, "application/json");
  }
});
