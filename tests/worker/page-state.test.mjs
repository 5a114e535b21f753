/** A worker cannot tell whether anybody looks at its page, and may not be told of the connection: the page tells it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { LIMIT, openPages } from "./page.mjs";

/**
 * How a wait goes whose page is away when it begins, and comes back later: how many answers there were meanwhile and in all, and
 * the findings of the scan. `isShared` says that its worker has served others before and after,
 * `isEarly` that the page is away before it starts the worker.
 */
const waited = (page, away, { isShared = false, isEarly = false } = {}) =>
  page.evaluate(
    async ([away, isShared, isEarly]) => {
      const turns = {
        hidden: (is) => {
          Object.defineProperty(document, "visibilityState", { value: is ? "hidden" : "visible", configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        },
        offline: (is) => {
          Object.defineProperty(navigator, "onLine", { value: !is, configurable: true });
          dispatchEvent(new Event(is ? "offline" : "online"));
        },
      };
      const given = isShared ? { worker: new Worker("/own.js", { type: "module" }) } : {};
      if (isEarly) turns[away](true);
      const earlier = isShared ? await workers.startWorker(given) : undefined;
      const worker = await workers.startWorker(given);
      if (isShared) (await workers.startWorker(given)).dispose();
      earlier?.dispose();
      const client = await worker.createClient({ baseUrl: location.origin, apiToken: "t" });
      let answers = 0;
      if (!isEarly) turns[away](true);
      const options = { intervalMs: 1, maxIntervalMs: 1, onStatus: () => (answers += 1) };
      const scan = client.containerScans.waitFor({ platform: "github", org: "acme", scan_id: "slow-away" }, options);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const meanwhile = answers;
      turns[away](false);
      return { meanwhile, findings: (await scan).findingCount, answers };
    },
    [away, isShared, isEarly],
  );

/** The first question is asked wherever the page is. */
function paused({ meanwhile, findings, answers }) {
  assert.ok(meanwhile < 2, `${meanwhile} answers while it was away`);
  assert.deepEqual([findings, answers], [3, 2]);
}

describe("a worker of a page that is hidden or offline", () => {
  const pageWith = openPages();

  test("waiting pauses while nobody looks at the page", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    paused(await waited(page, "hidden"));
  });

  test("waiting goes on when the connection is back, of which a worker may hear nothing", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const client = await worker.createClient({ baseUrl: location.origin, apiToken: "t" });
      const params = { platform: "github", org: "acme", scan_id: "slow-offline" };
      const seen = { statuses: 0 };
      const onStatus = () => (seen.statuses += 1);
      const scan = client.containerScans.waitFor(params, { intervalMs: 600, maxIntervalMs: 600, onStatus });
      Object.assign(globalThis, { seen, count: scan.then(({ findingCount }) => findingCount) });
    });
    await page.waitForFunction(() => seen.statuses === 1);
    await page.context().setOffline(true);
    await page.waitForTimeout(1_500);
    assert.equal(await page.evaluate(() => seen.statuses), 1, "it waits");
    await page.context().setOffline(false);
    assert.deepEqual(await page.evaluate(async () => [await count, seen.statuses]), [3, 2]);
  });

  test("waiting pauses while the page alone is offline", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    paused(await waited(page, "offline"));
  });

  test("waiting pauses for a page that was hidden or offline before its worker started", LIMIT, async (t) => {
    for (const away of ["hidden", "offline"]) {
      const { page } = await pageWith(t);
      paused(await waited(page, away, { isEarly: true }));
    }
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

  test("waiting pauses for a page that is hidden, whoever else was served by its worker", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    paused(await waited(page, "hidden", { isShared: true }));
  });
});
