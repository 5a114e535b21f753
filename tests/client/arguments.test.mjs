/**
 * What callers pass: read once and at the time of the call, and if it is no valid argument, refused in words. Whatever a
 * caller's object throws, what comes out is an error of the package.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { afterEach, before, beforeEach, describe, test } from "node:test";
import { runInNewContext } from "node:vm";

import * as scanfold from "scanfold";

const { compareVersions, createClient, diffRoster, diffTeams, epssOf, groupHistory, init, isExploitable, isFixable, isScanfoldError, latestBy, openScan, safeUrl, sortHistory, summarizeHistory } = scanfold;

before(() => init());

const FINDING = { uid: "u1", image: "i:1", kind: "debian", target: "t", id: "CVE-1", package: "p", severity: "high", installed_version: "1" };
const SCAN = { scan_id: "s", status: "completed", created_at: "2026-03-14T06:00:00Z", repositories: [], findings: [FINDING, { ...FINDING, uid: "u2" }] };
const ASKED = { platform: "github", org: "example-org", scan_id: "s" };
const TEAM = { id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01", name: "n", members: [{ user_login: "bob" }], team_leads: [] };
const MONTH = 30 * 24 * 60 * 60 * 1000;

const refusal = (path) => (error) => isScanfoldError(error, "invalid_argument") && (path === undefined || error.path === path);
const thrower = () => {
  throw new RangeError("the caller's own");
};
/** Objects that throw when their members are asked for. */
const hostile = () => [new Proxy({}, { ownKeys: thrower }), new Proxy({ a: 1 }, { getOwnPropertyDescriptor: thrower }), new Proxy({}, { getPrototypeOf: thrower })];

describe("changes of an argument after the call have no effect", () => {
  test("the address that tokens go to", async () => {
    const asked = [];
    const fetch = async (request) => {
      asked.push(request.url);
      return new Response(JSON.stringify(SCAN), { headers: { "Content-Type": "application/json" } });
    };
    const baseUrl = new URL("https://analysis.example.com/tenant");
    const created = createClient({ baseUrl, apiToken: "api-token", fetch });
    baseUrl.host = "elsewhere.example.com";
    await (await created).containerScans.get(ASKED);
    assert.deepEqual(asked.map((url) => new URL(url).host), ["analysis.example.com"]);
  });

  test("the list of findings", async () => {
    const findings = [...SCAN.findings];
    const result = { ...SCAN, findings };
    const opening = [openScan(findings), openScan(result)];
    findings.length = 0;
    result.scan_id = "another";
    const [rows, whole] = await Promise.all(opening);
    assert.deepEqual([rows.findingCount, whole.findingCount, whole.scanId], [2, 2, "s"]);
  });

  test("two megabytes of bytes, and what little data hold", async () => {
    const findings = Array.from({ length: 16_000 }, (_, at) => ({ ...FINDING, uid: `${at}` }));
    const bytes = new TextEncoder().encode(JSON.stringify({ ...SCAN, findings }).padEnd(2 ** 21));
    assert.equal(bytes.length, 2 ** 21);
    const buffer = bytes.slice().buffer;
    const opening = [openScan(bytes), openScan(buffer)];
    new Uint8Array(buffer).fill(0);
    bytes.fill(0);
    const few = structuredClone(SCAN.findings);
    const rows = openScan(few);
    for (const finding of few) finding.id = "another";
    for (const scan of await Promise.all(opening)) assert.equal(scan.findingCount, findings.length);
    assert.deepEqual((await rows).findings().rows.map(({ id }) => id), SCAN.findings.map(({ id }) => id));
  });

  test("bytes of scans that are opened one after another, and of those at the same time", async () => {
    const encoder = new TextEncoder();
    for (const counts of [[900], [3], [0, 700], [2, 1, 500], [400, 401, 1]]) {
      const opening = counts.map((count) => {
        const bytes = encoder.encode(JSON.stringify({ ...SCAN, findings: Array.from({ length: count }, (_, at) => ({ ...FINDING, uid: `${at}` })) }));
        const opened = openScan(bytes);
        bytes.fill(0);
        return opened;
      });
      assert.deepEqual((await Promise.all(opening)).map((scan) => scan.findingCount), counts);
    }
  });
});

describe("what does not let itself be read", () => {
  test("options of every question to a scan", async () => {
    const scan = await openScan(SCAN);
    for (const options of hostile()) {
      for (const ask of ["rollup", "findings", "facets", "remediation", "toCsv", "toMarkdown", "toSarif"]) {
        assert.throws(() => scan[ask](options), refusal(), ask);
      }
      assert.throws(() => scan.facets({}, options), refusal());
      assert.throws(() => scan.remediation({}, options), refusal());
      assert.throws(() => scan.diff(scan, options), refusal());
      await assert.rejects(scan.export("csv", options), refusal());
      await assert.rejects(openScan(SCAN, options), refusal());
      await assert.rejects(createClient(options), refusal("options"));
      for (const ask of [groupHistory, summarizeHistory, sortHistory]) assert.throws(() => ask([], options), refusal("options"));
    }
    scan.dispose();
  });

  test("hidden members are not read, own members are, and an object that inherits is refused", async () => {
    const scan = await openScan(SCAN);
    const [whole, none] = [scan.findings().total, scan.findings({ where: { id: [] } }).total];
    const hidden = Object.defineProperty({}, "limit", { value: "not a number", enumerable: false });
    for (const options of [hidden, Object.create(null), { [Symbol("where")]: 1 }]) assert.equal(scan.findings(options).total, whole);
    for (const inherited of [{ where: { id: [] } }, Object.assign(Object.create(null), { where: { id: [] } })]) {
      assert.throws(() => scan.findings(Object.create(inherited)), refusal());
    }
    assert.equal(scan.findings(runInNewContext("({ where: { id: [] } })")).total, none, "a literal of another realm");
    assert.equal(scan.findings(Object.assign(Object.create(null), { where: { id: [] } })).total, none);
    assert.notEqual(whole, none);
    scan.dispose();
  });

  test("a list of dimensions in place of one", async () => {
    const scan = await openScan(SCAN);
    for (const by of [["image", "kind"], [], ["image"]]) assert.throws(() => scan.toMarkdown({ by }), refusal("by"));
    assert.ok(scan.toMarkdown({ by: "package" }).includes("| p |"));
    scan.dispose();
  });

  test("values that are no scan, finding or version", async () => {
    const scan = await openScan(SCAN);
    const bare = Object.create(null);
    for (const uid of [undefined, null, 5, 10n, new Date(), bare]) assert.throws(() => scan.finding(uid), refusal("uid"));
    for (const before of [undefined, null, {}, bare, new Proxy(scan, {}), Object.create(scan)]) assert.throws(() => scan.diff(before), refusal("before"));
    const gone = await openScan(SCAN);
    gone.dispose();
    assert.throws(() => scan.diff(gone), (error) => isScanfoldError(error, "disposed") && error.path === "before");
    scan.dispose();
    assert.throws(() => scan.finding(bare), (error) => isScanfoldError(error, "disposed"));
    for (const version of [1, 1n, {}, bare, Symbol("1")]) {
      assert.throws(() => compareVersions(version, "1"), refusal("a"));
      assert.throws(() => compareVersions("1", version), refusal("b"));
      assert.throws(() => compareVersions("1", "1", version), refusal("kind"));
    }
    for (const none of [undefined, null]) assert.deepEqual([compareVersions(none, "1"), compareVersions("1", none), compareVersions("1", "2", none)], [null, null, -1]);
    assert.throws(() => isFixable({ get fixed_version() { return thrower(); } }), refusal("finding.fixed_version"));
  });

  test("findings that JSON cannot hold, by their place", async () => {
    const circle = {};
    circle.circle = circle;
    await assert.rejects(openScan({ ...SCAN, findings: [FINDING, circle] }), refusal("source/findings/1"));
    for (const n of [1n, () => 1, Symbol("s"), new Map(), new Set(), new Date(0), Buffer.from("b"), runInNewContext("new Map()")]) {
      for (const epss_details of [n, { n }, [[n]], Object.assign(new (class {})(), { n })]) await assert.rejects(openScan([FINDING, { epss_details }]), refusal("source/1"));
      await assert.rejects(openScan({ scan_id: "s", status: "completed", n, findings: [] }), refusal("source/n"));
    }
    const own = { toJSON: () => "kept", helper() {} };
    assert.equal((await openScan([{ ...FINDING, title: Object.assign(Object.create({ own }), own) }])).findings().rows[0].title, "kept");
    const classed = Object.assign(new (class {})(), { epss: 0.5 });
    assert.deepEqual((await openScan([{ ...FINDING, epss_details: classed }])).findings().rows[0].epss_details, { epss: 0.5 });
    for (const repositories of [circle, [circle]]) await assert.rejects(openScan({ ...SCAN, repositories }), refusal("source/repositories"));
  });
});

/** Names of items. */
const isItem = (name) => typeof name === "string" && /^\d+$/.test(name);

describe("an array that says it has billions of items", () => {
  /** An array that counts how often it is asked for an item, and gives none. */
  const endless = (length) => {
    const asked = { items: 0 };
    const look = (method) => (target, name, ...more) => {
      if (isItem(name)) asked.items += 1;
      if (asked.items > 10) throw new Error("it is walked");
      return name === "length" && method === "get" ? length : Reflect[method](target, name, ...more);
    };
    return { asked, array: new Proxy([], { get: look("get"), has: look("has"), getOwnPropertyDescriptor: look("getOwnPropertyDescriptor") }) };
  };
  const now = "2026-03-14T06:00:00Z";
  const readers = {
    "openScan, as the findings": ["too_large", (array) => openScan(array)],
    "openScan, in a result": ["too_large", (array) => openScan({ ...SCAN, findings: array })],
    "openScan, in a finding": ["invalid_argument", (array) => openScan([{ ...FINDING, epss_details: array }])],
    "openScan, as an option": ["invalid_argument", (array) => openScan([FINDING], { signal: array })],
    "createClient": ["invalid_argument", (array) => createClient({ baseUrl: "https://analysis.example.com", headers: array })],
    "sortHistory": ["too_large", (array) => sortHistory(array)],
    "groupHistory": ["too_large", (array) => groupHistory(array, { by: "branch" })],
    "latestBy": ["too_large", (array) => latestBy(array, "branch")],
    "summarizeHistory": ["too_large", (array) => summarizeHistory(array, { now })],
    "epssOf": ["invalid_argument", (array) => epssOf({ epss_details: array })],
    "isExploitable": ["invalid_argument", (array) => isExploitable({ public_exploit: array })],
    "diffTeams": ["invalid_argument", (array) => diffTeams(array, array)],
    "diffRoster": ["invalid_argument", (array) => diffRoster(TEAM, array)],
    "a filter": ["invalid_argument", async (array) => (await openScan([FINDING])).findings({ where: { id: array } })],
  };
  for (const [name, [kind, read]] of Object.entries(readers)) {
    test(`b26: is refused before it is walked: ${name}`, async () => {
      for (const length of [2 ** 32 - 1, 2 ** 25]) {
        const { asked, array } = endless(length);
        const refused = (error) => isScanfoldError(error, kind);
        await assert.rejects(async () => read(array), refused, `${length}`);
        assert.equal(asked.items, 0);
        await assert.rejects(async () => read(new Array(length)), refused, `${length}, in earnest`);
      }
    });
  }

  test("and a few values that stand in many places are read a bounded number of times", async () => {
    let asked = 0;
    const look = (method) => (target, name, ...more) => ((asked += isItem(name) ? 1 : 0), Reflect[method](target, name, ...more));
    const list = new Proxy(new Array(2 ** 16).fill("x"), { get: look("get"), getOwnPropertyDescriptor: look("getOwnPropertyDescriptor") });
    const lists = new Array(2 ** 8).fill(list);
    await assert.rejects(createClient({ baseUrl: "https://analysis.example.com", headers: lists }), refusal("headers"));
    const scan = await openScan([FINDING]);
    assert.throws(() => scan.findings({ where: { id: lists } }), refusal("where.id"));
    scan.dispose();
    // There are two calls, and each asks of every item what it is and what it holds.
    assert.ok(asked > 0 && asked <= 2 * 2 * 2 ** 21, `${asked}`);
  });

  test("so are the members of an object in as many places, which are listed no oftener than that", async () => {
    let listed = 0;
    const ownKeys = (target) => ((listed += 1), Reflect.ownKeys(target));
    // What does not show itself is listed, and takes no time to be read.
    const hidden = Object.fromEntries(new Array(2 ** 10).fill({ value: "x", configurable: true }).entries());
    const object = new Proxy(Object.defineProperties({}, hidden), { ownKeys });
    await assert.rejects(createClient({ baseUrl: "https://analysis.example.com", headers: new Array(2 ** 12).fill(object) }), refusal("headers"));
    assert.ok(listed > 0 && listed <= 2 ** 11, `${listed}`);
  });

  test("an object of the most members allowed is read, and one of more is refused", () => {
    const members = Object.fromEntries(new Array(2 ** 16).fill("x").entries());
    assert.throws(() => sortHistory([], members), refusal("0"));
    assert.throws(() => sortHistory([], { ...members, more: "x" }), refusal("options"));
  });

  test("a list that is too long is blamed, and not what stands beside it", async () => {
    const scan = await openScan([FINDING]);
    for (const id of [new Array(2 ** 21 + 1).fill("x"), new Proxy([], { get: (target, name) => (name === "length" ? -1 : target[name]) })]) {
      assert.throws(() => scan.findings({ where: { id, severity: ["high"] } }), refusal("where.id"));
    }
    scan.dispose();
  });

  test("one of the most items allowed is read", async () => {
    const scan = await openScan([FINDING]);
    const id = new Array(2 ** 20).fill("CVE-0");
    id[id.length - 1] = FINDING.id;
    assert.equal(scan.findings({ where: { id } }).total, 1);
    scan.dispose();
    assert.equal(sortHistory(new Array(10_000)).length, 10_000);
  });
});

describe("an array that would run code, or say something else the second time", () => {
  let asked = 0;
  const ask = () => (asked += 1);
  const boom = { value: ask };
  const strange = (items) => Object.defineProperties([...items], { map: boom, slice: boom, toJSON: boom, [Symbol.iterator]: boom, constructor: boom });
  const asking = (items, at) => Object.defineProperty([...items], at, { get: ask, enumerable: true });
  beforeEach(() => (asked = 0));
  afterEach(() => assert.equal(asked, 0, "code of the caller's runs"));

  test("its own methods are not called", async () => {
    const findings = strange([FINDING]);
    for (const source of [findings, { ...SCAN, findings }]) assert.equal((await openScan(source)).findingCount, 1);
    const scan = await openScan([FINDING]);
    assert.equal(scan.findings({ where: { id: strange([FINDING.id]) } }).total, 1);
    assert.deepEqual(diffRoster(TEAM, strange(["ann"])).missing, ["ann"]);
    const headers = Object.defineProperty([], "map", { value: () => ({ "X-A": "1" }) });
    await assert.rejects(createClient({ baseUrl: "https://analysis.example.com", headers }), refusal("headers"));
    scan.dispose();
  });

  test("f18: a getter of an item is not asked, and the item is refused", async () => {
    await assert.rejects(createClient({ baseUrl: "https://analysis.example.com", headers: asking([], 0) }), refusal("headers"));
    await assert.rejects(createClient({ baseUrl: { get [Symbol.toStringTag]() { return ask(); } } }), refusal("baseUrl"));
    const scan = await openScan([FINDING]);
    for (const id of [asking([], 0), asking([FINDING.id], 1)]) assert.throws(() => scan.findings({ where: { id } }), refusal("where.id"));
    assert.throws(() => diffRoster(TEAM, asking(["ann"], 1)), refusal("logins"));
    scan.dispose();
  });

  test("f18: a getter is not asked, and the refusal says that it is one", async () => {
    const scan = await openScan([FINDING]);
    const where = { get severity() { return ask(); } };
    assert.throws(() => scan.findings({ where }), (error) => refusal("where.severity")(error) && /getter/.test(error.message));
    assert.throws(() => scan.findings({ get where() { return ask(); } }), (error) => refusal("where")(error) && /getter/.test(error.message));
    assert.throws(() => scan.findings({ where: { severity: "high" } }), (error) => refusal("where.severity")(error) && !/getter/.test(error.message));
    scan.dispose();
  });

  test("g4: a member that all arrays inherit is no item", async () => {
    const scan = await openScan([FINDING]);
    Object.defineProperty(Array.prototype, 0, { value: FINDING.id, configurable: true, writable: true });
    try {
      assert.throws(() => scan.findings({ where: { id: new Array(1) } }), refusal("where.id"));
    } finally {
      delete Array.prototype[0];
    }
    scan.dispose();
  });
});

describe("an argument that tracks what is read from it, as reactive state does", () => {
  /** Like Vue's `reactive`: only reads by name are noted, and the objects in it note theirs too. */
  const noting = (value, noted, path = "") =>
    new Proxy(value, {
      get(target, name) {
        const found = Reflect.get(target, name);
        if (typeof name === "string") noted.add(`${path}${name}`);
        return typeof found === "object" && found !== null ? noting(found, noted, `${path}${name}.`) : found;
      },
    });
  /** The path of every value in it that is no object. */
  const leaves = (value, path = "") => Object.entries(value).flatMap(([name, part]) => (typeof part === "object" ? leaves(part, `${path}${name}.`) : [path + name]));

  const WHERE = { severity: ["high"], text: "p" };
  const questions = {
    rollup: [(scan, options) => scan.rollup(options), { by: ["image"], where: WHERE }],
    facets: [(scan, where) => scan.facets(where), WHERE],
    "facets, by options": [(scan, options) => scan.facets({}, options), { dimensions: ["image"], limit: 1 }],
    findings: [(scan, query) => scan.findings(query), { where: WHERE, sort: [{ by: "id", descending: true }] }],
    remediation: [(scan, where) => scan.remediation(where), WHERE],
    "remediation, by options": [(scan, options) => scan.remediation({}, options), { limit: 1 }],
    diff: [(scan, options) => scan.diff(scan, options), { ignoreImage: true, where: WHERE, sort: [{ by: "id" }], limit: 1 }],
    toCsv: [(scan, options) => scan.toCsv(options), { where: WHERE, sort: [{ by: "id" }] }],
    toMarkdown: [(scan, options) => scan.toMarkdown(options), { where: WHERE, by: "kind" }],
    toSarif: [(scan, options) => scan.toSarif(options), { where: WHERE }],
    export: [(scan, options) => scan.export("csv", options), { where: WHERE, raw: true }],
    sortHistory: [(_, options) => sortHistory([], options), { order: "oldest" }],
    groupHistory: [(_, options) => groupHistory([], options), { by: "day", utcOffsetMinutes: 60 }],
    summarizeHistory: [(_, options) => summarizeHistory([], options), { now: "2026-03-14", gapMs: 1, staleMs: 2, coverageDrop: 0.5 }],
    diffTeams: [(_, options) => diffTeams(TEAM, TEAM, options), { caseSensitiveLogins: true }],
    assessRemoval: [(_, options) => scanfold.assessRemoval(TEAM, "bob", options), { self: "bob" }],
    diffRoster: [(_, logins) => diffRoster(TEAM, logins), ["bob"]],
  };
  for (const [name, [ask, given]] of Object.entries(questions)) {
    test(`${name} reads each member`, async () => {
      const scan = await openScan([FINDING]);
      const noted = new Set();
      assert.deepEqual(await ask(scan, noting(given, noted)), await ask(scan, given));
      assert.deepEqual(leaves(given).filter((path) => !noted.has(path)), [], [...noted].join(" "));
      scan.dispose();
    });
  }

  test("so does a call of the client, before it returns", async () => {
    const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token", fetch: async () => Response.json(SCAN) });
    const [noted, options] = [new Set(), new Set()];
    const answer = client.containerScans.get(noting({ ...ASKED }, noted), noting({ maxRetries: 1 }, options));
    assert.deepEqual([...noted].sort(), Object.keys(ASKED).sort());
    assert.deepEqual([...options], ["maxRetries"]);
    assert.equal((await answer).scan_id, "s");
    client.dispose();
  });

  test("one that cannot be read is refused by its name", async () => {
    const scan = await openScan([FINDING]);
    const where = new Proxy({ text: "p", severity: ["high"] }, { get: (target, name) => (name === "text" ? thrower() : target[name]) });
    assert.throws(() => scan.findings({ where }), refusal("where.text"));
    const id = new Proxy(["a"], { get: (target, name) => (name === "0" ? thrower() : target[name]) });
    assert.throws(() => scan.findings({ where: { id } }), refusal("where.id"));
    scan.dispose();
  });
});

test("g8: an address that the runtime refuses, or reads otherwise, makes no client", async () => {
  const made = (baseUrl) => createClient({ baseUrl, gitToken: () => assert.fail("asked") });
  await assert.rejects(made("https://[0:0::1]"), refusal("baseUrl"));
  // Runtimes differ: newer ones take any host of ASCII.
  const odd = "https://xn--a.example";
  if (URL.canParse(odd)) (await made(odd)).dispose();
  else await assert.rejects(made(odd), refusal("baseUrl"));
});

test("headers that the runtime does not make end their call alone, and nothing is sent", async (t) => {
  const scan = await openScan([FINDING]);
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "a-token", fetch: () => assert.fail("sent") });
  const own = globalThis.Headers;
  t.after(() => (globalThis.Headers = own));
  const blocked = () => {
    throw new Error("blocked");
  };
  for (const broken of [undefined, class { constructor() { blocked(); } }, class extends own { set() { blocked(); } }]) {
    globalThis.Headers = broken;
    const { kind, hint, attempts } = await client.containerScans.get(ASKED).then(() => assert.fail("sent"), (error) => error);
    assert.deepEqual([kind, attempts], ["internal", 0]);
    assert.match(hint, /check any replacement of Request, Headers/);
    assert.equal(scan.rollup().findings, 1, "the scan is still open");
  }
  globalThis.Headers = own;
  scan.dispose();
  client.dispose();
});

test("a request that the runtime's own constructor refuses is not sent, and no argument is blamed", async (t) => {
  const events = [];
  const onEvent = ({ type, attempt }) => void events.push([type, attempt]);
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "a-token", gitToken: "g-token", fetch: () => assert.fail("sent"), onEvent });
  const own = globalThis.Request;
  t.after(() => (globalThis.Request = own));
  globalThis.Request = class {
    constructor() {
      throw new TypeError("member signal is not of type AbortSignal");
    }
  };
  const told = async (call) => {
    const { kind, path, hint, attempts, outcome } = await call.then(() => assert.fail("sent"), (error) => error);
    assert.match(hint, /^the runtime's Request constructor refused the request/);
    return [kind, path, attempts, outcome];
  };
  const team = { platform: "github", org: "o", team_id: "7f6f3e0a-0d4e-4c43-9d6e-0a8c8c1f0b11" };
  assert.deepEqual(await told(client.containerScans.get(ASKED)), ["internal", undefined, 0, "not_applicable"]);
  assert.deepEqual(await told(client.teams.removeMember({ ...team, user_login: "ada" })), ["internal", undefined, 0, "not_sent"]);
  assert.deepEqual(events, [["settled", 0], ["settled", 0]]);
  client.dispose();
});

test("a caller's body is read by JSON alone", async () => {
  let asked = 0;
  const body = new Proxy({ deep: { deeper: [1] } }, { ownKeys: (target) => ((asked += 1), Reflect.ownKeys(target)) });
  const sent = [];
  const fetch = async (request) => (sent.push(await request.text()), new Response("{}", { headers: { "Content-Type": "application/json" } }));
  const client = await createClient({ baseUrl: "https://analysis.example.com", fetch });
  await client.request("/api/own", { auth: "none", body });
  assert.deepEqual([sent, asked], [['{"deep":{"deeper":[1]}}'], 1]);
});

test("a body is written as JSON writes it, whatever its members' names and whoever changed a prototype", async () => {
  const sent = [];
  const fetch = async (request) => (sent.push(await request.text()), Response.json({}));
  const client = await createClient({ baseUrl: "https://analysis.example.com", fetch });
  const body = JSON.parse('{"__proto__":{"a":1},"constructor":2,"severity":"high","list":[null,true,1.5]}');
  const shared = { uid: "u" };
  const written = { ...body, twice: [shared, shared], at: { toJSON: undefined }, address: new URL("https://example.com/a"), left: undefined };
  let leaked;
  Object.defineProperty(Object.prototype, "severity", { set: (value) => void (leaked = value), configurable: true });
  try {
    await client.request("/api/own", { auth: "none", body });
  } finally {
    delete Object.prototype.severity;
  }
  await client.request("/api/own", { auth: "none", body: written });
  assert.deepEqual(sent, [JSON.stringify(body), JSON.stringify(written)]);
  assert.equal(leaked, undefined);
});

test("a body has at most a thousand levels", async () => {
  const sent = [];
  const fetch = async (request) => (sent.push(await request.text()), Response.json({}));
  const client = await createClient({ baseUrl: "https://analysis.example.com", fetch });
  const nested = (levels) => Array.from({ length: levels }).reduce((inner) => (levels % 2 ? [inner] : { inner }), 1);
  for (const levels of [999, 1_000]) await client.request("/api/own", { auth: "none", body: nested(levels) });
  for (const levels of [1_001, 1_002, 100_000]) {
    await assert.rejects(client.request("/api/own", { auth: "none", body: nested(levels) }), refusal("body"), String(levels));
  }
  assert.deepEqual(sent, [999, 1_000].map((levels) => JSON.stringify(nested(levels))));
});

test("every method can be taken from its client", async () => {
  const fetch = async () => Response.json({ scans: [] });
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token", fetch });
  const { request, dispose, agentScans: { history } } = client;
  assert.deepEqual(await request("/api/own", { auth: "none" }), { scans: [] });
  assert.deepEqual(await history({ repo: "a/b" }), []);
  const taken = [client.containerScans, client.agentScans, client.teams].flatMap((part) => Object.entries(part)).concat([["request", request]]);
  assert.deepEqual(taken.map(([name]) => name), ["get", "open", "waitFor", "history", "get", "removeMember", "request"]);
  for (const [name, method] of taken) await assert.rejects(method(), refusal(), name);
  dispose();
  for (const [name, method] of taken) await assert.rejects(method(), (error) => isScanfoldError(error, "disposed"), name);
});

test("clients, their parts and scans are frozen", async () => {
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token" });
  const scan = await openScan(SCAN);
  for (const handle of [client, client.containerScans, client.agentScans, client.teams, scan]) assert.ok(Object.isFrozen(handle));
  client.dispose();
  scan.dispose();
});

test("limits are whole numbers of any size, and Infinity means all", async () => {
  const fixable = (finding) => ({ ...finding, installed_version: "1.0.0", fixed_version: "1.0.1" });
  const scan = await openScan({ ...SCAN, findings: SCAN.findings.map(fixable) });
  const asks = [
    (limit) => scan.findings({ limit }).rows.length,
    (limit) => scan.rollup({ by: "severity", limit }).groups.length,
    (limit) => scan.facets({}, { dimensions: ["image"], limit }).image.length,
    (limit) => scan.remediation({}, { limit }).length,
  ];
  for (const limit of [2, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE, Infinity]) {
    assert.deepEqual(asks.map((ask) => ask(limit)), [2, 1, 1, 1], `${limit}`);
  }
  assert.deepEqual(asks.map((ask) => ask(0)), [0, 0, 0, 0]);
  for (const limit of [-1, 0.5, NaN, -Infinity, "1", 1n]) for (const ask of asks) assert.throws(() => ask(limit), refusal("limit"));
  for (const offset of [2, 2 ** 32, Infinity]) assert.deepEqual(scan.findings({ offset }).rows, []);
  for (const offset of [-1, 0.5, NaN]) assert.throws(() => scan.findings({ offset }), refusal("offset"));
  scan.dispose();
});

test("a list too long to be an argument is refused, and the scan goes on", async () => {
  const scan = await openScan(SCAN);
  assert.throws(() => scan.findings({ where: { image: new Array(1e7) } }), refusal("where.image"));
  assert.equal(scan.rollup().findings, 2);
});

test("bytes in place of an argument are refused at once, and end no other call", async () => {
  const scan = await openScan(SCAN);
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token", gitToken: "git-token", fetch: () => new Promise(() => {}) });
  let isPending = true;
  client.containerScans.get(ASKED).catch(() => (isPending = false));
  const bytes = new Uint8Array(8 << 20);
  const team = { platform: "github", org: "example-org", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
  for (const ask of [bytes, { where: bytes }, { where: { image: bytes } }, { where: { text: bytes } }]) assert.throws(() => scan.findings(ask), refusal());
  for (const params of [bytes, { ...team, org: bytes }]) await assert.rejects(client.teams.get(params), refusal());
  await assert.rejects(client.teams.get(team, bytes), refusal("options"));
  await assert.rejects(createClient(bytes), refusal());
  assert.throws(() => scan.findings({ where: Object.fromEntries(Array.from({ length: 70_000 }, (_, at) => [`m${at}`, at])) }), refusal("where"));
  assert.ok(isPending && scan.rollup().findings === 2);
  client.dispose();
});

test("an argument that disposes of the scan it is for", async () => {
  const [scan, other] = [await openScan(SCAN), await openScan(SCAN)];
  const where = new Proxy({ fixable: false }, { ownKeys: (target) => (scan.dispose(), Reflect.ownKeys(target)) });
  const disposed = (error) => isScanfoldError(error, "disposed");
  assert.throws(() => scan.findings({ where }), disposed);
  assert.throws(() => scan.rollup(), disposed);
  // What is let go of goes in the next turn.
  await null;
  assert.equal(other.rollup().findings, 2, "the instance lives");
});

test("a stream given with a bad option stays the caller's", async () => {
  const stream = new Blob([JSON.stringify(SCAN)]).stream();
  await assert.rejects(openScan(stream, { maxBytes: -1 }), refusal("maxBytes"));
  assert.equal(stream.locked, false);
  const scan = await openScan(stream);
  assert.equal(scan.findingCount, 2);
  scan.dispose();
});

describe("histories as callers keep them", () => {
  const entry = { scan_id: "1", timestamp: "2024-01-01T00:00:00Z", branch: "main", prompt: "p", num_files: 1 };
  const NOW = { now: "2024-02-01T00:00:00Z" };

  test("spans of a calendar are longer than a timer's", () => {
    assert.equal(summarizeHistory([entry], { ...NOW, staleMs: MONTH }).stale, true);
    assert.equal(summarizeHistory([entry], { ...NOW, staleMs: 2 * MONTH }).stale, false);
    assert.equal(summarizeHistory([entry], { ...NOW, staleMs: Infinity }).stale, false);
    const later = { ...entry, scan_id: "2", timestamp: "2024-01-01T00:00:00.001Z" };
    assert.equal(summarizeHistory([entry, later], { ...NOW, gapMs: 0 }).gaps.length, 1);
    for (const gapMs of [-1, NaN, "1"]) assert.throws(() => summarizeHistory([], { ...NOW, gapMs }), refusal("gapMs"));
  });

  test("a drop is the loss of the share that is given, and a share is from 0 to 1", () => {
    const at = (day, num_files) => ({ ...entry, scan_id: `s${day}`, repo_name: "a", timestamp: `2024-01-0${day}T00:00:00Z`, num_files });
    const drops = (options) => summarizeHistory([at(1, 100), at(2, 80), at(3, 8)], { ...NOW, ...options }).coverageDrops.map(({ scan_id }) => scan_id);
    assert.deepEqual(drops({}), ["s3"]);
    assert.deepEqual([drops({ coverageDrop: 0.2 }), drops({ coverageDrop: 0.9 }), drops({ coverageDrop: 0.91 })], [["s2", "s3"], ["s3"], []]);
    assert.deepEqual(drops({ coverageDrop: 1 }), []);
    for (const coverageDrop of [-0.01, 1.01, NaN, "0.5"]) assert.throws(() => drops({ coverageDrop }), refusal("coverageDrop"), String(coverageDrop));
  });

  test("days begin at any whole minute up to a day from UTC, and are no key for latestBy", () => {
    const days = (utcOffsetMinutes) => groupHistory([{ ...entry, timestamp: "2024-01-01T23:59:00Z" }], { by: "day", utcOffsetMinutes }).map(({ key }) => key);
    assert.deepEqual([days(undefined), days(1), days(-1440), days(1440)], [["2024-01-01"], ["2024-01-02"], ["2023-12-31"], ["2024-01-02"]]);
    for (const minutes of [1441, -1441, 0.5, NaN, Infinity, "60"]) assert.throws(() => days(minutes), refusal("utcOffsetMinutes"), String(minutes));
    for (const by of ["day", "scan_id", "", undefined, 7]) assert.throws(() => latestBy([entry], by), refusal("by"), String(by));
  });

  test("other members of an entry are not looked at", () => {
    const expected = summarizeHistory([entry], NOW);
    let deep = {};
    for (let depth = 0; depth < 1000; depth += 1) deep = { deep };
    const circle = {};
    circle.circle = circle;
    for (const other of [1n, circle, deep, () => {}, Symbol("x")]) assert.deepEqual(summarizeHistory([{ ...entry, other }], NOW), expected);
  });

  test("an entry without a readable timestamp is no error, and neither is a missing entry", () => {
    for (const odd of [{ ...entry, timestamp: 1704067200 }, { ...entry, timestamp: null }, null, 7]) {
      const { scans, invalidTimestamps } = summarizeHistory([entry, odd], NOW);
      assert.deepEqual([scans, invalidTimestamps], [2, [1]]);
    }
    const holey = [, entry];
    assert.deepEqual(summarizeHistory(holey, NOW).invalidTimestamps, [0]);
    assert.equal(sortHistory(holey).length, 2);
    assert.deepEqual(groupHistory(holey, { by: "branch" }).map(({ key, scans }) => [key, scans.length]), [["main", 1], ["", 1]]);
    assert.equal(latestBy(holey, "branch").get("main"), entry);
    // Not ASCII, and longer in bytes than in characters: the timestamps after it stay what they are.
    const later = { ...entry, scan_id: "2", timestamp: "2024-01-02T00:00:00Z" };
    for (const timestamp of ["２０２４-01-01", "2024-01-01é", "2024-01-01\x80"]) {
      const strange = { ...entry, timestamp };
      assert.deepEqual(sortHistory([strange, entry, later]), [later, entry, strange]);
      const { firstAt, lastAt, invalidTimestamps } = summarizeHistory([strange, entry, later], NOW);
      assert.deepEqual([firstAt, lastAt, invalidTimestamps], [entry.timestamp, later.timestamp, [0]]);
    }
    assert.deepEqual(summarizeHistory([{ ...entry, num_files: -1 }, { ...entry, num_files: "9" }], NOW).coverageDrops, []);
  });

  test("a value that two entries share is reported, and a missing one does not count as shared", () => {
    const at = (day, members) => ({ ...entry, scan_id: `s${day}`, timestamp: `2024-01-0${day}T00:00:00Z`, repo_name: "a", num_files: 100, ...members });
    const drops = (...entries) => summarizeHistory(entries, NOW).coverageDrops;
    assert.deepEqual(drops(at(1), at(2, { num_files: 50 })), [{ scan_id: "s2", from: 100, to: 50 }]);
    assert.deepEqual(drops(at(1), at(2, { num_files: 0 })), [{ scan_id: "s2", from: 100, to: 0 }]);
    assert.deepEqual(drops(at(1), at(2, { num_files: -1 })), [], "-1 is no count");
    for (const num_files of [2 ** 53, 100.5, Infinity]) assert.deepEqual(drops(at(1, { num_files }), at(2, { num_files: 50 })), [], `${num_files} is no count`);
    for (const other of [{ repo_name: "b" }, { branch: "b" }, { prompt: "b" }, { repo_name: "ama", branch: "in" }]) assert.deepEqual(drops(at(1), at(2, { num_files: 50, ...other })), []);
    assert.deepEqual(drops(at(1, { repo_name: "a", branch: "bc" }), at(2, { repo_name: "ab", branch: "c", num_files: 1 })), []);
    assert.deepEqual(drops(at(1, { branch: "ab", prompt: "c" }), at(2, { branch: "a", prompt: "bc", num_files: 1 })), []);
    const { duplicates } = summarizeHistory(["x", "y", undefined, "x", "", undefined, "", "z", "x"].map((scan_id) => ({ ...entry, scan_id })), NOW);
    assert.deepEqual(duplicates, ["x"]);
  });

  test("a bad key to group by is refused by its own name, and none of its code runs", () => {
    let ran = 0;
    const word = { toString: () => ((ran += 1), "branch") };
    for (const by of [word, {}, ["branch"], Symbol("branch"), 7, null, undefined, "scans"]) {
      assert.throws(() => groupHistory([entry], { by }), refusal("by"));
      assert.throws(() => latestBy([entry], by), refusal("by"));
    }
    assert.throws(() => latestBy([entry], new Proxy({}, { get: thrower })), refusal("by"));
    assert.equal(ran, 0);
  });

  test("entries are read once, however often they would answer", () => {
    const once = (index) => {
      let reads = 0;
      return Object.defineProperty([...Array(index).fill(entry)], index, { get: () => (reads += 1) > 1 ? thrower() : entry });
    };
    assert.deepEqual(sortHistory(once(0)), [entry]);
    assert.deepEqual(groupHistory(once(1), { by: "branch" }), [{ key: entry.branch, scans: [entry, entry], latest: entry }]);
    assert.deepEqual([...latestBy(once(0), "branch")], [[entry.branch, entry]]);
    assert.equal(summarizeHistory(once(1), NOW).scans, 2);
    const list = [entry, { ...entry, get branch() { return (list.length = 0), "b"; } }];
    assert.deepEqual(groupHistory(list, { by: "branch" }).map(({ key, latest }) => [key, latest.timestamp]), [[entry.branch, entry.timestamp], ["b", entry.timestamp]]);
  });

  test("what stands for an array has to have the length of one", () => {
    for (const length of [undefined, null, "1", 1.5, -1, NaN, Infinity, Symbol("1"), { valueOf: thrower }]) {
      const list = new Proxy([entry], { get: (array, name) => (name === "length" ? length : array[name]) });
      for (const ask of [() => sortHistory(list), () => groupHistory(list, { by: "day" }), () => latestBy(list, "branch"), () => summarizeHistory(list, NOW)]) {
        assert.throws(ask, refusal("scans"));
      }
    }
  });

  test("an entry that throws makes the list a bad argument", () => {
    const odd = { get timestamp() { return thrower(); } };
    for (const ask of [() => sortHistory([odd]), () => groupHistory([odd], { by: "branch" }), () => latestBy([odd], "branch"), () => summarizeHistory([odd], NOW)]) {
      assert.throws(ask, refusal("scans"));
    }
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    for (const list of [proxy, undefined, {}, "text"]) {
      for (const ask of [() => sortHistory(list), () => groupHistory(list, { by: "day" }), () => latestBy(list, "branch"), () => summarizeHistory(list, NOW)]) {
        assert.throws(ask, refusal("scans"));
      }
    }
    for (const options of [null, 7, "newest", []]) for (const ask of [sortHistory, groupHistory, summarizeHistory]) assert.throws(() => ask([], options), refusal("options"));
    for (const now of [new Date(NaN), Object.create(Date.prototype)]) assert.throws(() => summarizeHistory([], { now }), refusal("now"));
    for (const now of [new Date(8.64e15), new Date(-8.64e15), new Date("-000001-12-31T23:59:59.999Z")]) {
      assert.throws(() => summarizeHistory([], { now }), { path: "now", hint: /years 0 to 9999/ });
    }
    for (const now of ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) assert.equal(summarizeHistory([], { now: new Date(now) }).scans, 0);
    for (const now of [5, true, {}, "tomorrow"]) assert.throws(() => summarizeHistory([], { now }), { path: "now", hint: /or a Date$/ });
    assert.equal(summarizeHistory([], { now: runInNewContext("new Date(0)") }).scans, 0);
  });
});

test("a history whose timestamps exceed the longest text is too_large", () => {
  const scans = Array(600).fill({ timestamp: "0".repeat(1 << 20) });
  for (const ask of [() => sortHistory(scans), () => groupHistory(scans, { by: "branch" }), () => latestBy(scans, "branch"), () => summarizeHistory(scans)]) {
    assert.throws(ask, ({ kind, path, message, cause }) => kind === "too_large" && path === "scans" && message === "it exceeds what memory or a single string can hold" && cause instanceof RangeError);
  }
});

test("the error names what keeps a value from being a team, and where", () => {
  const team = { id: "t", members: [{ user_login: "ann" }] };
  const cases = [
    [null, "before", /^must be a team/],
    [{ id: "t" }, "before/members", /^is missing: give a team/],
    [{ members: [] }, "before/id", /^is missing/],
    [{ ...team, members: {} }, "before/members", /^has a different type/],
    [{ ...team, members: [{ user_name: "Ann" }] }, "before/members/0/user_login", /^is missing/],
    [{ ...team, tags: "one" }, "before/tags", /^has a different type/],
  ];
  for (const [before, path, hint] of cases) assert.throws(() => diffTeams(before, team), { path, hint }, path);
  assert.equal(diffTeams(team, team).unchanged, true);
});

test("a link that escaping makes too long is refused", () => {
  assert.equal(safeUrl(`https://a.example/${"é".repeat(300)}`)?.length, 18 + 6 * 300);
  assert.equal(safeUrl(`https://a.example/${"é".repeat(400)}`), null);
});

test("a missing link is not safe", () => {
  for (const url of [undefined, null, 7, ""]) assert.equal(safeUrl(url), null);
});

describe("what a scan says of itself", () => {
  test("its times are as they came, and null if none came", async () => {
    const times = { created_at: "2026-03-14T06:00:00Z", completed_at: "2026-03-14 07:00" };
    for (const [members, expected] of [[times, Object.values(times)], [{ created_at: undefined }, [null, null]]]) {
      const scan = await openScan({ ...SCAN, ...members });
      scan.dispose();
      assert.deepEqual([scan.createdAt, scan.completedAt], expected);
    }
  });

  test("a severity may be called like a member of every object", async () => {
    const words = ["__proto__", "constructor", "toString"];
    const scan = await openScan(words.map((severity, at) => ({ ...FINDING, uid: String(at), severity })));
    assert.deepEqual(Object.entries(scan.diagnostics.unknownSeverities).sort(), words.map((word) => [word, 1]).sort());
    assert.equal(scan.rollup().bySeverity.unknown, 3);
    scan.dispose();
  });

  test("a probability is the same however JSON writes it", async () => {
    const rows = ['"0.9"', '"\\u0030.9"', '"\\u0030\\u002e9"', '" 0.9\\n"', "0.9", "9e-1"].map((epss, at) => `{"uid":"${at}","epss_details":{"epss":${epss}}}`);
    const scan = await openScan(`{"scan_id":"s","status":"completed","findings":[${rows}]}`);
    assert.equal(scan.findings({ where: { minEpss: 0.9 } }).total, rows.length);
    const again = await openScan(JSON.parse(JSON.stringify(scan.toJSON())));
    assert.equal(again.findings({ where: { minEpss: 0.9 } }).total, rows.length);
    scan.dispose();
    again.dispose();
  });

  test("a value that no answer can have is no team", () => {
    const circle = { id: "t", members: [] };
    circle.circle = circle;
    const team = { id: "t", members: [] };
    assert.throws(() => scanfold.diffTeams(circle, team), ({ hint, cause }) => hint === "must be a team as the service returns it" && cause instanceof TypeError);
    for (const other of [undefined, () => {}, Symbol("t"), 1n, circle, { ...team, extra: 1n }]) {
      assert.throws(() => scanfold.diffTeams(other, team), refusal("before"));
      assert.throws(() => scanfold.diffTeams(team, other), refusal("after"));
      for (const [at, path] of ["base", "ours", "theirs"].entries()) {
        assert.throws(() => scanfold.mergeTeams(...[team, team, team].with(at, other)), refusal(path));
      }
      for (const ask of [scanfold.assessRemoval, scanfold.diffRoster]) assert.throws(() => ask(other, "ann"), refusal("team"));
    }
  });

  test("the error about a part of a team that is too large names its argument", () => {
    const team = { id: "t", members: [] };
    let deep = 0;
    for (let level = 0; level < 300; level += 1) deep = { deep };
    const faults = [[{ ...team, extra: deep }, /^after\/extra\/deep/, /nested too deeply/], [{ ...team, description: "x".repeat(17 << 20) }, /^after\/description$/, /too long/], [{ ...team, id: 7 }, /^after\/id$/, /a different type/]];
    for (const [after, path, hint] of faults)
      assert.throws(() => scanfold.diffTeams(team, after), (error) => isScanfoldError(error, "invalid_argument") && path.test(error.path) && hint.test(error.hint));
  });

  test("the length that a response announces is known while it is read", async () => {
    const text = JSON.stringify(SCAN);
    const server = createServer((_, answer) => answer.writeHead(200, { "Content-Type": "application/json", "Content-Length": text.length }).end(text));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const totals = [];
      const scan = await openScan(await fetch(`http://127.0.0.1:${server.address().port}/`), { onProgress: ({ phase, totalBytes }) => totals.push([phase, totalBytes]) });
      assert.deepEqual(totals.at(-1), ["done", text.length]);
      scan.dispose();
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  test("a length that is announced in more digits than a number holds is none", async () => {
    for (const [length, known] of [["9".repeat(15), 1e15 - 1], ["9".repeat(16), null], ["9".repeat(400), null]]) {
      const response = Response.json(SCAN, { headers: { "Content-Length": length } });
      let total;
      const scan = await openScan(response, { onProgress: ({ totalBytes }) => (total = totalBytes) });
      assert.equal(total, known);
      scan.dispose();
    }
  });
});
