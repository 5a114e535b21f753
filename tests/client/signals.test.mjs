/**
 * One signal for many calls, as a page has one for a view: how often it is listened to, and which calls it ends.
 */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";

import { createClient, openScan } from "scanfold";

const count = (signal) => getEventListeners(signal, "abort").length;
const history = (client, options) => client.agentScans.history({ repo: "a/b" }, options);
const options = { baseUrl: "https://analysis.example.com", apiToken: "api-token", maxRetries: 0 };

test("e2: many calls listen to their signal once, without a warning, and none is left listening", async () => {
  const warnings = [];
  const warn = ({ name }) => warnings.push(name);
  process.on("warning", warn);
  const { signal } = new AbortController();
  let answer;
  const client = await createClient({ ...options, fetch: () => new Promise((resolve) => (answer ??= []).push(() => resolve(Response.json({ scans: [] })))) });
  const other = await createClient({ ...options, fetch: async () => Response.json({ scans: [] }) });
  const calls = Array.from({ length: 30 }, () => history(client, { signal }));
  await history(other, { signal });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(count(signal), 1, "while they are under way");
  answer.splice(0, 29).forEach((settle) => settle());
  await Promise.all(calls.slice(0, 29));
  assert.equal(count(signal), 1, "as long as the last is");
  answer.forEach((settle) => settle());
  await calls[29];
  assert.equal(count(signal), 0, "and no longer");
  await history(other, { signal });
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("warning", warn);
  assert.deepEqual([count(signal), warnings], [0, []]);
});

test("e2: an abort ends every call of its signal, and those that come after it", async () => {
  const abort = new AbortController();
  const reason = new Error("the view was closed");
  const client = await createClient({ ...options, fetch: () => new Promise(() => {}) });
  const calls = Array.from({ length: 30 }, () => history(client, { signal: abort.signal }).catch((error) => error));
  const beside = history(client, { signal: new AbortController().signal, timeoutMs: 100 }).catch(({ kind }) => kind);
  await new Promise((resolve) => setTimeout(resolve, 20));
  abort.abort(reason);
  assert.ok((await Promise.all(calls)).every((error) => error === reason));
  assert.equal(await history(client, { signal: abort.signal }).catch((error) => error), reason);
  assert.equal(count(abort.signal), 0);
  assert.equal(await beside, "timeout");
});

test("e2: a signal that was used before ends what comes later", async () => {
  const abort = new AbortController();
  let isSilent = false;
  const client = await createClient({ ...options, fetch: () => (isSilent ? new Promise(() => {}) : Promise.resolve(Response.json({ scans: [] }))) });
  for (let round = 0; round < 3; round += 1) await history(client, { signal: abort.signal });
  isSilent = true;
  const late = history(client, { signal: abort.signal, timeoutMs: 5_000 }).catch((error) => error);
  await new Promise((resolve) => setTimeout(resolve, 20));
  abort.abort("left");
  assert.equal(await late, "left");
  assert.equal(count(abort.signal), 0);
});

test("e2: a signal that fires while it is listened to ends every call that it is given to", async () => {
  const early = { aborted: false, reason: "left", addEventListener: (_, listener) => listener(), removeEventListener() {} };
  const client = await createClient({ ...options, fetch: () => new Promise(() => {}) });
  const calls = [1, 2].map(() => history(client, { signal: early, timeoutMs: 5_000 }).catch((error) => error));
  assert.deepEqual(await Promise.all(calls), ["left", "left"]);
});

test("e4: the first of two causes in one turn is the one that a call ends with", async () => {
  const begin = async () => {
    const abort = new AbortController();
    const client = await createClient({ ...options, fetch: () => new Promise(() => {}) });
    const call = history(client, { signal: abort.signal }).catch((error) => error);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { abort, client, call };
  };
  const reason = new Error("the view was closed");
  const aborted = await begin();
  aborted.abort.abort(reason);
  aborted.client.dispose();
  assert.equal(await aborted.call, reason);
  const disposed = await begin();
  disposed.client.dispose();
  disposed.abort.abort(reason);
  assert.equal((await disposed.call).kind, "disposed");
});

test("e2: a call that is ended by what it asks for is ended at once", async () => {
  const reason = new Error("not now");
  const never = new Promise(() => {});
  const abort = new AbortController();
  const ending = { apiToken: () => (abort.abort(reason), never), fetch: () => never };
  const client = await createClient({ ...options, ...ending });
  const ended = history(client, { signal: abort.signal }).catch((error) => error);
  const late = new Promise((resolve) => setTimeout(resolve, 2_000, "late"));
  assert.equal(await Promise.race([ended, late]), reason);
});

test("e2: a call that its listener ends when told that it is done reports nothing more", async () => {
  const reason = new Error("seen enough");
  const abort = new AbortController();
  const told = [];
  const client = await createClient({ ...options, fetch: async () => Response.json({ scans: [] }), onEvent: ({ type }) => told.push(type) });
  const onProgress = ({ phase }) => phase === "done" && abort.abort(reason);
  assert.equal(await history(client, { signal: abort.signal, onProgress }).catch((error) => error), reason);
  assert.deepEqual(told, []);
});

test("e2: a scan's reading rejects with what ended it, whatever is thrown afterwards", async () => {
  const abort = new AbortController();
  const onProgress = () => {
    abort.abort("seen enough");
    throw new Error("and more");
  };
  assert.equal(await openScan([], { signal: abort.signal, onProgress }).catch((error) => error), "seen enough");
});

test("e2: a call that its listener ends after the first attempt reports no retry", async () => {
  const abort = new AbortController();
  const told = [];
  const onEvent = ({ type }) => {
    told.push(type);
    abort.abort("seen enough");
  };
  const client = await createClient({ ...options, maxRetries: 2, fetch: async () => new Response("", { status: 503 }), onEvent });
  assert.equal(await history(client, { signal: abort.signal }).catch((error) => error), "seen enough");
  assert.deepEqual(told, ["attempt"]);
});

test("e2: a source that only ever gives chunks without a byte can be ended", async () => {
  const source = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(0)) });
  const signal = AbortSignal.timeout(50);
  assert.equal(await openScan(source, { signal }).catch((error) => error), signal.reason);
});

test("e2: an error's body that comes byte by byte can be ended", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1)) });
  const leaving = new AbortController();
  const fetch = async () => {
    setTimeout(() => leaving.abort("seen enough"));
    return new Response(body, { status: 500 });
  };
  assert.equal(await history(await createClient({ ...options, fetch }), { signal: leaving.signal }).catch((error) => error), "seen enough");
});

test("e2: an error's body that only ever gives chunks without a byte comes to an end", async () => {
  const body = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(0)) });
  const client = await createClient({ ...options, fetch: async () => new Response(body(), { status: 500 }) });
  assert.equal((await history(client).catch((error) => error)).kind, "server_error");
});
