/**
 * Time that a test simulates: timers that fire when the test says so, while the clock for durations goes on by itself.
 */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

import { createClient, openScan } from "scanfold";

const SCAN = { platform: "github", org: "acme", scan_id: "s" };
const running = async () => Response.json({ scan_id: "s", status: "running", created_at: "2026-03-14T06:00:00Z", repositories: [] });

/** What a wait without a good answer ends with, once so much simulated time has passed. */
async function waited(fetch, ms) {
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token", fetch });
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  try {
    let ended;
    client.containerScans.waitFor(SCAN, { maxWaitMs: 10_000 }).catch((error) => (ended = error));
    for (let passed = 0; passed < ms; passed += 1_000) {
      for (let turns = 0; turns < 20; turns += 1) await turn();
      assert.equal(ended, undefined, `after ${passed} ms`);
      mock.timers.tick(1_000);
    }
    for (let turns = 0; turns < 20; turns += 1) await turn();
    return ended;
  } finally {
    mock.timers.reset();
    client.dispose();
  }
}

test("e20: a wait expires by its timer, whatever the clock says", async () => {
  const expired = await waited(running, 10_000);
  assert.deepEqual([expired.kind, expired.lastStatus, expired.retryable], ["wait_expired", "running", true]);
});

test("e20: a wait whose first request is never answered expires too", async () => {
  const expired = await waited(() => new Promise(() => {}), 10_000);
  assert.deepEqual([expired.kind, expired.lastStatus], ["wait_expired", undefined]);
});

test("what needs no timer works while a test has replaced the platform's timers and turns", async () => {
  const findings = Array.from({ length: 20_000 }, (_, at) => ({ uid: `u-${at}`, title: `title ${at}` }));
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token", fetch: running });
  const without = async (names, step) => {
    const own = Object.fromEntries(names.map((name) => [name, globalThis[name]]));
    for (const name of names) globalThis[name] = () => {};
    try {
      return await step();
    } finally {
      Object.assign(globalThis, own);
    }
  };
  const turns = ["setImmediate", "MessageChannel"];
  assert.equal((await without([...turns, "queueMicrotask"], () => openScan(findings))).findingCount, 20_000);
  // Node's own responses need its microtasks.
  assert.equal((await without(turns, () => client.containerScans.get(SCAN))).status, "running");
  client.dispose();
});

test("e13: a read-back takes the time that its removal has left, or five seconds at most if it has none", async () => {
  const team = { platform: "github", org: "acme", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
  const own = performance.now;
  let passed = 0;
  /** After how many seconds a removal with a minute's limit is given up, if its answer is lost after so long. */
  const givenUp = async (lostAfter) => {
    const lost = () => new Promise((resolve) => setTimeout(() => resolve(new Response(null, { status: 500 })), lostAfter));
    const fetch = ({ url }) => (url.endsWith("/remove") ? lost() : new Promise(() => {}));
    const client = await createClient({ baseUrl: "https://analysis.example.com", gitToken: "git-token", timeoutMs: 60_000, attemptTimeoutMs: Infinity, maxRetries: 0, fetch });
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    performance.now = () => passed;
    try {
      let error;
      const began = passed;
      client.teams.removeMember({ ...team, user_login: "ann" }).catch((failed) => (error = failed));
      while (error === undefined && passed - began < 200_000) {
        for (let turns = 0; turns < 20; turns += 1) await turn();
        passed += 1_000;
        mock.timers.tick(1_000);
        for (let turns = 0; turns < 20; turns += 1) await turn();
      }
      assert.deepEqual([error.kind, error.outcome], ["unconfirmed", "unknown"]);
      return (passed - began) / 1_000;
    } finally {
      performance.now = own;
      mock.timers.reset();
      client.dispose();
    }
  };
  assert.equal(await givenUp(2 ** 31 - 1), 65);
  assert.equal(await givenUp(20_000), 60);
});
