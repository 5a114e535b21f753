/**
 * Findings as the built package hands them out, against `JSON.parse` of the same text: field for field, whichever way they
 * come out. Null is absent there, and a member named `__proto__` is dropped at any depth.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openScan } from "scanfold";

const BASE = {
  image: "registry.example.com/a:1",
  kind: "npm",
  target: "app/package-lock.json",
  id: "CVE-2024-1",
  package: "left-pad",
  severity: "high",
  installed_version: "1.0.0",
  fixed_version: "1.0.1",
  title: "a title",
  primary_url: "https://example.com/1",
  epss_details: { epss: 0.25, percentile: 0.5 },
  public_exploit: { source: "exploit-db" },
};

const uid = (at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;

const answer = (rows) => `{"scan_id":"s","status":"completed","created_at":"2025-03-14T09:26:53Z","repositories":[],"findings":[${rows.join()}]}`;

/** The text that is expected of a row. */
function parsed(text) {
  const kept = (value) => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(kept);
    return Object.fromEntries(Object.entries(value).flatMap(([name, part]) => (name === "__proto__" ? [] : [[name, kept(part)]])));
  };
  const row = kept(JSON.parse(text));
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null || !(name in BASE || name === "uid")));
}

/** All findings of one text, by every way out that hands out all of them. */
async function agree(texts) {
  const scan = await openScan(answer(texts));
  const expected = texts.map(parsed);
  assert.deepEqual(scan.toJSON().findings, expected, "the first time");
  assert.deepEqual(scan.toJSON().findings, expected, "from texts that were kept");
  const byUid = (rows) => new Map(rows.map((row) => [row.uid, row]));
  const { rows, total } = scan.findings({ limit: texts.length });
  assert.equal(total, texts.length);
  assert.deepEqual(byUid(rows), byUid(expected));
  const empty = await openScan(answer([]));
  assert.deepEqual(scan.diff(empty).added, expected);
  assert.deepEqual(empty.diff(scan).resolved, expected);
  for (const row of expected.slice(0, 50)) assert.deepEqual(scan.finding(row.uid), row);
  scan.dispose();
  empty.dispose();
}

test("a uid that is a UUID but for one byte comes out as it came in, and orders as its text does", async () => {
  const uuid = "01234567-89ab-cdef-fedc-ba9876543210";
  const uids = new Set([uuid]);
  for (let at = 0; at < uuid.length; at += 1) {
    for (let byte = 0; byte < 128; byte += 1) uids.add(uuid.slice(0, at) + String.fromCharCode(byte) + uuid.slice(at + 1));
  }
  const scan = await openScan(answer([...uids].map((uid) => JSON.stringify({ ...BASE, uid }))));
  assert.deepEqual(scan.toJSON().findings.map(({ uid }) => uid), [...uids]);
  assert.deepEqual(scan.findings({ limit: uids.size }).rows.map(({ uid }) => uid), [...uids].sort());
  for (const uid of uids) assert.equal(scan.finding(uid)?.uid, uid);
  assert.equal(scan.finding(uuid.replace("fedc", "fedd-")), undefined);
  scan.dispose();
});

test("every combination of absent, null and present fields comes out as it came in", async () => {
  const names = Object.keys(BASE);
  const rows = Array.from({ length: 2 ** names.length }, (_, at) => {
    const members = names.filter((_, place) => (at >> place) & 1).map((name) => [name, at % 3 === 0 && at % 7 === 0 ? null : BASE[name]]);
    return JSON.stringify({ uid: uid(at), ...Object.fromEntries(members) });
  });
  await agree(rows);
});

test("open objects and members without a name come out as JSON.parse reads them", async () => {
  const values = [
    "{}",
    "[]",
    '{"__proto__":{"polluted":true}}',
    '{"a":{"__proto__":1,"b":[{"__proto__":{"c":1}},2]}}',
    '{"constructor":1,"toString":"x","hasOwnProperty":null}',
    '{"a":1,"a":2,"b":{"c":1,"c":[3]}}',
    '{"2":"two","1":"one","x":-0,"y":1e400,"z":0.1}',
    '[{"epss":"0.5"},{"epss":0.7,"deep":[[[{}]]]}]',
    ' { "spaced" : [ 1 , 2 ] , "text" : "é\\u00e9\\ud83d\\ude00\\n\\"" } ',
  ];
  const rows = values.flatMap((epss, first) =>
    values.map((exploit, second) => {
      const at = first * values.length + second;
      const unnamed = [`"__proto__":${exploit}`, `"note":${epss}`, `"note":${exploit}`, `"constructor":${epss}`, '"nothing":null', `"n":${at}`];
      return `{"uid":"${uid(at)}","epss_details":${epss},"public_exploit":${exploit},${unnamed.slice(0, (at % 6) + 1).join()},"kind":"npm","kind":"jar"}`;
    }),
  );
  await agree(rows);
  assert.equal({}.polluted, undefined);
});

test("objects of very many members, and brackets inside texts, come out as JSON.parse reads them", async () => {
  const many = (count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`member ${at}`, at % 2 ? at : `${at}`]));
  const rows = [1, 2, 3, 900, 1_100, 5_000].flatMap((count, at) => [
    JSON.stringify({ ...BASE, uid: uid(3 * at), epss_details: { note: "a [b] {c}", ...many(count) }, ...many(count) }),
    JSON.stringify({ uid: uid(3 * at + 1), ...many(count), public_exploit: many(count), text: "}{" }),
    JSON.stringify({ uid: uid(3 * at + 2), epss_details: { note: "{" }, public_exploit: [many(count)], nested: many(count) }),
  ]);
  await agree([...rows, ...rows.map((row) => row.replace('"uid":"0', '"uid":"1'))]);
});

test("a member may have the name of what every object inherits, even if it cannot be assigned", async () => {
  const row = `{"uid":"1","constructor":"x","toString":"y","valueOf":[{"valueOf":1}]}`;
  const usual = Object.getOwnPropertyDescriptor(Object.prototype, "constructor");
  const accessor = { get: () => "inherited", set: () => assert.fail("a setter of the page ran"), configurable: true };
  try {
    Object.defineProperty(Object.prototype, "constructor", { ...usual, writable: false });
    Object.defineProperty(Object.prototype, "toString", { ...Object.getOwnPropertyDescriptor(Object.prototype, "toString"), writable: false });
    await agree([row]);
    Object.defineProperty(Object.prototype, "constructor", accessor);
    const scan = await openScan(answer([row]));
    assert.deepEqual(Object.entries(scan.toJSON().findings[0]), Object.entries(JSON.parse(row)));
    scan.dispose();
  } finally {
    Object.defineProperty(Object.prototype, "constructor", usual);
    Object.defineProperty(Object.prototype, "toString", { ...Object.getOwnPropertyDescriptor(Object.prototype, "toString"), writable: true });
  }
});

test("members without a name may nest as deep as they like", async () => {
  const depth = 50_000;
  const scan = await openScan(answer([`{"deep":${"[".repeat(depth)}${"]".repeat(depth)}}`, '{"uid":"next"}']));
  const [row, next] = scan.toJSON().findings;
  let levels = 0;
  for (let at = row.deep; Array.isArray(at); at = at[0]) levels += 1;
  assert.deepEqual([levels, next], [depth, { uid: "next" }]);
  scan.dispose();
});

test("texts of any length, script and number come out whole", async () => {
  const lengths = [0, 1, 12, 13, 4_000, 40_000];
  const letters = ["x", "é", "日", "😀"];
  const rows = Array.from({ length: 1_500 }, (_, at) =>
    JSON.stringify({
      ...BASE,
      uid: at % 5 === 0 ? `${letters[at % 4]}-${at}` : uid(at),
      title: letters[at % 4].repeat(at % 50 === 0 ? lengths[(at / 50) % 6] : at % 40) + at,
      id: `CVE-${at}`,
    }),
  );
  await agree(rows);
});

test("columns in which no text occurs twice come out whole too", async () => {
  const rows = Array.from({ length: 9_000 }, (_, at) =>
    JSON.stringify({ ...BASE, uid: uid(at), title: `title ${at}`, primary_url: at % 3 === 0 ? undefined : `https://example.com/${at}`, epss_details: { epss: at / 10_000 }, note: { at } }),
  );
  await agree(rows);
});

test("a failure while texts are made loses none of them", async () => {
  const rows = Array.from({ length: 40 }, (_, at) => JSON.stringify({ ...BASE, uid: uid(at), title: `title ${at}`, epss_details: { epss: at / 100 }, note: { at } }));
  const expected = rows.map(parsed);
  const questions = [(scan) => scan.findings({ limit: 10 }), (scan) => scan.findings({ limit: 40 }), (scan) => scan.toJSON()];
  for (const ask of questions) {
    // The first thing that `toJSON` parses is what a result holds besides its findings.
    for (const [owner, name, calls] of [[JSON, "parse", [2, 3]], [String.prototype, "slice", [1, 2, 12, 30]]]) {
      for (const call of calls) {
        const scan = await openScan(answer(rows));
        const own = owner[name];
        let left = call;
        owner[name] = function (...args) {
          left -= 1;
          if (left === 0) throw new RangeError("no room");
          return Reflect.apply(own, this, args);
        };
        try {
          assert.throws(() => ask(scan), { kind: "too_large" }, `${ask}: call ${call} of ${name}`);
        } finally {
          owner[name] = own;
        }
        assert.deepEqual(scan.toJSON().findings, expected, `${ask}: after call ${call} of ${name}`);
        scan.dispose();
      }
    }
  }
});

test("no finding shares an object with another, nor with itself the next time", async () => {
  const rows = Array.from({ length: 10 }, (_, at) => JSON.stringify({ ...BASE, uid: uid(at), epss_details: { list: [{ epss: 0.5 }] }, note: { a: { b: 1 } } }));
  const scan = await openScan(answer(rows));
  for (const row of scan.toJSON().findings) {
    row.epss_details.list[0].epss = "changed";
    row.public_exploit.source = "changed";
    row.note.a.b = "changed";
  }
  assert.deepEqual(scan.toJSON().findings, rows.map(parsed));
  scan.dispose();
});

test("upgrades come out with the texts of their findings, whatever stands before the version in its list", async () => {
  const row = (at, members) => ({ ...BASE, id: `CVE-2024-${at}`, ...members });
  const scan = await openScan([
    row(1, { fixed_version: "𝄞é, 1.0.1" }),
    row(2, { fixed_version: "1.0.1", severity: "low" }),
    row(2, { fixed_version: "1.0.1", severity: "low", target: "b" }),
    row(3, { fixed_version: "2.0.0 || 1.2.0", image: "registry.example.com/b:1" }),
    row(4, { fixed_version: "none" }),
  ]);
  const none = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 };
  const step = { package: BASE.package, installedVersion: "1.0.0" };
  const steps = [
    { ...step, image: BASE.image, upgradeTo: "1.0.1", clears: 3, bySeverity: { ...none, high: 1, low: 2 }, ids: ["CVE-2024-1", "CVE-2024-2"] },
    { ...step, image: "registry.example.com/b:1", upgradeTo: "1.2.0", clears: 1, bySeverity: { ...none, high: 1 }, ids: ["CVE-2024-3"] },
  ];
  assert.deepEqual(scan.remediation(), steps);
  assert.deepEqual(scan.remediation(undefined, { limit: 1 }), steps.slice(0, 1));
  assert.deepEqual(scan.remediation({ id: ["CVE-2024-4"] }), []);
  scan.dispose();
});
