/** Whatever becomes of a worker, every promise settles, and nothing of the worker stays. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { LIMIT, openPages, until } from "./page.mjs";

describe("the end of a worker", () => {
  const pageWith = openPages();

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
      return settled.map(({ reason }) => [reason.kind, reason.message, reason.hint, reason.outcome]);
    });
    const gone = ["internal", "the worker has ended", "worker_gone: start another", "not_applicable"];
    const again = "read the team again before you repeat the removal: it may still take effect";
    assert.deepEqual(ends, [gone, ["internal", `teams.removeMember: ${gone[1]}`, `${gone[2]}; ${again}`, "unknown"], gone]);
  });

  test("calls to a worker keep their signals, whatever becomes of the page's own instance", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const reason = await page.evaluate(async () => {
      const { endInstance } = await import("/pkg/lib/instance.js");
      await scanfold.openScan([]);
      const worker = await workers.startWorker();
      const leaving = new AbortController();
      const pending = worker.openScan(new ReadableStream(), { signal: leaving.signal }).catch((reason) => reason);
      endInstance();
      await new Promise((resolve) => setTimeout(resolve, 50));
      leaving.abort("left");
      return Promise.race([pending, new Promise((resolve) => setTimeout(resolve, 5_000, "pending"))]);
    });
    assert.equal(reason, "left");
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
        globalThis.heard = watched.heard(own);
        globalThis.failed = workers.startWorker({ worker: own, wasm: "/pkg/scanfold_bg.wasm" }).catch((error) => error);
      }, script);
      await asked;
      const error = await page.evaluate(async (end) => {
        await heard;
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
      const made = watched.madeWorkers();
      const worker = await workers.startWorker();
      const pending = worker.openScan(new ReadableStream());
      made[0].dispatchEvent(new ErrorEvent("error"));
      return pending.catch(({ kind, hint }) => `${kind} ${hint.split(":")[0]}`);
    });
    assert.equal(kind, "internal worker_gone");
  });

  test("f15_what_a_worker_says_that_cannot_be_read_ends_it", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const kinds = await page.evaluate(async () => {
      const made = watched.madeWorkers();
      const kinds = [];
      // Too large a message arrives as nothing in Chromium, and as an error elsewhere.
      for (const event of [new MessageEvent("message", { data: null }), new MessageEvent("messageerror")]) {
        const worker = await workers.startWorker();
        const pending = worker.openScan(new ReadableStream());
        made.at(-1).dispatchEvent(event);
        kinds.push(await pending.catch(({ kind, hint }) => `${kind} ${hint.split(":")[0]}`));
      }
      return kinds;
    });
    assert.deepEqual(kinds, ["internal worker_gone", "internal worker_gone"]);
    await until(page, () => page.workers().length === 0);
  });

  test("later errors of a worker that was given, and its messages to others, are not the package's", LIMIT, async (t) => {
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

  test("disposing of a worker settles pending calls and releases a caller's stream", LIMIT, async (t) => {
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

  test("requests of a given worker are cancelled when the page disposes of it", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const failed = page.waitForEvent("requestfailed", { predicate: (request) => request.url().endsWith("/never"), timeout: 50_000 });
    const asked = page.waitForRequest(/\/never$/);
    await page.evaluate(async () => {
      globalThis.worker = await workers.startWorker({ worker: new Worker("/own.js", { type: "module" }) });
      const client = await worker.createClient({ baseUrl: location.origin, apiToken: "t" });
      globalThis.pending = client.request("/never", { auth: "none", body: {} }).catch(({ kind }) => kind);
    });
    await asked;
    assert.equal(await page.evaluate(() => (worker.dispose(), pending)), "disposed");
    assert.match((await failed).failure().errorText, /ABORTED/);
  });

  test("a call to a worker that is disposed of in the same turn is not sent", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const ends = await page.evaluate(async () => {
      const team = { platform: "github", org: "acme", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01", user_login: "never" };
      const sent = async () => (await (await fetch("/counts", { method: "POST", body: "{}" })).json())["/api/metrics/developer/teams/members/remove"] ?? 0;
      const ends = [];
      for (const wait of [false, true]) {
        const worker = await workers.startWorker();
        const client = await worker.createClient({ baseUrl: location.origin, gitToken: "t" });
        const removal = client.teams.removeMember(team).catch(({ kind, outcome, hint }) => [kind, outcome, hint?.split(" before ")[0]]);
        while (wait && (await sent()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        worker.dispose();
        ends.push([...(await removal), await sent()]);
      }
      return ends;
    });
    assert.deepEqual(ends, [["disposed", "not_sent", undefined, 0], ["disposed", "unknown", "read the team again", 1]]);
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

  test("workers, clients and scans declared with `using` end with their block", LIMIT, async (t) => {
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

  test("a worker ends when it is disposed of and when its start fails, unless it was given", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const workersAre = (expected) => until(page, () => page.workers().length === expected);
    await page.evaluate(async () => (globalThis.worker = await workers.startWorker()));
    await workersAre(1);
    await page.evaluate(() => worker.dispose());
    await workersAre(0);
    await page.evaluate(() => workers.startWorker({ wasm: new Uint8Array(8) }).catch(() => {}));
    await workersAre(0);
    await page.evaluate(async () => (await workers.startWorker({ worker: new Worker("/own.js", { type: "module" }) })).dispose());
    await page.waitForTimeout(100);
    assert.equal(page.workers().length, 1, "given");
  });
});
