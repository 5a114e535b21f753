/**
 * The examples in `docs/` run: each block of JavaScript in the guides is a program of its own that checks what it says.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { below } from "../harness/places.mjs";

/** Guides whose every example stands alone. */
const GUIDES = ["docs/history.md", "docs/teams.md"];

/** Below `node_modules`, so that `scanfold` is found as an app finds it. */
const folder = below("node_modules", ".cache", "scanfold-docs");
mkdirSync(folder, { recursive: true });
after(() => rmSync(folder, { recursive: true, force: true }));

for (const guide of GUIDES) {
  const text = readFileSync(below(guide), "utf8");
  const examples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

  test(`${guide} has examples`, () => {
    assert.ok(examples.length > 0);
  });

  for (const [number, code] of examples.entries()) {
    test(`example ${number + 1} of ${guide} does what it says`, async () => {
      const file = join(folder, `${guide.replaceAll(/\W/g, "-")}-${number}.mjs`);
      writeFileSync(file, code);
      await import(pathToFileURL(file).href);
    });
  }
}
