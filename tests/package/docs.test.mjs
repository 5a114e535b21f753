/**
 * The examples in the documents: each block of JavaScript compiles as TypeScript's editors check it, and each example that is a
 * program of its own does what it says.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import ts from "typescript";

import { below } from "../harness/places.mjs";
import { STRICT, complaints } from "./strict.mjs";

/** Guides whose every example stands alone. In other documents, only examples that assert something do. */
const GUIDES = ["docs/client.md", "docs/scans.md", "docs/history.md", "docs/teams.md"];

/** Documents whose examples may use names of the reader's own, which `readers.d.ts` declares. */
const DOCUMENTS = ["README.md", "pkg/README.md", ...readdirSync(below("docs")).map((name) => `docs/${name}`)];

/** The blocks of JavaScript in a document. */
const examplesOf = (document) => [...readFileSync(below(document), "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

/** Below `node_modules`, so that `scanfold` is found as an app finds it. */
const folder = below("node_modules", ".cache", "scanfold-docs");
mkdirSync(folder, { recursive: true });
after(() => rmSync(folder, { recursive: true, force: true }));

const asserts = (code) => code.includes('"node:assert/strict"');

for (const guide of GUIDES) {
  test(`${guide} has examples, and each asserts what it says`, () => {
    assert.ok(examplesOf(guide).length > 0);
    assert.ok(examplesOf(guide).every(asserts));
  });
}

test("the guide to setting up has an example of a test", () => {
  assert.ok(examplesOf("docs/setup.md").some(asserts));
});

for (const document of DOCUMENTS) {
  for (const [number, code] of examplesOf(document).entries()) {
    if (!asserts(code)) continue;
    test(`example ${number + 1} of ${document} does what it says`, async () => {
      const file = join(folder, `${document.replaceAll(/\W/g, "-")}-${number}.mjs`);
      writeFileSync(file, code);
      await import(pathToFileURL(file).href);
    });
  }
}

test("every example in the documents compiles", () => {
  const files = DOCUMENTS.flatMap((document) =>
    examplesOf(document).map((code, number) => {
      const file = join(folder, `${document.replaceAll(/\W/g, "-")}-${number}-checked.mjs`);
      // Each is a module of its own, even if it imports nothing.
      writeFileSync(file, `${code}\nexport {};\n`);
      return file;
    }),
  );
  assert.ok(files.length > 20);
  const { module, moduleResolution } = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
  // Parameters in JavaScript have no types; everything else is as strict as possible.
  const options = { ...STRICT, module, moduleResolution, allowJs: true, checkJs: true, noImplicitAny: false, noUnusedLocals: false, target: ts.ScriptTarget.ES2022 };
  const program = ts.createProgram([...files, below("tests", "package", "readers.d.ts")], options);
  assert.deepEqual(complaints(program), []);
});
