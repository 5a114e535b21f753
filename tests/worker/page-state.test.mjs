/** A worker cannot tell whether anybody looks at its page, and may not be told of the connection: the page tells it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { LIMIT, openPages } from "./page.mjs";

describe("a worker of a page that is hidden or offline", () => {
  const pageWith = openPages();

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
    const seen = await page.evaluate(async () => {
      const turn = (onLine) => {
        Object.defineProperty(navigator, "onLine", { value: onLine, configurable: true });
        dispatchEvent(new Event(onLine ? "online" : "offline"));
      };
      const worker = await workers.startWorker();
      const client = await worker.createClient({ baseUrl: location.origin, apiToken: "t" });
      let statuses = 0;
      turn(false);
      const scan = client.containerScans.waitFor(
        { platform: "github", org: "acme", scan_id: "slow-alone" },
        { intervalMs: 1, maxIntervalMs: 1, onStatus: () => (statuses += 1) },
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      const offline = statuses;
      turn(true);
      return { offline, found: (await scan).findingCount, statuses };
    });
    assert.ok(seen.offline < 2, `${seen.offline} answers while offline`);
    assert.deepEqual([seen.found, seen.statuses], [3, 2]);
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

  test("waiting pauses for a page that is hidden, whoever was served by its worker before", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const seen = await page.evaluate(async () => {
      const turn = (state) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      };
      const own = new Worker("/own.js", { type: "module" });
      const first = await workers.startWorker({ worker: own });
      (await workers.startWorker({ worker: own })).dispose();
      const client = await first.createClient({ baseUrl: location.origin, apiToken: "t" });
      let statuses = 0;
      turn("hidden");
      const scan = client.containerScans.waitFor(
        { platform: "github", org: "acme", scan_id: "slow-after" },
        { intervalMs: 1, maxIntervalMs: 1, onStatus: () => (statuses += 1) },
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      const hidden = statuses;
      turn("visible");
      return { hidden, found: (await scan).findingCount, statuses };
    });
    assert.ok(seen.hidden < 2, `${seen.hidden} answers while hidden`);
    assert.deepEqual([seen.found, seen.statuses], [3, 2]);
  });
});
