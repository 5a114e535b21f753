/**
 * How the module is loaded: by `init` and without it, from where and from what, once; and what an `init` that failed says and leaves
 * behind. Every test has a copy of the package of its own.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mock, test } from "node:test";
import { pathToFileURL } from "node:url";

import { fails, throws } from "../harness/check.mjs";
import { below } from "../harness/places.mjs";
import { freshCopy, moduleBytes, withInstances } from "./copies.mjs";
import { LIMIT, ownFaults } from "./own-faults.mjs";
import { finding } from "./scenarios/good.mjs";

const { at, client } = ownFaults();

/** What needs no module: it loads it, or only looks at an error. */
const ALONE = ["init", "createClient", "openScan", "isScanfoldError", "ScanfoldError"];

test("f1_every_function_before_init_says_what_to_do_whatever_it_is_given", LIMIT, async () => {
  const copy = await freshCopy();
  const functions = Object.entries(copy).filter(([name, value]) => typeof value === "function" && !ALONE.includes(name));
  assert.ok(functions.length >= 15, functions.map(([name]) => name).join());
  for (const [name, call] of functions) {
    for (const given of [[], [null, null, null], [[], {}], [{}, {}, {}], ["1", "2"], [new Proxy({}, { get: () => assert.fail("it was read") })]]) {
      assert.throws(() => call(...given), (error) => copy.isScanfoldError(error, "init_failed") && error.hint.includes("init()"), name);
    }
  }
  await copy.init();
  assert.equal(copy.compareVersions("1", "2", "semver"), -1);
});

test("d16_bytes_and_modules_load_where_there_is_no_fetch", LIMIT, async () => {
  const { fetch } = globalThis;
  try {
    delete globalThis.fetch;
    for (const given of [moduleBytes(), new WebAssembly.Module(moduleBytes())]) {
      const copy = await freshCopy("browser.js");
      await copy.init(given);
      assert.equal(copy.compareVersions("1", "2", "semver"), -1);
    }
  } finally {
    globalThis.fetch = fetch;
  }
});

test("f2_init_makes_one_instance_however_often_it_is_called", LIMIT, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    await Promise.all([copy.init(), copy.init(), client(copy, "ok"), copy.openScan([finding(1)]), copy.init()]);
    await copy.init();
    assert.equal(copy.init(), copy.init());
    assert.equal(instances.length, 1);
  }));

test("f2_calls_of_init_get_the_same_promise", LIMIT, async () => {
  const copy = await freshCopy();
  const first = copy.init();
  assert.equal(copy.init(), first);
  await first;
  assert.equal(copy.init(), first);
});

test("f2_a_source_that_fails_is_nobody_s_concern_where_the_module_runs", LIMIT, async () => {
  const copy = await freshCopy();
  const unhandled = [];
  const note = (reason) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    const loading = copy.init();
    await Promise.all([loading, copy.init(Promise.reject(new Error("offline, and on its way")))]);
    await copy.init(Promise.reject(new Error("offline")));
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(unhandled, []);
  } finally {
    process.off("unhandledRejection", note);
  }
});

test("f3_an_instance_that_could_not_be_made_again_is_made_when_it_can", LIMIT, async () => {
  const copy = await freshCopy();
  const own = WebAssembly.Instance;
  const rows = Array.from({ length: 48 }, (_, at) => ({ ...finding(at), title: `${at}`.repeat(400_000) }));
  const large = await copy.openScan(rows);
  WebAssembly.Instance = function () {
    throw new RangeError("Out of memory");
  };
  try {
    large.dispose();
    throws(copy, () => large.rollup(), "disposed");
    throws(copy, () => copy.compareVersions("1", "2"), "init_failed");
    // What is compiled is not asked for again, so that nobody waits for the second one's source.
    for (const source of [() => undefined, () => Promise.reject(new Error("offline"))]) {
      const { hint } = await fails(copy, copy.init(source()), "init_failed");
      assert.match(hint, /not enough memory/);
    }
  } finally {
    WebAssembly.Instance = own;
  }
  assert.equal(copy.compareVersions("1", "2", "semver"), -1, "what was compiled is kept");
  await copy.init();
  assert.equal((await copy.openScan([finding(1)])).findingCount, 1);
});

test("d20_a_module_that_lacks_our_exports_is_refused_and_ours_loads_afterwards", LIMIT, async () => {
  const copy = await freshCopy();
  const stranger = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 20, 1, 16, ...Buffer.from("__wbindgen_start"), 0, 0, 10, 4, 1, 2, 0, 11]);
  assert.ok(WebAssembly.validate(stranger));
  for (const source of [5, {}, [], true, Symbol("wasm"), () => moduleBytes(), Promise.resolve(5)]) {
    const { hint } = await fails(copy, copy.init(source), "init_failed");
    assert.equal(hint, "init() takes the address of the .wasm file, a response with it, its bytes, or a compiled module");
  }
  const foreign = await fails(copy, copy.init(stranger), "init_failed");
  assert.match(foreign.hint, /another version/);
  // The package's own, except what it asks of the platform.
  const other = Buffer.from(moduleBytes().toString("latin1").replace("__wbg_then_", "__wbg_than_"), "latin1");
  assert.ok(WebAssembly.validate(other));
  assert.match((await fails(copy, copy.init(other), "init_failed")).hint, /another version/);
  const cut = await fails(copy, copy.init(moduleBytes().subarray(0, 5000)), "init_failed");
  assert.match(cut.hint, /damaged/);
  await copy.init();
  assert.equal(copy.compareVersions("1", "2", "semver"), -1);
});

test("in Node the module may lie in a file, named by address or by path", LIMIT, async () => {
  const path = below("pkg", "scanfold_bg.wasm");
  const { href } = pathToFileURL(path);
  for (const source of [path, new URL(href), href, href.replace("file:", "FILE:")]) {
    const copy = await freshCopy();
    await copy.init(source);
    assert.equal(copy.compareVersions("1", "2", "semver"), -1);
  }
  const copy = await freshCopy();
  for (const source of [`${path}.not`, "file:///not/there.wasm"]) {
    const { hint } = await fails(copy, copy.init(source), "init_failed");
    assert.match(hint, /where it is looked for/);
  }
});

test("in Node the module may be fetched, whatever the case of its address", LIMIT, async () => {
  const data = `application/wasm;base64,${moduleBytes().toString("base64")}`;
  const blob = URL.createObjectURL(new Blob([moduleBytes()]));
  for (const source of [`data:${data}`, `DATA:${data}`, new URL(`data:${data}`), blob]) {
    const copy = await freshCopy();
    await copy.init(source);
    assert.equal(copy.compareVersions("1", "2", "semver"), -1);
  }
  URL.revokeObjectURL(blob);
});

test("an error about a module that the server refuses does not say that it is absent", LIMIT, async () => {
  const copy = await freshCopy();
  for (const [status, said] of [[404, /not found/], [410, /not found/], [403, /did not give out/], [503, /did not give out/]]) {
    const error = await fails(copy, copy.init(new Response("no", { status })), "init_failed");
    assert.equal(error.status, status);
    assert.match(error.hint, said);
  }
});

test("f3_a_module_that_does_not_arrive_is_not_waited_for_without_end", LIMIT, async () => {
  const copy = await freshCopy();
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const late = fails(copy, copy.init(new Promise(() => {})), "init_failed");
    mock.timers.tick(120_000);
    assert.match((await late).message, /did not arrive within two minutes/);
  } finally {
    mock.timers.reset();
  }
  await copy.init();
});

test("f3_an_init_that_failed_can_be_tried_again", LIMIT, async () => {
  const copy = await freshCopy();
  const bad = [
    () => new Uint8Array([1, 2, 3]),
    () => new Uint8Array([0, 0x61, 0x73, 0x6d, 9]),
    () => new Response("no", { status: 404 }),
    () => Promise.reject(new Error("offline")),
    () => at("html-404"),
    () => 7,
  ];
  for (const source of bad) {
    const error = await fails(copy, copy.init(source()), "init_failed");
    assert.ok(error.hint);
  }
  throws(copy, () => copy.compareVersions("1", "2"), "init_failed");
  await copy.init();
  assert.equal(copy.compareVersions("2", "1", "semver"), 1);
});

test("f22_an_import_does_nothing_by_itself", LIMIT, async () => {
  const program = `
    const before = Object.getOwnPropertyNames(globalThis).sort().join();
    let fetched = 0;
    globalThis.fetch = () => (fetched += 1);
    const scanfold = await import(${JSON.stringify(new URL("../../pkg/node.js", import.meta.url).href)});
    const after = Object.getOwnPropertyNames(globalThis).sort().join();
    console.log(JSON.stringify([before === after, fetched, process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length, typeof scanfold.init]));`;
  assert.deepEqual(JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" })), [true, 0, 0, "function"]);
  const copy = await freshCopy();
  await copy.init(new WebAssembly.Module(moduleBytes()));
  assert.equal(copy.safeUrl("javascript:alert(1)"), null);
});
