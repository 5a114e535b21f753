/**
 * The examples in the documents: each block of JavaScript compiles as TypeScript's editors check it, and each of the guides
 * whose examples are programs of their own does what it says.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import ts from "typescript";

import { below } from "../harness/places.mjs";
import { STRICT, complaints } from "./strict.mjs";

/** Guides whose every example stands alone. */
const GUIDES = ["docs/client.md", "docs/scans.md", "docs/history.md", "docs/teams.md"];

/** Documents whose examples may name what is the reader's own, declared in `readers.d.ts`. */
const DOCUMENTS = ["README.md", "pkg/README.md", ...readdirSync(below("docs")).map((name) => `docs/${name}`)];

/** The blocks of JavaScript in a document. */
const examplesOf = (document) => [...readFileSync(below(document), "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

/** Below `node_modules`, so that `scanfold` is found as an app finds it. */
const folder = below("node_modules", ".cache", "scanfold-docs");
mkdirSync(folder, { recursive: true });
after(() => rmSync(folder, { recursive: true, force: true }));

for (const guide of GUIDES) {
  const examples = examplesOf(guide);

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

test("every example in the documents compiles", () => {
  const files = DOCUMENTS.flatMap((document) =>
    examplesOf(document).map((code, number) => {
      const file = join(folder, `${document.replaceAll(/\W/g, "-")}-${number}-checked.mjs`);
      // Each is a module of its own, also where it imports nothing.
      writeFileSync(file, `${code}\nexport {};\n`);
      return file;
    }),
  );
  assert.ok(files.length > 20);
  const { module, moduleResolution } = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
  // Parameters in JavaScript have no types; all else is as strict as it gets.
  const options = { ...STRICT, module, moduleResolution, allowJs: true, checkJs: true, noImplicitAny: false, noUnusedLocals: false, target: ts.ScriptTarget.ES2022 };
  const program = ts.createProgram([...files, below("tests", "package", "readers.d.ts")], options);
  assert.deepEqual(complaints(program), []);
});
