/**
 * What a client reports of a request: to listeners of events and progress, and to the caller's own fetch by its signal.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient, isScanfoldError, openScan } from "scanfold";

const PARAMS = { platform: "github", org: "example-org", scan_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
const SCAN = JSON.stringify({ scan_id: PARAMS.scan_id, status: "completed", created_at: "2026-03-14T06:00:00Z", repositories: [], findings: [] });

/** A client of a service that gives `answer`, the requests that were sent, and the events. */
async function observed(answer, options) {
  const sent = [];
  const events = [];
  const fetch = async (request) => {
    sent.push(request);
    return answer();
  };
  const onEvent = (event) => events.push(event);
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token", maxRetries: 0, fetch, onEvent, ...options });
  return { client, sent, events };
}

test("e16: a client that is disposed of before a request leaves has sent none", async () => {
  const { client, sent, events } = await observed(() => new Response(SCAN));
  const onProgress = ({ phase }) => phase === "waiting" && client.dispose();
  const error = await client.containerScans.open(PARAMS, { onProgress }).catch((error) => error);
  assert.ok(isScanfoldError(error, "disposed"), String(error));
  assert.deepEqual([error.attempts, sent.length, events.map(({ type, attempt }) => `${type} ${attempt}`)], [0, 0, ["settled 0"]]);
});

test("an answer that is hidden has no status", async () => {
  const { client, events } = await observed(() => Response.error());
  const error = await client.containerScans.open(PARAMS).catch((error) => error);
  assert.deepEqual([error.kind, "status" in error], ["network", false]);
  assert.match(error.hint, /^the fetch option's Response cannot be read/);
  assert.deepEqual(events.map((event) => [event.type, "status" in event]), [["attempt", false], ["settled", false]]);
});

test("an answer whose body the fetch option has read itself fails and says so", async () => {
  for (const use of [(response) => response.text(), (response) => response.body.getReader()]) {
    const { client } = await observed(async () => {
      const response = scan({ "X-Request-Id": "r-1" });
      await use(response);
      return response;
    });
    const { kind, status, requestId, hint, cause } = await client.containerScans.open(PARAMS).catch((error) => error);
    assert.deepEqual([kind, status, requestId, cause instanceof TypeError], ["network", 200, "r-1", true]);
    assert.match(hint, /nobody else has read/);
  }
});

/** The outcome of `run` in a browser whose `navigator` says whether there is a connection. */
async function withNavigator(navigator, run) {
  const own = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  try {
    return await run();
  } finally {
    if (own === undefined) delete globalThis.navigator;
    else Object.defineProperty(globalThis, "navigator", own);
  }
}

test("a body that breaks off says whether the browser has a connection at all", async () => {
  const cut = () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) }));
  for (const [onLine, words] of [[false, /^offline: /], [true, /^the connection broke off/]]) {
    const { client } = await observed(cut);
    const { kind, status, hint } = await withNavigator({ onLine }, () => client.containerScans.open(PARAMS).catch((error) => error));
    assert.deepEqual([kind, status], ["network", 200]);
    assert.match(hint, words);
  }
});

/** An answer of the service with a scan, or with another body. */
const scan = (headers, body = SCAN) => new Response(body, { headers: { "Content-Type": "application/json", ...headers } });

/** The lengths that are reported while a scan is opened. */
async function totalsOf(answer, options) {
  const { client } = await observed(answer, options);
  const told = [];
  (await client.containerScans.open(PARAMS, { onProgress: ({ phase, totalBytes }) => told.push([phase, totalBytes]) })).dispose();
  // A slow machine reads a scan in more frames than one.
  return told.filter(([phase, total], at) => phase !== "receiving" || phase !== told[at - 1]?.[0] || total !== told[at - 1][1]);
}

test("a scan that is opened from the service knows its length, if that is announced", async () => {
  const totals = (headers) => totalsOf(() => scan(headers));
  const { length } = SCAN;
  assert.deepEqual(await totals({ "Content-Length": `${length}` }), [["waiting", null], ["receiving", length], ["done", length]]);
  assert.deepEqual(await totals({ "Content-Length": `${length}`, "Content-Encoding": "gzip" }), [["waiting", null], ["receiving", null], ["done", null]]);
  assert.deepEqual((await totals({ "Content-Length": `${length}`, "Content-Encoding": "identity" })).at(-1), ["done", length], "nothing is packed");
  assert.deepEqual(await totals({}), [["waiting", null], ["receiving", null], ["done", null]]);
  assert.deepEqual(await totals({ "Content-Length": "10" }), [["waiting", null], ["receiving", null], ["done", null]], "it outgrew what was announced");
});

test("a scan that is opened from a response knows its length too", async () => {
  const told = new Set();
  const { length } = SCAN;
  (await openScan(scan({ "Content-Length": `${length}` }), { onProgress: ({ phase, totalBytes }) => told.add(`${phase} ${totalBytes}`) })).dispose();
  assert.deepEqual([...told], ["waiting null", `receiving ${length}`, `done ${length}`]);
});

test("the length announced by an answer that broke off is not reported for the next one", async () => {
  const broken = () => new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) });
  const answers = [() => scan({ "Content-Length": "1000" }, broken()), () => scan({})];
  const told = await totalsOf(() => answers.shift()(), { maxRetries: 1 });
  assert.deepEqual(told, [["waiting", null], ["waiting", null], ["receiving", null], ["done", null]]);
});

test("a wait that ends before its scan is complete reports no end", async () => {
  const { findings: _, ...head } = JSON.parse(SCAN);
  const running = scan({}, JSON.stringify({ ...head, status: "running" }));
  const { client } = await observed(() => running.clone());
  const phases = [];
  const options = { intervalMs: 1, maxWaitMs: 1_000, onProgress: ({ phase }) => phases.push(phase) };
  const error = await client.containerScans.waitFor(PARAMS, options).catch((error) => error);
  assert.deepEqual([error.kind, error.lastStatus], ["wait_expired", "running"]);
  assert.ok(phases.includes("receiving") && !phases.includes("done"), phases.join());
});

test("a wait that a failed request ends gives the scan's last status", async () => {
  const { findings: _, ...head } = JSON.parse(SCAN);
  const answers = [scan({}, JSON.stringify({ ...head, status: "running" })), Response.json({ error: "down" }, { status: 503 })];
  const { client } = await observed(() => answers.shift(), { maxRetries: 0 });
  const error = await client.containerScans.waitFor(PARAMS, { intervalMs: 1, maxRetries: 0 }).catch((error) => error);
  assert.deepEqual([error.kind, error.status, error.lastStatus, error.attempts], ["server_error", 503, "running", 2]);
  const alone = await client.containerScans.open(PARAMS, { maxRetries: 0 }).catch((error) => error);
  assert.equal(alone.lastStatus, undefined);
});

test("a wait that begins without a connection fails at once", async () => {
  const { client, sent } = await observed(() => Promise.reject(new TypeError("fetch failed")));
  const wait = () => client.containerScans.waitFor(PARAMS, { intervalMs: 1, maxWaitMs: 1_000 }).catch((error) => error);
  const { kind, hint } = await withNavigator({ onLine: false }, wait);
  assert.deepEqual([kind, hint.slice(0, 9), sent.length], ["network", "offline: ", 1]);
});

test("e20: where nobody tells that the connection is back, a wait looks by itself", async () => {
  const { findings: _, ...head } = JSON.parse(SCAN);
  const navigator = { onLine: true };
  const answers = [() => ((navigator.onLine = false), scan({}, JSON.stringify({ ...head, status: "running" }))), () => scan()];
  const { client, sent } = await observed(() => answers.shift()());
  await withNavigator(navigator, async () => {
    const waiting = client.containerScans.waitFor(PARAMS, { intervalMs: 1, maxWaitMs: 8_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(sent.length, 1, "it is offline");
    navigator.onLine = true;
    assert.equal((await waiting).status, "completed");
  });
});

test("no more than 64 KiB of an error's body is read, however it arrives", async () => {
  for (const [padding, words] of [[1_000, "too late"], [70_000, undefined]]) {
    const { client } = await observed(() => Response.json({ padding: "x".repeat(padding), error: "too late" }, { status: 400 }));
    const { kind, serverMessage } = await client.containerScans.open(PARAMS).catch((error) => error);
    assert.deepEqual([kind, serverMessage], ["rejected", words]);
  }
});

test("progress is reported once a frame at most, however many pieces arrive", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...JSON.parse(SCAN), findings: Array.from({ length: 500 }, (_, at) => ({ uid: `${at}` })) }));
  const pieces = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 8) controller.enqueue(bytes.subarray(at, at + 8));
      controller.close();
    },
  });
  let told = 0;
  const began = performance.now();
  const opened = await openScan(pieces, { onProgress: ({ phase }) => (told += phase === "receiving" ? 1 : 0) });
  const frames = (performance.now() - began) / 16;
  assert.ok(told >= 1 && told <= frames + 1, `${told} reports in ${frames.toFixed(1)} frames`);
  opened.dispose();
});

test("a request carries nothing of the page's, and is stored nowhere", async () => {
  const { client, sent } = await observed(() => Response.json({ scans: [] }));
  await client.agentScans.history({ repo: "a/b" });
  const [{ method, credentials, redirect, referrerPolicy, cache }] = sent;
  assert.deepEqual([method, credentials, redirect, referrerPolicy, cache], ["POST", "omit", "manual", "no-referrer", "no-store"]);
});

test("a request sends JSON, and asks for JSON", async () => {
  const { client, sent } = await observed(() => Response.json({ scans: [] }), { headers: { "X-Page": "history" } });
  await client.agentScans.history({ repo: "a/b" });
  const headers = { "accept": "application/json", "authorization": "Bearer api-token", "content-type": "application/json", "x-page": "history" };
  assert.deepEqual(Object.fromEntries(sent[0].headers), headers);
});

test("events count the requests of a call, and say how long each and the whole call took", async () => {
  const answers = [Response.json({ error: "busy" }, { status: 503, headers: { "Retry-After": "0" } }), Response.json({ scans: [] })];
  const answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    return answers.shift();
  };
  const { client, events } = await observed(answer, { maxRetries: 1 });
  const began = performance.now();
  await client.agentScans.history({ repo: "a/b" });
  const took = Math.ceil(performance.now() - began);
  assert.deepEqual(events.map(({ type, attempt }) => [type, attempt]), [["attempt", 1], ["retry", 1], ["attempt", 2], ["settled", 2]]);
  const [first, pause, second, call] = events.map(({ durationMs }) => durationMs);
  assert.equal(pause, undefined);
  // A timer may fire a little early.
  assert.ok(first >= 35 && second >= 35 && first + second <= call + 1 && call <= took, `${[first, second, call, took]}`);
});

test("an exception from a listener when a call has settled is what the call ends with, however it went", async () => {
  const thrown = new Error("the listener failed");
  const onEvent = ({ type }) => {
    if (type === "settled") throw thrown;
  };
  for (const answer of [() => Response.json({ scans: [] }), () => Response.json({ error: "no" }, { status: 400 })]) {
    const { client } = await observed(answer, { onEvent });
    assert.equal(await client.agentScans.history({ repo: "a/b" }).catch((error) => error), thrown);
  }
});

test("d16: a platform without a fetch is told apart when the client is made", async () => {
  const own = globalThis.fetch;
  try {
    delete globalThis.fetch;
    const error = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token" }).catch((error) => error);
    assert.deepEqual([error.kind, error.path], ["invalid_argument", "fetch"]);
  } finally {
    globalThis.fetch = own;
  }
});

test("the request of a call that went well is not cancelled", async () => {
  const { client, sent } = await observed(() => Response.json({ scans: [] }));
  await client.agentScans.history({ repo: "a/b" });
  client.dispose();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(sent.map(({ signal }) => signal.aborted), [false]);
});
