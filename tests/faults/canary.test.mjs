/**
 * One token that occurs nowhere else goes through every case; afterwards everything that came out is searched for it.
 *
 * It may be found in one place: the `Authorization` headers of the operations that it is for. What the package prints,
 * throws, tells, sends beside that header, and leaves in its memory once its clients are disposed of, must not hold it.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { openPage } from "../harness/chromium.mjs";
import { placesOf } from "./canary-page.mjs";
import { SLOW, authorized, newTokens } from "./canary.mjs";
import { SCAN, get, pause } from "./cases/calls.mjs";
import { freshCopy, withInstances } from "./copies.mjs";
import { timesInMemory } from "./instances.mjs";
import { openFaultPage } from "./page.mjs";
import { scenarios } from "./scenarios/index.mjs";
import { startFaults } from "./server.mjs";

const PROGRAM = fileURLToPath(new URL("canary-run.mjs", import.meta.url));

test("a_token_is_found_nowhere_but_in_its_own_authorization_header", { timeout: 240_000 }, () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM], { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  // The token is made in there; all that is printed about it is whether it was found.
  const report = JSON.parse(stdout.trim().split("\n").at(-1));
  assert.ok(report.requests > 200 && report.errors > 200 && report.events > 400, JSON.stringify(report));
  assert.ok(report.authorized > 100, "it was really sent");
  assert.ok(report.before > 0, "while a client lives, its token is in memory: the search works");
  assert.deepEqual(report.found, []);
  for (const line of [...stdout.split("\n").slice(0, -2), ...stderr.split("\n")]) assert.ok(!/canary-/.test(line), "nothing is printed");
});

/**
 * What a caller may do with a token, right or wrong, and the kind that it fails with; each has a fresh instance, so that nothing
 * else overwrites its memory.
 */
const USES = {
  "as it should be": [undefined, async (make, { apiToken }) => get(await make("ok", { apiToken }))],
  "from a function": [undefined, async (make, { apiToken }) => get(await make("ok", { apiToken: async () => apiToken }))],
  "with a word before it": ["invalid_argument", (make, { apiToken }) => make("ok", { apiToken: `Bearer ${apiToken}` })],
  "from a function, with a word before it": ["invalid_argument", async (make, { apiToken }) => get(await make("ok", { apiToken: () => `Bearer ${apiToken}` }))],
  "repeated by the service": ["rejected", async (make, { apiToken }) => get(await make("echo", { apiToken }))],
  "in the address": ["invalid_argument", (make, { apiToken }) => make("ok", { baseUrl: `https://analysis.example.com?${apiToken}` })],
  "as a header of a client": [undefined, async (make, { apiToken }) => get(await make("ok", { headers: { "X-Extra": apiToken } }))],
  "as a header of a call": ["invalid_argument", async (make, { apiToken }) => get(await make("ok"), { headers: { Authorization: apiToken } })],
  "as an identifier": [undefined, async (make, { apiToken }) => (await make("ok")).containerScans.get({ ...SCAN, org: apiToken })],
  "as a body": [undefined, async (make, { apiToken }) => (await make("ok")).request("/api/other", { auth: "none", body: { deep: [apiToken] } })],
};

describe("a token in Node", () => {
  let faults;
  before(async () => (faults = await startFaults()));
  after(() => faults?.stop());

  for (const [use, [kind, run]] of Object.entries(USES)) {
    test(`a_token_is_not_left_in_memory ${use}`, { timeout: 60_000 }, () =>
      withInstances(async (instances) => {
        const [tokens, copy, made] = [newTokens(), await freshCopy(), []];
        const make = async (scenario, options) => {
          const client = await copy.createClient({ baseUrl: `${faults.origin}/use/${scenario}`, apiToken: "t", maxRetries: 0, ...options });
          made.push(client);
          return client;
        };
        const outcome = await run(make, tokens).then(() => undefined, (error) => error.kind ?? error);
        assert.equal(outcome, kind);
        for (const client of made) client.dispose();
        await pause(20);
        assert.equal(instances.length, 1);
        assert.equal(timesInMemory(instances, tokens.secret), 0);
      }),
    );
  }
});

describe("a token in Chromium", () => {
  let faults, opened;
  before(async () => {
    faults = await startFaults();
    opened = await openFaultPage([faults.origin]);
  });
  after(() => Promise.all([opened?.close(), faults?.stop()]));

  test("a_token_is_left_nowhere_on_a_page", { timeout: 240_000 }, async () => {
    const tokens = newTokens();
    const names = Object.keys(scenarios).filter((name) => !SLOW.test(name));
    const run = async ([origin, tokens, names]) => {
      const { exercise } = await import("/tests/faults/canary.mjs");
      const { timesInMemory } = await import("/tests/faults/instances.mjs");
      const { told, clients, failures } = await exercise(scanfold, origin, tokens, names);
      const before = timesInMemory(instances, tokens.secret);
      for (const client of clients) client.dispose();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { told, failures, before };
    };
    const { told, failures, before } = await opened.page.evaluate(run, [faults.origin, tokens, names]);
    const log = faults.requests("canary");
    const figures = { requests: log.length, failures, events: told.event.length, authorized: authorized(log, tokens) };
    assert.ok(log.length > 200 && failures > 200 && told.event.length > 400 && figures.authorized > 100, JSON.stringify(figures));
    assert.ok(before > 0, "while a client lives, its token is in memory");
    assert.deepEqual(await placesOf(opened, opened.page, tokens, { logs: [log], told }), []);
  });

  test("a_token_that_is_left_somewhere_is_found_there", { timeout: 60_000 }, async () => {
    const tokens = newTokens();
    const own = await openPage(opened.browser);
    await own.page.goto(`${opened.site.origin}/index.html?${tokens.secret}`);
    await own.page.evaluate((path) => (location.href = path), `/#${tokens.secret}`);
    await own.page.waitForFunction(() => globalThis.runCase !== undefined);
    await own.page.evaluate(plant, [faults.origin, tokens]);
    const told = { error: ["nothing"], event: [`{"requestId":"${tokens.secret}"}`] };
    const found = await placesOf({ ...own, asked: opened.asked }, own.page, tokens, { logs: [faults.requests("planted")], told });
    assert.deepEqual(found, PLACES);
    await own.close();
  });
});

/** Every place that is searched, in order. */
const PLACES = [
  "IndexedDB",
  "authorization of another operation",
  "cache",
  "console",
  "cookie",
  "document",
  "event",
  "exception or console error",
  "global",
  "history state",
  "localStorage",
  "location",
  "memory of the module",
  "performance",
  "request address",
  "request body",
  "request header",
  "request of the page",
  "sessionStorage",
  "window name",
];

/** Leaves the secret in all of them. Runs in the page. */
async function plant([origin, { secret, gitToken }]) {
  console.info({ secret });
  setTimeout(() => {
    throw new Error(secret);
  });
  document.title = secret;
  globalThis.planted = secret;
  window.name = secret;
  history.replaceState({ secret }, "");
  localStorage.setItem("a", secret);
  sessionStorage.setItem(secret, "b");
  document.cookie = `a=${secret}`;
  performance.mark(secret);
  await (await caches.open("planted")).put(`/${secret}`, new Response(secret));
  await new Promise((resolve) => {
    const opening = indexedDB.open("planted", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("rows").put({ secret }, 1);
    opening.onsuccess = () => resolve(opening.result.close());
  });
  globalThis.kept = await scanfold.createClient({ baseUrl: origin, apiToken: secret });
  const send = (path, headers, body) => fetch(`${origin}/planted/ok${path}`, { method: "POST", headers, body });
  await send(`/api?${secret}`, {}, "");
  await send("/api", { "X-Extra": secret }, "");
  await send("/api", {}, secret);
  await send("/api/v1/container-scanning/results", { Authorization: `Bearer ${gitToken}` }, "");
}
