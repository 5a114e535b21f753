/**
 * Bundles that lose what the package finds beside its files: the failure says which way out there is, and that way works.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { nodeFileTrace } from "@vercel/nft";
import { build } from "esbuild";

import { npm, packInto } from "../harness/npm.mjs";
import { below } from "../harness/places.mjs";
import { scratchFolder } from "../harness/scratch.mjs";

const LIMIT = { timeout: 60_000 };

/** The JSON that the bundle of these lines prints in Node. */
async function printed(contents, options) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: below() },
    outfile: "app.js",
    bundle: true,
    logLevel: "silent",
    write: false,
    ...options,
  });
  const format = options.format === "esm" ? ["--input-type=module"] : [];
  return JSON.parse(execFileSync(process.execPath, [...format, "-"], { input: outputFiles[0].text, encoding: "utf8", env: { ...process.env, WASM: below("pkg", "scanfold_bg.wasm") } }));
}

const FAILS = `
import { init, openScan } from "scanfold";
const failure = (start) => start().then(() => null, (error) => ({ kind: error.kind, hint: error.hint }));
(async () => {
  const lost = await failure(() => openScan([]));
  await init(process.env.WASM);
  console.log(JSON.stringify([lost, (await openScan([])).findingCount]));
})();
`;

for (const platform of ["node", "browser"]) {
  test(`a classic script of the ${platform}'s entry says that it needs the module's address`, LIMIT, async () => {
    const init = platform === "browser" ? FAILS.replace("process.env.WASM", 'require("node:fs").readFileSync(process.env.WASM)') : FAILS;
    const [{ kind, hint }, findings] = await printed(init, { format: "iife", platform, external: ["node:*"] });
    assert.deepEqual([kind, findings], ["init_failed", 0]);
    assert.match(hint, /import\.meta\.url.*init\(\).*scanfold\/inline/);
  });
}

test("a server's bundle says how to keep the package out of it, whether it has the module for browsers or not at all", LIMIT, async () => {
  const moved = {
    name: "moved",
    setup: ({ onLoad }) => onLoad({ filter: /wasm-url\.js$/ }, () => ({ contents: 'export const wasmUrl = () => ({ toString: () => "/_next/static/media/scanfold_bg.wasm" });' })),
  };
  for (const plugins of [[moved], []]) {
    const [{ kind, hint }, findings] = await printed(FAILS, { format: "esm", platform: "node", plugins });
    assert.deepEqual([kind, findings], ["init_failed", 0]);
    assert.match(hint, /serverExternalPackages.*ssr\.external.*scanfold\/inline/);
  }
});

test("a server's bundle that has an address to fetch the module from fetches it", LIMIT, async () => {
  const data = readFileSync(below("pkg", "scanfold_bg.wasm")).toString("base64");
  const fetched = {
    name: "fetched",
    setup: ({ onLoad }) => onLoad({ filter: /wasm-url\.js$/ }, () => ({ contents: `export const wasmUrl = () => new URL("data:application/wasm;base64,${data}");` })),
  };
  const opens = 'import { openScan } from "scanfold"; console.log(JSON.stringify((await openScan([])).findingCount));';
  assert.equal(await printed(opens, { format: "esm", platform: "node", plugins: [fetched] }), 0);
});

test("a bundle for an app's page with Node's modules fetches from the scheme of that app", LIMIT, async () => {
  const address = "app://bundle/scanfold_bg.wasm";
  const own = {
    name: "own",
    setup: ({ onLoad }) => onLoad({ filter: /wasm-url\.js$/ }, () => ({ contents: `export const wasmUrl = () => new URL("${address}");` })),
  };
  const opens = `
import { init, openScan } from "scanfold";
const asked = [];
globalThis.fetch = async (address) => {
  asked.push(String(address));
  return new Response(null, { status: 404 });
};
const hints = [];
for (const given of [undefined, "${address}"]) await init(given).catch(({ hint }) => hints.push(hint.includes("was not found")));
await init(process.env.WASM);
console.log(JSON.stringify([asked, hints, (await openScan([])).findingCount]));
`;
  const said = await printed(opens, { format: "esm", platform: "node", plugins: [own] });
  assert.deepEqual(said, [[address, address], [true, true], 0]);
});

test("the files that are gathered for a server are all that it needs", LIMIT, async () => {
  const { fileList } = await nodeFileTrace([below("pkg", "node.js")], { base: below() });
  const folder = scratchFolder();
  for (const file of fileList) cpSync(below(file), join(folder, file), { recursive: true });
  const script = 'import { openScan } from "./pkg/node.js"; console.log((await openScan([])).findingCount);';
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: folder, encoding: "utf8" }), "0\n");
});

/** One that is a classic script has no address, and from that of a blob nothing can be found. */
const homeless = { "a classic script": { format: "iife" }, "a module in a blob": { format: "esm", define: { "import.meta.url": '"blob:https://app.example/1"' } } };

for (const [name, options] of Object.entries(homeless)) {
  test(`${name} that starts a worker gets the hint to pass one`, LIMIT, async () => {
    const start = `
import { startWorker } from "scanfold/worker";
globalThis.Worker = globalThis.trustedTypes = class {};
startWorker().catch((error) => console.log(JSON.stringify([error.kind, error.hint])));
`;
    const [kind, hint] = await printed(start, { ...options, platform: "browser" });
    assert.equal(kind, "init_failed");
    assert.match(hint, /^worker_script: .*import\.meta\.url.*scanfold\/worker-thread/);
  });
}

test("a page whose bundler has left the module behind gets a hint at each way out", LIMIT, async () => {
  const absent = 'import { init } from "scanfold"; init(new Response(null, { status: 404 })).catch((error) => console.log(JSON.stringify([error.kind, error.hint])));';
  const [kind, hint] = await printed(absent, { format: "esm", platform: "browser" });
  assert.equal(kind, "init_failed");
  assert.match(hint, /copied there.*scanfold\/inline.*init\(\)/);
});

test("the packed package can be packed again", LIMIT, () => {
  const folder = scratchFolder();
  const first = packInto(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  npm(["install", "--offline", "--no-audit", "--no-fund", first.tarball], folder);
  const alone = join(folder, "alone");
  cpSync(join(folder, "node_modules", "scanfold"), alone, { recursive: true });
  assert.deepEqual(packInto(scratchFolder(), alone).names, first.names);
});
