/** The page's order of texts, without a browser, against the order of their UTF-8 bytes. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { bundled } from "./bundled.mjs";

const { compareTexts } = await bundled("www/src/parts/code-points.ts");

test("texts are ordered by their code points, whatever the engine's units", () => {
  const texts = ["", "a", "B", "a10", "a9", "é", "z", "\u{ffff}", "\u{e000}", "😀", "😁", "😀a", "a😀", "\u{d7ff}", "B", "ab"];
  const byBytes = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));
  for (const one of texts) for (const other of texts) assert.equal(Math.sign(compareTexts(one, other)), byBytes(one, other), `${one} ${other}`);
});
