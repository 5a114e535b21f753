/**
 * What only a browser does: CORS, offline, policies, service workers, frames, frozen pages. One browser, a page a test.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";

import { below } from "../harness/places.mjs";
import { closedAddress } from "../harness/ports.mjs";
import { policy } from "../harness/site.mjs";
import { openFaultPage } from "./page.mjs";
import { startFaults } from "./server.mjs";

const LIMIT = { timeout: 60_000 };
const WORKER = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { url } = event.request;
  const json = { headers: { "Content-Type": "application/json" } };
  if (url.includes("/made/")) event.respondWith(new Response('{"scans":[]}', json));
  if (url.includes("/refused/")) event.respondWith(Response.error());
  if (url.includes("/moved/")) event.respondWith(Response.redirect("/elsewhere"));
  if (url.includes("/rejected/")) event.respondWith(Promise.reject(new Error("no")));
});`;
const BARE = "<!doctype html><title>bare</title>";

describe("a page", () => {
  let faults, opened, origin, closed;
  before(async () => {
    faults = await startFaults();
    origin = faults.origin;
    closed = await closedAddress();
    opened = await openFaultPage([origin, closed], {
      texts: { "/sw.js": WORKER, "/bare.html": BARE, "/text/scanfold_bg.wasm": readFileSync(below("pkg", "scanfold_bg.wasm")), "/text/page.wasm": BARE },
    });
  });
  after(() => Promise.all([opened?.close(), faults?.stop()]));

  /** A page of its own, ready, with the package. */
  async function fresh({ path = "/", options = {} } = {}) {
    const context = await opened.browser.newContext(options);
    const page = await context.newPage();
    await page.goto(opened.site.origin + path);
    if (path === "/") await page.waitForFunction(() => globalThis.runCase !== undefined);
    return { context, page };
  }

  /** Asks for a history in the page: the value, or the plain error. */
  const ask = (page, baseUrl) =>
    page.evaluate(async (baseUrl) => {
      const client = await scanfold.createClient({ baseUrl, apiToken: "api-token", maxRetries: 0 });
      const outcome = await client.agentScans.history({ repo: "a/b" }).then((value) => ({ value }), (error) => (scanfold.isScanfoldError(error) ? error.toJSON() : { alien: String(error) }));
      client.dispose();
      return outcome;
    }, baseUrl);

  test("d2_offline_is_tried_and_said", LIMIT, async () => {
    const { context, page } = await fresh();
    await page.evaluate(() => scanfold.init());
    await context.setOffline(true);
    const error = await ask(page, `${origin}/d2/ok`);
    assert.equal(error.kind, "network");
    assert.match(error.hint, /^offline/);
    await context.setOffline(false);
    assert.equal((await ask(page, `${origin}/d2/ok`)).value.length, 2);
    await context.close();
  });

  test("d4_an_answer_without_cors_headers_is_a_network_failure", LIMIT, async () => {
    const error = await ask(opened.page, `${origin}/d4/cors-none`);
    assert.equal(error.kind, "network");
    assert.match(error.hint, /^possibly_cors/);
  });

  test("d5_cors_headers_on_successes_only_hide_the_errors", LIMIT, async () => {
    const success = await ask(opened.page, `${origin}/d5/cors-success-only`);
    assert.equal(success.value?.length, 2);
    const error = await ask(opened.page, `${origin}/d5/cors-success-only`);
    assert.deepEqual([error.kind, error.status], ["network", undefined]);
    assert.equal(faults.requests("d5").filter(({ method }) => method === "POST").length, 2);
  });

  test("d6_a_preflight_that_is_refused_is_a_network_failure", LIMIT, async () => {
    for (const scenario of ["cors-preflight-403", "cors-preflight-405", "cors-preflight-redirect"]) {
      const error = await ask(opened.page, `${origin}/d6/${scenario}`);
      assert.equal(error.kind, "network", scenario);
      assert.match(error.hint, /Authorization/, scenario);
    }
    assert.equal(faults.requests("d6").filter(({ method }) => method === "POST").length, 0, "the token was never sent");
    // The standard says that `*` does not cover Authorization; browsers come round to that in their own time.
    const star = await ask(opened.page, `${origin}/d6/cors-star`);
    assert.ok(star.kind === "network" || star.value.length === 2, JSON.stringify(star));
  });

  test("d7_headers_that_are_not_exposed_are_absent", LIMIT, async () => {
    const error = await ask(opened.page, `${origin}/d7/cors-unexposed`);
    assert.deepEqual([error.kind, error.retryAfterMs, error.requestId], ["rate_limited", undefined, undefined]);
  });

  test("d8_a_secure_page_takes_no_plain_address_but_loopback", LIMIT, async () => {
    const context = await opened.browser.newContext();
    await context.route("https://page.example/**", (route) => {
      const path = new URL(route.request().url()).pathname;
      if (!path.startsWith("/pkg/")) return route.fulfill({ contentType: "text/html", body: BARE });
      return route.fulfill({ path: below(path.slice(1)), contentType: path.endsWith(".wasm") ? "application/wasm" : "text/javascript" });
    });
    const page = await context.newPage();
    await page.goto("https://page.example/");
    const outcomes = await page.evaluate(async (origin) => {
      const scanfold = await import("/pkg/browser.js");
      const made = (baseUrl) => scanfold.createClient({ baseUrl }).then(() => "made", (error) => `${error.kind} ${error.path}`);
      return [await made("http://api.example"), await made("http://page.example"), await made(origin), await made("https://api.example"), await made("/proxy")];
    }, origin);
    assert.deepEqual(outcomes, ["invalid_argument baseUrl", "invalid_argument baseUrl", "made", "made", "made"]);
    await context.close();
  });

  test("d9_an_origin_that_the_policy_forbids_is_a_network_failure", LIMIT, async () => {
    const { context, page } = await fresh();
    const other = await startFaults();
    assert.equal((await ask(page, `${other.origin}/d9/ok`)).kind, "network");
    assert.equal(other.requests().length, 0);
    await other.stop();
    await context.close();
  });

  test("d11_a_blocked_request_is_a_network_failure", LIMIT, async () => {
    const { context, page } = await fresh();
    await page.route("**/d11/**", (route) => route.abort("blockedbyclient"));
    assert.equal((await ask(page, `${origin}/d11/ok`)).kind, "network");
    await context.close();
  });

  test("d15_answers_of_a_service_worker_are_read_like_others", LIMIT, async () => {
    const { context, page } = await fresh();
    await page.evaluate(async () => {
      const trusted = trustedTypes.createPolicy("lit-html", { createScriptURL: (url) => url });
      await navigator.serviceWorker.register(trusted.createScriptURL("/sw.js"));
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    });
    const kind = async (path) => {
      const outcome = await ask(page, path);
      return outcome.kind ?? outcome.value;
    };
    assert.deepEqual([await kind("/made"), await kind("/refused"), await kind("/rejected")], [[], "network", "network"]);
    assert.equal(await kind("/moved"), "redirect_blocked");
    await context.close();
  });

  test("e13_a_removal_that_the_browser_sends_twice_is_read_back_where_the_member_was_seen", LIMIT, async (t) => {
    const sent = [];
    const team = { id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01", members: [] };
    let refusal = 404;
    const service = createServer((request, response) => {
      const answer = (status, body) => response.writeHead(status, { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "authorization, content-type", "Content-Type": "application/json" }).end(body);
      if (request.method === "OPTIONS") return answer(204);
      const operation = request.url.split("/").at(-1);
      sent.push(operation);
      request.resume().on("end", () => {
        if (operation === "get") return answer(200, JSON.stringify({ status: "success", team }));
        // The first is carried out, and then the service dies.
        if (team.members.length === 0) return answer(refusal, '{"error":"member not in team"}');
        team.members = [];
        request.socket.resetAndDestroy();
      });
    });
    await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
    t.after(() => {
      service.close();
      service.closeAllConnections();
    });
    const { context, page } = await fresh({ options: { bypassCSP: true } });
    const origin = `http://127.0.0.1:${service.address().port}`;
    const remove = (asksFirst) =>
      page.evaluate(
        async ([baseUrl, team_id, asksFirst]) => {
          const client = await scanfold.createClient({ baseUrl, gitToken: "git-token" });
          const params = { platform: "github", org: "o", team_id };
          // The connection has to be one that was kept.
          if (asksFirst) await client.teams.get(params);
          else await client.request("/get", { body: {}, auth: "none" });
          return client.teams.removeMember({ ...params, user_login: "heron" }).catch((error) => error.toJSON());
        },
        [origin, team.id, asksFirst],
      );
    for (const [status, words] of [[422, /refused the removal; the member is not in the team/], [404, /found no member with this login/]]) {
      sent.length = 0;
      team.members = [{ user_login: "heron" }];
      refusal = status;
      const { removed, confirmedBy, message } = await remove(true);
      assert.deepEqual(sent, ["get", "remove", "remove", "get"]);
      assert.deepEqual([removed, confirmedBy], [true, "readback"]);
      assert.match(message, words);
    }
    sent.length = 0;
    team.members = [{ user_login: "heron" }];
    const error = await remove(false);
    assert.deepEqual(sent, ["get", "remove", "remove"]);
    assert.deepEqual([error.kind, error.outcome, error.attempts, error.serverMessage], ["not_found", "rejected", 1, "member not in team"]);
    assert.match(error.hint, /^a browser may have sent the request twice/);
    await context.close();
  });

  test("d19_a_module_under_another_type_loads_and_a_page_in_its_place_is_told", LIMIT, async () => {
    const { context, page } = await fresh({ path: "/bare.html" });
    const asText = (path, status = 200) => page.route(`**${path}`, (route) => route.fulfill({ status, contentType: "text/plain", path: below("pkg", "scanfold_bg.wasm") }));
    await asText("/typed/text.wasm");
    await page.route("**/typed/missing.wasm", (route) => route.fulfill({ status: 404, contentType: "text/html", body: BARE }));
    await page.route("**/typed/page.wasm", (route) => route.fulfill({ status: 200, contentType: "application/wasm", body: BARE }));
    await page.route("**/typed/html.wasm", (route) => route.fulfill({ status: 200, contentType: "text/html", body: BARE }));
    const outcome = (path) =>
      page.evaluate(async (path) => {
        const scanfold = await import("/pkg/browser.js");
        return scanfold.init(path).then(() => "loaded", (error) => [error.kind, error.status, /^[a-z' ]*/.exec(error.hint)[0], error.hint.includes("optimizeDeps")]);
      }, path);
    await page.route("**/typed/data.wasm", (route) => route.fulfill({ status: 200, contentType: "application/json", body: "{}" }));
    assert.deepEqual(await outcome("/typed/missing.wasm"), ["init_failed", 404, "the ", false]);
    // A dev server that has moved the package answers so: the hint says what to set.
    assert.deepEqual(await outcome("/typed/html.wasm"), ["init_failed", 200, "a web page came instead of the ", true]);
    assert.deepEqual(await outcome("/typed/data.wasm"), ["init_failed", 200, "what came is not a ", false]);
    assert.deepEqual((await outcome("/typed/page.wasm"))[0], "init_failed");
    assert.equal(await outcome("/typed/text.wasm"), "loaded");
    await context.close();
  });

  test("d19_a_stand_in_for_a_response_that_the_browser_does_not_compile_is_read", LIMIT, async () => {
    const { context, page } = await fresh({ path: "/bare.html" });
    const outcome = await page.evaluate(async () => {
      const { init, compareVersions } = await import("/pkg/browser.js");
      const response = await fetch("/pkg/scanfold_bg.wasm");
      const type = response.headers.get("Content-Type");
      const own = (target, name) => {
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      };
      await init(new Proxy(response, { get: own }));
      return [type, response.bodyUsed, compareVersions("1", "2", "semver")];
    });
    assert.deepEqual(outcome, ["application/wasm", true, -1]);
    await context.close();
  });

  test("d20_another_module_than_ours_is_refused", LIMIT, async () => {
    const { context, page } = await fresh({ path: "/bare.html" });
    const outcomes = await page.evaluate(async () => {
      const scanfold = await import("/pkg/browser.js");
      const outcome = (source) => scanfold.init(source).then(() => "loaded", (error) => error.kind);
      const bytes = new Uint8Array(await (await fetch("/pkg/scanfold_bg.wasm")).arrayBuffer());
      const changed = bytes.slice();
      changed.fill(0xff, 2000, 3000);
      const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
      const wrong = await fetch("/pkg/scanfold_bg.wasm", { integrity: "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" }).catch((error) => Promise.reject(error)).then(outcome, () => "not even fetched");
      return [await outcome(changed), await outcome(empty), wrong, await outcome(await fetch("/pkg/scanfold_bg.wasm")), scanfold.compareVersions("1", "2", "semver")];
    });
    assert.deepEqual(outcomes, ["init_failed", "init_failed", "not even fetched", "loaded", -1]);
    await context.close();
  });

  test("d21_a_frame_without_an_origin_can_load_the_module", { timeout: 20_000 }, async () => {
    const { context, page } = await fresh({ path: "/bare.html" });
    // Scripts and the module come as a response does that allows any origin, since this frame has none.
    await context.route("**/pkg/**", (route) => {
      const path = new URL(route.request().url()).pathname.slice(1);
      return route.fulfill({ path: below(path), contentType: path.endsWith(".wasm") ? "application/wasm" : "text/javascript", headers: { "Access-Control-Allow-Origin": "*" } });
    });
    await context.route("**/framed.html", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<script type="module">
          import * as scanfold from "/pkg/browser.js";
          const scan = await scanfold.openScan('{"scan_id":"s","status":"completed","created_at":"","repositories":[],"findings":[]}');
          const own = await scanfold.createClient({ baseUrl: "/proxy" }).catch((error) => error.path);
          parent.postMessage([origin, scan.findingCount, own], "*");
        </script>`,
      }),
    );
    await context.route("**/outer.html", (route) => route.fulfill({ contentType: "text/html", body: BARE }));
    await page.goto(`${opened.site.origin}/outer.html`);
    const outcome = await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener("message", ({ data }) => resolve(data));
          const frame = document.createElement("iframe");
          frame.sandbox = "allow-scripts";
          frame.src = "/framed.html";
          document.body.append(frame);
        }),
    );
    assert.deepEqual(outcome, ["null", 0, "baseUrl"]);
    await context.close();
  });

  test("e17_a_frozen_page_settles_its_calls_when_it_goes_on", LIMIT, async () => {
    const { context, page } = await fresh();
    const session = await context.newCDPSession(page);
    await page.evaluate(async ([origin]) => {
      const client = await scanfold.createClient({ baseUrl: `${origin}/e17/silence`, apiToken: "t", maxRetries: 0, attemptTimeoutMs: 400 });
      const late = await scanfold.createClient({ baseUrl: `${origin}/e17/late`, apiToken: "t", maxRetries: 0 });
      globalThis.outcomes = Promise.all([client, late].map((each) => each.agentScans.history({ repo: "a/b" }).then(() => "resolved", (error) => error.kind)));
    }, [origin]);
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await session.send("Page.setWebLifecycleState", { state: "active" });
    const outcomes = await page.evaluate(() => globalThis.outcomes);
    assert.equal(outcomes[0], "timeout");
    assert.ok(["resolved", "network", "timeout"].includes(outcomes[1]), outcomes[1]);
    await context.close();
  });

  test("e18_leaving_a_page_leaves_no_noise", LIMIT, async () => {
    const { context, page } = await fresh();
    const noise = [];
    page.on("pageerror", (error) => noise.push(error.message));
    page.on("console", (message) => message.type() === "error" && noise.push(message.text()));
    await page.evaluate(async ([origin]) => {
      const client = await scanfold.createClient({ baseUrl: `${origin}/e18/hang-in-body`, apiToken: "t" });
      for (let call = 0; call < 3; call += 1) client.agentScans.history({ repo: "a/b" }).catch(() => {});
    }, [origin]);
    await page.goto(`${opened.site.origin}/bare.html`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepEqual(noise, []);
    await context.close();
  });

  /** A page with a wait for a scan that never completes; `looks` counts the requests about it. */
  async function waitingPage(run, options = {}) {
    const { context, page } = await fresh();
    await page.evaluate(async ([baseUrl, options]) => {
      const client = await scanfold.createClient({ baseUrl, apiToken: "t", maxRetries: 0 });
      const abort = new AbortController();
      const params = { platform: "github", org: "o", scan_id: "s" };
      const waiting = client.containerScans.waitFor(params, { intervalMs: 30, maxIntervalMs: 30, signal: abort.signal, ...options });
      const outcome = waiting.catch((error) => ({ kind: error.kind, lastStatus: error.lastStatus, reason: error, at: performance.now() }));
      Object.assign(globalThis, { abort, outcome });
    }, [`${origin}/${run}/running`, options]);
    const looks = () => faults.requests(run).filter(({ method }) => method === "POST").length;
    const until = async (count) => {
      while (looks() < count) await later(10);
    };
    /** Resolves once nobody has looked for a while: a request may have been on its way. */
    const still = async () => {
      let seen;
      do {
        seen = looks();
        await later(500);
      } while (looks() !== seen);
      return seen;
    };
    await until(3);
    return { context, page, looks, until, still };
  }
  const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const show = (page, state) =>
    page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  /** How many listeners of these kinds a page's object has, as the browser's own tools see it. */
  async function listeners(page, expression, kinds) {
    const session = await page.context().newCDPSession(page);
    const { result } = await session.send("Runtime.evaluate", { expression });
    const found = await session.send("DOMDebugger.getEventListeners", { objectId: result.objectId });
    return found.listeners.filter(({ type }) => kinds.includes(type)).length;
  }

  test("e20_waiting_pauses_while_the_page_is_hidden", LIMIT, async () => {
    const { context, page, looks, until, still } = await waitingPage("e20-hidden");
    await show(page, "hidden");
    const paused = await still();
    await later(400);
    assert.equal(looks(), paused, "nobody looks");
    assert.equal(await listeners(page, "document", ["visibilitychange"]), 1, "it listens");
    await show(page, "visible");
    await until(paused + 3);
    await show(page, "hidden");
    await still();
    const took = await page.evaluate(async () => {
      const began = performance.now();
      abort.abort(7);
      const { reason, at } = await outcome;
      return [reason, at - began];
    });
    assert.equal(took[0], 7);
    assert.ok(took[1] < 5_000, `${took[1]} ms`);
    assert.equal(await listeners(page, "document", ["visibilitychange"]), 0);
    assert.equal(await listeners(page, "window", ["online"]), 0);
    assert.equal(await listeners(page, "abort.signal", ["abort"]), 0);
    await context.close();
  });

  test("e20_waiting_outlives_a_lost_connection_and_goes_on_when_it_is_back", LIMIT, async () => {
    const { context, page, looks, until, still } = await waitingPage("e20-offline");
    await context.setOffline(true);
    const paused = await still();
    await later(400);
    assert.equal(looks(), paused, "nobody looks");
    await context.setOffline(false);
    await until(paused + 3);
    await page.evaluate(() => abort.abort());
    await context.close();
  });

  test("e20_waiting_goes_on_once_the_page_is_both_seen_and_online", LIMIT, async () => {
    const { context, page, looks, until, still } = await waitingPage("e20-both");
    const online = (is) => page.evaluate((is) => Object.defineProperty(navigator, "onLine", { value: is, configurable: true }) && void dispatchEvent(new Event(is ? "online" : "offline")), is);
    await online(false);
    await show(page, "hidden");
    const paused = await still();
    await show(page, "visible");
    await later(300);
    assert.equal(looks(), paused, "it is offline");
    await show(page, "hidden");
    await online(true);
    await later(300);
    assert.equal(looks(), paused, "nobody looks");
    await show(page, "visible");
    await until(paused + 3);
    await page.evaluate(() => abort.abort());
    await context.close();
  });

  test("e20_a_look_that_fails_for_want_of_a_connection_is_made_again_but_not_the_first", LIMIT, async () => {
    const { context, page } = await fresh();
    const outcome = await page.evaluate(async () => {
      const online = (is) => Object.defineProperty(navigator, "onLine", { value: is, configurable: true });
      const lost = () => (online(false), Promise.reject(new TypeError("Failed to fetch")));
      const answer = (status) => async () =>
        new Response(JSON.stringify({ scan_id: "s", status, created_at: "", repositories: [], ...(status === "completed" && { findings: [] }) }), { headers: { "Content-Type": "application/json" } });
      const waitFor = async (...answers) => {
        const client = await scanfold.createClient({ baseUrl: "https://analysis.example.com", apiToken: "t", maxRetries: 0, fetch: () => answers.shift()() });
        const params = { platform: "github", org: "o", scan_id: "s" };
        return client.containerScans.waitFor(params, { intervalMs: 10 }).then((scan) => `${scan.status}, ${answers.length} left`, (error) => `${error.kind} ${error.hint.slice(0, 7)}`);
      };
      const first = await waitFor(lost);
      online(true);
      const later = waitFor(answer("scanning"), lost, answer("completed"));
      const early = await Promise.race([later, new Promise((resolve) => setTimeout(resolve, 200, "paused"))]);
      online(true);
      dispatchEvent(new Event("online"));
      return [first, early, await later];
    });
    assert.deepEqual(outcome, ["network offline", "paused", "completed, 0 left"]);
    await context.close();
  });

  test("e20_a_wait_that_is_paused_ends_in_its_time", LIMIT, async () => {
    const { context, page } = await waitingPage("e20-patience", { maxWaitMs: 600 });
    await show(page, "hidden");
    const { kind, lastStatus } = await page.evaluate(() => outcome);
    assert.deepEqual([kind, lastStatus], ["wait_expired", "scanning"]);
    assert.equal(await listeners(page, "document", ["visibilitychange"]), 0);
    await context.close();
  });

  test("e2_a_shared_signal_of_a_page_keeps_no_listener", LIMIT, async () => {
    const { context, page } = await fresh();
    await page.evaluate(async (origin) => {
      globalThis.shared = new AbortController();
      const settle = async (scenario, options) => {
        const client = await scanfold.createClient({ baseUrl: `${origin}/e2-shared/${scenario}`, apiToken: "t", gitToken: "t", maxRetries: 1, attemptTimeoutMs: 50 });
        const call = { signal: shared.signal, ...options };
        const scan = { platform: "github", org: "o", scan_id: "s" };
        await Promise.allSettled([client.containerScans.get(scan, call), client.containerScans.waitFor(scan, call), client.agentScans.history({ repo: "a/b" }, call)]);
        await scanfold.openScan(new Response("{}"), { signal: shared.signal }).catch(() => {});
      };
      for (const scenario of ["ok", "not-found", "silence", "hang-in-body", "flaky-once"]) await settle(scenario);
    }, origin);
    assert.equal(await listeners(page, "shared.signal", ["abort"]), 0);
    // The search finds one that is there.
    await page.evaluate(() => shared.signal.addEventListener("abort", () => {}));
    assert.equal(await listeners(page, "shared.signal", ["abort"]), 1);
    await context.close();
  });

  test("f13_two_copies_on_one_page_know_each_others_errors", LIMIT, async () => {
    const outcome = await opened.page.evaluate(async (baseUrl) => {
      const other = await import("/pkg/browser.js?second");
      const before = Object.getOwnPropertyNames(globalThis).length;
      const client = await other.createClient({ baseUrl, apiToken: "t", maxRetries: 0 });
      const error = await client.agentScans.history({ repo: "a/b" }).catch((error) => error);
      return [scanfold.isScanfoldError(error, "not_found"), Object.getOwnPropertyNames(globalThis).length - before];
    }, `${origin}/f13/not-found`);
    assert.deepEqual(outcome, [true, 0]);
  });
});

test("d10_a_policy_without_wasm_is_named", LIMIT, async (t) => {
  const opened = await openFaultPage([], { headers: { "Content-Security-Policy": policy("").replace(" 'wasm-unsafe-eval'", "") } });
  t.after(opened.close);
  const error = await opened.page.evaluate(() => scanfold.init().then(() => null, (error) => error.toJSON()));
  assert.equal(error?.kind, "init_failed");
  assert.match(error.hint, /^csp/);
});

test("d10_a_policy_without_wasm_is_named_in_another_world_of_the_page", LIMIT, async (t) => {
  const opened = await openFaultPage([], { headers: { "Content-Security-Policy": policy("").replace(" 'wasm-unsafe-eval'", "") } });
  t.after(opened.close);
  const session = await opened.page.context().newCDPSession(opened.page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  const expression = 'import("/pkg/browser.js").then(({ init }) => init()).then(() => null, (error) => error.hint ?? error.message)';
  const { result } = await session.send("Runtime.evaluate", { contextId, expression, awaitPromise: true });
  assert.match(result.value, /^csp/);
});
