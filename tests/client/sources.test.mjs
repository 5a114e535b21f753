/**
 * What `openScan` accepts as a source, and what the error says about what it does not.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";

import { isScanfoldError, openScan } from "scanfold";

const SCAN = { scan_id: "s", status: "completed", created_at: "2026-03-14T06:00:00Z", repositories: [], findings: [{ uid: "u", id: "CVE-1" }] };
const TEXT = JSON.stringify(SCAN);
const BYTES = new TextEncoder().encode(TEXT);
const JSON_TYPE = { "Content-Type": "application/json" };

const answer = (status, body, headers = {}) => new Response(body, { status, headers: { ...JSON_TYPE, ...headers } });
const said = (status, text, headers) => answer(status, JSON.stringify({ error: text }), headers);

async function read(response) {
  await response.text();
  return response;
}

function locked(response) {
  response.body.getReader();
  return response;
}

/** A part of it is gone, and nobody holds the rest. */
async function begun(response) {
  const reader = response.body.getReader();
  await reader.read();
  reader.releaseLock();
  return response;
}

const stream = (...chunks) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

test("a response whose body is no stream of the platform is no source", async () => {
  const { status, headers } = answer(200, TEXT);
  for (const rest of [{ body: Readable.from([BYTES]) }, {}, { body: "text" }]) {
    class Other {}
    await assert.rejects(openScan(Object.assign(new Other(), { status, headers, arrayBuffer: async () => BYTES.buffer }, rest)), (error) => isScanfoldError(error, "invalid_argument"));
  }
});

describe("a source that is taken", () => {
  /** Like jsdom's, which alone reads jsdom's files. */
  class SimulatedReader {
    readAsArrayBuffer() {
      this.result = BYTES.slice().buffer;
      queueMicrotask(() => this.onload());
    }
  }
  const { FileReader } = globalThis;
  before(() => (globalThis.FileReader = SimulatedReader));
  after(() => (globalThis.FileReader = FileReader));

  const taken = {
    "bytes": () => BYTES,
    "a view of other bytes": () => new DataView(BYTES.buffer),
    "a part of larger bytes": () => Uint8Array.of(0x7b, ...BYTES, 0x7d).subarray(1, -1),
    "a buffer": () => BYTES.buffer.slice(0),
    "text": () => TEXT,
    "a file": () => new Blob([TEXT]),
    "a file without a stream, as some simulated browsers have": () => Object.defineProperty(new Blob([TEXT]), "stream", { value: undefined }),
    "a file that only events read, as jsdom has": () => Object.defineProperties(new Blob([TEXT]), { stream: { value: undefined }, arrayBuffer: { value: undefined } }),
    "such a file that is none of the platform's": () => ({ [Symbol.toStringTag]: "File" }),
    "such a blob": () => ({ [Symbol.toStringTag]: "Blob" }),
    "a file of another library": () => ({ size: BYTES.length, stream: () => stream(BYTES) }),
    "a stream": () => stream(BYTES.subarray(0, 9), BYTES.subarray(9)),
    "a response": () => answer(200, TEXT),
    "a response under the label that a host of files gives it": () => new Response(TEXT, { headers: { "Content-Type": "text/plain" } }),
    "a response without a label": () => new Response(BYTES),
    "a response of another library": () => {
      const { status, ok, headers, body } = answer(200, TEXT);
      return { status, ok, headers, body, arrayBuffer: async () => BYTES.buffer, url: "", type: "basic" };
    },
    "a fetched response of another library, whose body only reads like a stream": () => {
      const chunks = [BYTES.subarray(0, 9), BYTES.subarray(9)];
      const reader = { read: async () => ({ done: chunks.length === 0, value: chunks.shift() }), cancel: async () => {} };
      return { status: 200, ok: true, headers: new Headers(JSON_TYPE), body: { getReader: () => reader }, arrayBuffer: async () => BYTES.buffer, url: "https://example.com/", type: "basic" };
    },
    "a buffer of another realm": () => runInNewContext("Uint8Array.from(bytes).buffer", { bytes: [...BYTES] }),
    "a result": () => SCAN,
    "a result without a prototype": () => Object.assign(Object.create(null), SCAN),
    "findings": () => SCAN.findings,
  };
  for (const [name, source] of Object.entries(taken)) {
    test(name, async () => {
      const scan = await openScan(source());
      assert.deepEqual([scan.findingCount, scan.finding("u").id, scan.findings().rows.length], [1, "CVE-1", 1]);
      scan.dispose();
    });
    test(`${name} may have the most bytes allowed, and not one more`, async () => {
      const bytes = JSON.stringify(name === "findings" ? SCAN.findings : SCAN).length;
      (await openScan(source(), { maxBytes: bytes })).dispose();
      await assert.rejects(openScan(source(), { maxBytes: bytes - 1 }), (error) => isScanfoldError(error, "too_large"));
    });
  }
});

test("bytes are whole after fewer, and after more", async () => {
  for (const count of [1, 2_000, 1]) {
    const findings = Array.from({ length: count }, (_, at) => ({ uid: `u${at}` }));
    const scan = await openScan(new TextEncoder().encode(JSON.stringify({ ...SCAN, findings })));
    assert.deepEqual(scan.toJSON().findings, findings);
    scan.dispose();
  }
});

test("characters come out whole wherever the pieces of a text end", async () => {
  const PIECE = 1 << 16;
  const whole = (title) => ({ ...SCAN, findings: [{ uid: "u", title }] });
  const [before] = JSON.stringify(whole("")).split('""}');
  for (const shift of [-3, -2, -1, 0, 1]) {
    const title = "x".repeat(PIECE + shift - before.length - 1) + "😀\u{10000}\u{10000}\u{10ffff}é".repeat(PIECE / 4);
    for (const source of [whole(title), JSON.stringify(whole(title))]) {
      const scan = await openScan(source);
      assert.ok(scan.finding("u").title === title, `${typeof source}, ${shift}`);
      scan.dispose();
    }
  }
});

test("b14: halves of characters in a text are counted and replaced as they are in bytes, wherever the pieces end", async () => {
  const PIECE = 1 << 16;
  const [before, after] = JSON.stringify({ ...SCAN, findings: [{ uid: "u", title: "?" }] }).split("?");
  const halves = ["\ud83d", "\ude00", "\ud83d😀", "\ude00\ud83d", "\\\\\ud83d", "\\\\\\\\\ude00\ud83d"];
  for (const half of halves) {
    for (const shift of [-3, -2, -1, 0, 1]) {
      const text = `${before}${"x".repeat(PIECE + shift - before.length)}${half}${after}`;
      const scan = await openScan(text);
      assert.ok(scan.finding("u").title === JSON.parse(text).findings[0].title.toWellFormed(), `${JSON.stringify(half)}, ${shift}`);
      assert.equal(scan.diagnostics.repairedStrings, [...half].filter((unit) => /^[\ud800-\udfff]$/u.test(unit)).length);
      scan.dispose();
    }
  }
  for (const escaped of ["\\\ud83d", "\\\\\\\ude00"]) {
    const text = `${before}${escaped}${after}`;
    assert.throws(() => JSON.parse(text));
    await assert.rejects(openScan(text), (error) => isScanfoldError(error, "decode"));
  }
  await assert.rejects(openScan(`\ud83d${TEXT}`), (error) => isScanfoldError(error, "decode"));
});

test("a member that is not data is reported by a name that is fit for a message", async () => {
  const names = { "a/b~c": "/a~1b~0c", "\u001b[31m\u202ex": "/ [31m x", ["n".repeat(100_000)]: `/${"n".repeat(64)}`, "\ud800": "/ " };
  for (const [name, step] of Object.entries(names)) {
    const error = await openScan({ ...SCAN, [name]: () => 1 }).catch((error) => error);
    assert.deepEqual([error.kind, error.path], ["invalid_argument", `source${step}`]);
    assert.ok(error.message.length < 300 && !/[\u001b\u202e\ud800]/.test(error.message));
  }
});

test("members of a result that would be undefined are absent", async () => {
  const scan = await openScan({ ...SCAN, completed_at: undefined, note: undefined, findings: undefined });
  assert.deepEqual([scan.findingCount, scan.completedAt, scan.diagnostics.unknownFields], [null, null, []]);
  const { findings, ...rest } = SCAN;
  assert.deepEqual(scan.toJSON(), rest, "findings that are not known are not none");
  scan.dispose();
});

/** A stream of bytes as most people write one: it closes without answering a read that brought a buffer. */
function bytesOf(...chunks) {
  return new ReadableStream({
    type: "bytes",
    pull: (controller) => (chunks.length > 0 ? controller.enqueue(chunks.shift().slice()) : controller.close()),
  });
}

for (const [name, source] of Object.entries({
  "as it is": () => bytesOf(BYTES.subarray(0, 9), BYTES.subarray(9)),
  "in a response": () => new Response(bytesOf(BYTES), { headers: JSON_TYPE }),
  // What stands in for a fetch may give its responses an address.
  "in a response with an address": () => Object.defineProperty(new Response(bytesOf(BYTES), { headers: JSON_TYPE }), "url", { value: "https://example.com/" }),
})) {
  test(`a stream of bytes that closes in its own time is read to its end: ${name}`, { timeout: 5_000 }, async () => {
    const scan = await openScan(source());
    assert.equal(scan.findingCount, 1);
    scan.dispose();
  });
}

test("a fetched body fills the same buffer again and again", async () => {
  const buffers = new Set();
  const left = [];
  let at = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const { view } = controller.byobRequest;
      buffers.add(view.buffer.byteLength);
      left.push(view[0]);
      const piece = BYTES.subarray(at, (at += 7));
      view.set(piece);
      if (piece.length === 0) controller.close();
      controller.byobRequest.respond(piece.length);
    },
  });
  const response = new Response(body, { headers: JSON_TYPE });
  const scan = await openScan(Object.defineProperty(response, "url", { value: "https://example.com/" }));
  assert.deepEqual([scan.findingCount, [...buffers]], [1, [1 << 16]]);
  // It moves from object to object, but what was read last is still in it.
  assert.deepEqual(left, [0, ...BYTES.filter((_, at) => at % 7 === 0)]);
  scan.dispose();
});

test("a fetched body is cancelled when the caller leaves, or if it is too large", async () => {
  for (const [maxBytes, expected] of [[Infinity, "left"], [5, "too_large"]]) {
    let isCancelled = false;
    const leaving = new AbortController();
    const chunks = [BYTES.slice(0, 9)];
    const body = new ReadableStream({
      type: "bytes",
      pull(controller) {
        if (chunks.length > 0) return controller.enqueue(chunks.pop());
        leaving.abort({ kind: "left" });
        return new Promise(() => {});
      },
      cancel: () => void (isCancelled = true),
    });
    const response = Object.defineProperty(new Response(body, { headers: JSON_TYPE }), "url", { value: "https://example.com/" });
    const { kind } = await openScan(response, { maxBytes, signal: leaving.signal }).catch((error) => error);
    assert.deepEqual([kind, isCancelled], [expected, true]);
  }
});

test("an object that only reads like a stream is read as it is", async () => {
  const chunks = [BYTES.subarray(0, 9), BYTES.subarray(9)];
  const read = async () => (chunks.length > 0 ? { done: false, value: chunks.shift() } : { done: true });
  const scan = await openScan({ getReader: () => ({ read, cancel: async () => {} }) });
  assert.equal(scan.findingCount, 1);
  scan.dispose();
});

/** Name → the source, and what the error must say. */
const refused = {
  "a 404 in the service's words": [() => said(404, "scan not found", { "X-Request-Id": "r-1" }), { kind: "not_found", status: 404, serverMessage: "scan not found", requestId: "r-1" }],
  "a 404 of another library, without a body": [
    () => ({ status: 404, ok: false, headers: new Headers(), body: null, arrayBuffer: async () => new ArrayBuffer(0), url: "", type: "basic" }),
    { kind: "not_found", status: 404 },
  ],
  "a 401": [() => said(401, "expired"), { kind: "unauthorized", status: 401, serverMessage: "expired" }],
  "a 429 with its wait": [() => said(429, "slow down", { "Retry-After": "7" }), { kind: "rate_limited", status: 429, serverMessage: "slow down", retryAfterMs: 7_000 }],
  "a 503": [() => said(503, "busy"), { kind: "server_error", status: 503, serverMessage: "busy", retryable: true }],
  "a 503 that asks for more than a minute": [() => said(503, "busy", { "Retry-After": "120" }), { kind: "rate_limited", status: 503, retryAfterMs: 120_000, retryable: true }],
  "a 404 that is a page": [() => new Response("<p>", { status: 404, headers: { "Content-Type": "text/html" } }), { kind: "not_found", status: 404, serverMessage: undefined }],
  "a 404 whose body somebody has read": [() => read(said(404, "gone")), { kind: "not_found", status: 404, serverMessage: undefined }],
  "a 500 whose body breaks off": [() => answer(500, new ReadableStream({ pull: () => Promise.reject(new Error("cut")) })), { kind: "server_error", status: 500 }],
  "a 200 that says it failed": [() => said(200, "a\u001b[31m\nb"), { kind: "rejected", status: 200, serverMessage: "a [31m b" }],
  "the same as text": [() => JSON.stringify({ error: `a\u202e${"b".repeat(5_000)}` }), { kind: "rejected", status: undefined, serverMessage: `a ${"b".repeat(1_022)}` }],
  "the same as data": [() => ({ error: "scan not found" }), { kind: "rejected", status: undefined, serverMessage: "scan not found" }],
  ...Object.fromEntries(
    ["https://example.com/nightly.json", "/scans/nightly.json", "./nightly.json", "../nightly.json", new URL("https://example.com/nightly.json")].map((address) => [
      `the address ${address}${typeof address === "string" ? "" : ", as such"}`,
      [() => address, { kind: "invalid_argument", path: "source", hint: "must be the scan itself, not its address: fetch that, and give the response" }],
    ]),
  ),
  "text that is neither JSON nor an address": [() => "scans/nightly.json", { kind: "decode", path: "", hint: "the text is not JSON" }],
  "text with a comment before it": [() => "/**/{}", { kind: "decode", path: "", hint: "the text is not JSON" }],
  "the report of another scanner": [() => ({ SchemaVersion: 2, Results: [] }), { kind: "decode", path: "/scan_id", hint: "a scan result has a scan_id; to open the report of another scanner, map it to an array of findings" }],
  "a result whose findings are no list": [() => ({ ...SCAN, findings: { 0: SCAN.findings[0] } }), { kind: "decode", path: "/findings" }],
  "the text of a list": [() => "[]", { kind: "decode", path: "", hint: "a scan result is an object; to open a bare list of findings, give the array itself, parsed" }],
  "a response with a list": [() => answer(200, "[]"), { kind: "decode", path: "", hint: "a scan result is an object; to open a bare list of findings, give the array itself, parsed" }],
  "a page": [() => new Response("<p>", { headers: { "Content-Type": "text/html" } }), { kind: "decode", status: 200 }],
  "no content": [() => new Response(null, { status: 204 }), { kind: "unexpected_status", status: 204 }],
  "nothing": [() => answer(200, null), { kind: "decode", status: 200, path: "" }],
  "an answer that is cut": [() => answer(200, '{"scan_id":'), { kind: "decode", status: 200, path: "/scan_id" }],
  "what a failed fetch left": [() => Response.error(), { kind: "network", status: undefined, hint: 'the response cannot be read: it is Response.error(), or was fetched in mode "no-cors"' }],
  "a redirect": [() => Response.redirect("https://elsewhere.example/"), { kind: "redirect_blocked", status: 302 }],
  "a response that somebody has read": [() => read(answer(200, TEXT)), { kind: "invalid_argument", path: "source" }],
  "a response that somebody reads": [() => locked(answer(200, TEXT)), { kind: "invalid_argument", path: "source", hint: "must be a response that nobody has read" }],
  "a response that somebody has read in part, and let go": [() => begun(answer(200, TEXT)), { kind: "invalid_argument", path: "source", hint: "must be a response that nobody has read" }],
  "a stream that somebody reads": [() => locked(answer(200, TEXT)).body, { kind: "invalid_argument", path: "source", hint: "must be a stream that nobody else reads" }],
  "a response of texts": [() => answer(200, stream("text")), { kind: "invalid_argument", path: "source" }],
  "a promise": [() => [Promise.resolve(answer(200, TEXT))], { kind: "invalid_argument", path: "source", hint: "must be awaited first: it is a promise" }],
  "a stream of Node's": [() => Readable.from([BYTES]), { kind: "invalid_argument", path: "source", hint: "must be a web stream (ReadableStream): give ReadableStream.from(source) where there is that, or Node's Readable.toWeb(source)" }],
  "a typed array in a finding": [() => ({ ...SCAN, findings: [{ uid: "u", more: new Uint8Array(2) }] }), { kind: "invalid_argument", path: "source/findings/0", hint: "must be data that JSON can hold" }],
  "a finding that is undefined": [() => [[SCAN.findings[0], undefined]], { kind: "decode", path: "/1", hint: "a value has another type than the interface promises" }],
  "what is called a file where nothing reads such files": [
    () => new (class { [Symbol.toStringTag] = "File"; })(),
    { kind: "invalid_argument", path: "source" },
  ],
  "a map": [() => new Map(Object.entries(SCAN)), { kind: "invalid_argument", path: "source" }],
  "a request": [() => new Request("https://analysis.example.com/"), { kind: "invalid_argument", path: "source" }],
  "what throws where it is looked at": [() => ({ get getReader() { throw new RangeError("the caller's own"); } }), { kind: "invalid_argument", path: "source" }],
  "a number": [() => 7, { kind: "invalid_argument", path: "source", hint: "must be bytes, text, a blob, a stream, a response, a scan result or an array of findings" }],
};

describe("a source that is refused", () => {
  for (const [name, [make, expected]] of Object.entries(refused)) {
    test(name, async () => {
      const made = await make();
      // A promise comes in a list, or this would wait for it; so does a list.
      const error = await openScan(Array.isArray(made) ? made[0] : made).catch((error) => error);
      assert.ok(isScanfoldError(error), String(error));
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(error[field], value, `${field} of ${error.message}`);
    });
  }

  test("a body that nobody reads is cancelled, so that its connection is free", async () => {
    for (const [status, kind] of [[502, "server_error"], [200, "decode"], [404, "not_found"], [302, "redirect_blocked"]]) {
      let cancelled = false;
      const endless = new ReadableStream({ cancel: () => void (cancelled = true) });
      const opening = openScan(new Response(endless, { status, headers: { "Content-Type": "text/html" } }));
      assert.equal(await opening.catch((error) => error.kind), kind);
      assert.ok(cancelled, kind);
    }
  });

  test("an error body that never ends is abandoned when the caller leaves", async () => {
    const abort = new AbortController();
    let cancelled = false;
    const endless = new ReadableStream({ cancel: () => (cancelled = true) });
    const opening = openScan(answer(500, endless), { signal: abort.signal });
    setTimeout(() => abort.abort("enough"), 20);
    assert.equal(await opening.catch((reason) => reason), "enough");
    assert.ok(cancelled);
  });
});

test("a stream that breaks off fails with its own error as the cause, and blames the network only if fetched", async () => {
  const own = new RangeError("the caller's own");
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(own);
    },
  });
  // What was fetched is read another way.
  const bytes = new ReadableStream({ type: "bytes", pull: (controller) => controller.error(own) });
  const fetched = Object.defineProperty(new Response(bytes, { headers: JSON_TYPE }), "url", { value: "https://example.com/" });
  for (const [source, hint] of [[broken, /^the source broke off/], [fetched, /^the connection broke off/]]) {
    const error = await openScan(source).then(() => assert.fail("it opened"), (error) => error);
    assert.ok(isScanfoldError(error, "network"));
    assert.equal(error.cause, own);
    assert.match(error.hint, hint);
  }
});

test("a reader that cannot be released hides no error", async () => {
  const releaseLock = () => {
    throw new RangeError("the caller's own");
  };
  const error = await openScan({ getReader: () => ({ read: async () => ({ done: true }), cancel: async () => {}, releaseLock }) }, { maxBytes: -1 }).catch((error) => error);
  assert.deepEqual([error.kind, error.path], ["invalid_argument", "maxBytes"]);
});

test("a file without a stream opens where there are no streams, as in jsdom on threads of Vitest", async () => {
  const { ReadableStream } = globalThis;
  const file = Object.defineProperty(new Blob([TEXT]), "stream", { value: undefined });
  globalThis.ReadableStream = undefined;
  try {
    const scan = await openScan(file);
    assert.equal(scan.findingCount, 1);
    scan.dispose();
  } finally {
    globalThis.ReadableStream = ReadableStream;
  }
});

test("a file that a simulated browser cannot read fails with its own error as the cause", { timeout: 5_000 }, async () => {
  const own = new Error("the file is gone");
  const { FileReader } = globalThis;
  globalThis.FileReader = class {
    readAsArrayBuffer() {
      this.error = own;
      queueMicrotask(() => this.onerror());
    }
  };
  try {
    const error = await openScan({ [Symbol.toStringTag]: "File" }).then(() => assert.fail("it opened"), (error) => error);
    assert.deepEqual([error.kind, error.cause], ["network", own]);
  } finally {
    globalThis.FileReader = FileReader;
  }
});

test("what a callback throws and a signal's reason reach the caller unchanged, whatever their cause", async () => {
  const cause = await openScan(7).catch((error) => error);
  const own = new Error("draw failed", { cause });
  const onProgress = () => {
    throw own;
  };
  assert.equal(await openScan(TEXT, { onProgress }).catch((error) => error), own);
  assert.equal(await openScan(TEXT, { signal: AbortSignal.abort(own) }).catch((error) => error), own);
});

test("a stream that a signal kept from being read can be read afterwards", async () => {
  const body = stream(BYTES);
  await openScan(body, { signal: AbortSignal.abort() }).catch(() => {});
  assert.equal(body.locked, false);
  const scan = await openScan(body);
  assert.equal(scan.findingCount, 1);
  scan.dispose();
});

test("a response whose body is taken after it was given is reported as the caller's mistake", async () => {
  const response = answer(200, TEXT);
  const opening = openScan(response);
  response.text();
  const error = await opening.then(() => assert.fail("it opened"), (error) => error);
  assert.deepEqual([error.kind, error.path, error.hint], ["invalid_argument", "source", "must be a response that nobody has read"]);
});

test("bytes whose buffer is transferred while they are read are reported as the caller's mistake", async () => {
  const large = new TextEncoder().encode(JSON.stringify({ ...SCAN, findings: Array.from({ length: 80_000 }, (_, at) => ({ uid: `u${at}`, id: "CVE-1" })) }));
  const moves = {
    transferred: (buffer) => structuredClone(buffer, { transfer: [buffer] }),
    shrunk: (buffer) => buffer.resize(1000),
    grown: (buffer) => buffer.resize(buffer.byteLength + 1),
  };
  // At once, between two slices of the bytes, or while one is copied: then bytes that only became more are all there.
  for (const turns of [0, 1, 2]) {
    for (const [name, move] of Object.entries(moves)) {
      if (turns > 0 && name === "grown") continue;
      const buffer = new ArrayBuffer(large.length, name === "transferred" ? undefined : { maxByteLength: 2 * large.length });
      new Uint8Array(buffer).set(large);
      const opening = openScan(turns % 2 === 0 ? buffer : new Uint8Array(buffer));
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      move(buffer);
      const error = await opening.then(() => assert.fail(`${name}: it opened`), (error) => error);
      assert.ok(isScanfoldError(error, "invalid_argument"), `${name} after ${turns} turns: ${error}`);
      assert.deepEqual([error.path, error.retryable], ["source", false]);
      assert.match(error.hint, /transferred or resized/);
    }
  }
});

test("data that nest too deep or are too large for the runtime fail with a hint at how to pass them", async () => {
  let deep = {};
  for (let depth = 0; depth < 100_000; depth += 1) deep = { deep };
  for (const more of [deep, new Array(2 ** 32 - 1)]) {
    const error = await openScan([{ uid: "u", id: "CVE-1", more }]).then(() => assert.fail("it opened"), (error) => error);
    assert.ok(isScanfoldError(error, "invalid_argument"));
    assert.equal(error.path, "source/0");
    assert.match(error.hint, /nested too deeply.*pass its JSON as text or bytes/);
  }
});

test("of data, 256 KiB are read before the call returns, and the rest while the scan opens", async () => {
  let read = 0;
  const finding = new Proxy({ ...SCAN.findings[0], title: "t".repeat(1_000) }, { ownKeys: (target) => ((read += 1), Reflect.ownKeys(target)) });
  const each = JSON.stringify(finding).length + ",".length;
  for (const source of [(findings) => findings, (findings) => ({ ...SCAN, findings })]) {
    read = 0;
    const opening = openScan(source(new Array(5_000).fill(finding)));
    const early = read * each;
    assert.ok(early >= 2 ** 18 && early < 2 ** 19, `${early} bytes`);
    const scan = await opening;
    assert.deepEqual([scan.findingCount, read], [5_000, 5_000]);
    scan.dispose();
  }
});

test("a finding that JSON cannot hold is named, also where it is read while the scan opens", async () => {
  const findings = Array.from({ length: 1_000 }, (_, at) => ({ uid: `u${at}`, title: at === 999 ? () => {} : "t".repeat(1_000) }));
  for (const [source, path] of [[findings, "source/999"], [{ ...SCAN, findings }, "source/findings/999"]]) {
    const error = await openScan(source).then(() => assert.fail("it opened"), (error) => error);
    assert.deepEqual([error.kind, error.path, error.hint], ["invalid_argument", path, "must be data that JSON can hold"]);
  }
});

test("b25: others on the thread get a turn every few milliseconds while much is read, in however few pieces", async () => {
  const row = (at) => ({ uid: `u-${at}`, id: `CVE-2024-${at % 5_000}`, package: `package-${at % 999}`, title: `title ${at}`, severity: "high" });
  const bytes = new TextEncoder().encode(JSON.stringify({ ...SCAN, findings: Array.from({ length: 200_000 }, (_, at) => row(at)) }));
  const source = new ReadableStream({ start: (controller) => (controller.enqueue(bytes), controller.close()) });
  // Loading the module is no reading.
  (await openScan([])).dispose();
  let turns = 0;
  let isRead = false;
  const turn = () => !isRead && ((turns += 1), setImmediate(turn));
  setImmediate(turn);
  const scan = await openScan(source);
  isRead = true;
  assert.equal(scan.findingCount, 200_000);
  // Slices end by the clock: a slower machine makes more of them.
  assert.ok(turns >= 4, `${turns} turns`);
  scan.dispose();
});
