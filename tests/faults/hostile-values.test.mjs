/**
 * Values that are not what they seem: halves of pairs, getters, proxies, members that all objects inherit. None of them runs code,
 * and none is taken for what it is not. Every test has a copy of the package of its own.
 */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { fails, throws } from "../harness/check.mjs";
import { below } from "../harness/places.mjs";
import { SCAN, TEAM, get } from "./cases/calls.mjs";
import { freshCopy, moduleBytes } from "./copies.mjs";
import { LIMIT, ownFaults } from "./own-faults.mjs";
import { finding } from "./scenarios/good.mjs";

const { at, client } = ownFaults();

test("f10_texts_that_are_not_well_formed_are_no_identifiers", LIMIT, async () => {
  const copy = await freshCopy();
  const own = await client(copy, "ok");
  for (const bad of ["\ud800", "a\udc00b", "x\ud83d"]) {
    await fails(copy, own.containerScans.get({ ...SCAN, scan_id: bad }), "invalid_argument");
    await fails(copy, own.agentScans.history({ repo: `a/${bad}` }), "invalid_argument");
    await fails(copy, own.teams.removeMember({ ...TEAM, user_login: bad }), "invalid_argument");
  }
  const opened = await copy.openScan([{ ...finding(1), title: "a\ud800b" }]);
  assert.equal(opened.findings().rows[0].title, "a\ufffdb");
  throws(copy, () => opened.finding("\ud800"), "invalid_argument");
  throws(copy, () => copy.assessRemoval({ id: "t", name: "T", is_active: true, tags: [], repositories: [], team_leads: [], members: [] }, "\ud800"), "invalid_argument");
  const named = await copy.openScan([{ ...finding(1), image: "x\ud83d", id: "\udc00" }, finding(2)]);
  for (const where of [{ image: ["x\ud83d"] }, { image: ["y", "x\ufffd"] }, { id: ["\ud800"], image: ["x\udfff"] }]) {
    assert.equal(named.findings({ where }).total, 1, "compared as what was read is mended");
  }
  assert.equal(opened.findings({ where: { text: "a\ud800B" } }).total, 1);
});

test("g4_f18_what_all_objects_inherit_changes_nothing_of_data", LIMIT, async () => {
  const copy = await freshCopy();
  let sent;
  const own = await client(copy, "ok", { fetch: async (request) => ((sent = await request.text()), new Response("{}", { headers: { "Content-Type": "application/json" } })) });
  const mine = { id: TEAM.team_id, name: "n", members: [{ user_login: "ann" }], team_leads: [], tags: ["t"], repositories: [], is_active: true };
  const inherited = { value: () => "not mine", configurable: true };
  Object.defineProperty(Object.prototype, "toJSON", inherited);
  Object.defineProperty(Array.prototype, "toJSON", inherited);
  try {
    await own.request("/x", { auth: "none", body: { list: [1, {}], toJSON: "a member" } });
    assert.equal(copy.diffTeams(mine, mine).unchanged, true);
    assert.deepEqual(copy.mergeTeams(mine, mine, mine), { team: mine, conflicts: [] });
    assert.equal((await copy.openScan([finding(1)])).findings().total, 1);
  } finally {
    delete Object.prototype.toJSON;
    delete Array.prototype.toJSON;
  }
  assert.deepEqual(JSON.parse(sent), { list: [1, {}], toJSON: "a member" });
  throws(copy, () => copy.diffTeams(mine, { ...mine, toJSON: () => mine }), "invalid_argument");
});

test("f10_half_a_pair_in_a_body_becomes_the_replacement_character", LIMIT, async () => {
  const copy = await freshCopy();
  let sent;
  const own = await client(copy, "ok", { fetch: async (request) => ((sent = await request.text()), new Response("{}", { headers: { "Content-Type": "application/json" } })) });
  await own.request("/x", { auth: "none", body: { "k\udc00": "x\ud800y", pair: "\u{1f600}", text: "\\ud800 \\\\ud800 \\\ud800" } });
  assert.deepEqual(JSON.parse(sent), { "k\ufffd": "x\ufffdy", pair: "\u{1f600}", text: "\\ud800 \\\\ud800 \\\ufffd" });
});

test("f18_tricks_in_arguments_do_not_work", LIMIT, async () => {
  const copy = await freshCopy();
  const own = await client(copy, "ok");
  assert.equal((await own.containerScans.get(Object.freeze({ ...SCAN }), Object.freeze({}))).scan_id, SCAN.scan_id);
  assert.equal((await own.containerScans.get(Object.assign(Object.create(null), SCAN))).scan_id, SCAN.scan_id);

  let ran = 0;
  const getter = { platform: "github", org: "o", get scan_id() { return (ran += 1), "scan-1"; } };
  await fails(copy, own.containerScans.get(getter), "invalid_argument");
  await fails(copy, own.containerScans.get({ ...SCAN, toJSON: () => ((ran += 1), {}) }), "invalid_argument");
  await fails(copy, own.containerScans.get({ ...SCAN, org: { toString: () => ((ran += 1), "o") } }), "invalid_argument");
  for (const name of ["signal", "onProgress", "headers", "timeoutMs"]) {
    const options = Object.defineProperty({}, name, { get: () => (ran += 1), enumerable: true });
    assert.equal((await fails(copy, get(own, options), "invalid_argument")).path, name, "a getter is not passed over");
  }
  const headers = { get "X-Extra"() { return (ran += 1), "1"; } };
  assert.equal((await fails(copy, get(own, { headers }), "invalid_argument")).path, "headers");
  const body = { auth: "none", get body() { return (ran += 1), {}; } };
  assert.equal((await fails(copy, own.request("/api/x", body), "invalid_argument")).path, "body");
  for (const name of ["apiToken", "fetch", "onEvent", "baseUrl"]) {
    const options = Object.defineProperty({ baseUrl: at("ok") }, name, { get: () => ((ran += 1), "x"), enumerable: true });
    assert.equal((await fails(copy, copy.createClient(options), "invalid_argument")).path, name);
  }
  assert.equal(ran, 0, "no code of the argument's ran");

  const reads = [];
  const look = (method) => (target, name) => (reads.push(`${method} ${String(name)}`), Reflect[method](target, name));
  const watched = new Proxy({ ...SCAN }, { get: look("get"), getOwnPropertyDescriptor: look("getOwnPropertyDescriptor") });
  assert.equal((await own.containerScans.get(watched)).scan_id, SCAN.scan_id);
  const once = Object.keys(SCAN).flatMap((name) => [`get ${name}`, `getOwnPropertyDescriptor ${name}`]);
  assert.deepEqual(reads.sort(), once.sort(), "each option is looked at once, and nothing else");

  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const trap = () => {
    throw new Error("a trap of the caller's");
  };
  const hostile = new Proxy({}, { ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap, get: trap });
  const list = new Proxy([], { get: trap });
  const signal = { addEventListener() {}, removeEventListener() {}, get aborted() { return trap(); } };
  const refusing = { aborted: false, addEventListener: trap };
  for (const value of [revoked.proxy, hostile, list]) {
    await fails(copy, own.containerScans.get(value), "invalid_argument");
    await fails(copy, own.containerScans.get({ ...SCAN, org: value }), "invalid_argument");
    await fails(copy, own.containerScans.get(SCAN, value), "invalid_argument");
    await fails(copy, copy.createClient(value), "invalid_argument");
    await fails(copy, copy.createClient({ baseUrl: value }), "invalid_argument");
    await fails(copy, copy.openScan([finding(1)], value), "invalid_argument");
  }
  for (const value of [signal, refusing, 7, {}, "now"]) {
    await fails(copy, own.containerScans.get(SCAN, { signal: value }), "invalid_argument");
    await fails(copy, copy.openScan([finding(1)], { signal: value }), "invalid_argument");
  }
  for (const value of [revoked.proxy, hostile, list, [{ title: 1n }], { findings: [{ title: 1n }] }, Object.create(ReadableStream.prototype), Object.create(Response.prototype)]) {
    await fails(copy, copy.openScan(value), "invalid_argument");
  }
  await fails(copy, copy.createClient({ baseUrl: Object.create(URL.prototype) }), "invalid_argument");
  assert.equal((await get(own)).findings.length, 2);
  own.dispose();
  await fails(copy, get(own), "disposed");
});

test("f13_a_source_of_the_module_that_cannot_be_asked_is_no_error_of_ours", LIMIT, async () => {
  const copy = await freshCopy();
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  await fails(copy, copy.init(revoked.proxy), "init_failed");
  await copy.init(moduleBytes());
  const trap = () => {
    throw new Error("a trap of the caller's");
  };
  for (const source of [revoked.proxy, new Proxy({}, { get: trap })]) await copy.init(source);
});

test("g4_what_a_page_has_given_all_objects_is_no_member_of_an_error", LIMIT, async () => {
  const copy = await freshCopy();
  await copy.init(moduleBytes());
  const scan = await copy.openScan([finding(1)]);
  const told = () => throws(copy, () => scan.diff({}), "invalid_argument");
  const usual = told();
  for (const [name, value] of Object.entries({ message: "m", operation: "o", retryable: true, outcome: "x", attempts: 7, get: () => 1 })) {
    Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: true, writable: true });
    try {
      const error = told();
      assert.equal(JSON.stringify({ ...error.toJSON(), message: error.message }), JSON.stringify({ ...usual.toJSON(), message: usual.message }), name);
    } finally {
      delete Object.prototype[name];
    }
  }
});

test("f13_lists_are_right_on_a_page_whose_library_has_replaced_what_makes_them", LIMIT, async () => {
  const copy = await freshCopy();
  await copy.init(moduleBytes());
  const scans = Array.from({ length: 5 }, (_, at) => ({ scan_id: `s${at}`, branch: `b${at % 2}`, timestamp: `2026-01-0${at + 1}T00:00:00Z`, num_files: 1 }));
  const findings = Array.from({ length: 20 }, (_, at) => ({ ...finding(at), epss_details: { epss: at / 20 } }));
  const answers = async () => {
    const [scan, other] = [await copy.openScan({ scan_id: "s", status: "completed", findings }), await copy.openScan(findings.slice(3))];
    const all = [
      copy.sortHistory(scans),
      copy.groupHistory(scans, { by: "branch" }),
      [...copy.latestBy(scans, "branch")],
      copy.summarizeHistory(scans, { now: "2026-02-01" }),
      scan.rollup({ by: ["severity", "image"] }),
      scan.facets({}, { minEpss: [0.1, 0.5, 0.9] }),
      scan.findings().rows,
      scan.toJSON(),
      scan.diff(other),
      scan.remediation(),
    ];
    scan.dispose();
    other.dispose();
    return JSON.stringify(all);
  };
  const usual = await answers();
  const { from } = Array;
  const { entries } = Array.prototype;
  try {
    // As MooTools and Prototype do.
    Array.from = (list) => (list == null ? [] : [...Array.prototype.slice.call(list)]);
    Array.prototype.entries = function () {
      return this.slice();
    };
    assert.equal(await answers(), usual);
  } finally {
    Array.from = from;
    Array.prototype.entries = entries;
  }
});

test("f9_memory_that_has_grown_is_found_whatever_says_that_a_buffer_is_detached", LIMIT, async () => {
  const copy = await freshCopy();
  const usual = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "detached");
  Object.defineProperty(ArrayBuffer.prototype, "detached", { get: () => false, configurable: true });
  try {
    await copy.init(moduleBytes());
    const scan = await copy.openScan([finding(1)]);
    assert.equal(scan.rollup({ by: "severity" }).findings, 1);
    const large = await copy.openScan(Array.from({ length: 20_000 }, (_, at) => ({ ...finding(at), title: `${at} `.repeat(40) })));
    assert.deepEqual([scan.rollup({ by: "severity" }).groups.length, large.rollup().findings], [1, 20_000]);
    assert.equal(copy.safeUrl("https://a.example/b"), "https://a.example/b");
  } finally {
    if (usual) Object.defineProperty(ArrayBuffer.prototype, "detached", usual);
    else delete ArrayBuffer.prototype.detached;
  }
});

test("f13_a_clock_or_chance_that_was_taken_away_ends_no_scan", LIMIT, async () => {
  const copy = await freshCopy();
  const answer = JSON.stringify({ scan_id: SCAN.scan_id, status: "completed", created_at: "", repositories: [], findings: [finding(1), finding(2)] });
  const own = await client(copy, "ok", { fetch: async () => new Response(answer, { headers: { "Content-Type": "application/json" } }) });
  const scan = await copy.openScan([finding(1)]);
  const taken = [[Date, "now"], [Math, "random"], [performance, "now"]];
  for (const [holder, name] of taken) {
    const usual = Object.getOwnPropertyDescriptor(holder, name);
    Object.defineProperty(holder, name, { value: () => { throw new Error("not here"); }, configurable: true, writable: true });
    try {
      assert.equal((await get(own)).findings.length, 2, name);
      (await copy.openScan([finding(2)])).dispose();
    } finally {
      if (usual) Object.defineProperty(holder, name, usual);
      else delete holder[name];
    }
    assert.equal(scan.rollup().findings, 1, name);
  }
});

test("b17_the_shell_parses_only_objects_of_findings_which_the_module_has_read", async () => {
  const files = readdirSync(below("pkg", "lib"), { recursive: true }).filter((name) => name.endsWith(".js"));
  const parsing = files.filter((name) => readFileSync(below("pkg", "lib", name), "utf8").includes("JSON.parse"));
  assert.deepEqual(parsing.sort(), ["rows.js", "texts.js"]);
  const scanfold = await freshCopy();
  await scanfold.init(moduleBytes());
  const text = (unknown) => `{"scan_id":"scan-1","status":"completed","findings":[${JSON.stringify(finding(1)).slice(0, -1)},${unknown}}]}`;
  const nested = (depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const resident = await scanfold.openScan(text(`"__proto__":{"polluted":true},"unknown":${nested(1_000_000)}`));
  const [row] = resident.findings().rows;
  assert.deepEqual([row.id, row.polluted, {}.polluted], [finding(1).id, undefined, undefined]);
  resident.dispose();
  const error = await scanfold.openScan(text(`"epss_details":{"deep":${nested(1_000_000)}}`)).catch((error) => error);
  assert.equal(error.kind, "decode");
});
