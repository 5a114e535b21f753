/**
 * Traps in Node: all that is under way settles, the next call works, and nothing of the dead instance reaches into it. Every test has
 * a copy of the package of its own.
 *
 * Node's test runner fails a test on an uncaught exception or an unhandled rejection, so each of these also holds that a
 * trap leaves neither behind.
 */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { before, describe, test } from "node:test";

import { fails, throws } from "../harness/check.mjs";
import { collect } from "../harness/collect.mjs";
import { get, pause, remove } from "./cases/calls.mjs";
import { HOW, afterOverflow, afterTrap, afterTrapAmongMany } from "./cases/traps.mjs";
import { freshCopy, freshCopyWithMaps, withInstances } from "./copies.mjs";
import { LIMIT, ownFaults } from "./own-faults.mjs";
import { finding } from "./scenarios/good.mjs";
import { timers } from "./timers.mjs";
import { trappingModule } from "./trapping.mjs";

const { client, requests } = ownFaults();

describe("a trap", () => {
  let trapping;
  before(() => (trapping = trappingModule()));

  /** What the tests of traps need, with a copy of its own. */
  const inWorld = (run) =>
    withInstances(async (instances) => {
      const copy = await freshCopy();
      const unanswered = () => requests().filter(({ scenario }) => scenario === "silence");
      await run({ scanfold: copy, instances, unanswered, client: (scenario, options) => client(copy, scenario, options) });
    });

  test("f4_a_panic_settles_everything_and_the_next_call_works", LIMIT, () => inWorld((world) => afterTrap(world, trapping, HOW.panic)));

  test("f5_a_hard_abort_is_survived_like_a_panic", LIMIT, async () => {
    await inWorld((world) => afterTrap(world, trapping, HOW.abort));
    await inWorld(afterOverflow);
  });

  test("f5_a_stack_that_overflows_where_a_call_begins_is_survived", LIMIT, async () => {
    let isFull = false;
    const { queueMicrotask } = globalThis;
    globalThis.queueMicrotask = (step) => {
      if (!isFull) return queueMicrotask(step);
      isFull = false;
      throw new RangeError("Maximum call stack size exceeded");
    };
    try {
      await inWorld(async ({ scanfold, client }) => {
        const own = await client("ok");
        isFull = true;
        await fails(scanfold, get(own), "internal");
        assert.equal((await get(own)).findings.length, 2);
      });
    } finally {
      globalThis.queueMicrotask = queueMicrotask;
    }
  });

  test("f5_a_trap_while_a_scan_is_handed_out_is_survived_too", LIMIT, () =>
    withInstances(async (instances) => {
      const copy = await freshCopy();
      await copy.init(trapping);
      const pending = fails(copy, copy.openScan(new ReadableStream()), "internal");
      instances[0].exports.armed.value = HOW.handle;
      await fails(copy, copy.openScan([finding(1)]), "internal");
      await pending;
      assert.equal((await copy.openScan([finding(1)])).findingCount, 1);
      assert.equal(instances.length, 2);
    }));

  test("f5_a_trap_while_files_are_written_ends_them", LIMIT, () =>
    withInstances(async (instances) => {
      const copy = await freshCopy();
      await copy.init(trapping);
      const scan = await copy.openScan(Array.from({ length: 20_000 }, (_, number) => finding(number)));
      const leaving = new AbortController();
      const begun = ["csv", "json", "sarif"].map((format) => fails(copy, scan.export(format, { signal: leaving.signal }), "internal"));
      instances[0].exports.armed.value = HOW.abort;
      await Promise.all(begun);
      await pause(0);
      assert.equal(getEventListeners(leaving.signal, "abort").length, 0);
      await fails(copy, scan.export("csv"), "disposed");
      assert.equal((await (await copy.openScan([finding(1)])).export("csv")).type, "text/csv;charset=utf-8");
      assert.equal(instances.length, 2);
    }));

  test("f5_a_trap_while_something_is_disposed_of_reaches_nobody", LIMIT, () =>
    withInstances(async (instances) => {
      const copy = await freshCopy();
      await copy.init(trapping);
      const handles = [await client(copy, "ok"), await copy.openScan([finding(1)])];
      for (const handle of handles) {
        const pending = fails(copy, copy.openScan(new ReadableStream()), "internal");
        instances.at(-1).exports.armed.value = HOW.handle;
        handle.dispose();
        await pending;
        handles[1] = await copy.openScan([finding(1)]);
      }
      assert.equal(instances.length, 3);
    }));

  test("f6_a_hundred_calls_settle_when_their_instance_dies", LIMIT, () => inWorld((world) => afterTrapAmongMany(world, trapping)));

  test("f14_nothing_of_a_dead_instance_reaches_into_the_next", LIMIT, () =>
    withInstances(async (instances) => {
      const copy = await freshCopy();
      await copy.init(trapping);
      const before = [await copy.openScan([finding(1)]), await copy.openScan([finding(2), finding(3)])];
      instances[0].exports.armed.value = HOW.abort;
      await fails(copy, get(await client(copy, "ok")), "internal");
      const next = await copy.openScan([finding(4), finding(5), finding(6)]);
      for (const old of before) {
        for (const call of [() => old.findings(), () => old.finding("uid-1"), () => old.toJSON(), () => old.diff(next), () => next.diff(old), () => old.toCsv()]) {
          throws(copy, call, "disposed");
        }
        old.dispose();
      }
      assert.equal(next.findings().total, 3);
    }));

  test("f14_what_a_dead_instance_had_begun_and_owed_is_forgotten", LIMIT, () =>
    withInstances(async (instances) => {
      const { copy, sizes } = await freshCopyWithMaps();
      await copy.init(trapping);
      const resident = await copy.openScan([finding(1)]);
      const own = await client(copy, "silence");
      const before = sizes();
      const calls = [get(own), copy.openScan(new ReadableStream())].map((call) => fails(copy, call, "internal"));
      await pause(20);
      assert.notDeepEqual(sizes(), before);
      instances[0].exports.armed.value = HOW.handle;
      throws(copy, () => resident.rollup(), "internal");
      await Promise.all(calls);
      assert.deepEqual(sizes(), before);
    }));

  test("f14_what_is_collected_after_a_trap_enters_nothing", LIMIT, () =>
    withInstances(async (instances) => {
      const copy = await freshCopy();
      await copy.init(trapping);
      const drop = async () => {
        const resident = await copy.openScan([finding(1)]);
        await client(copy, "ok");
        instances[0].exports.armed.value = HOW.handle;
        throws(copy, () => resident.rollup(), "internal");
      };
      await drop();
      for (let turns = 0; turns < 5; turns += 1) {
        await pause(5);
        collect();
      }
    }));

  test("f14_a_scan_whose_instance_trapped_while_its_argument_was_read_is_gone", LIMIT, () =>
    withInstances(async (instances) => {
      const copy = await freshCopy();
      await copy.init(trapping);
      const scans = [await copy.openScan([finding(1)]), await copy.openScan([finding(2)])];
      const { armed } = instances[0].exports;
      const trapped = (target) => {
        armed.value = HOW.handle;
        throws(copy, () => scans[1].rollup(), "internal");
        armed.value = 0;
        return Reflect.ownKeys(target);
      };
      throws(copy, () => scans[0].findings(new Proxy({ limit: -1 }, { ownKeys: trapped })), "invalid_argument");
      await copy.openScan([finding(3)]);
      for (const scan of scans) throws(copy, () => scan.rollup(), "disposed");
    }));

  test("f14_what_traps_in_a_callback_is_replaced_only_when_that_has_returned", LIMIT, () =>
    withInstances(async (instances) => {
      const copy = await freshCopy();
      await copy.init(trapping);
      const before = timers();
      const resident = await copy.openScan([finding(1)]);
      let isCancelled = false;
      const stalled = fails(copy, copy.openScan(new ReadableStream({ cancel: () => void (isCancelled = true) })), "internal");
      const sent = [];
      const own = await client(copy, "ok", { fetch: async ({ url }) => Response.json({}, { status: void sent.push(url) ?? 200 }) });
      const others = [];
      const onProgress = () => {
        instances[0].exports.armed.value = HOW.handle;
        assert.ok(throws(copy, () => resident.rollup(), "internal").cause instanceof WebAssembly.RuntimeError);
        instances[0].exports.armed.value = 0;
        const { hint } = throws(copy, () => copy.severityOf({ severity: "HIGH" }), "internal");
        assert.match(hint, /callback/);
        others.push(...Array.from({ length: 5 }, () => copy.openScan([finding(2)])), copy.init(), copy.init());
      };
      const error = await fails(copy, remove(own, { onProgress }), "internal");
      assert.equal(error.outcome, "unknown");
      await stalled;
      const scans = (await Promise.all(others)).slice(0, 5);
      assert.deepEqual(scans.map((scan) => scan.findingCount), [1, 1, 1, 1, 1]);
      await pause(50);
      assert.deepEqual(sent, [], "a dead instance sends nothing");
      assert.equal(isCancelled, true, "nor does it leave a stream to others");
      assert.ok(timers() <= before, `or its timers: ${timers()}, ${before} before`);
      assert.equal(instances.length, 2);
      assert.equal(copy.severityOf({ severity: "HIGH" }), "high");
    }));
});
