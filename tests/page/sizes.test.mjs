/** How the page writes a number of bytes: never as a thousand of a unit that has a greater one. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { bundled } from "./bundled.mjs";

const { bytes } = await bundled("www/src/parts/text.ts");

test("a number of bytes is written in the unit that its rounded figure belongs to", () => {
  const expected = {
    0: "0 B",
    999: "999 B",
    1000: "1 kB",
    999_499: "999 kB",
    999_500: "1.0 MB",
    999_999: "1.0 MB",
    1_000_000: "1.0 MB",
    268_435_456: "268.4 MB",
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((count) => [count, bytes(Number(count))])), expected);
});
