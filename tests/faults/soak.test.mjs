/**
 * Many calls, good and bad: the module's memory stays as it is after the first hundreds, a shared signal keeps no
 * listener, and no timer is left.
 */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";

import { collect } from "../harness/collect.mjs";
import { SCAN, get, history, open, pause, remove, team, until } from "./cases/calls.mjs";
import { HOW } from "./cases/traps.mjs";
import { freshCopy, withInstances } from "./copies.mjs";
import { finding, good, scan } from "./scenarios/good.mjs";
import { timers } from "./timers.mjs";
import { trappingModule } from "./trapping.mjs";

const CALLS = 10_000;
/** Removals after which a client keeps as many in mind as it ever does, though few of those that fail leave a doubt. */
const REMEMBERED = 3_000;
/** These are never answered: each ends by its deadline. */
const SILENT = 3_000;
const AT_ONCE = 50;

const json = (value, status = 200) => new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });

/** The good answer to a request, as the fault server would give it. */
async function answer(request) {
  const { pathname } = new URL(request.url);
  return json(good({ path: pathname, json: JSON.parse(await request.text()) }));
}

/** Failures of many kinds, by turns. */
const BAD = [
  async () => json({ error: "scan not found" }, 404),
  async () => json({ error: "unauthorized" }, 401),
  async () => json({ error: "internal" }, 500),
  async () => new Response("<p>", { status: 502, headers: { "Content-Type": "text/html" } }),
  async () => json([]),
  async () => json({ error: "no" }),
  async () => new Response("{", { headers: { "Content-Type": "application/json" } }),
  async () => new Response(null, { status: 204 }),
  () => Promise.reject(new TypeError("fetch failed")),
  () => {
    throw new TypeError("fetch threw");
  },
];

const BLOCK = 1024;
/** So many more would be in use if each call left sixteen bytes. What is free is scattered otherwise each time, which takes a third. */
const LEAKED = (16 * 2 * CALLS) / BLOCK;
/** What the allocator keeps beside a block. */
const OF_A_BLOCK = 8;

/** How many blocks of memory are in use: what the module has, less what can be taken of it before it grows. */
function blocksInUse({ memory, __wbindgen_malloc: take, __wbindgen_free: free }) {
  const all = memory.buffer.byteLength;
  const taken = [];
  while (memory.buffer.byteLength === all) taken.push(take(BLOCK - OF_A_BLOCK, 1));
  for (const place of taken) free(place, BLOCK - OF_A_BLOCK, 1);
  return all / BLOCK - (taken.length - 1);
}

test("f20_ten_thousand_good_and_ten_thousand_bad_calls_leave_nothing", { timeout: 300_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    await copy.init();
    const memory = () => instances[0].exports.memory.buffer.byteLength;
    const before = timers();
    const abort = new AbortController();
    let turn = 0;
    const options = { baseUrl: "https://analysis.example.com", apiToken: "t", gitToken: "t", maxRetries: 0 };
    const fine = await copy.createClient({ ...options, fetch: answer });
    const broken = await copy.createClient({ ...options, fetch: (request) => BAD[(turn += 1) % BAD.length](request) });
    const never = () => new Promise(() => {});
    const silent = await copy.createClient({ ...options, timeoutMs: 5, fetch: never });
    const undecided = await copy.createClient({ ...options, timeoutMs: 5, apiToken: never, gitToken: never, fetch: answer });
    const settled = { fulfilled: 0, rejected: 0 };
    const warming = 500 + REMEMBERED;

    async function run(client, count, calls = [get, open, history, team, remove]) {
      for (let done = 0; done < count; done += AT_ONCE) {
        const batch = Array.from({ length: AT_ONCE }, (_, n) => calls[n % calls.length](client, { signal: abort.signal }));
        for (const { status, value } of await Promise.allSettled(batch)) {
          settled[status] += 1;
          value?.dispose?.();
        }
      }
    }

    for (const client of [fine, broken]) {
      await run(client, 500);
      await run(client, REMEMBERED, [remove]);
    }
    const used = blocksInUse(instances[0].exports);
    const warm = memory();
    await run(fine, CALLS);
    await run(broken, CALLS);
    assert.deepEqual(settled, { fulfilled: CALLS + warming, rejected: CALLS + warming });
    assert.equal(memory(), warm, "memory after the first calls and at the end");
    const more = blocksInUse(instances[0].exports) - used;
    assert.ok(more < LEAKED, `${more} more blocks of ${BLOCK} bytes are in use than after the first calls`);
    // Counting them has made it grow.
    const grown = memory();
    for (const client of [silent, undecided]) await run(client, SILENT);
    assert.equal(settled.rejected, CALLS + warming + 2 * SILENT);
    assert.equal(memory(), grown, "memory after calls of which nobody ever hears");
    assert.equal(getEventListeners(abort.signal, "abort").length, 0);
    for (const client of [fine, broken, silent, undecided]) client.dispose();
    await pause(10);
    assert.ok(timers() <= before, `${timers()} timers, ${before} before`);
    assert.equal(instances.length, 1);
  }));

/** A scan that makes an instance large, as the service sends it. */
const large = () => JSON.stringify(scan(SCAN.scan_id, Array.from({ length: 100_000 }, (_, number) => ({ ...finding(number), title: `${"a title ".repeat(60)}${number}` }))));
const isLarge = ({ exports }) => exports.memory.buffer.byteLength > 32 << 20;

test("f8_an_instance_that_grew_large_goes_with_its_last_handle", { timeout: 60_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    const text = large();
    const client = await copy.createClient({ baseUrl: "https://analysis.example.com", apiToken: "t", gitToken: "t", fetch: async () => new Response(text, { headers: { "Content-Type": "application/json" } }) });
    const resident = await open(client);
    assert.ok(isLarge(instances[0]));
    resident.dispose();
    assert.equal(instances.length, 1, "the client is still in it");
    client.dispose();
    await pause(0);
    assert.equal(instances.length, 2, "a fresh one");
    assert.ok(instances[1].exports.memory.buffer.byteLength < 4 << 20);
    const next = await copy.openScan([finding(1)]);
    assert.equal(next.findings().total, 1);
    assert.throws(() => resident.findings(), (error) => copy.isScanfoldError(error, "disposed"));
    next.dispose();
    assert.equal(instances.length, 2, "a small one stays");
    assert.equal(copy.compareVersions("1", "2", "semver"), -1);
  }));

test("f8_an_instance_that_a_question_made_large_goes_with_it_unless_something_is_held_there", { timeout: 60_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    const scans = Array.from({ length: 400_000 }, (_, at) => ({ scan_id: `${at}`, branch: `b${at % 9}`, timestamp: new Date(at * 60_000).toISOString() }));
    const ask = () => assert.equal(copy.groupHistory(scans, { by: "branch" }).length, 9);
    await copy.init();
    ask();
    assert.ok(isLarge(instances[0]));
    assert.equal(instances.length, 2, "a fresh one");
    const scan = await copy.openScan([finding(1)]);
    ask();
    assert.ok(isLarge(instances[1]));
    assert.equal(instances.length, 2, "a scan is held there");
    assert.equal(scan.findings().total, 1);
    scan.dispose();
    assert.equal(instances.length, 3);
    assert.equal(copy.compareVersions("1", "2", "semver"), -1);
  }));

test("f8_an_instance_that_grew_large_goes_with_the_call_that_its_client_left_under_way", { timeout: 60_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    const text = large();
    // All but the end arrives.
    const body = () => new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode(text.slice(0, -2))) });
    const client = await copy.createClient({ baseUrl: "https://analysis.example.com", apiToken: "t", fetch: async () => new Response(body(), { headers: { "Content-Type": "application/json" } }) });
    const opening = open(client);
    await until(() => isLarge(instances[0]), "an instance that is large");
    client.dispose();
    await assert.rejects(opening, (error) => copy.isScanfoldError(error, "disposed"));
    assert.equal(instances.length, 2, "a fresh one");
  }));

test("f8_an_instance_that_grew_large_goes_with_a_scan_that_could_not_be_opened", { timeout: 60_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    await assert.rejects(copy.openScan(large().slice(0, -2)), (error) => copy.isScanfoldError(error, "decode"));
    assert.ok(isLarge(instances[0]));
    assert.equal(instances.length, 2, "a fresh one");
    assert.equal((await copy.openScan([finding(1)])).findingCount, 1);
  }));

test("f8_an_instance_that_grew_large_goes_with_a_scan_that_nobody_holds_any_more", { timeout: 60_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    await copy.openScan(large());
    assert.ok(isLarge(instances[0]));
    await until(() => (collect(), instances.length === 2), "a fresh one");
    assert.equal((await copy.openScan([finding(1)])).findingCount, 1);
  }));

test("f8_an_instance_that_grew_large_goes_also_where_one_before_it_trapped", { timeout: 60_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    await copy.init(trappingModule());
    const pending = assert.rejects(copy.openScan(new ReadableStream()), (error) => copy.isScanfoldError(error, "internal"));
    instances[0].exports.armed.value = HOW.handle;
    await assert.rejects(copy.openScan([finding(1)]), (error) => copy.isScanfoldError(error, "internal"));
    await pending;
    const scan = await copy.openScan(large());
    assert.ok(isLarge(instances[1]));
    scan.dispose();
    assert.equal(instances.length, 3, "a fresh one");
  }));

test("f8_an_answer_that_is_wanted_whole_leaves_nothing_in_its_instance", { timeout: 60_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    const text = large();
    const client = await copy.createClient({ baseUrl: "https://analysis.example.com", apiToken: "t", fetch: async () => new Response(text, { headers: { "Content-Type": "application/json" } }) });
    assert.equal((await get(client)).findings.length, 100_000);
    client.dispose();
    await pause(0);
    assert.equal(instances.length, 2, "a fresh one");
  }));

test("f8_a_scan_that_was_disposed_of_does_not_count_again_when_it_is_collected", { timeout: 60_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    const resident = await copy.openScan(large());
    const short = async () => (await copy.openScan([finding(1)])).dispose();
    for (let round = 0; round < 5; round += 1) {
      await short();
      collect();
      await pause(5);
    }
    assert.equal(resident.findings({ limit: 1 }).total, 100_000, "it is still held");
    assert.equal(instances.length, 1);
    resident.dispose();
  }));
