/**
 * A single finding counts as it does in a scan, and a single timestamp reads as it does in a history.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { compareVersions, diffRoster, epssOf, init, instantOf, isExploitable, isFixable, isScanfoldError, openScan, severityOf, sortHistory, summarizeHistory } from "scanfold";

before(() => init());

const FINDING = { image: "i:1", kind: "debian", target: "t", id: "CVE-1", package: "p", installed_version: "1" };
const EPSS = [
  undefined, {}, [], { epss: 0 }, { epss: -0 }, { epss: 1 }, { epss: 1.5 }, { epss: -0.1 }, { epss: NaN }, { epss: null }, { epss: true }, { epss: [0.5] },
  { epss: "0.25" }, { epss: " 2.5e-1\t" }, { epss: ".5" }, { epss: "01" }, { epss: "0x1" }, { epss: "" }, { epss: "high", score: 0.125 }, { score: 0.3 }, { epss_score: 1e-7 },
  { probability: "0.97565" }, { probability: 0.1, epss: 0.2 }, [{ epss: 0.1 }, { epss: "0.9" }, 0.95, [{ epss: 1 }], null], [{ percentile: 0.5 }], { EPSS: 0.5 }, { data: { epss: 0.5 } },
  Object.assign(Object.create({ epss: 0.9 }), { score: 0.4 }),
];
const EXPLOITS = [undefined, {}, [], { a: 1 }, [{}], [0], { a: undefined }, { "": null }, { a: {} }];
const SEVERITIES = ["critical", "CRITICAL", "High", "medium", "low", "LOW ", "unknown", "UNKNOWN", "moderate", "", "crıtical", "ﬂow", undefined];
const FIXED = [undefined, "", " ", "1.2", "none", "N/A", " not fixed ", "-", "won't fix", "0"];

/** Every value of each list, in changing company. */
const findings = Array.from({ length: 400 }, (_, at) => ({
  ...FINDING,
  uid: String(at),
  severity: SEVERITIES[at % SEVERITIES.length],
  fixed_version: FIXED[at % FIXED.length],
  epss_details: EPSS[at % EPSS.length],
  public_exploit: EXPLOITS[at % EXPLOITS.length],
}));

describe("one finding", () => {
  test("what it counts as is what a scan counts", async () => {
    const scan = await openScan(findings);
    const uids = (where) => scan.findings({ where, limit: 1000 }).rows.map((row) => Number(row.uid)).sort((a, b) => a - b);
    const having = (holds) => findings.flatMap((finding, at) => (holds(finding) ? [at] : []));
    for (const severity of ["critical", "high", "medium", "low", "unknown"]) {
      const named = having((finding) => severityOf(finding) === severity);
      assert.deepEqual(named, uids({ severity: [severity] }), severity);
      assert.ok(named.length > 0, severity);
    }
    assert.deepEqual(having(isFixable), uids({ fixable: true }));
    assert.deepEqual(having(isExploitable), uids({ exploit: true }));
    const values = new Set(findings.map(epssOf));
    assert.deepEqual([...values].sort(), [null, 0, 0.125, 0.2, 0.25, 0.3, 0.4, 0.5, 0.9, 0.97565, 1, 1e-7].sort());
    for (const least of values) if (least !== null) assert.deepEqual(having((finding) => epssOf(finding) >= least && epssOf(finding) !== null), uids({ minEpss: least }), String(least));
    for (const row of scan.findings({ limit: 1000 }).rows) {
      const given = findings[Number(row.uid)];
      for (const ask of [epssOf, isExploitable, isFixable, severityOf]) assert.equal(ask(row), ask(given), row.uid);
    }
    scan.dispose();
  });

  test("an absent member says nothing", () => {
    for (const none of [undefined, null, {}, 7, "text", { severity: null, fixed_version: null, epss_details: null, public_exploit: null }, { severity: 5, epss_details: 0.5, public_exploit: "yes" }]) {
      assert.deepEqual([severityOf(none), isFixable(none), isExploitable(none), epssOf(none)], ["unknown", false, false, null]);
    }
  });

  test("f18: an inherited member says nothing, as in a scan", async () => {
    const held = { severity: "high", fixed_version: "1", epss_details: { epss: 0.5 }, public_exploit: { known: true } };
    const asked = (finding) => [severityOf(finding), isFixable(finding), isExploitable(finding), epssOf(finding)];
    class Inheriting {
      get severity() { return "high"; }
      get fixed_version() { return "1"; }
      get epss_details() { return held.epss_details; }
      get public_exploit() { return held.public_exploit; }
    }
    for (const finding of [Object.create(held), new Inheriting()]) {
      assert.deepEqual(asked(finding), ["unknown", false, false, null]);
      const scan = await openScan([Object.assign(finding, { uid: "u" })]);
      assert.deepEqual(scan.findings().rows, [{ uid: "u" }]);
      scan.dispose();
    }
    // Stores that watch their data make getters of them, of its own; and some have no prototype.
    const watched = Object.fromEntries(Object.keys(held).map((name) => [name, { get: () => held[name], enumerable: true }]));
    for (const finding of [held, Object.assign(Object.create(null), held), Object.defineProperties({}, watched)]) assert.deepEqual(asked(finding), ["high", true, true, 0.5]);
  });

  test("b24: a member that no finding keeps is no exploit", async () => {
    const finding = JSON.parse('{"uid":"u","public_exploit":{"__proto__":1}}');
    const scan = await openScan([finding]);
    assert.deepEqual([isExploitable(finding), scan.rollup().exploitable], [false, 0]);
    scan.dispose();
    assert.equal(isExploitable(JSON.parse('{"public_exploit":{"__proto__":1,"known":true}}')), true);
  });

  test("an object with toJSON is read as it would be written", () => {
    const written = (value, own) => ({ ...own, toJSON: () => value });
    assert.deepEqual([epssOf({ epss_details: written({ epss: 0.9 }, { epss: 0.1 }) }), epssOf({ epss_details: written(undefined, { epss: 0.1 }) })], [0.9, null]);
    assert.deepEqual([isExploitable({ public_exploit: written({}) }), isExploitable({ public_exploit: written({ known: true }) })], [false, true]);
  });

  test("what cannot be read is named", () => {
    const circle = {};
    circle.circle = circle;
    let deep = [];
    for (let at = 0; at < 100_000; at += 1) deep = [deep];
    const names = { severity: severityOf, fixed_version: isFixable, public_exploit: isExploitable, epss_details: epssOf };
    for (const [name, ask] of Object.entries(names)) {
      const thrower = { get [name]() { throw new RangeError("the caller's own"); } };
      const odd = name === "public_exploit" || name === "epss_details" ? [circle, deep, { a: 1n }].map((value) => ({ [name]: value })) : [];
      for (const finding of [thrower, ...odd]) {
        assert.throws(() => ask(finding), (error) => isScanfoldError(error, "invalid_argument") && error.path === `finding.${name}`);
      }
    }
  });
});

describe("one timestamp", () => {
  const READABLE = [
    "2026-03-14T06:00:00Z", "2026-03-14t06:00:00.123456z", "2026-03-14 08:00:00+02:00", "2026-03-14", "2026-03-14T06:00:00", "1969-12-31T23:59:59.9999Z", "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59-14:00", "2016-12-31T23:59:60Z", "1970-01-01T00:00:00Z",
  ];

  test("it is the milliseconds that a summary counts", () => {
    for (const timestamp of READABLE) {
      const { sinceLastMs } = summarizeHistory([{ timestamp }], { now: "1970-01-01T00:00:00Z" });
      assert.equal(instantOf(timestamp), 0 - sinceLastMs, timestamp);
    }
    for (const timestamp of ["2026-03-14T06:00:00Z", "2026-03-14T08:00:00.5+02:00", "1969-12-31T23:59:59.999Z"]) assert.equal(instantOf(timestamp), Date.parse(timestamp), timestamp);
    const inOrder = sortHistory(READABLE.map((timestamp) => ({ timestamp })), { order: "oldest" }).map(({ timestamp }) => instantOf(timestamp));
    assert.deepEqual(inOrder, [...inOrder].sort((a, b) => a - b));
  });

  test("there is none if a history has none", () => {
    for (const timestamp of ["", "yesterday", "2026-02-30", "2026-03-14T25:00:00Z", "2026-03-14T06:00Z", " 2026-03-14", "２０２６-03-14", "1773468000000", undefined, null, 1773468000000, new Date(0)]) {
      assert.equal(instantOf(timestamp), null, String(timestamp));
      assert.deepEqual(summarizeHistory([{ timestamp }], { now: "2026-01-01" }).invalidTimestamps, [0], String(timestamp));
    }
  });
});

test("two versions are less, equal or greater by the rules of their kind, or cannot be compared", () => {
  for (const [one, other, kind, expected] of [
    ["1.2", "1.10", "npm", -1],
    ["v1.2.0", "1.2.0", "npm", 0],
    ["1:1.0", "2.0", "debian", 1],
    ["1.0~rc1", "1.0", "debian", -1],
    ["no version", "1.0.0", "npm", null],
    ["2", "10", undefined, -1],
  ]) {
    assert.equal(compareVersions(one, other, kind), expected, `${one} ${other}`);
    assert.equal(compareVersions(other, one, kind), expected === null ? null : 0 - expected || 0, `${other} ${one}`);
  }
});

test("a list of logins is the same as an array, as lines and as the first column of a table", () => {
  const member = (user_login) => ({ user_login, role: "member" });
  const team = { id: "t", name: "Team", team_leads: [], members: ["ann", "Bob", "carl"].map(member), tags: [], repositories: [], is_active: true };
  const expected = diffRoster(team, ["ANN", "bob", "dora"]);
  assert.notDeepEqual(expected, diffRoster(team, ["ann", "bob", "carl"]));
  for (const text of ["ANN\nbob\ndora", "ANN\r\nbob\r\n\r\ndora\r\n", 'ANN,lead\n"bob",member\ndora,']) assert.deepEqual(diffRoster(team, text), expected, text);
});

test("an argument that is no list of logins is refused in words that name both kinds of list", () => {
  const team = { id: "t", name: "Team", team_leads: [], members: [], tags: [], repositories: [], is_active: true };
  const message = "logins must be an array of strings, or a text with one login on each line, of well-formed Unicode";
  for (const logins of [undefined, null, 3, {}, ["ann", 3], "\ud800", ["\ud800"]]) {
    assert.throws(() => diffRoster(team, logins), { kind: "invalid_argument", path: "logins", message }, JSON.stringify(logins));
  }
});
