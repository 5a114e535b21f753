/**
 * The types, as TypeScript users meet them: a sample that uses every export compiles, with the module resolutions that
 * bundlers and Node use, under the strictest settings. And the package's own JavaScript is what they say.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import ts from "typescript";

import { below } from "../harness/places.mjs";
import { isProgram } from "../harness/programs.mjs";
import { scratchFolder } from "../harness/scratch.mjs";
import { STRICT, complaints } from "./strict.mjs";

/** Types → the sample that uses them. */
const SAMPLES = {
  "index.d.ts": below("tests", "package", "sample.ts"),
  "worker.d.ts": below("tests", "package", "worker-sample.ts"),
};

const RESOLUTIONS = {
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  node: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  node10: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Node10 },
};

for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
  test(`the samples compile with the ${name} resolution`, () => {
    const program = ts.createProgram(Object.values(SAMPLES), { ...STRICT, ...resolution });
    assert.deepEqual(complaints(program), []);
  });
}

/** TypeScript 7 is a program without an interface. */
const NATIVE = below("node_modules", "@typescript", "typescript-linux-x64", "lib", "tsc");
const absent = isProgram(NATIVE) ? false : "TypeScript 7 is not on this machine";

for (const module of ["preserve", "nodenext"]) {
  test(`the samples compile with TypeScript 7, module ${module}`, { skip: absent }, () => {
    const { strict, exactOptionalPropertyTypes, noUncheckedIndexedAccess, noUnusedLocals, types } = STRICT;
    const lib = ["es2022", "dom", "dom.iterable", "esnext.disposable"];
    const compilerOptions = { strict, exactOptionalPropertyTypes, noUncheckedIndexedAccess, noUnusedLocals, types, lib, noEmit: true, target: "es2022", module };
    const folder = scratchFolder();
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.values(SAMPLES) }));
    const { status, stdout } = spawnSync(NATIVE, ["-p", folder], { encoding: "utf8" });
    assert.deepEqual([status, stdout], [0, ""]);
  });
}

/** Names of the platform that the types use beyond the language's own; Node's types have them too. */
const OF_THE_PLATFORM = ["AbortSignal", "Blob", "ReadableStream", "Request", "Response", "URL"];

test("the types ask nothing of browsers that Node's types do not have", () => {
  const settings = { ...STRICT, ...RESOLUTIONS.node, lib: ["lib.es2022.d.ts", "lib.esnext.disposable.d.ts"] };
  const program = ts.createProgram(["index.d.ts", "worker.d.ts"].map((types) => below("pkg", types)), settings);
  const said = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  const complaints = said.map((message) => message.replace(/ Did you mean .*/, ""));
  assert.deepEqual([...new Set(complaints)].sort(), OF_THE_PLATFORM.map((name) => `Cannot find name '${name}'.`));
});

for (const [types, sample] of Object.entries(SAMPLES)) {
  test(`a sample uses every export of ${types}`, () => {
    const program = ts.createProgram([below("pkg", types)], { noEmit: true, target: ts.ScriptTarget.ESNext });
    const checker = program.getTypeChecker();
    const module = checker.getSymbolAtLocation(program.getSourceFile(below("pkg", types)));
    const words = new Set(readFileSync(sample, "utf8").match(/\w+/g));
    const unused = checker.getExportsOfModule(module).map((symbol) => symbol.name).filter((name) => !words.has(name));
    assert.deepEqual(unused, []);
  });
}

for (const types of Object.keys(SAMPLES)) {
  test(`every declaration of ${types} says what it is`, () => {
    const lines = readFileSync(below("pkg", types), "utf8").split("\n");
    const silent = lines.filter((line, at) => /^export (type|interface|function|class|const) /.test(line) && !lines[at - 1].endsWith("*/"));
    assert.deepEqual(silent, []);
  });
}

test("the package's own JavaScript compiles, and its entries are what their types say", () => {
  const { config } = ts.readConfigFile(below("pkg", "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, below("pkg"));
  assert.ok(fileNames.some((name) => name.endsWith("/lib/scan.js")));
  assert.deepEqual(complaints(ts.createProgram(fileNames, options)), []);
});

test("the glue has everything that its types declare", async () => {
  const glue = await import("../../pkg/scanfold.js");
  const types = below("pkg", "scanfold.d.ts");
  const program = ts.createProgram([types], { noEmit: true, target: ts.ScriptTarget.ESNext });
  const checker = program.getTypeChecker();
  const said = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(types)));
  const absent = said.flatMap(({ name, members = new Map() }) => {
    if (!(name in glue)) return [name];
    const methods = [...members.keys()].filter((method) => method !== ts.InternalSymbolName.Constructor);
    return methods.filter((method) => !(method in glue[name].prototype)).map((method) => `${name}.${method}`);
  });
  assert.ok(said.length > 10);
  assert.deepEqual(absent, []);
});
