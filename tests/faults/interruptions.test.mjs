/**
 * What comes in between while a call runs or the module is on its way: an abort, a disposal, a callback that calls back or throws.
 * Every test has a copy of the package of its own.
 */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";

import { fails, throws } from "../harness/check.mjs";
import { SCAN, get, history, open, pause } from "./cases/calls.mjs";
import { freshCopy, moduleBytes, withInstances } from "./copies.mjs";
import { LIMIT, ownFaults } from "./own-faults.mjs";
import { finding } from "./scenarios/good.mjs";

const { client } = ownFaults();

test("e2_an_abort_is_heard_while_the_module_is_on_its_way", LIMIT, async () => {
  const copy = await freshCopy();
  let arrive;
  const loading = copy.init(new Promise((resolve) => (arrive = resolve)));
  const stream = new ReadableStream();
  const controller = new AbortController();
  const reasons = [new Error("left"), "gone"];
  const calls = [
    copy.openScan(stream, { signal: controller.signal }),
    copy.openScan([finding(1)], { signal: AbortSignal.abort(reasons[1]) }),
  ];
  const late = copy.openScan([finding(1)], { signal: new AbortController().signal });
  controller.abort(reasons[0]);
  const ended = await Promise.race([Promise.allSettled(calls), pause(1_000)]);
  assert.deepEqual(ended?.map(({ reason }) => reason), reasons);
  assert.equal(stream.locked, false, "nothing was read of it");
  arrive(moduleBytes());
  await loading;
  assert.equal((await late).findingCount, 1);
  const refusing = {
    aborted: false,
    addEventListener() {
      throw new Error("of the caller");
    },
  };
  for (const signal of [{}, refusing]) {
    const other = await freshCopy();
    const { path } = await fails(other, other.openScan([finding(1)], { signal }), "invalid_argument");
    assert.equal(path, "signal");
  }
});

test("e2_a_signal_is_not_listened_to_any_more_once_the_module_has_come_and_the_scan_is_open", LIMIT, async () => {
  const copy = await freshCopy();
  const { signal } = new AbortController();
  assert.equal((await copy.openScan([finding(1)], { signal })).findingCount, 1);
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("e2_a_signal_that_does_not_say_why_it_aborts_ends_what_it_is_given_to", LIMIT, async () => {
  const copy = await freshCopy();
  const silent = () => ({
    aborted: false,
    addEventListener: (_, listener) => setTimeout(listener, 1),
    removeEventListener() {},
    get reason() {
      throw new Error("of the caller");
    },
  });
  // While the module is on its way, and while the source is.
  for (let round = 0; round < 2; round += 1) {
    const ended = copy.openScan(new ReadableStream(), { signal: silent() }).then(() => "it opened", (reason) => reason);
    assert.equal(await Promise.race([ended, pause(1_000).then(() => "pending")]), undefined);
    await copy.init();
  }
});

/** So many findings; 150,000 make an instance large. */
function resultOf(count) {
  const rows = Array.from({ length: count }, (_, at) => `{"uid":"u-${at}","title":"${"t".repeat(250)}${at}"}`);
  return `{"scan_id":"s","status":"completed","findings":[${rows}]}`;
}

test("f11_an_instance_is_not_exchanged_while_it_reads_an_argument", LIMIT, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    const scan = await copy.openScan(resultOf(150_000));
    const target = { order: "oldest" };
    const options = new Proxy(target, {
      getOwnPropertyDescriptor: (of, name) => (scan.dispose(), Reflect.getOwnPropertyDescriptor(of, name)),
    });
    const history = [{ timestamp: "2024-01-02T00:00:00Z" }, { timestamp: "2024-01-01T00:00:00Z" }];
    // Counted in one turn: what other tests let go of may be exchanged in any other.
    const before = instances.length;
    assert.deepEqual(copy.sortHistory(history, options), history.toReversed());
    assert.equal(instances.length, before + 1, "it is afterwards");
  }));

test("f11_a_large_instance_is_not_exchanged_while_a_scan_is_read_into_it", LIMIT, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    let finish;
    const start = (controller) => {
      finish = () => (controller.enqueue(new TextEncoder().encode(resultOf(1))), controller.close());
    };
    const reading = copy.openScan(new ReadableStream({ start }));
    (await copy.openScan(resultOf(150_000))).dispose();
    assert.equal(instances.length, 1);
    finish();
    const scan = await reading;
    assert.equal(scan.findingCount, 1);
    scan.dispose();
    assert.equal(instances.length, 2, "it is afterwards");
  }));

test("f11_dispose_twice_use_after_it_and_during_a_call", LIMIT, async () => {
  const copy = await freshCopy();
  const opened = await open(await client(copy, "ok"));
  assert.ok(opened.repositories && opened.diagnostics);
  opened.dispose();
  opened.dispose();
  opened[Symbol.dispose]();
  for (const call of [() => opened.rollup(), () => opened.facets(), () => opened.findings(), () => opened.finding("u"), () => opened.toJSON(), () => opened.remediation(), () => opened.repositories, () => opened.diagnostics]) {
    throws(copy, call, "disposed");
  }
  const own = await client(copy, "silence");
  const call = fails(copy, get(own), "disposed");
  own.dispose();
  own.dispose();
  own[Symbol.dispose]();
  await call;
  await fails(copy, get(own), "disposed");
  await fails(copy, own.request("/api/x", { auth: "none" }), "disposed");
  // A callback that disposes of what it is called for.
  const events = await client(copy, "flaky-once", { maxRetries: 2, onEvent: () => events.dispose() });
  await fails(copy, get(events), "disposed");
  const reading = await client(copy, "byte-by-byte");
  await fails(copy, open(reading, { onProgress: ({ phase }) => phase === "receiving" && reading.dispose() }), "disposed");
});

test("f12_a_callback_may_call_back_or_throw", LIMIT, async () => {
  const copy = await freshCopy();
  const inner = await client(copy, "ok");
  const answers = [];
  const own = await client(copy, "ok", {
    apiToken: async () => ((await history(inner)).length === 2 ? "token" : ""),
    onEvent: () => answers.push(get(inner), copy.compareVersions("1", "2", "semver")),
  });
  const resident = await open(own, { onProgress: () => answers.push(open(inner)) });
  assert.equal(resident.findingCount, 2);
  await Promise.all(answers);

  const thrown = new Error("of the caller's");
  const boom = () => {
    throw thrown;
  };
  const same = (error) => error === thrown;
  await assert.rejects(get(await client(copy, "ok", { onEvent: boom })), same);
  await assert.rejects(open(inner, { onProgress: boom }), same);
  await assert.rejects((await client(copy, "running")).containerScans.waitFor(SCAN, { onStatus: boom }), same);
  await assert.rejects(get(await client(copy, "ok", { apiToken: boom })), (error) => error.cause === thrown);
  await assert.rejects(copy.openScan([finding(1)], { onProgress: boom }), same);
  // A trap that is not of this module is the caller's own business.
  const foreign = new WebAssembly.RuntimeError("of another module");
  await assert.rejects(open(inner, { onProgress: () => { throw foreign; } }), (error) => error === foreign);
  assert.equal(resident.findingCount, resident.findings().total);
  assert.equal((await history(inner)).length, 2);
});
