/**
 * Part F in Node: loading, traps, disposal, copies. Every test has a copy of the package of its own.
 *
 * Node's test runner fails a test on an uncaught exception or an unhandled rejection, so each of these also holds that a
 * trap leaves neither behind.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, mock, test } from "node:test";
import { pathToFileURL } from "node:url";

import esbuild from "esbuild";

import { fails, throws } from "../harness/check.mjs";
import { below } from "../harness/places.mjs";
import { scratchFolder } from "../harness/scratch.mjs";
import { SCAN, TEAM, get, history, open, pause, remove, request, team, until } from "./cases/calls.mjs";
import { HOW, afterOverflow, afterTrap, afterTrapAmongMany } from "./cases/traps.mjs";
import { freshCopy, moduleBytes, withInstances, withMemoryLimit } from "./copies.mjs";
import { finding, history as longHistory, scan } from "./scenarios/good.mjs";
import { startFaults } from "./server.mjs";
import { timers } from "./timers.mjs";
import { trappingModule } from "./trapping.mjs";

const LIMIT = { timeout: 60_000 };

let faults;
before(async () => (faults = await startFaults()));
after(() => faults?.stop());

const at = (scenario, run = "runtime") => `${faults.origin}/${run}/${scenario}`;
const client = (copy, scenario, options) =>
  copy.createClient({ baseUrl: at(scenario), apiToken: "api-token", gitToken: "git-token", maxRetries: 0, timeoutMs: 10_000, ...options });

test("a_turn_comes_by_whatever_the_platform_has_and_leaves_nothing_behind", LIMIT, async () => {
  const own = { setImmediate, MessageChannel, setTimeout, scheduler: globalThis.scheduler };
  const left = () => process.getActiveResourcesInfo().filter((what) => ["Timeout", "MessagePort"].includes(what)).length;
  const before = left();
  // As in WebKit, where data from the network take precedence over messages.
  const silent = class extends MessageChannel {
    constructor() {
      super();
      this.port2.postMessage = () => {};
    }
  };
  // As with throttled timers: the message does not wait for them.
  const slowly = (handler) => own.setTimeout(handler, 60_000);
  const posted = [];
  const scheduler = {
    postTask(step) {
      assert.equal(this, scheduler);
      posted.push(step);
      return new Promise((resolve) => own.setImmediate(() => resolve(step())));
    },
  };
  const none = { setImmediate: undefined, scheduler: undefined };
  const platforms = [
    { MessageChannel: silent },
    { setTimeout: slowly },
    { MessageChannel: undefined },
    // A page may have something else of that name.
    { scheduler: { postTask: 1 } },
    { scheduler, MessageChannel: undefined, setTimeout: slowly },
    { setImmediate, scheduler, MessageChannel: undefined, setTimeout: slowly },
  ];
  for (const [place, platform] of platforms.entries()) {
    Object.assign(globalThis, none, platform);
    // What the platform has is looked at once, when the module is loaded.
    const { laterTurn } = await import(`${pathToFileURL(below("pkg/lib/turns.js"))}?platform=${place}`).finally(() => Object.assign(globalThis, own));
    let came = false;
    const turn = laterTurn().then(() => (came = true));
    await Promise.resolve();
    assert.equal(came, false, `${place}: not in this turn`);
    await turn;
  }
  assert.equal(posted.length, 1);
  // A port that was closed goes in the next turn.
  await pause(20);
  assert.equal(left(), before);
});

test("f1_a_function_before_init_says_what_to_do", LIMIT, async () => {
  const copy = await freshCopy();
  for (const call of [() => copy.compareVersions("1", "2"), () => copy.sortHistory([]), () => copy.diffTeams({}, {}), () => copy.isFixable({})]) {
    assert.throws(call, (error) => copy.isScanfoldError(error, "init_failed") && error.hint.includes("init()"));
  }
  await copy.init();
  assert.equal(copy.compareVersions("1", "2", "semver"), -1);
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
  const other = Buffer.from(moduleBytes().toString("latin1").replace("__wbg_now_", "__wbg_then"), "latin1");
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

describe("a trap", () => {
  let trapping;
  before(() => (trapping = trappingModule()));

  /** What the tests of traps need, with a copy of its own. */
  const inWorld = (run) =>
    withInstances(async (instances) => {
      const copy = await freshCopy();
      const left = () => faults.requests("runtime").filter(({ scenario }) => scenario === "silence").every(({ end }) => end === "left");
      await run({ scanfold: copy, instances, left, client: (scenario, options) => client(copy, scenario, options) });
    });

  test("f4_a_panic_settles_everything_and_the_next_call_works", LIMIT, () => inWorld((world) => afterTrap(world, trapping, HOW.panic)));

  test("f5_a_hard_abort_is_survived_like_a_panic", LIMIT, async () => {
    await inWorld((world) => afterTrap(world, trapping, HOW.abort));
    await inWorld(afterOverflow);
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
      instances[0].exports.armed.value = 1;
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
    const { path } = await fails(copy, (await freshCopy()).openScan([finding(1)], { signal }), "invalid_argument");
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

test("f7_memory_that_does_not_grow_is_too_large_and_not_a_trap", LIMIT, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    await copy.init(withMemoryLimit(moduleBytes(), 512)); // 32 MiB
    const findings = Array.from({ length: 1_000 }, (_, number) => ({ ...finding(number), title: "t".repeat(1000) + number }));
    const big = (times) => scan("scan-1", Array(times).fill(findings).flat().map((row, at) => ({ ...row, uid: `u-${at}`, title: row.title + at })));
    const text = JSON.stringify(big(60)); // about 80 MB of distinct text
    const fetch = async () => new Response(text, { headers: { "Content-Type": "application/json" } });
    const own = await client(copy, "ok", { fetch });
    for (const call of [open, get, () => own.request("/api/x", { auth: "none" }), () => copy.openScan(text)]) {
      await fails(copy, call(own), "too_large");
    }
    assert.equal(instances.length, 1, "the instance is still the first");
    assert.equal((await get(await client(copy, "ok"))).findings.length, 2);
  }));

/** As if texts had a shorter limit, or memory ran out: the test says from how many bytes on. */
async function withShortTexts(run) {
  let most = Infinity;
  const Decoder = globalThis.TextDecoder;
  globalThis.TextDecoder = class extends Decoder {
    decode(bytes, options) {
      if (bytes?.byteLength > most) throw new RangeError("Invalid string length");
      return super.decode(bytes, options);
    }
  };
  try {
    await run((bytes) => (most = bytes));
  } finally {
    globalThis.TextDecoder = Decoder;
  }
}

test("f7_an_export_that_is_no_text_of_the_platform_s_leaves_nothing_behind", LIMIT, () =>
  withInstances((instances) =>
    withShortTexts(async (limit) => {
      const copy = await freshCopy();
      const scan = await copy.openScan(Array.from({ length: 10_000 }, (_, number) => ({ ...finding(number), title: `${number}`.repeat(50) })));
      const first = scan.toCsv();
      const { buffer } = instances[0].exports.memory;
      limit(1 << 20);
      for (let time = 0; time < 30; time += 1) throws(copy, () => scan.toCsv(), "too_large");
      limit(Infinity);
      assert.equal(scan.toCsv(), first);
      assert.equal(instances[0].exports.memory.buffer, buffer, "the memory has not grown");
    }),
  ));

test("f7_an_answer_that_takes_more_memory_than_there_is_ends_its_call_alone", { timeout: 120_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    await copy.init(withMemoryLimit(moduleBytes(), 1536)); // 96 MiB
    const kept = await copy.openScan([finding(1)]);
    const within = (member) => `{"scan_id":"scan-1","status":"completed","findings":[],${member}}`;
    const rows = (row) => `{"scan_id":"scan-1","status":"completed","findings":[{${row}}]}`;
    // No two neighbours are equal, so that all are compared.
    const many = '"":0,"a":0,'.repeat(1_200_000) + '"":0';
    const scans = (items) => `{"scans":[${items}]}`;
    const teamOf = (members) => `{"status":"success","team":{"id":"${TEAM.team_id}",${members}}}`;
    for (const [what, call, body, kind] of [
      ["members of an unnamed object", open, () => within(`"x":{${many}}`), "too_large"],
      ["members of an object in a finding", open, () => rows(`"x":{${many}}`), "too_large"],
      ["unnamed members of a finding", open, () => rows(many), "too_large"],
      ["members of an entry", history, () => scans(`{${many}}`), "too_large"],
      ["items of an entry", history, () => scans(`{"x":[${"0,".repeat(5_000_000)}0]}`), "too_large"],
      // Entries are read one by one, and only the answer's bytes are in memory.
      ["items that are no entries", history, () => scans("0,".repeat(5_000_000) + "0"), "decode"],
      ["entries without members", history, () => scans("{},".repeat(2_800_000) + "{}"), undefined],
      ["entries", history, () => JSON.stringify(longHistory("example-org/payments-api", 120_000)), undefined],
      ["brackets", open, () => within(`"x":${"[".repeat(12 << 20)}${"]".repeat(12 << 20)}`), undefined],
      ["unnamed items of a team", team, () => teamOf(`"members":[],"x":[${"0,".repeat(1_600_000)}0]`), undefined],
      ["members of a team", team, () => teamOf(`"members":[${'{"user_login":"heron"},'.repeat(220_000)}{}]`), "decode"],
      ["too many unnamed items of a team", team, () => teamOf(`"members":[],"x":[${"0,".repeat(5_000_000)}0]`), "too_large"],
      ["items of an answer", request, () => `[${"0,".repeat(3_000_000)}0]`, "too_large"],
    ]) {
      const text = new TextEncoder().encode(body());
      const fetch = async () => new Response(text, { headers: { "Content-Type": "application/json" } });
      const outcome = await call(await client(copy, "ok", { fetch })).then((result) => void result.dispose?.(), (error) => error.kind);
      assert.equal(outcome, kind, what);
      assert.equal(instances.length, 1, `the instance is still the first after ${what}`);
    }
    assert.equal(kept.findings().total, 1);
  }));

test("f7_what_a_client_remembers_of_teams_leaves_out_their_unnamed_fields", LIMIT, async () => {
  const copy = await freshCopy();
  await copy.init(withMemoryLimit(moduleBytes(), 1536)); // 96 MiB
  const kept = await copy.openScan([finding(1)]);
  const large = "x".repeat(1_000_000);
  const fetch = async (request) => {
    const { team_id: id } = await request.json();
    return Response.json({ status: "success", team: { id, name: "n", members: [], notes: [large, large, large] } });
  };
  const own = await client(copy, "ok", { fetch });
  for (let number = 10; number < 60; number += 1) {
    const found = await own.teams.get({ ...TEAM, team_id: TEAM.team_id.slice(0, -2) + number });
    assert.equal(found.notes.length, 3);
  }
  assert.equal(kept.findings().total, 1, "the instance is still the first");
});

test("f7_an_export_that_takes_more_memory_than_there_is_ends_alone", LIMIT, async () => {
  const copy = await freshCopy();
  await copy.init(withMemoryLimit(moduleBytes(), 1536)); // 96 MiB
  const kept = await copy.openScan([finding(1)]);
  const row = JSON.stringify({ ...finding(2), image: "é".repeat(500), title: "t".repeat(500) });
  const large = await copy.openScan(`[${Array(100_000).fill(row).join()}]`.replace(/^/, '{"scan_id":"s","status":"completed","findings":') + "}");
  for (const call of [() => large.toCsv(), () => large.toSarif()]) {
    const error = throws(copy, call, "too_large");
    assert.match(error.hint, /export fewer findings at a time/);
    assert.match(error.hint, /make a file with `export`/);
    assert.match(error.message, /exceeds what memory or a single string can hold/);
  }
  for (const format of ["csv", "sarif"]) assert.ok((await large.export(format)).size > 100_000_000, format);
  const few = { where: { id: ["none"] } };
  assert.equal(large.toCsv(few).trim().split("\n").length, 1);
  assert.equal(large.findings({ limit: 1 }).total, 100_000);
  assert.equal(kept.findings().total, 1);
  for (const scan of [large, kept]) scan.dispose();
});

test("f11_an_instance_is_not_exchanged_while_it_reads_an_argument", LIMIT, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    const rows = Array.from({ length: 150_000 }, (_, at) => `{"uid":"u-${at}","title":"${"t".repeat(250)}${at}"}`);
    const scan = await copy.openScan(`{"scan_id":"s","status":"completed","findings":[${rows}]}`);
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

test("f7_findings_whose_texts_the_platform_has_no_room_for_are_whole_the_next_time", LIMIT, () =>
  withShortTexts(async (limit) => {
    const copy = await freshCopy();
    // More texts than are fetched at once, and fewer than are not kept.
    const rows = Array.from({ length: 12_000 }, (_, at) => ({ ...finding(at), title: `${at % 5_000}`.repeat(50) }));
    const scan = await copy.openScan(rows);
    limit(1 << 13);
    throws(copy, () => scan.findings(), "too_large");
    limit(Infinity);
    const titles = new Map(rows.map(({ uid, title }) => [uid, title]));
    for (const { uid, title } of scan.findings().rows) assert.equal(title, titles.get(uid));
    scan.dispose();
  }));

test("f9_memory_may_grow_between_and_during_calls", LIMIT, async () => {
  const copy = await freshCopy();
  const small = await copy.openScan([finding(1), finding(2)]);
  const expected = small.toJSON();
  for (const size of [10, 1_000, 20_000, 60_000]) {
    const grown = await copy.openScan(Array.from({ length: size }, (_, number) => ({ ...finding(number), title: `title ${number}` })));
    assert.equal(grown.findings({ limit: size }).rows.length, size);
    assert.equal(grown.toCsv().split("\r\n").length, size + 2);
    assert.deepEqual(small.toJSON(), expected);
    assert.equal(copy.compareVersions(`1.${size}`, `1.${size + 1}`, "semver"), -1);
    grown.dispose();
  }
  small.dispose();
});

test("f10_texts_that_are_not_well_formed_are_no_identifiers", LIMIT, async () => {
  const copy = await freshCopy();
  const own = await client(copy, "ok");
  for (const bad of ["\ud800", "a\udc00b", "x\ud83d"]) {
    await fails(copy, own.containerScans.get({ ...SCAN, scan_id: bad }), "invalid_argument");
    await fails(copy, own.agentScans.history({ repo: `a/${bad}` }), "invalid_argument");
    await fails(copy, own.teams.removeMember({ ...TEAM, user_login: bad }), "invalid_argument");
  }
  const opened = await copy.openScan([{ ...finding(1), title: "a\ud800b" }]);
  assert.equal(opened.findings().rows[0].title, "a\ufffdb");
  throws(copy, () => opened.finding("\ud800"), "invalid_argument");
  throws(copy, () => copy.assessRemoval({ id: "t", name: "T", is_active: true, tags: [], repositories: [], team_leads: [], members: [] }, "\ud800"), "invalid_argument");
  const named = await copy.openScan([{ ...finding(1), image: "x\ud83d", id: "\udc00" }, finding(2)]);
  for (const where of [{ image: ["x\ud83d"] }, { image: ["y", "x\ufffd"] }, { id: ["\ud800"], image: ["x\udfff"] }]) {
    assert.equal(named.findings({ where }).total, 1, "compared as what was read is mended");
  }
  assert.equal(opened.findings({ where: { text: "a\ud800B" } }).total, 1);
});

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

test("f13_two_copies_work_side_by_side", LIMIT, async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  const [one, two] = [await freshCopy(), await freshCopy()];
  const [first, second] = [await client(one, "ok"), await client(two, "not-found")];
  assert.equal((await get(first)).findings.length, 2);
  const error = await fails(two, get(second), "not_found");
  assert.ok(one.isScanfoldError(error, "not_found") && !(error instanceof one.ScanfoldError) && error instanceof two.ScanfoldError);
  const resident = await two.openScan([finding(1)]);
  assert.throws(() => resident.diff({}), (error) => one.isScanfoldError(error, "invalid_argument"));
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
  assert.ok(copy.isScanfoldError(clone, "not_found"));
  assert.deepEqual(clone, error.toJSON());
  assert.equal(copy.isScanfoldError(structuredClone(error)), false, "of an error itself a clone keeps neither name nor kind");
});

test("d16_f6_a_platform_that_fails_in_the_middle_of_a_call_leaves_nobody_waiting", LIMIT, async () => {
  const copy = await freshCopy();
  const answer = new Response("{}", { headers: { "Content-Type": "application/json" } });
  const own = await client(copy, "ok", { fetch: async () => answer.clone() });
  const { Headers } = globalThis;
  delete globalThis.Headers;
  try {
    await Promise.all([fails(copy, get(own), "internal"), fails(copy, history(own), "internal")]);
  } finally {
    globalThis.Headers = Headers;
  }
  await fails(copy, get(own), "decode");
  own.dispose();
});

test("g4_f18_what_all_objects_inherit_changes_nothing_of_data", LIMIT, async () => {
  const copy = await freshCopy();
  let sent;
  const own = await client(copy, "ok", { fetch: async (request) => ((sent = await request.text()), new Response("{}", { headers: { "Content-Type": "application/json" } })) });
  const mine = { id: TEAM.team_id, name: "n", members: [{ user_login: "ann" }], team_leads: [], tags: ["t"], repositories: [], is_active: true };
  const inherited = { value: () => "not mine", configurable: true };
  Object.defineProperty(Object.prototype, "toJSON", inherited);
  Object.defineProperty(Array.prototype, "toJSON", inherited);
  try {
    await own.request("/x", { auth: "none", body: { list: [1, {}], toJSON: "a member" } });
    assert.equal(copy.diffTeams(mine, mine).unchanged, true);
    assert.deepEqual(copy.mergeTeams(mine, mine, mine), { team: mine, conflicts: [] });
    assert.equal((await copy.openScan([finding(1)])).findings().total, 1);
  } finally {
    delete Object.prototype.toJSON;
    delete Array.prototype.toJSON;
  }
  assert.deepEqual(JSON.parse(sent), { list: [1, {}], toJSON: "a member" });
  throws(copy, () => copy.diffTeams(mine, { ...mine, toJSON: () => mine }), "invalid_argument");
});

test("f10_half_a_pair_in_a_body_becomes_the_replacement_character", LIMIT, async () => {
  const copy = await freshCopy();
  let sent;
  const own = await client(copy, "ok", { fetch: async (request) => ((sent = await request.text()), new Response("{}", { headers: { "Content-Type": "application/json" } })) });
  await own.request("/x", { auth: "none", body: { "k\udc00": "x\ud800y", pair: "\u{1f600}", text: "\\ud800 \\\\ud800 \\\ud800" } });
  assert.deepEqual(JSON.parse(sent), { "k\ufffd": "x\ufffdy", pair: "\u{1f600}", text: "\\ud800 \\\\ud800 \\\ufffd" });
});

test("f18_tricks_in_arguments_do_not_work", LIMIT, async () => {
  const copy = await freshCopy();
  const own = await client(copy, "ok");
  assert.equal((await own.containerScans.get(Object.freeze({ ...SCAN }), Object.freeze({}))).scan_id, SCAN.scan_id);
  assert.equal((await own.containerScans.get(Object.assign(Object.create(null), SCAN))).scan_id, SCAN.scan_id);

  let ran = 0;
  const getter = { platform: "github", org: "o", get scan_id() { return (ran += 1), "scan-1"; } };
  await fails(copy, own.containerScans.get(getter), "invalid_argument");
  await fails(copy, own.containerScans.get({ ...SCAN, toJSON: () => ((ran += 1), {}) }), "invalid_argument");
  await fails(copy, own.containerScans.get({ ...SCAN, org: { toString: () => ((ran += 1), "o") } }), "invalid_argument");
  for (const name of ["signal", "onProgress", "headers", "timeoutMs"]) {
    const options = Object.defineProperty({}, name, { get: () => (ran += 1), enumerable: true });
    assert.equal((await fails(copy, get(own, options), "invalid_argument")).path, name, "a getter is not passed over");
  }
  const headers = { get "X-Extra"() { return (ran += 1), "1"; } };
  assert.equal((await fails(copy, get(own, { headers }), "invalid_argument")).path, "headers");
  const body = { auth: "none", get body() { return (ran += 1), {}; } };
  assert.equal((await fails(copy, own.request("/api/x", body), "invalid_argument")).path, "body");
  for (const name of ["apiToken", "fetch", "onEvent", "baseUrl"]) {
    const options = Object.defineProperty({ baseUrl: at("ok") }, name, { get: () => ((ran += 1), "x"), enumerable: true });
    assert.equal((await fails(copy, copy.createClient(options), "invalid_argument")).path, name);
  }
  assert.equal(ran, 0, "no code of the argument's ran");

  const reads = [];
  const watched = new Proxy({ ...SCAN }, { getOwnPropertyDescriptor: (target, name) => (reads.push(name), Reflect.getOwnPropertyDescriptor(target, name)) });
  await own.containerScans.get(watched).catch(() => {});
  assert.equal(new Set(reads).size, reads.length, `each option is read once: ${reads}`);

  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const trap = () => {
    throw new Error("a trap of the caller's");
  };
  const hostile = new Proxy({}, { ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap, get: trap });
  const list = new Proxy([], { get: trap });
  const signal = { addEventListener() {}, removeEventListener() {}, get aborted() { return trap(); } };
  const refusing = { aborted: false, addEventListener: trap };
  for (const value of [revoked.proxy, hostile, list]) {
    await fails(copy, own.containerScans.get(value), "invalid_argument");
    await fails(copy, own.containerScans.get({ ...SCAN, org: value }), "invalid_argument");
    await fails(copy, own.containerScans.get(SCAN, value), "invalid_argument");
    await fails(copy, copy.createClient(value), "invalid_argument");
    await fails(copy, copy.createClient({ baseUrl: value }), "invalid_argument");
    await fails(copy, copy.openScan([finding(1)], value), "invalid_argument");
  }
  for (const value of [signal, refusing, 7, {}, "now"]) {
    await fails(copy, own.containerScans.get(SCAN, { signal: value }), "invalid_argument");
    await fails(copy, copy.openScan([finding(1)], { signal: value }), "invalid_argument");
  }
  for (const value of [revoked.proxy, hostile, list, [{ title: 1n }], { findings: [{ title: 1n }] }, Object.create(ReadableStream.prototype), Object.create(Response.prototype)]) {
    await fails(copy, copy.openScan(value), "invalid_argument");
  }
  await fails(copy, copy.createClient({ baseUrl: Object.create(URL.prototype) }), "invalid_argument");
  assert.equal((await get(own)).findings.length, 2);
  own.dispose();
  await fails(copy, get(own), "disposed");
});

test("f19_nothing_depends_on_finalizers", LIMIT, async () => {
  const Registry = globalThis.FinalizationRegistry;
  let copy;
  try {
    delete globalThis.FinalizationRegistry;
    copy = await freshCopy();
    await copy.init();
  } finally {
    globalThis.FinalizationRegistry = Registry;
  }
  const own = await client(copy, "ok");
  for (let round = 0; round < 20; round += 1) {
    const scan = await open(own);
    assert.equal(scan.findingCount, 2);
    // Half of them are lost without a word, which costs their memory and nothing else.
    if (round % 2 === 0) {
      scan.dispose();
      assert.throws(() => scan.rollup(), (error) => copy.isScanfoldError(error, "disposed"));
    }
  }
  assert.equal((await get(own)).findings.length, 2);
  own.dispose();
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

test("d10_what_an_engine_refuses_is_named_in_its_words", LIMIT, async (t) => {
  // As Firefox, Chromium in a content script, and Cloudflare's runtime say it.
  const words = {
    "call to WebAssembly.compile() blocked by CSP": /^csp: the page's/,
    "WebAssembly.compileStreaming(): ": /^csp: the page's/,
    "WebAssembly.compile(): Wasm code generation disallowed by embedder": /^this runtime compiles no modules/,
  };
  for (const [message, hint] of Object.entries(words)) {
    t.mock.method(WebAssembly, "compile", () => Promise.reject(new WebAssembly.CompileError(message)), { times: 1 });
    await assert.rejects((await freshCopy()).init(moduleBytes()), (error) => {
      // The message has the hint, without the word that it begins with.
      assert.equal(error.message, `the WebAssembly module did not load: ${error.hint.replace("csp: ", "")}`);
      return error.kind === "init_failed" && hint.test(error.hint);
    });
  }
});

test("f23_a_browser_that_is_too_old_or_has_too_little_memory_is_told_so", LIMIT, async (t) => {
  // As Chrome before 115 says it, and Firefox.
  const said = [
    [new RangeError("WebAssembly.Instance is disallowed on the main thread, if the buffer size is larger than 4KB."), /^this browser is older/],
    [Object.assign(new Error("out of memory"), { name: "InternalError" }), /not enough memory/],
  ];
  for (const [refusal, hint] of said) {
    t.mock.method(WebAssembly, "compile", () => Promise.reject(refusal), { times: 1 });
    const error = await fails(await freshCopy(), (await freshCopy()).init(moduleBytes()), "init_failed");
    assert.match(error.hint, hint);
    assert.equal(error.cause, refusal);
  }
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

test("f23_a_runtime_without_webassembly_is_told_so", LIMIT, async () => {
  const own = globalThis.WebAssembly;
  const copy = await freshCopy();
  try {
    globalThis.WebAssembly = undefined;
    const error = await fails(copy, copy.createClient({ baseUrl: at("ok") }), "init_failed");
    assert.match(error.hint, /WebAssembly/);
    const lacking = { ...own, Module: own.Module, RuntimeError: own.RuntimeError, CompileError: own.CompileError, LinkError: own.LinkError, validate: () => false, compile: () => Promise.reject(new own.CompileError("")) };
    globalThis.WebAssembly = lacking;
    assert.match((await fails(copy, copy.init(), "init_failed")).hint, /simd/);
  } finally {
    globalThis.WebAssembly = own;
  }
  await copy.init();
});

test("f24_a_bundler_can_take_the_package_apart_and_put_it_together", LIMIT, async () => {
  const outfile = `${scratchFolder()}/bundle.mjs`;
  const entry = `export { init, compareVersions } from ${JSON.stringify(below("pkg", "browser.js"))};`;
  await esbuild.build({ stdin: { contents: entry, resolveDir: below() }, bundle: true, minify: true, format: "esm", outfile, logLevel: "silent" });
  const bundle = await import(outfile);
  await bundle.init(moduleBytes());
  assert.equal(bundle.compareVersions("1.2", "1.10", "semver"), -1);
});

test("b17_the_shell_parses_only_objects_of_findings_which_the_module_has_read", async () => {
  const files = readdirSync(below("pkg", "lib"), { recursive: true }).filter((name) => name.endsWith(".js"));
  const parsing = files.filter((name) => readFileSync(below("pkg", "lib", name), "utf8").includes("JSON.parse"));
  assert.deepEqual(parsing, ["rows.js"]);
  const scanfold = await freshCopy();
  await scanfold.init(moduleBytes());
  const text = (unknown) => `{"scan_id":"scan-1","status":"completed","findings":[${JSON.stringify(finding(1)).slice(0, -1)},${unknown}}]}`;
  const nested = (depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const resident = await scanfold.openScan(text(`"__proto__":{"polluted":true},"unknown":${nested(1_000_000)}`));
  const [row] = resident.findings().rows;
  assert.deepEqual([row.id, row.polluted, {}.polluted], [finding(1).id, undefined, undefined]);
  resident.dispose();
  const error = await scanfold.openScan(text(`"epss_details":{"deep":${nested(1_000_000)}}`)).catch((error) => error);
  assert.equal(error.kind, "decode");
});

test("b25_a_hundred_thousand_findings_fit_into_four_times_their_size", { timeout: 120_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    const rows = Array.from({ length: 100_000 }, (_, number) => ({ ...finding(number), title: `${"a long title of a vulnerability ".repeat(13)}${number}` }));
    const bytes = new TextEncoder().encode(JSON.stringify(scan("scan-1", rows)));
    assert.ok(bytes.length > 60 << 20, `${bytes.length}`);
    const pieces = () => {
      let from = 0;
      return new ReadableStream({ pull: (controller) => (from < bytes.length ? controller.enqueue(bytes.subarray(from, (from += 1 << 16))) : controller.close()) });
    };
    const fetch = async () => new Response(pieces(), { headers: { "Content-Type": "application/json" } });
    const resident = await open(await client(copy, "ok", { fetch }));
    assert.equal(resident.findingCount, 100_000);
    const memory = instances[0].exports.memory.buffer.byteLength;
    assert.ok(memory <= 4 * bytes.length, `${memory} bytes of memory for ${bytes.length}`);
    resident.dispose();
  }));
