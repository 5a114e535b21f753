/**
 * Deno, Bun and Cloudflare's runtime: the packed package, installed, answers there as it does in Node.
 *
 * One program runs in all of them. It asks a server of the test's own, so it is their `fetch`, their streams and their
 * timers that are tried. Where one is not on this machine, its test is skipped and says so.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { before, test } from "node:test";
import { promisify } from "node:util";

import { build } from "esbuild";

import { npm, packInto } from "../harness/npm.mjs";
import { below } from "../harness/places.mjs";
import { isProgram, onPath } from "../harness/programs.mjs";
import { scratchFolder } from "../harness/scratch.mjs";

const LIMIT = { timeout: 60_000 };
const fixture = (name) => readFileSync(below("tests", "fixtures", name), "utf8");
const SENT = fixture("container-results.completed.json");

/** What a program does with the package, as plain data. */
const TRIAL = `
import { createClient, openScan } from "scanfold";
export async function trial(baseUrl) {
  const client = await createClient({ baseUrl, apiToken: "api-token", gitToken: "git-token", maxRetries: 0, timeoutMs: 20_000 });
  const params = (scan_id) => ({ platform: "github", org: "example-org", scan_id });
  const failure = (start) => start().then(() => "no failure", ({ name, kind, status }) => ({ name, kind, status }));
  const steps = new Set();
  const scan = await client.containerScans.open(params("scan-nightly"), { onProgress: ({ phase }) => steps.add(phase) });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  const outcome = {
    rollup: scan.rollup(),
    steps: [...steps],
    page: scan.findings({ sort: [{ by: "severity", descending: true }], limit: 2 }),
    same: JSON.stringify(scan.toJSON()) === JSON.stringify(await client.containerScans.get(params("scan-nightly"))),
    files: await Promise.all(["csv", "json", "markdown", "sarif"].map(async (format) => (await scan.export(format)).text())),
    streamed: (await openScan(await fetch(baseUrl, { method: "POST", body: JSON.stringify(params("scan-nightly")) }))).findingCount,
    missing: await failure(() => client.containerScans.get(params("missing"))),
    stopped: await failure(() => client.containerScans.get(params("silent"), { signal: stop.signal })),
    late: await failure(() => client.containerScans.get(params("silent"), { timeoutMs: 100 })),
    argument: await failure(() => client.containerScans.get({ scanId: "1" })),
  };
  scan.dispose();
  client.dispose();
  return outcome;
}
`;
const PRINTS = `
import { trial } from "./trial.mjs";
console.log(JSON.stringify(await trial(process.argv[2])));
`;
/** At the top of a script, that runtime has neither timers nor requests. */
const ANSWERS = `
import { init } from "scanfold";
import { trial } from "./trial.mjs";
await init();
export default {
  async test(controller, { BASE_URL }) {
    console.log(JSON.stringify(await trial(BASE_URL)));
  },
};
`;

/** A folder in which the packed package is installed beside the programs. */
function installed() {
  const folder = scratchFolder();
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  npm(["install", "--offline", "--no-audit", "--no-fund", packInto(folder).tarball], folder);
  for (const [name, text] of [["trial.mjs", TRIAL], ["prints.mjs", PRINTS], ["answers.mjs", ANSWERS]]) writeFileSync(join(folder, name), text);
  return folder;
}

/** Answers by the scan that is asked for: whole in two pieces, with an error, or never. */
async function service(t) {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const { scan_id } = JSON.parse(text);
    if (scan_id === "silent") return;
    const headers = { "Content-Type": "application/json" };
    if (scan_id === "missing") {
      response.writeHead(404, headers).end(fixture("error.scan-not-found.json"));
      return;
    }
    response.writeHead(200, headers);
    const half = SENT.length >> 1;
    response.write(SENT.slice(0, half));
    setTimeout(() => response.end(SENT.slice(half)), 20);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${server.address().port}`;
}

/** From npm, which has them for Linux on x64 under a name of its own, or else from `PATH`. */
const PROGRAMS = {
  deno: ["@deno", "linux-x64-glibc", "deno"],
  bun: ["@oven", "bun-linux-x64", "bin", "bun"],
  workerd: ["@cloudflare", "workerd-linux-64", "bin", "workerd"],
};

function program(name) {
  const installed = below("node_modules", ...PROGRAMS[name]);
  return isProgram(installed) ? installed : onPath([name]);
}

/** For a test's `skip` option: the reason, or `false` if the runtime is there. */
const absent = (name) => (program(name) ? false : `no ${name}: npm has not installed it, and there is none on PATH`);

async function printed(name, options, folder) {
  const env = { ...process.env, DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" };
  const { stdout, stderr } = await promisify(execFile)(name, options, { cwd: folder, env, timeout: 40_000 });
  return JSON.parse((stdout + stderr).split("\n").find((line) => line.startsWith("{")));
}

let folder;
before(() => {
  folder = installed();
});

/** The results in Node, which other tests compare with the interface. */
async function inNode(address) {
  const outcome = await printed(process.execPath, ["prints.mjs", address], folder);
  const { rollup, same, streamed, missing, stopped, late } = outcome;
  const { findings } = JSON.parse(SENT);
  assert.deepEqual([rollup.findings, same, streamed], [findings.length, true, findings.length]);
  assert.deepEqual([missing.kind, stopped.kind ?? stopped.name, late.kind], ["not_found", "AbortError", "timeout"]);
  return outcome;
}

test("f22_in_deno_it_answers_as_in_node", { ...LIMIT, skip: absent("deno") }, async (t) => {
  const address = await service(t);
  const allowed = ["--allow-read=.", `--allow-net=${new URL(address).host}`];
  assert.deepEqual(await printed(program("deno"), ["run", "--quiet", "--no-remote", "--no-prompt", ...allowed, "prints.mjs", address], folder), await inNode(address));
});

test("f22_in_bun_it_answers_as_in_node", { ...LIMIT, skip: absent("bun") }, async (t) => {
  const address = await service(t);
  assert.deepEqual(await printed(program("bun"), ["prints.mjs", address], folder), await inNode(address));
});

/** A worker as Cloudflare's own tool makes it: one script, and the module beside it, compiled before it starts. */
async function worker(address) {
  await build({
    entryPoints: [join(folder, "answers.mjs")],
    outfile: join(folder, "worker.js"),
    bundle: true,
    format: "esm",
    conditions: ["workerd"],
    plugins: [{ name: "module", setup: (hooks) => hooks.onResolve({ filter: /\.wasm$/ }, () => ({ path: "./scanfold_bg.wasm", external: true })) }],
    logLevel: "error",
  });
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .trial), (name = "internet", network = (allow = ["private"]))],
);
const trial :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "scanfold_bg.wasm", wasm = embed "node_modules/scanfold/scanfold_bg.wasm"),
  ],
  bindings = [(name = "BASE_URL", text = "${address}")],
  compatibilityDate = "2025-01-01",
);
`;
  writeFileSync(join(folder, "config.capnp"), config);
}

test("f22_in_cloudflares_runtime_it_answers_as_in_node", { ...LIMIT, skip: absent("workerd") }, async (t) => {
  const address = await service(t);
  await worker(address);
  assert.deepEqual(await printed(program("workerd"), ["test", "config.capnp"], folder), await inNode(address));
});
