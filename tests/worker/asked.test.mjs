/**
 * The two ends of a conversation: when sources are read, what the worker keeps of its questions to the page, and what it cannot
 * read. Both are in Node here: neither needs a worker.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { ContainerScan } from "../../pkg/lib/scan.js";
import { WorkerClient } from "../../pkg/lib/worker/client.js";
import { feedOf, sourceFrom } from "../../pkg/lib/worker/feed.js";
import { Line } from "../../pkg/lib/worker/line.js";
import { WorkerScan } from "../../pkg/lib/worker/scan.js";
import { serve } from "../../pkg/lib/worker/thread.js";
import { moduleBytes } from "../faults/copies.mjs";
import { recordMaps } from "../harness/maps.mjs";
import { below } from "../harness/places.mjs";
import { LIMIT } from "./page.mjs";

/** The maps that `make` makes. */
function mapsOf(make) {
  const { made, done } = recordMaps();
  try {
    make();
  } finally {
    done();
  }
  return made;
}

/** A line to what serves a page, in this thread. */
async function lineTo(t, life) {
  const { port1, port2 } = new MessageChannel();
  serve({ port: port2, wasm: moduleBytes(), life });
  const line = new Line(port1, () => {});
  t.after(() => line.end(() => new Error("the end of the test")));
  await line.started(() => {});
  return line;
}

test("a token function that never answers leaves nothing in the worker, however often it is asked", LIMIT, async (t) => {
  const { port1, port2 } = new MessageChannel();
  const kept = mapsOf(() => serve({ port: port2, wasm: moduleBytes(), life: "asked" }));
  const line = new Line(port1, () => {});
  t.after(() => line.end(() => new Error("the end of the test")));
  await line.started(() => {});
  let asked = 0;
  const apiToken = () => new Promise(() => (asked += 1));
  const options = { baseUrl: "https://analysis.example.com", apiToken, timeoutMs: 5 };
  const client = new WorkerClient(line, await line.call(0, "createClient", [], { options, isClient: true }));
  const sizes = () => kept.map(({ size }) => size);
  const before = sizes();
  assert.ok(before.length > 2, `${before}`);
  for (let turn = 0; turn < 20; turn += 1) {
    await assert.rejects(client.agentScans.history({ repo: "acme/web" }), ({ kind }) => kind === "timeout");
  }
  assert.equal(asked, 20);
  assert.deepEqual(sizes(), before);
});

test("what a page has disposed of is kept on neither side", LIMIT, async (t) => {
  t.mock.method(globalThis, "fetch", async () => Response.json({ scans: [] }));
  const { port1, port2 } = new MessageChannel();
  let line;
  const kept = mapsOf(() => {
    serve({ port: port2, wasm: moduleBytes(), life: "kept" });
    line = new Line(port1, () => {});
  });
  t.after(() => line.end(() => new Error("the end of the test")));
  await line.started(() => {});
  const sizes = () => kept.map(({ size }) => size);
  const before = sizes();
  for (let round = 0; round < 3; round += 1) {
    const scan = new WorkerScan(line, await line.call(0, "openScan", [], { about: {}, source: feedOf([], () => {}) }));
    assert.equal((await scan.rollup()).findings, 0);
    const options = { baseUrl: "https://analysis.example.com", apiToken: () => "t", onEvent() {} };
    const client = new WorkerClient(line, await line.call(0, "createClient", [], { options, isClient: true }));
    assert.deepEqual(await client.agentScans.history({ repo: "acme/web" }), []);
    const broken = new ReadableStream({ pull: () => Promise.reject(new RangeError("it broke")) });
    const source = feedOf(broken, (place, error) => line.threw(place, error));
    await assert.rejects(line.call(0, "openScan", [], { about: {}, source }), ({ cause }) => cause instanceof RangeError);
    source.stop(true);
    assert.notDeepEqual(sizes(), before);
    scan.dispose();
    client.dispose();
  }
  // The worker says in a turn of its own that they are gone.
  for (let turns = 0; turns < 200 && `${sizes()}` !== `${before}`; turns += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(sizes(), before);
});

test("a call that ends takes no answer away from another call of its client", LIMIT, async (t) => {
  t.mock.method(globalThis, "fetch", async () => Response.json({ scans: [] }));
  const line = await lineTo(t, "beside");
  let tell;
  const token = new Promise((resolve) => (tell = resolve));
  const gitToken = () => Promise.reject(new Error("signed out"));
  const options = { baseUrl: "https://analysis.example.com", apiToken: () => token, gitToken, timeoutMs: 5_000 };
  const client = new WorkerClient(line, await line.call(0, "createClient", [], { options, isClient: true }));
  const waiting = client.agentScans.history({ repo: "acme/web" });
  const team = { platform: "github", org: "acme", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
  await assert.rejects(client.teams.get(team), ({ kind }) => kind === "unauthorized");
  // The worker has ended that call too, once it has answered another.
  await assert.rejects(client.teams.get(team), ({ kind }) => kind === "unauthorized");
  tell("t");
  assert.deepEqual(await waiting, []);
});

test("a call that ends takes no answer away from another client", LIMIT, async (t) => {
  t.mock.method(globalThis, "fetch", async () => Response.json({ scans: [] }));
  const line = await lineTo(t, "others");
  let tell;
  const token = new Promise((resolve) => (tell = resolve));
  const make = async (apiToken) => {
    const options = { baseUrl: "https://analysis.example.com", apiToken, timeoutMs: 5_000 };
    return new WorkerClient(line, await line.call(0, "createClient", [], { options, isClient: true }));
  };
  const [one, other] = [await make(() => token), await make(() => "t")];
  const waiting = one.agentScans.history({ repo: "acme/web" });
  assert.deepEqual(await other.agentScans.history({ repo: "acme/web" }), []);
  tell("t");
  assert.deepEqual(await waiting, []);
});

test("a question that was answered is kept nowhere, even while another call of its client waits", LIMIT, async (t) => {
  t.mock.method(globalThis, "fetch", async () => Response.json({}));
  const { port1, port2 } = new MessageChannel();
  const kept = mapsOf(() => serve({ port: port2, wasm: moduleBytes(), life: "answered" }));
  const line = new Line(port1, () => {});
  t.after(() => line.end(() => new Error("the end of the test")));
  await line.started(() => {});
  const options = { baseUrl: "https://analysis.example.com", apiToken: () => new Promise(() => {}), gitToken: () => "t" };
  const client = new WorkerClient(line, await line.call(0, "createClient", [], { options, isClient: true }));
  const leaving = new AbortController();
  const waiting = client.agentScans.history({ repo: "acme/web" }, { signal: leaving.signal });
  const sizes = () => kept.map(({ size }) => size);
  const ask = () => client.request("/x", { auth: "git", body: {} });
  await ask();
  const before = sizes();
  for (let turn = 0; turn < 10; turn += 1) await ask();
  assert.deepEqual(sizes(), before);
  leaving.abort("left");
  await assert.rejects(waiting, (reason) => reason === "left");
});

test("an answer that comes too late takes nothing from what comes with it", LIMIT, async (t) => {
  const line = await lineTo(t, "late");
  let answer;
  const apiToken = () => new Promise((resolve, reject) => (answer = { resolve, reject }));
  const options = { baseUrl: "https://analysis.example.com", apiToken, timeoutMs: 5 };
  const client = new WorkerClient(line, await line.call(0, "createClient", [], { options, isClient: true }));
  for (const [name, value] of [["resolve", "t"], ["reject", new Error("signed out")]]) {
    await assert.rejects(client.agentScans.history({ repo: "acme/web" }), ({ kind }) => kind === "timeout");
    answer[name](value);
    for (let step = 0; step < 5; step += 1) await undefined;
    const made = await line.call(0, "openScan", [], { about: {}, source: feedOf([], () => {}) });
    assert.equal(made.findingCount, 0, name);
  }
});

test("a call that is under way when its page leaves ends, in a worker that goes on", LIMIT, async (t) => {
  const { port1, port2 } = new MessageChannel();
  const kept = mapsOf(() => serve({ port: port2, wasm: moduleBytes(), life: "under way" }));
  const line = new Line(port1, () => {});
  await line.started(() => {});
  const sizes = () => kept.map(({ size }) => size);
  const before = sizes();
  let tell;
  const isRead = new Promise((resolve) => (tell = resolve));
  const source = feedOf(new ReadableStream({ pull: () => (tell(), new Promise(() => {})) }, { highWaterMark: 0 }), () => {});
  const opening = line.call(0, "openScan", [], { about: {}, source });
  await isRead;
  assert.notDeepEqual(sizes(), before);
  line.end(() => new RangeError("the page has left"));
  await assert.rejects(opening, RangeError);
  source.stop(true);
  for (let ms = 0; ms < 1_000 && `${sizes()}` !== `${before}`; ms += 5) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(sizes(), before);
});

test("a call whose arguments end the conversation while they are read is told of the end", LIMIT, async (t) => {
  const line = await lineTo(t, "ended");
  const options = { baseUrl: "https://analysis.example.com", apiToken: "t" };
  const client = new WorkerClient(line, await line.call(0, "createClient", [], { options, isClient: true }));
  const body = new (class { toJSON() { line.end(() => new RangeError("the end")); } })();
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, 5_000, "pending")));
  t.after(() => clearTimeout(timer));
  await assert.rejects(Promise.race([client.request("/x", { auth: "none", body }), late]), RangeError);
});

test("the first end of a conversation is what later calls are told of", LIMIT, async (t) => {
  const line = await lineTo(t, "twice");
  line.end(() => new RangeError("the first"));
  line.end(() => new TypeError("the second"));
  await assert.rejects(line.call(0, "openScan", [], { about: {} }), RangeError);
});

test("a client that is disposed of ends no call of another", LIMIT, async (t) => {
  t.mock.method(globalThis, "fetch", async () => Response.json({ scans: [] }));
  const line = await lineTo(t, "apart");
  const options = { baseUrl: "https://analysis.example.com", apiToken: "t" };
  const make = async () => new WorkerClient(line, await line.call(0, "createClient", [], { options, isClient: true }));
  const [one, other] = [await make(), await make()];
  const waiting = other.agentScans.history({ repo: "acme/web" });
  one.dispose();
  assert.deepEqual(await waiting, []);
});

test("objects made for a page are released when it leaves, in a worker that goes on", LIMIT, async (t) => {
  const line = await lineTo(t, "left");
  for (let scans = 0; scans < 2; scans += 1) await line.call(0, "openScan", [], { about: {}, source: feedOf([], () => {}) });
  let left = 2;
  const freed = new Promise((resolve) => t.mock.method(ContainerScan.prototype, "dispose", () => (left -= 1) === 0 && resolve("freed")));
  line.end(() => new Error("the page has left"));
  assert.equal(await Promise.race([freed, new Promise((resolve) => setTimeout(resolve, 5_000, "held").unref())]), "freed");
});

test("whoever waits for a chunk when a source is cancelled is told of the end", LIMIT, async (t) => {
  const { given, stop } = feedOf(new ReadableStream(), () => {});
  t.after(() => stop(true));
  const { reader } = sourceFrom(given);
  const waiting = reader.read();
  reader.cancel();
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, 5_000, "pending")));
  t.after(() => clearTimeout(timer));
  assert.deepEqual(await Promise.race([waiting, late]), { done: true, value: undefined });
});

test("little bytes and data are read before the call returns", LIMIT, async (t) => {
  const line = await lineTo(t, "copied");
  const finding = () => ({ uid: "u", id: "before" });
  const [rows, whole] = [[finding()], { scan_id: "s", status: "completed", findings: [finding()] }];
  const bytes = new TextEncoder().encode(JSON.stringify(whole));
  const opening = [rows, whole, bytes, bytes.buffer].map((source) => line.call(0, "openScan", [], { about: {}, source: feedOf(source, () => {}) }));
  rows[0].id = whole.findings[0].id = "after";
  rows.length = 0;
  bytes.fill(0);
  for (const made of await Promise.all(opening)) assert.equal((await new WorkerScan(line, made).finding("u")).id, "before");
});

test("an answer is sent before the next question is begun, even if both came in one turn", LIMIT, async (t) => {
  const { port1, port2 } = new MessageChannel();
  const events = [];
  const post = port2.postMessage.bind(port2);
  port2.postMessage = (message) => (events.push(message.say), post(message));
  for (const name of ["rollup", "facets", "remediation"]) {
    const answer = ContainerScan.prototype[name];
    t.mock.method(ContainerScan.prototype, name, function (...given) {
      events.push(name);
      return answer.apply(this, given);
    });
  }
  serve({ port: port2, wasm: moduleBytes(), life: "order" });
  const line = new Line(port1, () => {});
  t.after(() => line.end(() => new Error("the end of the test")));
  await line.started(() => {});
  const scan = new WorkerScan(line, await line.call(0, "openScan", [], { about: {}, source: feedOf([], () => {}) }));
  events.length = 0;
  await Promise.all([scan.rollup(), scan.facets(), scan.remediation()]);
  assert.deepEqual(events, ["rollup", "done", "facets", "done", "remediation", "done"]);
});

test("the worker tells the page of a message that it cannot read, and the page ends the worker", LIMIT, async (t) => {
  const { port1, port2 } = new MessageChannel();
  serve({ port: port2, wasm: moduleBytes(), life: "unread" });
  const broken = new Promise((resolve) => {
    const line = new Line(port1, resolve);
    t.after(() => line.end(() => new Error("the end of the test")));
    // As when memory is short.
    line.started(() => {}).then(() => port2.dispatchEvent(new MessageEvent("messageerror")));
  });
  await broken;
});

test("a number in a body arrives as it was written", LIMIT, async () => {
  const lines = [
    `import { WorkerClient } from ${JSON.stringify(pathToFileURL(below("pkg/lib/worker/client.js")))};`,
    `import { Line } from ${JSON.stringify(pathToFileURL(below("pkg/lib/worker/line.js")))};`,
    `import { serve } from ${JSON.stringify(pathToFileURL(below("pkg/lib/worker/thread.js")))};`,
    `import { readFileSync } from "node:fs";`,
    `globalThis.fetch = async (request) => (console.log(await request.text()), Response.json({}));`,
    `const { port1, port2 } = new MessageChannel();`,
    `serve({ port: port2, wasm: readFileSync(${JSON.stringify(below("pkg/scanfold_bg.wasm"))}), life: "body" });`,
    `const line = new Line(port1, () => {});`,
    `await line.started(() => {});`,
    `const options = { baseUrl: "https://analysis.example.com" };`,
    `const client = new WorkerClient(line, await line.call(0, "createClient", [], { options, isClient: true }));`,
    `await client.request("/x", { auth: "none", body: { number: JSON.rawJSON("12345678901234567890") } });`,
    `line.end(() => new Error("the end of the test"));`,
  ];
  // The flag is for engines before it was the default.
  const { stdout } = await promisify(execFile)(process.execPath, ["--harmony-json-parse-with-source", "--input-type=module", "--eval", lines.join("\n")]);
  assert.equal(stdout.trim(), '{"number":12345678901234567890}');
});
