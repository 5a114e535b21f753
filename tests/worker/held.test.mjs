/** What callers and workers hold of one another, and for how long. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { LIMIT, openPages, until } from "./page.mjs";

describe("what is held for a worker", () => {
  const pageWith = openPages();

  test("what a caller passed is released when its call has ended, or its client", LIMIT, async (t) => {
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
    await until(page, async () => (await held()) === 0);
  });

  test("a scan that is made for a caller who has left is released", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const freed = await page.evaluate(async () => {
      const freed = watched.freedThings();
      const made = watched.madeWorkers();
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

  test("a worker that was disposed of, or did not start, leaves nothing listening, and no lock", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const left = await page.evaluate(async () => {
      const left = [];
      for (const script of ["/own.js", "/unlocked.js"]) {
        const own = new Worker(script, { type: "module" });
        const listening = watched.listeners(own, document, globalThis);
        const worker = await workers.startWorker({ worker: own });
        const during = listening();
        worker.dispose();
        const locks = async () => Object.values(await navigator.locks.query()).flat().length;
        const until = performance.now() + 5_000;
        while (performance.now() < until && (await locks()) > 0);
        left.push([during, listening(), await locks()]);
      }
      const own = new Worker("/own.js", { type: "module" });
      const listening = watched.listeners(own, document, globalThis);
      const failing = workers.startWorker({ worker: own }).catch(({ kind }) => kind);
      const during = listening();
      own.dispatchEvent(new Event("error"));
      left.push([during, listening(), await failing]);
      return left;
    });
    // While it runs, the page is listened to: whether it is seen, and whether it is online. Until then, the worker's errors are.
    assert.deepEqual(left, [[3, 0, 0], [3, 0, 0], [1, 0, "init_failed"]]);
  });

  test("a client that nobody holds stays until its calls are answered, and no longer", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const session = await page.context().newCDPSession(page);
    await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const options = { baseUrl: location.origin, apiToken: "t" };
      const ask = async () => (await worker.createClient(options)).containerScans.waitFor({ platform: "github", org: "acme", scan_id: "slow-held" }, { intervalMs: 300 });
      globalThis.asked = ask();
      globalThis.freed = watched.freedThings();
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
    await until(page, isFreed);
  });

  test("calls of a client that is lost meanwhile are answered, and then the client is released", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const session = await page.context().newCDPSession(page);
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(/\/echo$/, (route) => held.then(() => route.continue()));
    const sent = page.waitForRequest(/\/echo$/);
    await page.evaluate(async () => {
      const worker = await workers.startWorker();
      globalThis.freed = watched.freedThings();
      const ask = async () => {
        const client = await worker.createClient({ baseUrl: location.origin, apiToken: "t" });
        globalThis.client = new WeakRef(client);
        return { answer: client.request("/echo", { auth: "none", body: 1 }) };
      };
      globalThis.asked = await ask();
    });
    await sent;
    const look = async (found) => {
      await session.send("HeapProfiler.collectGarbage");
      return page.evaluate(found);
    };
    await until(page, () => look("client.deref() === undefined"));
    // Its loss is reported in a turn of its own.
    await page.waitForTimeout(100);
    release();
    assert.equal(await page.evaluate(async () => (await asked.answer).body), 1);
    await until(page, () => look("freed.length === 1"));
  });
});
