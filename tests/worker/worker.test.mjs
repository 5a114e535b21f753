/**
 * `scanfold/worker` in Chromium: it answers what the package on the page answers, it fails as the package fails, and
 * whatever becomes of the worker, every promise settles.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { launchBrowser, openPage } from "../harness/chromium.mjs";
import { below } from "../harness/places.mjs";
import { policy, serveSite } from "../harness/site.mjs";
import { answer } from "./answers.mjs";
import { BEFORE, result } from "./questions.mjs";

const LIMIT = { timeout: 60_000 };

const PAGE = `<!doctype html><meta charset="utf-8"><title>worker</title><link rel="icon" href="data:,"><script type="module" src="/start.js"></script>`;
const START = `
import * as scanfold from "/pkg/browser.js";
import * as workers from "/pkg/worker.js";
import * as questions from "/tests/worker/questions.mjs";
Object.assign(globalThis, { scanfold, workers, questions });
`;
const TEXTS = {
  "/index.html": PAGE,
  "/start.js": START,
  "/scan.json": JSON.stringify(result(BEFORE)),
  "/own.js": `import { serveWorker } from "/pkg/worker-thread.js"; serveWorker();`,
  "/unlocked.js": `import { serveWorker } from "/pkg/worker-thread.js";
    Object.defineProperty(navigator, "locks", { value: undefined }); serveWorker();`,
  "/stranger.js": `addEventListener("message", () => {});`,
};

/** Trusted Types forbid starting a worker by its address: one test has them, the others have the rest of the policy. */
const relaxed = policy().replace(/; require-trusted-types-for.*$/, "");

describe("the package in a worker", () => {
  let browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  /** A page of its own that has run `START`; `refuse` answers some paths with 404. */
  async function pageWith(t, { csp = relaxed, refuse } = {}) {
    const counts = {};
    const site = await serveSite({
      folders: { "/pkg/": below("pkg"), "/tests/": below("tests") },
      texts: TEXTS,
      headers: () => ({ "Content-Security-Policy": csp }),
      answer: (request, response) => {
        if (refuse?.test(request.url)) response.writeHead(404).end();
        else if (request.method === "POST") answer(request, response, counts);
        else return false;
        return true;
      },
    });
    t.after(site.stop);
    const opened = await openPage(browser);
    t.after(opened.close);
    await opened.page.goto(`${site.origin}/`);
    await opened.page.waitForFunction("globalThis.questions !== undefined");
    return opened;
  }

  /** How a start that must fail does. */
  const failedStart = (page) =>
    page.evaluate(async () => {
      const began = performance.now();
      try {
        (await workers.startWorker()).dispose();
        return "it started";
      } catch (error) {
        return { isOurs: workers.isScanfoldError(error, "init_failed"), hint: error.hint.split(":")[0], isPrompt: performance.now() - began < 5_000 };
      }
    });

  test("b25_scans_answer_and_fail_as_on_the_page", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const [there, here] = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      return [await questions.askScans(worker), await questions.askScans(scanfold)];
    });
    assert.ok(Object.keys(here).length > 30);
    assert.deepEqual(there, here);
    assert.deepEqual(problems, []);
  });

  test("clients ask and fail as on the page", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const [there, here] = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      return [await questions.askClients(worker, "worker"), await questions.askClients(scanfold, "page")];
    });
    assert.deepEqual(here.answers.waitFor.answer.statuses, ["running", "running"]);
    assert.equal(here.answers["a lost removal"].failure.kind, "unconfirmed");
    assert.equal(here.answers["disposed of meanwhile"].failure.outcome, "unknown");
    assert.deepEqual(there, here);
  });

  test("f16_a_script_that_does_not_run_fails_the_start", LIMIT, async (t) => {
    const expected = { isOurs: true, hint: "worker_script", isPrompt: true };
    const cases = {
      missing: { refuse: /worker-script\.js/ },
      "missing what it imports": { refuse: /worker\/thread\.js/ },
      forbidden: { csp: `${relaxed}; worker-src 'none'` },
    };
    for (const [name, options] of Object.entries(cases)) {
      const { page } = await pageWith(t, options);
      assert.deepEqual(await failedStart(page), expected, name);
    }
  });

  test("f16_a_page_with_trusted_types_is_told_to_give_a_worker", LIMIT, async (t) => {
    const { page } = await pageWith(t, { csp: policy() });
    assert.deepEqual(await failedStart(page), { isOurs: true, hint: "trusted_types", isPrompt: true });
  });

  test("f16_a_worker_that_runs_something_else_fails_the_start", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    await page.clock.install();
    await page.evaluate(() => {
      const worker = new Worker("/stranger.js", { type: "module" });
      globalThis.failed = workers.startWorker({ worker }).catch(({ kind, hint }) => `${kind} ${hint.split(":")[0]}`);
    });
    await page.clock.fastForward(31_000);
    assert.equal(await page.evaluate(() => failed), "init_failed worker_script");
  });

  test("f16_a_module_that_takes_long_is_waited_for", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    await page.clock.install();
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(/\.wasm$/, (route) => held.then(() => route.continue()));
    const asked = page.waitForRequest(/\.wasm$/);
    const started = page.evaluate(() => workers.startWorker().then((worker) => worker.dispose(), (error) => error.hint));
    await asked;
    // The page hears that the script runs.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await page.clock.fastForward(60_000);
    release();
    assert.equal(await started, undefined);
  });

  test("f16_a_missing_module_fails_the_start", LIMIT, async (t) => {
    const { page } = await pageWith(t, { refuse: /\.wasm$/ });
    const { isOurs, hint } = await failedStart(page);
    assert.equal(isOurs, true);
    assert.match(hint, /^the \.wasm file was not found/);
  });

  test("what is no option is refused before a worker starts", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const refused = await page.evaluate(async () => {
      const bytes = new Uint8Array(8);
      structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
      const given = [7, null, { worker: {} }, { wasm: 7 }, { wasm: new Response() }, { wasm: "http://" }, { wasm: bytes }, { threads: 2 }];
      const starts = await Promise.allSettled(given.map((options) => workers.startWorker(options)));
      return starts.map(({ reason }) => workers.isScanfoldError(reason, "invalid_argument") && reason.path);
    });
    assert.deepEqual(refused, ["options", "options", "worker", "wasm", "wasm", "wasm", "wasm", "options"]);
  });

  test("f15_a_worker_that_is_terminated_rejects_what_it_owes", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const ends = await page.evaluate(async () => {
      const own = new Worker("/own.js", { type: "module" });
      const worker = await workers.startWorker({ worker: own, wasm: "/pkg/scanfold_bg.wasm" });
      const scan = await worker.openScan([]);
      const client = await worker.createClient({ baseUrl: location.origin, gitToken: "t" });
      const team = { platform: "github", org: "acme", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
      const pending = [worker.openScan(new ReadableStream()), client.teams.removeMember({ ...team, user_login: "never" })];
      own.terminate();
      const settled = await Promise.allSettled([...pending, Promise.allSettled(pending).then(() => scan.rollup())]);
      return settled.map(({ reason }) => [reason.kind, reason.hint.split(":")[0], reason.outcome]);
    });
    assert.deepEqual(ends, [
      ["internal", "worker_gone", "not_applicable"],
      ["internal", "worker_gone", "unknown"],
      ["internal", "worker_gone", "not_applicable"],
    ]);
  });

  test("f15_a_worker_that_ends_while_the_module_loads_fails_the_start", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    await page.route(/\.wasm$/, () => {});
    // A given worker without a lock tells of its end by its errors alone, and those arrive here as events; this one stands for them.
    const ends = { "/own.js": (own) => own.terminate(), "/unlocked.js": (own) => own.dispatchEvent(new ErrorEvent("error")) };
    for (const [script, end] of Object.entries(ends)) {
      const asked = page.waitForRequest(/\.wasm$/);
      await page.evaluate((script) => {
        globalThis.own = new Worker(script, { type: "module" });
        globalThis.failed = workers.startWorker({ worker: own, wasm: "/pkg/scanfold_bg.wasm" }).catch((error) => error);
      }, script);
      await asked;
      // The page hears that the script runs.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const error = await page.evaluate(async (end) => {
        (0, eval)(end)(own);
        const late = new Promise((resolve) => setTimeout(resolve, 5_000, "pending"));
        const { kind, hint } = await Promise.race([failed, late]);
        return [kind, hint?.split(":")[0]];
      }, end.toString());
      assert.deepEqual(error, ["internal", "worker_gone"], script);
    }
  });

  test("f15_a_script_that_throws_ends_its_worker", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const kind = await page.evaluate(async () => {
      // The worker's own errors arrive here as events; this one stands for them.
      const made = [];
      globalThis.Worker = class extends Worker {
        constructor(...given) {
          super(...given);
          made.push(this);
        }
      };
      const worker = await workers.startWorker();
      const pending = worker.openScan(new ReadableStream());
      made[0].dispatchEvent(new ErrorEvent("error"));
      return pending.catch(({ kind, hint }) => `${kind} ${hint.split(":")[0]}`);
    });
    assert.equal(kind, "internal worker_gone");
  });

  test("disposing of a worker settles what is pending and lets go of a caller's stream", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const ends = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      let isCancelled = false;
      const stream = new ReadableStream({ cancel: () => void (isCancelled = true), pull: (controller) => controller.enqueue(new Uint8Array([0x20])) });
      const pending = worker.openScan(stream, { onProgress: ({ phase }) => phase === "receiving" && worker.dispose() });
      const kinds = [await pending.catch(({ kind }) => kind), await worker.openScan([]).catch(({ kind }) => kind)];
      return [...kinds, isCancelled];
    });
    assert.deepEqual(ends, ["disposed", "disposed", true]);
  });

  test("an own worker serves several pages' worth of callers and outlives them", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const counts = await page.evaluate(async () => {
      const worker = new Worker("/own.js", { type: "module" });
      const [first, second] = [await workers.startWorker({ worker }), await workers.startWorker({ worker })];
      const [one, two] = [await first.openScan(questions.BEFORE), await second.openScan([])];
      first.dispose();
      const third = await workers.startWorker({ worker });
      const kind = await one.rollup().catch((error) => error.kind);
      const stranger = await third.openScan([]).then((scan) => scan.diff(two)).catch((error) => error.path);
      return [kind, (await two.rollup()).findings, stranger];
    });
    assert.deepEqual(counts, ["disposed", 0, "before"]);
  });

  test("a message that only looks like a greeting is somebody else's", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const findings = await page.evaluate(async () => {
      const worker = new Worker("/own.js", { type: "module" });
      for (const port of [undefined, null, {}]) worker.postMessage({ scanfold: "line", port });
      return (await (await workers.startWorker({ worker })).openScan(questions.BEFORE)).findingCount;
    });
    assert.equal(findings, 3);
  });

  test("what was asked of a scan before it was disposed of is answered", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const outcomes = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const [before, scan] = [await worker.openScan(questions.BEFORE), await worker.openScan(questions.BEFORE)];
      const asked = [scan.rollup(), scan.findings(), scan.diff(before), scan.export("json"), scan.repositories()];
      scan.dispose();
      const settled = await Promise.allSettled([...asked, scan.rollup()]);
      return settled.map(({ status, reason }) => reason?.kind ?? status);
    });
    assert.deepEqual(outcomes, [...Array(5).fill("fulfilled"), "disposed"]);
  });

  test("an export that is none is refused by its name", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const paths = await page.evaluate(async () => {
      const scan = await (await workers.startWorker()).openScan(questions.BEFORE);
      const asked = [["pdf"], ["toString"], [undefined], ["json", { where: { fixable: true } }], ["csv", { by: "kind" }], ["csv", 7]];
      const exports = await Promise.allSettled(asked.map((given) => scan.export(...given)));
      return exports.map(({ reason }) => workers.isScanfoldError(reason, "invalid_argument") && reason.path);
    });
    assert.deepEqual(paths, ["format", "format", "format", "options", "by", "options"]);
  });

  test("what onEvent throws is reported and ends no call", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const repo = await page.evaluate(async () => {
      const onEvent = () => {
        throw new RangeError("of the caller");
      };
      const client = await (await workers.startWorker()).createClient({ baseUrl: location.origin, gitToken: "t", apiToken: "t", onEvent });
      return (await client.agentScans.history({ repo: "acme/web" })).length > 0;
    });
    assert.equal(repo, true);
    assert.deepEqual([...new Set(problems)], ["exception: of the caller"]);
  });

  test("what goes wrong later in a worker that was given, and what it says to others, is not ours", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const counts = await page.evaluate(async () => {
      const counts = [];
      for (const script of ["/own.js", "/unlocked.js"]) {
        const own = new Worker(script, { type: "module" });
        const worker = await workers.startWorker({ worker: own });
        own.dispatchEvent(new ErrorEvent("error"));
        own.dispatchEvent(new MessageEvent("message", { data: { say: "done", id: 1 } }));
        counts.push((await worker.openScan(questions.BEFORE)).findingCount);
      }
      return counts;
    });
    assert.deepEqual(counts, [3, 3]);
  });

  test("a start that failed leaves nothing in a worker that was given", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const locks = await page.evaluate(async () => {
      const worker = new Worker("/own.js", { type: "module" });
      const failing = workers.startWorker({ worker }).catch(({ kind }) => kind);
      worker.dispatchEvent(new ErrorEvent("error"));
      const second = await workers.startWorker({ worker });
      const held = async () => (await navigator.locks.query()).held.length;
      const until = performance.now() + 5_000;
      while (performance.now() < until && (await held()) > 1);
      const locks = await held();
      second.dispose();
      return [await failing, locks];
    });
    assert.deepEqual(locks, ["init_failed", 1]);
  });

  test("a stream given with a bad option stays the caller's", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const found = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const stream = new Blob([JSON.stringify(questions.BEFORE)]).stream();
      const { path } = await worker.openScan(stream, { maxBytes: -1 }).catch((error) => error);
      const { locked } = stream;
      return [path, locked, await new Response(stream).json().then(({ length }) => length)];
    });
    assert.deepEqual(found, ["maxBytes", false, 3]);
  });

  test("of sources that fail at once each fails with its own error", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const causes = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const failing = (error) => new ReadableStream({ pull: () => Promise.reject(error) });
      const errors = Array.from({ length: 20 }, (_, at) => new Error(`source ${at}`));
      const settled = await Promise.allSettled(errors.map((error) => worker.openScan(failing(error))));
      return settled.filter(({ reason }, at) => reason.cause === errors[at]).length;
    });
    assert.equal(causes, 20);
  });

  test("the module may be given by its address, as bytes or compiled", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const counts = await page.evaluate(async () => {
      const bytes = await (await fetch("/pkg/scanfold_bg.wasm")).arrayBuffer();
      const given = ["pkg/scanfold_bg.wasm", bytes, new Uint8Array(bytes), await WebAssembly.compile(bytes)];
      const counts = [];
      for (const wasm of given) {
        const worker = await workers.startWorker({ wasm });
        counts.push((await worker.openScan(questions.BEFORE)).findingCount);
        worker.dispose();
      }
      return [...counts, bytes.byteLength > 0];
    });
    assert.deepEqual(counts, [3, 3, 3, 3, true]);
  });

  test("workers, clients and scans end where their block does", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const kinds = await page.evaluate(async () => {
      // What `using` calls.
      const leave = (handle) => handle[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
      const worker = await workers.startWorker();
      const client = await worker.createClient({ baseUrl: location.origin, apiToken: "t" });
      const scan = await worker.openScan([]);
      const asks = [[scan, () => scan.rollup()], [client, () => client.agentScans.history({ repo: "a/b" })], [worker, () => worker.openScan([])]];
      const kinds = [];
      for (const [handle, ask] of asks) {
        leave(handle);
        kinds.push(await ask().catch(({ kind }) => kind));
      }
      return kinds;
    });
    assert.deepEqual(kinds, ["disposed", "disposed", "disposed"]);
  });

  test("what a caller gave is let go of when its call has ended, or its client", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const session = await page.context().newCDPSession(page);
    await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const given = [() => {}, () => "t", () => {}, () => {}].map((given) => (...args) => given(...args));
      const [onProgress, apiToken, onEvent, late] = given;
      globalThis.given = given.map((given) => new WeakRef(given));
      await worker.openScan([], { onProgress });
      await worker.openScan("[", { onProgress: late }).catch(() => {});
      const client = await worker.createClient({ baseUrl: location.origin, apiToken, onEvent });
      await client.containerScans.get({ platform: "github", org: "acme", scan_id: "scan-1" });
      client.dispose();
      globalThis.worker = worker;
    });
    const held = async () => {
      await session.send("HeapProfiler.collectGarbage");
      return page.evaluate(() => given.filter((given) => given.deref() !== undefined).length);
    };
    for (let round = 0; round < 50 && (await held()) > 0; round += 1) await page.waitForTimeout(50);
    assert.equal(await held(), 0);
  });

  test("a scan that is made for a caller who has left is let go of", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const freed = await page.evaluate(async () => {
      const freed = [];
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message?.say === "free") freed.push(message.id);
        return postMessage.call(this, message, ...rest);
      };
      const made = [];
      globalThis.Worker = class extends Worker {
        constructor(...given) {
          super(...given);
          made.push(this);
        }
      };
      const worker = await workers.startWorker();
      const { onmessage } = made[0];
      const abort = new AbortController();
      // The answer has arrived, and nobody has looked at it yet.
      const answered = new Promise((resolve) => (made[0].onmessage = (event) => (event.data.say === "done" ? resolve(event) : onmessage(event))));
      const opening = worker.openScan([], { signal: abort.signal });
      const late = await answered;
      abort.abort("left");
      onmessage(late);
      const reason = await opening.catch((reason) => reason);
      return [reason, freed.length];
    });
    assert.deepEqual([freed, problems], [["left", 1], []]);
  });

  test("a worker ends when it is disposed of and when its start fails, unless it was given", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const count = async (expected) => {
      for (let round = 0; round < 50 && page.workers().length !== expected; round += 1) await page.waitForTimeout(50);
      return page.workers().length;
    };
    await page.evaluate(async () => (globalThis.worker = await workers.startWorker()));
    assert.equal(await count(1), 1);
    await page.evaluate(() => worker.dispose());
    assert.equal(await count(0), 0, "disposed of");
    await page.evaluate(() => workers.startWorker({ wasm: new Uint8Array(8) }).catch(() => {}));
    assert.equal(await count(0), 0, "not started");
    await page.evaluate(async () => (await workers.startWorker({ worker: new Worker("/own.js", { type: "module" }) })).dispose());
    await page.waitForTimeout(100);
    assert.equal(page.workers().length, 1, "given");
  });

  test("a signal of many calls is listened to while they are under way, and no longer", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const counts = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const { signal } = new AbortController();
      let listening = 0;
      for (const [name, step] of [["addEventListener", 1], ["removeEventListener", -1]]) {
        const { [name]: own } = signal;
        signal[name] = (...given) => ((listening += step), own.apply(signal, given));
      }
      const calls = [worker.openScan([], { signal }), worker.openScan("[", { signal })];
      const during = listening;
      await Promise.allSettled(calls);
      return [during > 0, listening];
    });
    assert.deepEqual(counts, [true, 0]);
  });

  test("a page with trusted types starts a worker by an address it trusts", LIMIT, async (t) => {
    const { page } = await pageWith(t, { csp: policy().replace("trusted-types lit-html", "trusted-types workers") });
    const findings = await page.evaluate(async () => {
      const address = trustedTypes.createPolicy("workers", { createScriptURL: () => "/own.js" }).createScriptURL("");
      const worker = await workers.startWorker({ worker: new Worker(address, { type: "module" }) });
      return (await worker.openScan(questions.BEFORE)).findingCount;
    });
    assert.equal(findings, 3);
  });

  test("a client that nobody holds stays until what was asked of it is answered, and no longer", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const session = await page.context().newCDPSession(page);
    await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const options = { baseUrl: location.origin, apiToken: "t" };
      const ask = async () => (await worker.createClient(options)).containerScans.waitFor({ platform: "github", org: "acme", scan_id: "slow-held" }, { intervalMs: 300 });
      globalThis.asked = ask();
      globalThis.freed = [];
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message?.say === "free") globalThis.freed.push(message.id);
        return postMessage.call(this, message, ...rest);
      };
    });
    for (let round = 0; round < 3; round += 1) {
      await session.send("HeapProfiler.collectGarbage");
      await page.waitForTimeout(30);
    }
    assert.equal(await page.evaluate(async () => (await globalThis.asked).findingCount), 3);
    await page.evaluate(() => void delete globalThis.asked);
    const isFreed = async () => {
      await session.send("HeapProfiler.collectGarbage");
      return page.evaluate(() => globalThis.freed.length === 2);
    };
    for (let round = 0; round < 50 && !(await isFreed()); round += 1) await page.waitForTimeout(50);
    assert.equal(await isFreed(), true, "the client and its scan are let go of");
  });

  test("nothing is told any more once a call has been aborted", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const told = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const abort = new AbortController();
      let told = 0;
      const blob = new Blob([JSON.stringify(Array(20_000).fill(questions.BEFORE[0]))]);
      const opening = worker.openScan(blob, { signal: abort.signal, onProgress: () => (told += 1) });
      const until = performance.now() + 300;
      while (performance.now() < until);
      abort.abort();
      await opening.catch(() => {});
      const before = told;
      await worker.openScan([]);
      return [before, told];
    });
    assert.equal(told[0], told[1]);
    assert.deepEqual(problems, []);
  });

  test("a page that has gone while it was hidden leaves nobody waiting", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const found = await page.evaluate(async () => {
      const own = new Worker("/own.js", { type: "module" });
      const first = await workers.startWorker({ worker: own });
      const client = await first.createClient({ baseUrl: location.origin, apiToken: "t" });
      const second = await workers.startWorker({ worker: own });
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      const scan = client.containerScans.waitFor({ platform: "github", org: "acme", scan_id: "slow-left" }, { intervalMs: 1 });
      await new Promise((resolve) => setTimeout(resolve, 100));
      delete document.visibilityState;
      second.dispose();
      document.dispatchEvent(new Event("visibilitychange"));
      return (await scan).findingCount;
    });
    assert.equal(found, 3);
  });

  test("waiting pauses while nobody looks at the page", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const seen = await page.evaluate(async () => {
      const turn = (state) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      };
      const worker = await workers.startWorker();
      const client = await worker.createClient({ baseUrl: location.origin, apiToken: "t" });
      const pause = () => new Promise((resolve) => setTimeout(resolve, 300));
      let statuses = 0;
      turn("hidden");
      const scan = client.containerScans.waitFor(
        { platform: "github", org: "acme", scan_id: "slow-hidden" },
        { intervalMs: 1, maxIntervalMs: 1, onStatus: () => (statuses += 1) },
      );
      await pause();
      const hidden = statuses;
      turn("visible");
      return { hidden, found: (await scan).findingCount, statuses };
    });
    assert.ok(seen.hidden < 2, `${seen.hidden} answers while hidden`);
    assert.deepEqual([seen.found, seen.statuses], [3, 2]);
  });
});
