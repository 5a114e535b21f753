/**
 * A platform that lacks something, refuses it or fails in the middle of a call: the package does without, or says what is missing.
 * Every test has a copy of the package of its own.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { fails } from "../harness/check.mjs";
import { below } from "../harness/places.mjs";
import { get, history, open, pause, request, until } from "./cases/calls.mjs";
import { freshCopy, freshParts, moduleBytes } from "./copies.mjs";
import { LIMIT, ownFaults } from "./own-faults.mjs";

const { at, client } = ownFaults();

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

test("d16_what_cannot_be_stopped_because_a_page_replaced_its_methods_ends_nothing_else", LIMIT, async (t) => {
  const copy = await freshCopy();
  const scan = await copy.openScan([{ id: "CVE-1" }]);
  const broken = () => {
    throw new Error("replaced");
  };
  const own = await client(copy, "ok", { fetch: () => new Promise(() => {}) });
  const bodyless = await client(copy, "ok", { fetch: async () => new Response(new ReadableStream()) });
  const answered = await client(copy, "ok", { fetch: async () => Response.json({}), timeoutMs: 60 });
  const replaced = [t.mock.method(AbortController.prototype, "abort", broken), t.mock.method(globalThis, "clearTimeout", broken)];
  try {
    for (const asked of [own, bodyless]) {
      await fails(copy, get(asked, { timeoutMs: 30 }), "timeout");
      await fails(copy, open(asked, { timeoutMs: 30 }), "timeout");
    }
    await request(answered);
    await pause(100);
  } finally {
    // The runner needs them to end a test.
    replaced.forEach(({ mock }) => mock.restore());
  }
  assert.equal(scan.findingCount, 1, "the instance goes on");
});

test("d16_a_timer_that_cannot_be_stopped_reaches_nobody", LIMIT, async (t) => {
  const { host, instance } = await freshParts();
  const told = [];
  t.mock.method(globalThis, "clearTimeout", () => {});
  const timer = host.startTimer(() => told.push("late"), 5);
  instance.stopResource(timer);
  host.startTimer(() => told.push("due"), 10);
  await until(() => told.length > 0, "the other timer");
  assert.deepEqual(told, ["due"]);
});

test("d16_what_a_trapped_instance_left_is_stopped_although_some_of_it_throws", LIMIT, async (t) => {
  const { instance } = await freshParts();
  const [stopped, uncaught] = [[], []];
  const note = (error) => uncaught.push(error);
  process.on("uncaughtException", note);
  t.after(() => process.off("uncaughtException", note));
  const stop = (name) => () => {
    stopped.push(name);
    throw new Error("replaced");
  };
  instance.trackResource({}, stop("first"));
  instance.trackResource({}, stop("second"));
  instance.endInstance();
  // What it still begins, too.
  instance.trackResource({}, stop("third"));
  await pause(0);
  assert.deepEqual(stopped, ["first", "second", "third"]);
  assert.deepEqual(uncaught, []);
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

test("d19_a_page_that_is_opened_from_a_file_is_told_that_it_cannot_fetch", LIMIT, async (t) => {
  t.mock.method(globalThis, "fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const hintAt = async () => {
    const copy = await freshCopy();
    return (await fails(copy, copy.init("https://example.com/scanfold_bg.wasm"), "init_failed")).hint;
  };
  assert.match(await hintAt(), /^check that/);
  globalThis.location = { protocol: "file:" };
  t.after(() => delete globalThis.location);
  assert.match(await hintAt(), /scanfold\/inline/);
});

test("f23_a_browser_that_is_too_old_or_has_too_little_memory_is_told_so", LIMIT, async (t) => {
  // As Chrome before 115 says it, and Firefox.
  const said = [
    [new RangeError("WebAssembly.Instance is disallowed on the main thread, if the buffer size is larger than 4KB."), /^this browser is older/],
    [Object.assign(new Error("out of memory"), { name: "InternalError" }), /not enough memory/],
  ];
  for (const [refusal, hint] of said) {
    t.mock.method(WebAssembly, "compile", () => Promise.reject(refusal), { times: 1 });
    const copy = await freshCopy();
    const error = await fails(copy, copy.init(moduleBytes()), "init_failed");
    assert.match(error.hint, hint);
    assert.equal(error.cause, refusal);
  }
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
