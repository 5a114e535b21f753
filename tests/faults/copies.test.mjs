/**
 * Copies of the package side by side, one after another and in a bundle, and what passes from one realm to another.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import esbuild from "esbuild";

import { fails } from "../harness/check.mjs";
import { below } from "../harness/places.mjs";
import { scratchFolder } from "../harness/scratch.mjs";
import { get, history, open, pause, remove, team, until } from "./cases/calls.mjs";
import { freshCopy, freshCopyWithMaps, moduleBytes } from "./copies.mjs";
import { LIMIT, ownFaults } from "./own-faults.mjs";
import { finding } from "./scenarios/good.mjs";
import { timers } from "./timers.mjs";

const { client } = ownFaults();

test("f13_two_copies_work_side_by_side", LIMIT, async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  const [one, two] = [await freshCopy(), await freshCopy()];
  const [first, second] = [await client(one, "ok"), await client(two, "not-found")];
  assert.equal((await get(first)).findings.length, 2);
  const error = await fails(two, get(second), "not_found");
  assert.ok(one.isScanfoldError(error, "not_found") && !(error instanceof one.ScanfoldError) && error instanceof two.ScanfoldError);
  const resident = await two.openScan([finding(1)]);
  assert.throws(() => resident.diff({}), (error) => one.isScanfoldError(error, "invalid_argument"));
  const others = await one.openScan([finding(1)]);
  assert.throws(() => resident.diff(others), (error) => /this copy/.test(error.hint));
  first.dispose();
  assert.equal(resident.findings().total, 1);
  assert.deepEqual(Object.getOwnPropertyNames(globalThis), before);
});

test("f17_results_and_errors_can_be_cloned", LIMIT, async () => {
  const copy = await freshCopy();
  const own = await client(copy, "ok");
  const resident = await open(own);
  const events = [];
  await get(await client(copy, "ok", { onEvent: (event) => events.push(event) }), { onProgress: (progress) => events.push(progress) });
  const results = [await get(own), await history(own), await team(own), await remove(own), resident.rollup({ by: "image" }), resident.facets(), resident.findings(), resident.diagnostics, resident.toSarif(), resident.diff(resident), events];
  for (const result of results) assert.deepEqual(structuredClone(result), result);
  const error = await fails(copy, get(await client(copy, "not-found")), "not_found");
  const clone = structuredClone(error.toJSON());
  assert.deepEqual(clone, {
    name: "ScanfoldError",
    message: error.message,
    kind: "not_found",
    operation: "containerScans.get",
    status: 404,
    serverMessage: "scan not found",
    requestId: "req-404",
    retryable: false,
    outcome: "not_applicable",
    attempts: 1,
  });
  assert.ok(copy.isScanfoldError(clone, "not_found"));
  const restored = new copy.ScanfoldError(clone);
  assert.deepEqual([restored instanceof copy.ScanfoldError, restored.message, restored.toJSON()], [true, error.message, clone]);
  assert.equal(copy.isScanfoldError(structuredClone(error)), false, "of an error itself a clone keeps neither name nor kind");
});

test("f21_a_package_loaded_again_leaves_nothing_behind", LIMIT, async () => {
  const before = timers();
  for (let round = 0; round < 5; round += 1) {
    const copy = await freshCopy();
    const own = await client(copy, "silence");
    const call = fails(copy, get(own), "disposed");
    await pause(20);
    own.dispose();
    await call;
  }
  await until(() => timers() <= before, "no timers of the package are left");
});

test("f21_what_calls_have_begun_is_forgotten_once_it_has_ended_or_was_stopped", LIMIT, async () => {
  const { copy, sizes } = await freshCopyWithMaps();
  const [own, silent] = [await client(copy, "ok"), await client(copy, "silence")];
  const before = sizes();
  assert.ok(before.length >= 2, `${before}`);
  for (let round = 0; round < 5; round += 1) {
    const leaving = new AbortController();
    const pending = [get(silent, { signal: leaving.signal }), copy.openScan(new ReadableStream(), { signal: leaving.signal })];
    await Promise.all([get(own), fails(copy, get(silent, { timeoutMs: 20 }), "timeout")]);
    assert.ok(sizes().some((size, at) => size > before[at]), "while they are under way");
    leaving.abort("left");
    for (const call of pending) assert.equal(await call.catch((reason) => reason), "left");
  }
  await until(() => `${sizes()}` === `${before}`, "as much as before");
});

test("f22_addresses_and_responses_of_another_realm_are_what_they_are", LIMIT, async () => {
  const stranger = (name, value) => new Proxy(value, { get: (target, key) => (key === Symbol.toStringTag ? name : bound(target, key)) });
  const bound = (target, key) => (typeof target[key] === "function" ? target[key].bind(target) : target[key]);
  const response = stranger("Response", new Response(moduleBytes()));
  // What is compiled as it arrives has to be the platform's own.
  const headers = new Headers({ "Content-Type": "application/wasm" });
  await (await freshCopy()).init({ [Symbol.toStringTag]: "Response", ok: true, status: 200, headers, bodyUsed: false, arrayBuffer: async () => moduleBytes() });
  const copy = await freshCopy();
  await copy.init(response);
  const asked = [];
  const fetch = async (request) => (asked.push(request.url), new Response("{}", { status: 404 }));
  const client = await copy.createClient({ baseUrl: stranger("URL", new URL("https://analysis.example.com/tenant")), fetch, apiToken: "t" });
  await assert.rejects(client.containerScans.get({ platform: "github", org: "acme", scan_id: "s" }));
  assert.deepEqual(asked.map((url) => new URL(url).pathname.split("/")[1]), ["tenant"]);
});

test("f24_a_bundler_can_take_the_package_apart_and_put_it_together", LIMIT, async () => {
  const outfile = `${scratchFolder()}/bundle.mjs`;
  const entry = `export { init, compareVersions } from ${JSON.stringify(below("pkg", "browser.js"))};`;
  await esbuild.build({ stdin: { contents: entry, resolveDir: below() }, bundle: true, minify: true, format: "esm", outfile, logLevel: "silent" });
  const bundle = await import(outfile);
  await bundle.init(moduleBytes());
  assert.equal(bundle.compareVersions("1.2", "1.10", "semver"), -1);
});
