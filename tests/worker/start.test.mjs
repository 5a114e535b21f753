/** How a worker starts, and what becomes of a start that fails. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { below } from "../harness/places.mjs";
import { policy, serveSite } from "../harness/site.mjs";
import { LIMIT, openPages, relaxed } from "./page.mjs";

describe("the start of a worker", () => {
  const pageWith = openPages();

  /** How a start that must fail does. */
  const failedStart = (page) =>
    page.evaluate(async () => {
      const began = performance.now();
      try {
        (await workers.startWorker()).dispose();
        return "it started";
      } catch (error) {
        return { isOurs: workers.isScanfoldError(error, "init_failed"), hint: error.hint.split(":")[0], namesOwn: error.hint.includes("scanfold/worker-thread"), isPrompt: performance.now() - began < 5_000 };
      }
    });

  test("f16_a_script_that_does_not_run_fails_the_start", LIMIT, async (t) => {
    const expected = { isOurs: true, hint: "worker_script", namesOwn: true, isPrompt: true };
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

  test("a worker in which a library has replaced the platform's promises answers like any other", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const told = await page.evaluate(async () => {
      const worker = await workers.startWorker({ worker: new Worker("/zoned.js", { type: "module" }) });
      const scan = await worker.openScan(await fetch("/scan.json"));
      const file = await scan.export("json");
      const client = await worker.createClient({ baseUrl: location.origin, apiToken: "a-token" });
      await client.dispose();
      const { findings } = await scan.rollup();
      worker.dispose();
      return [findings, JSON.parse(await file.text()).findings.length];
    });
    assert.ok(told[0] > 0);
    assert.equal(told[0], told[1]);
  });

  test("f16_a_package_of_another_origin_starts_no_worker_and_says_what_to_do", LIMIT, async (t) => {
    const elsewhere = await serveSite({ folders: { "/pkg/": below("pkg") }, texts: {}, headers: () => ({ "Access-Control-Allow-Origin": "*" }) });
    t.after(elsewhere.stop);
    const { page } = await pageWith(t, { csp: relaxed.replace("script-src", `script-src ${elsewhere.origin}`) });
    await page.evaluate(async (origin) => (globalThis.workers = await import(`${origin}/pkg/worker.js`)), elsewhere.origin);
    assert.deepEqual(await failedStart(page), { isOurs: true, hint: "worker_script", namesOwn: true, isPrompt: true });
  });

  test("f16_a_page_with_trusted_types_is_told_to_give_a_worker", LIMIT, async (t) => {
    const { page } = await pageWith(t, { csp: policy() });
    assert.deepEqual(await failedStart(page), { isOurs: true, hint: "trusted_types", namesOwn: false, isPrompt: true });
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

  test("f16_a_given_script_that_throws_before_it_serves_fails_the_start_soon", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const [hint, ms] = await page.evaluate(async () => {
      const began = performance.now();
      const { hint } = await workers.startWorker({ worker: new Worker("/broken.js", { type: "module" }) }).catch((error) => error);
      return [hint.split(":")[0], performance.now() - began];
    });
    assert.equal(hint, "worker_script");
    assert.ok(ms < 20_000, `${ms}`);
  });

  test("other errors in a worker that was given do not end its start", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const counts = await page.evaluate(async () => {
      const counts = [];
      for (const script of ["/own.js", "/failing.js"]) {
        const worker = new Worker(script, { type: "module" });
        const starting = workers.startWorker({ worker });
        worker.dispatchEvent(new ErrorEvent("error"));
        counts.push((await (await starting).openScan(questions.BEFORE)).findingCount);
      }
      return counts;
    });
    assert.deepEqual(counts, [3, 3]);
  });

  test("an error during the start of a worker that was given does not end it later", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    await page.clock.install();
    await page.evaluate(async () => {
      const own = new Worker("/own.js", { type: "module" });
      const starting = workers.startWorker({ worker: own });
      own.dispatchEvent(new ErrorEvent("error"));
      globalThis.started = await starting;
    });
    await page.clock.fastForward(31_000);
    assert.equal(await page.evaluate(async () => (await started.openScan(questions.BEFORE)).findingCount), 3);
  });

  test("f16_a_worker_of_another_version_fails_the_start", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const found = await page.evaluate(async () => {
      const { kind, hint } = await workers.startWorker({ worker: new Worker("/stale.js") }).catch((error) => error);
      return [kind, hint.split(";")[0]];
    });
    assert.deepEqual(found, ["init_failed", "worker_script: the worker runs another version of the package"]);
  });

  test("f16_a_module_that_takes_long_is_waited_for", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    await page.clock.install();
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(/\.wasm$/, (route) => held.then(() => route.continue()));
    const asked = page.waitForRequest(/\.wasm$/);
    await page.evaluate(() => {
      const made = watched.madeWorkers();
      globalThis.started = workers.startWorker().then((worker) => worker.dispose(), (error) => error.hint);
      globalThis.heard = watched.heard(made[0]);
    });
    await asked;
    await page.evaluate(() => heard);
    await page.clock.fastForward(60_000);
    release();
    assert.equal(await page.evaluate(() => started), undefined);
  });

  test("f16_a_missing_module_fails_the_start", LIMIT, async (t) => {
    const { page } = await pageWith(t, { refuse: /\.wasm$/ });
    const { isOurs, hint } = await failedStart(page);
    assert.equal(isOurs, true);
    assert.match(hint, /^the \.wasm file was not found.*init\(\).*`wasm` of startWorker\(\)$/);
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

  test("an address of the module is read as the page's other addresses are, from its base", LIMIT, async (t) => {
    const { page } = await pageWith(t, { csp: relaxed.replace(/; base-uri [^;]*/, "") });
    const count = await page.evaluate(async () => {
      document.head.append(Object.assign(document.createElement("base"), { href: "/pkg/" }));
      const worker = await workers.startWorker({ wasm: "scanfold_bg.wasm" });
      return (await worker.openScan(questions.BEFORE)).findingCount;
    });
    assert.equal(count, 3);
  });

  test("an unknown option is refused before a worker starts", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const refused = await page.evaluate(async () => {
      const bytes = new Uint8Array(8);
      structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
      const modules = [7, new Response(), "http://", bytes].map((wasm) => ({ wasm }));
      const given = [7, null, { worker: {} }, { worker: { postMessage() {} } }, ...modules, { threads: 2 }, { "a name\u202e": 2 }];
      const starts = await Promise.allSettled(given.map((options) => workers.startWorker(options)));
      return starts.map(({ reason }) => workers.isScanfoldError(reason, "invalid_argument") && reason.path);
    });
    assert.deepEqual(refused, ["options", "options", "worker", "worker", "wasm", "wasm", "wasm", "wasm", "threads", "options"]);
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

  test("a start that failed leaves nothing in a worker that was given", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const locks = await page.evaluate(async () => {
      const worker = new Worker("/own.js", { type: "module" });
      const failing = workers.startWorker({ worker }).catch(({ kind }) => kind);
      // As of a script that is not there.
      worker.dispatchEvent(new Event("error"));
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
});
