/**
 * Importing the package does nothing yet: no module is compiled, nothing is fetched, no global appears, nothing keeps
 * the process alive. That is what makes it safe on a server.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

import ts from "typescript";

import { below } from "../harness/places.mjs";

const PROBE = `
const did = [];
const watch = (owner, name) => {
  const before = owner[name];
  owner[name] = new Proxy(before, {
    apply(target, self, args) { did.push(name); return Reflect.apply(target, self, args); },
    construct(target, args) { did.push("new " + name); return Reflect.construct(target, args); },
  });
};
for (const name of ["compile", "instantiate", "compileStreaming", "instantiateStreaming", "Module", "Instance", "Memory"]) watch(WebAssembly, name);
for (const name of ["fetch", "setTimeout", "setInterval"]) watch(globalThis, name);
const globals = new Set(Reflect.ownKeys(globalThis));
const scanfold = await import("scanfold");
const added = Reflect.ownKeys(globalThis).filter((key) => !globals.has(key)).map(String);
console.log(JSON.stringify({ did, added, names: Object.keys(scanfold).sort() }));
`;

const printed = async (script) => {
  const started = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { cwd: below(), timeout: 20_000 });
  return JSON.parse((await started).stdout);
};

const imported = () => printed(PROBE);

test("importing has no side effects, and the process ends by itself", async () => {
  const { did, added } = await imported();
  assert.deepEqual({ did, added }, { did: [], added: [] });
});

test("bytes are opened without loading the network, which takes Node longer than everything else", async () => {
  const loaded = await printed(`
    const { openScan } = await import("scanfold");
    const scan = await openScan(new TextEncoder().encode('{"scan_id":"s","status":"completed","findings":[]}'));
    console.log(JSON.stringify([scan.findingCount, ...process.moduleLoadList.filter((name) => name.includes("undici"))]));
  `);
  assert.deepEqual(loaded, [0]);
});

test("importing works in a runtime that cannot read or write texts, and a call says what is missing", async () => {
  for (const name of ["TextDecoder", "TextEncoder"]) {
    const [kind, hint, findings] = await printed(`
      // Node makes its own \`Response\` late, and needs both for it.
      const { ${name}, Response } = globalThis;
      delete globalThis.${name};
      const { openScan } = await import("scanfold");
      const { kind, hint } = await openScan([]).catch((error) => error);
      Object.assign(globalThis, { ${name} });
      console.log(JSON.stringify([kind, hint, (await openScan([])).findingCount]));
    `);
    assert.deepEqual([kind, findings], ["init_failed", 0], name);
    assert.match(hint, /TextDecoder or TextEncoder.*jsdom/);
  }
});

test("a runtime without web workers gets a hint at where to import from instead", async () => {
  const [kind, hint] = await printed(`
    const { startWorker } = await import("scanfold/worker");
    const { kind, hint } = await startWorker().catch((error) => error);
    console.log(JSON.stringify([kind, hint]));
  `);
  assert.equal(kind, "init_failed");
  assert.match(hint, /no Worker: import from scanfold instead/);
});

test("a call that needs the module says in its message what to do, since a console shows no more", async () => {
  const errors = await printed(`
    const { init, severityOf } = await import("scanfold");
    const { startWorker } = await import("scanfold/worker");
    const early = await Promise.resolve({ severity: "high" }).then(severityOf).catch((error) => error);
    const page = await init(new TextEncoder().encode("<!doctype html>")).catch((error) => error);
    const worker = await startWorker().catch((error) => error);
    console.log(JSON.stringify([early, page, worker]));
  `);
  for (const { kind, message, hint } of errors) {
    assert.equal(kind, "init_failed");
    assert.ok(hint.length > 0 && message.endsWith(`: ${hint}`), message);
  }
});

test("the package exports the values that its types declare, no more and no less", async () => {
  const program = ts.createProgram([below("pkg", "index.d.ts")], { noEmit: true, target: ts.ScriptTarget.ESNext });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(below("pkg", "index.d.ts")));
  const declared = checker.getExportsOfModule(module).filter((symbol) => symbol.flags & ts.SymbolFlags.Value).map((symbol) => symbol.name);
  assert.ok(declared.length > 10, "the types are read");
  assert.deepEqual((await imported()).names, declared.sort());
});
