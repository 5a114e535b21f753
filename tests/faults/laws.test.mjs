/**
 * What holds whatever the order of things: one settlement, the first cause, nothing unhandled.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";
import * as scanfold from "scanfold";

import { SCAN, pause } from "./cases/calls.mjs";
import { scan } from "./scenarios/good.mjs";

const body = JSON.stringify(scan(SCAN.scan_id));
const REASON = new Error("the view was closed");

test("e4_a_call_settles_once_and_the_first_cause_wins", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.subarray(["abort", "dispose", "answer"], { minLength: 1 }), async (scheduler, causes) => {
      const order = [];
      let respond;
      const fetch = () => new Promise((resolve) => (respond = () => resolve(new Response(body, { headers: { "Content-Type": "application/json" } }))));
      const client = await scanfold.createClient({ baseUrl: "https://analysis.example.com", apiToken: "t", maxRetries: 0, fetch });
      const abort = new AbortController();
      const settlements = [];
      const call = client.containerScans.get(SCAN, { signal: abort.signal });
      call.then((value) => settlements.push(value.scan_id), (error) => settlements.push(error === REASON ? "abort" : error.kind));
      await pause(0);
      const acts = { abort: () => abort.abort(REASON), dispose: () => client.dispose(), answer: () => respond() };
      for (const cause of causes) {
        scheduler.schedule(Promise.resolve(), cause).then(() => {
          order.push(cause);
          acts[cause]();
        });
      }
      await scheduler.waitAll();
      await call.catch(() => {});
      await pause(1);
      client.dispose();
      assert.equal(settlements.length, 1);
      const outcome = { abort: "abort", dispose: "disposed", answer: SCAN.scan_id };
      // An answer takes a few turns to be read; what ends the call in between is the first that is whole.
      const possible = order[0] === "answer" ? order.map((cause) => outcome[cause]) : [outcome[order[0]]];
      assert.ok(possible.includes(settlements[0]), `${order} gave ${settlements}`);
    }),
    { numRuns: 100 },
  );
});

test("e4_an_abort_and_a_deadline_in_one_tick_settle_once", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 12 }), async (timeoutMs, abortMs) => {
      const client = await scanfold.createClient({ baseUrl: "https://analysis.example.com", apiToken: "t", maxRetries: 0, timeoutMs, fetch: () => new Promise(() => {}) });
      const abort = new AbortController();
      setTimeout(() => abort.abort(REASON), abortMs);
      const outcome = await client.containerScans.get(SCAN, { signal: abort.signal }).catch((error) => error);
      assert.ok(outcome === REASON || scanfold.isScanfoldError(outcome, "timeout"), String(outcome));
      client.dispose();
    }),
    { numRuns: 100 },
  );
});

test("e4_an_abort_in_a_callback_counts_before_what_it_throws_afterwards", async () => {
  const fetch = async () => new Response(body, { headers: { "Content-Type": "application/json" } });
  const client = await scanfold.createClient({ baseUrl: "https://analysis.example.com", apiToken: "t", fetch });
  const calls = {
    get: (options) => client.containerScans.get(SCAN, options),
    open: (options) => client.containerScans.open(SCAN, options),
    waitFor: (options) => client.containerScans.waitFor(SCAN, options),
    openText: (options) => scanfold.openScan(body, options),
    openData: (options) => scanfold.openScan([], options),
    openResponse: (options) => scanfold.openScan(new Response(body), options),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const phase of ["waiting", "receiving", "done"]) {
      const abort = new AbortController();
      const onProgress = (progress) => {
        if (progress.phase !== phase) return;
        abort.abort(REASON);
        throw new Error("afterwards");
      };
      assert.equal(await call({ signal: abort.signal, onProgress }).catch((error) => error), REASON, `${name}, ${phase}`);
    }
  }
  const abort = new AbortController();
  const running = async () => new Response(JSON.stringify({ ...scan(SCAN.scan_id), status: "running", findings: null }), { headers: { "Content-Type": "application/json" } });
  const waiting = await scanfold.createClient({ baseUrl: "https://analysis.example.com", apiToken: "t", fetch: running });
  const onStatus = () => {
    abort.abort(REASON);
    throw new Error("afterwards");
  };
  assert.equal(await waiting.containerScans.waitFor(SCAN, { signal: abort.signal, onStatus }).catch((error) => error), REASON);
  [client, waiting].forEach((each) => each.dispose());
});

test("e4_what_a_callback_throws_counts_before_what_comes_of_letting_the_answer_go", async () => {
  for (const end of ["dispose", "abort"]) {
    const abort = new AbortController();
    const thrown = new Error("of the caller");
    const events = [];
    const ends = { dispose: () => client.dispose(), abort: () => abort.abort(REASON) };
    let cancelled = 0;
    const cancel = () => {
      cancelled += 1;
      ends[end]();
    };
    const stream = { pull: (controller) => controller.enqueue(new TextEncoder().encode('{"scans":')), cancel };
    const fetch = async () => new Response(new ReadableStream(stream), { headers: { "Content-Type": "application/json" } });
    const onProgress = ({ phase }) => {
      if (phase === "receiving") throw thrown;
    };
    const client = await scanfold.createClient({ baseUrl: "https://analysis.example.com", apiToken: "t", fetch, onEvent: ({ type }) => events.push(type) });
    const outcome = await client.agentScans.history({ repo: "a/b" }, { onProgress, signal: abort.signal }).catch((error) => error);
    client.dispose();
    assert.equal(outcome, thrown, end);
    assert.deepEqual([cancelled, events], [1, []], end);
  }
});

test("e19_no_promise_of_the_packages_own_is_left_unhandled", { timeout: 60_000 }, async () => {
  const unhandled = [];
  const listen = (reason) => unhandled.push(reason);
  process.on("unhandledRejection", listen);
  const broken = () => new ReadableStream({ start: (controller) => setTimeout(() => controller.error(new Error("broken")), 5) });
  const fetches = [
    () => Promise.reject(new Error("no network")),
    () => new Promise((_, reject) => setTimeout(reject, 15, new Error("late"))),
    async () => new Response(broken(), { headers: { "Content-Type": "application/json" } }),
    async () => new Response(broken(), { status: 400, headers: { "Content-Type": "application/json" } }),
    async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => Promise.reject(new Error("cannot cancel")) })),
    (request) => new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason))),
  ];
  const tokens = ["t", () => Promise.reject(new Error("no token")), () => new Promise((_, reject) => setTimeout(reject, 15, new Error("late")))];
  for (const fetch of fetches) {
    for (const apiToken of tokens) {
      const client = await scanfold.createClient({ baseUrl: "https://analysis.example.com", apiToken, maxRetries: 0, attemptTimeoutMs: 10, fetch });
      const abort = new AbortController();
      // The caller's own promise is the caller's, who ignores its failure here.
      const ignored = [{}, { signal: abort.signal }, { timeoutMs: 1 }].map((options) => client.containerScans.open(SCAN, options).catch(() => {}));
      setTimeout(() => abort.abort(), 3);
      await pause(4);
      client.dispose();
      await Promise.all(ignored);
    }
  }
  await pause(50);
  process.off("unhandledRejection", listen);
  assert.deepEqual(unhandled, []);
});
