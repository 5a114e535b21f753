/**
 * Memory that grows, that does not, and texts that the platform has no room for: what is too large ends its call alone. Every test
 * has a copy of the package of its own.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { fails, throws } from "../harness/check.mjs";
import { TEAM, get, history, open, request, team } from "./cases/calls.mjs";
import { freshCopy, moduleBytes, withInstances, withMemoryLimit } from "./copies.mjs";
import { LIMIT, ownFaults } from "./own-faults.mjs";
import { finding, history as longHistory, scan } from "./scenarios/good.mjs";

const { client } = ownFaults();

test("f7_memory_that_does_not_grow_is_too_large_and_not_a_trap", LIMIT, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    await copy.init(withMemoryLimit(moduleBytes(), 512)); // 32 MiB
    const findings = Array.from({ length: 1_000 }, (_, number) => ({ ...finding(number), title: "t".repeat(1000) + number }));
    const big = (times) => scan("scan-1", Array(times).fill(findings).flat().map((row, at) => ({ ...row, uid: `u-${at}`, title: row.title + at })));
    const text = JSON.stringify(big(60)); // about 80 MB of distinct text
    const fetch = async () => new Response(text, { headers: { "Content-Type": "application/json" } });
    const own = await client(copy, "ok", { fetch });
    for (const call of [open, get, () => own.request("/api/x", { auth: "none" }), () => copy.openScan(text)]) {
      await fails(copy, call(own), "too_large");
    }
    assert.equal(instances.length, 1, "the instance is still the first");
    assert.equal((await get(await client(copy, "ok"))).findings.length, 2);
  }));

/** As if texts had a shorter limit, or memory ran out: the test says from how many bytes on. */
async function withShortTexts(run) {
  let most = Infinity;
  const Decoder = globalThis.TextDecoder;
  globalThis.TextDecoder = class extends Decoder {
    decode(bytes, options) {
      if (bytes?.byteLength > most) throw new RangeError("Invalid string length");
      return super.decode(bytes, options);
    }
  };
  try {
    await run((bytes) => (most = bytes));
  } finally {
    globalThis.TextDecoder = Decoder;
  }
}

test("f7_an_export_that_is_no_text_of_the_platform_s_leaves_nothing_behind", LIMIT, () =>
  withInstances((instances) =>
    withShortTexts(async (limit) => {
      const copy = await freshCopy();
      const scan = await copy.openScan(Array.from({ length: 10_000 }, (_, number) => ({ ...finding(number), title: `${number}`.repeat(50) })));
      const first = scan.toCsv();
      const { buffer } = instances[0].exports.memory;
      limit(1 << 20);
      for (let time = 0; time < 30; time += 1) throws(copy, () => scan.toCsv(), "too_large");
      limit(Infinity);
      assert.equal(scan.toCsv(), first);
      assert.equal(instances[0].exports.memory.buffer, buffer, "the memory has not grown");
    }),
  ));

test("f7_an_answer_that_takes_more_memory_than_there_is_ends_its_call_alone", { timeout: 120_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    await copy.init(withMemoryLimit(moduleBytes(), 1536)); // 96 MiB
    const kept = await copy.openScan([finding(1)]);
    const within = (member) => `{"scan_id":"scan-1","status":"completed","findings":[],${member}}`;
    const rows = (row) => `{"scan_id":"scan-1","status":"completed","findings":[{${row}}]}`;
    // No two neighbours are equal, so that all are compared.
    const many = '"":0,"a":0,'.repeat(1_200_000) + '"":0';
    const scans = (items) => `{"scans":[${items}]}`;
    const teamOf = (members) => `{"status":"success","team":{"id":"${TEAM.team_id}",${members}}}`;
    for (const [what, call, body, kind] of [
      ["members of an unnamed object", open, () => within(`"x":{${many}}`), "too_large"],
      ["members of an object in a finding", open, () => rows(`"x":{${many}}`), "too_large"],
      ["unnamed members of a finding", open, () => rows(many), "too_large"],
      ["members of an entry", history, () => scans(`{${many}}`), "too_large"],
      ["items of an entry", history, () => scans(`{"x":[${"0,".repeat(5_000_000)}0]}`), "too_large"],
      // Entries are read one by one, and only the answer's bytes are in memory.
      ["items that are no entries", history, () => scans("0,".repeat(5_000_000) + "0"), "decode"],
      ["entries without members", history, () => scans("{},".repeat(2_800_000) + "{}"), undefined],
      ["entries", history, () => JSON.stringify(longHistory("example-org/payments-api", 120_000)), undefined],
      ["brackets", open, () => within(`"x":${"[".repeat(12 << 20)}${"]".repeat(12 << 20)}`), undefined],
      ["unnamed items of a team", team, () => teamOf(`"members":[],"x":[${"0,".repeat(1_600_000)}0]`), undefined],
      ["members of a team", team, () => teamOf(`"members":[${'{"user_login":"heron"},'.repeat(220_000)}{}]`), "decode"],
      ["too many unnamed items of a team", team, () => teamOf(`"members":[],"x":[${"0,".repeat(5_000_000)}0]`), "too_large"],
      ["items of an answer", request, () => `[${"0,".repeat(3_000_000)}0]`, "too_large"],
    ]) {
      const text = new TextEncoder().encode(body());
      const fetch = async () => new Response(text, { headers: { "Content-Type": "application/json" } });
      const outcome = await call(await client(copy, "ok", { fetch })).then((result) => void result.dispose?.(), (error) => error.kind);
      assert.equal(outcome, kind, what);
      assert.equal(instances.length, 1, `the instance is still the first after ${what}`);
    }
    assert.equal(kept.findings().total, 1);
  }));

test("f7_what_a_client_remembers_of_teams_leaves_out_their_unnamed_fields", LIMIT, async () => {
  const copy = await freshCopy();
  await copy.init(withMemoryLimit(moduleBytes(), 1536)); // 96 MiB
  const kept = await copy.openScan([finding(1)]);
  const large = "x".repeat(1_000_000);
  const fetch = async (request) => {
    const { team_id: id } = await request.json();
    return Response.json({ status: "success", team: { id, name: "n", members: [], notes: [large, large, large] } });
  };
  const own = await client(copy, "ok", { fetch });
  for (let number = 10; number < 60; number += 1) {
    const found = await own.teams.get({ ...TEAM, team_id: TEAM.team_id.slice(0, -2) + number });
    assert.equal(found.notes.length, 3);
  }
  assert.equal(kept.findings().total, 1, "the instance is still the first");
});

test("f7_an_export_that_takes_more_memory_than_there_is_ends_alone", LIMIT, async () => {
  const copy = await freshCopy();
  await copy.init(withMemoryLimit(moduleBytes(), 1536)); // 96 MiB
  const kept = await copy.openScan([finding(1)]);
  const row = JSON.stringify({ ...finding(2), image: "é".repeat(500), title: "t".repeat(500) });
  const large = await copy.openScan(`[${Array(100_000).fill(row).join()}]`.replace(/^/, '{"scan_id":"s","status":"completed","findings":') + "}");
  for (const call of [() => large.toCsv(), () => large.toSarif()]) {
    const error = throws(copy, call, "too_large");
    assert.match(error.hint, /^export: .*export fewer findings at a time/);
    assert.match(error.hint, /make a file with `export`/);
    assert.match(error.message, /exceeds what memory or a single string can hold/);
  }
  for (const format of ["csv", "sarif"]) assert.ok((await large.export(format)).size > 100_000_000, format);
  const few = { where: { id: ["none"] } };
  assert.equal(large.toCsv(few).trim().split("\n").length, 1);
  assert.equal(large.findings({ limit: 1 }).total, 100_000);
  assert.equal(kept.findings().total, 1);
  for (const scan of [large, kept]) scan.dispose();
});

const uuid = (at) => `${String(at).padStart(8, "0")}-0000-4000-8000-000000000000`;

/** Findings by number, and questions about them that take more than what opening leaves free. */
const QUESTIONS = {
  "groups by an image for each finding": [40_000, (at) => ({ image: `image-${at}` }), (scan) => scan.rollup({ by: ["image"] })],
  "groups by three dimensions": [20_000, (at) => ({ package: `package-${at}`, image: `image-${at % 5_000}` }), (scan) => scan.rollup({ by: ["image", "package", "severity"] })],
  "groups in a table": [40_000, (at) => ({ image: `image-${at % 320}`, package: `package-${(at * 7) % 320}` }), (scan) => scan.rollup({ by: ["image", "package"] })],
  "groups of what a filter leaves": [200_000, (at) => ({ package: `package-${at % 50}`, severity: at % 2 ? "high" : "low" }), (scan) => scan.rollup({ by: ["package"], where: { severity: ["high"], text: "package" } })],
  "groups in Markdown": [40_000, (at) => ({ package: `package-${at}` }), (scan) => scan.export("markdown", { by: "package" })],
  "groups by names that only their ninth letters tell apart": [40_000, (at) => ({ package: `${String(at >> 1).padStart(8, "0")}${at & 1}` }), (scan) => scan.rollup({ by: ["package"], sort: "key" })],
  "an upgrade for each finding": [40_000, (at) => ({ package: `package-${at}`, installed_version: "1.0", fixed_version: "2.0" }), (scan) => scan.remediation()],
  "upgrades of one package in many images": [40_000, (at) => ({ package: "p", image: `image-${at % 50}`, installed_version: "1.0", fixed_version: `2.${at % 5}` }), (scan) => scan.remediation()],
  "one upgrade": [40_000, (at) => ({ id: `CVE-2024-${at}`, package: "p", installed_version: "1.0", fixed_version: "2.0" }), (scan) => scan.remediation()],
  "facets": [60_000, (at) => ({ package: `package-${at}`, image: `image-${at}` }), (scan) => scan.facets()],
  "facets of what a filter leaves": [200_000, (at) => ({ package: `package-${at % 50}`, epss_details: { epss: (at % 1000) / 1000 } }), (scan) => scan.facets({ minEpss: 0.5, text: "package" }, { minEpss: [0.1] })],
  "the first page of an order": [60_000, (at) => ({ package: `package-${at}`, image: `image-${at}`, title: "t" }), (scan) => scan.findings({ sort: [{ by: "package" }, { by: "image" }], limit: 1 })],
  "a page of what a filter leaves": [200_000, (at) => ({ package: `package-${at % 50}`, severity: at % 2 ? "high" : "low" }), (scan) => scan.findings({ where: { severity: ["high"] }, offset: 90_000, limit: 1 })],
  "a CSV": [60_000, (at) => ({ package: `package-${at}`, image: `image-${at}` }), (scan) => scan.export("csv")],
  "a SARIF log": [60_000, (at) => ({ id: `CVE-2024-${at}`, package: `package-${at}` }), (scan) => scan.export("sarif")],
  "diagnostics": [150_000, (at) => ({ uid: uuid(at) }), (scan) => scan.diagnostics],
  "diagnostics of one uid, a UUID": [131_100, () => ({ uid: uuid(1) }), (scan) => scan.diagnostics],
  "diagnostics of one uid, a word": [262_200, () => ({ uid: "u" }), (scan) => scan.diagnostics],
  "diagnostics of uids that come twice": [131_100, (at) => ({ uid: uuid(at >> 1) }), (scan) => scan.diagnostics],
  "a diff by uid, in the same order": [150_000, (at) => ({ uid: uuid(at) }), (scan) => scan.diff(scan)],
  "a diff by repeated uids": [50_000, (at) => ({ uid: uuid(at >> 1), severity: at & 1 ? "high" : "low" }), (scan) => scan.diff(scan)],
  "a diff by one uid": [66_000, (at) => ({ uid: uuid(1), severity: at & 1 ? "high" : "low" }), (scan) => scan.diff(scan)],
  "a diff by many identifiers": [130_000, (at) => ({ id: `C${at}` }), (scan) => scan.diff(scan)],
  "a diff by many targets": [66_000, (at) => ({ target: `C${at}` }), (scan) => scan.diff(scan)],
  "a diff by the rest": [40_000, (at) => ({ id: `CVE-2024-${at}`, package: `package-${at % 999}` }), (scan) => scan.diff(scan)],
  "a diff of findings that are all alike": [40_000, (at) => ({ severity: at % 3 ? "high" : "low" }), (scan) => scan.diff(scan, { ignoreImage: true })],
  "upgrades among many versions": [100, (at) => ({ package: "p", installed_version: "1.0", fixed_version: Array.from({ length: 200 }, (_, n) => `${2 + n}.${at}`).join(", ") }), (scan) => scan.remediation()],
};

/** The kind of a failure; if memory was refused, the hint says so to programs too. */
function refusal({ kind, hint }) {
  if (kind === "too_large") assert.match(hint, /^(memory|export): /);
  return kind;
}

for (const [name, [count, row, ask]] of Object.entries(QUESTIONS)) {
  test(`f7_a_question_that_there_is_no_memory_for_is_refused_and_no_scan_is_lost: ${name}`, { timeout: 120_000 }, async () => {
    const copy = await freshCopy();
    await copy.init(withMemoryLimit(moduleBytes(), 640)); // 40 MiB
    const opened = await copy.openScan(streamed(count, (at) => ({ id: "CVE-2024-1", image: "i", ...row(at) })));
    const fillers = await filled(copy);
    const outcomes = [];
    for (; outcomes.at(-1) !== "answered"; fillers.pop().dispose()) {
      outcomes.push(await Promise.resolve(opened).then(ask).then(() => "answered", refusal));
      assert.equal(opened.finding("none"), undefined, `after ${outcomes.at(-1)}`);
    }
    assert.deepEqual([...new Set(outcomes)], ["too_large", "answered"]);
    for (const scan of [opened, ...fillers]) scan.dispose();
  });
}

/** Arguments that take more than is free: what is asked, for a count of things. */
const LARGE_ARGUMENTS = {
  "a history to sort": (copy, count) => copy.sortHistory(longHistory("example-org/payments-api", count).scans),
  "a history to group": (copy, count) => copy.groupHistory(longHistory("example-org/payments-api", count).scans, { by: "day" }),
  "a history's latest": (copy, count) => copy.latestBy(longHistory("example-org/payments-api", count).scans, "branch"),
  "a history to sum up": (copy, count) => copy.summarizeHistory(longHistory("example-org/payments-api", count).scans, { gapMs: 1, now: "2026-01-01T00:00:00Z" }),
  "two teams": (copy, count) => copy.diffTeams(largeTeam(count), largeTeam(count, 5)),
  "three teams": (copy, count) => copy.mergeTeams(largeTeam(count), largeTeam(count, 5), largeTeam(count, 10)),
  "a team and a member": (copy, count) => copy.assessRemoval(largeTeam(count), "member-7"),
  "a team and a list": (copy, count) => copy.diffRoster(largeTeam(count), Array.from({ length: count }, (_, at) => `member-${at + 3}`)),
  "a team and a text": (copy, count) => copy.diffRoster({ ...TEAM_OF_ONE, members: [] }, ",\n".repeat(count * 3)),
  "teams of many leads": (copy, count) => copy.diffTeams({ ...TEAM_OF_ONE, members: [], team_leads: names(count * 4) }, { ...TEAM_OF_ONE, members: [], team_leads: names(count * 4, 1) }),
  "words to search for": (copy, count, opened) => opened.rollup({ where: { text: "a b ".repeat(count) } }),
  "names of members": (copy, count, opened) => assert.throws(() => opened.rollup(Object.fromEntries(names(count / 20).map((name) => [name.padEnd(2_000, "x"), 0]))), (error) => {
    if (error.kind === "too_large") throw error;
    return error.kind === "invalid_argument";
  }),
  "a filter": (copy, count, opened) => opened.rollup({ where: { id: Array.from({ length: count }, (_, at) => `CVE-2024-${at}`) } }),
  "the filter of an export": (copy, count, opened) => opened.export("csv", { where: { id: Array.from({ length: count }, (_, at) => `CVE-2024-${at}`) } }),
};

const names = (count, from = 0) => Array.from({ length: count }, (_, at) => (from + at * 2).toString(36));
const TEAM_OF_ONE = { id: TEAM.team_id, name: "n", team_leads: [] };
const largeTeam = (count, from = 0) => ({ ...TEAM_OF_ONE, members: Array.from({ length: count }, (_, at) => ({ user_login: `member-${from + at}` })) });

for (const [name, ask] of Object.entries(LARGE_ARGUMENTS)) {
  test(`f7_an_argument_that_there_is_no_memory_for_is_refused_and_no_scan_is_lost: ${name}`, { timeout: 120_000 }, async () => {
    const copy = await freshCopy();
    await copy.init(withMemoryLimit(moduleBytes(), 640)); // 40 MiB
    const opened = await copy.openScan([finding(1)]);
    const fillers = await filled(copy);
    const outcome = await Promise.resolve(opened).then(() => ask(copy, 20_000, opened)).then(() => "answered", refusal);
    assert.equal(outcome, "too_large");
    assert.equal(opened.finding("none"), undefined, "the scan is still there");
    for (const scan of fillers) scan.dispose();
    await ask(copy, 10_000, opened);
    opened.dispose();
  });
}

test("f7_a_removal_that_is_confirmed_does_not_end_in_a_lack_of_memory", { timeout: 120_000 }, async () => {
  const before = { ...largeTeam(10_000), description: "d".repeat(500_000) };
  const after = { ...before, members: before.members.slice(1).map((member) => ({ ...member, user_name: "renamed" })) };
  const outcomes = new Set();
  for (let pages = 80; !outcomes.has("compared"); pages += 20) {
    const copy = await freshCopy();
    await copy.init(withMemoryLimit(moduleBytes(), pages));
    const opened = await copy.openScan([finding(1)]);
    let known = before;
    const fetch = async () => Response.json({ status: "success", message: "m", team: known });
    const own = await client(copy, "ok", { fetch });
    if (!(await own.teams.get(TEAM).catch((error) => assert.equal(error.kind, "too_large")))) continue;
    known = after;
    const removal = own.teams.removeMember({ ...TEAM, user_login: "member-0" });
    outcomes.add(await removal.then(({ collateral }) => (collateral ? "compared" : "not compared"), (error) => error.kind));
    assert.equal(opened.findings().total, 1, `the scan is still there at ${pages} pages`);
  }
  outcomes.delete("unconfirmed");
  assert.deepEqual([...outcomes], ["not compared", "compared"]);
});

/** Findings in chunks, so that no memory is taken that would be free when the scan is open. */
function streamed(count, row) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const rows = Array.from({ length: Math.min(500, count - at) }, () => JSON.stringify(row(at++)));
      const [head, tail] = [at <= 500 ? '{"scan_id":"s","status":"completed","findings":[' : ",", at === count ? "]}" : ""];
      controller.enqueue(new TextEncoder().encode(head + rows.join() + tail));
      if (at === count) controller.close();
    },
  });
}

/** Scans that take what memory there is, the largest last. */
async function filled(copy) {
  const scans = [];
  for (const length of [100_000, 300_000]) {
    const row = { title: "x".repeat(length) };
    const more = [];
    for (let isFull = false; !isFull; ) {
      const opened = await copy.openScan(streamed(1, () => row)).catch((error) => assert.equal(error.kind, "too_large"));
      if (opened) more.push(opened);
      isFull = opened === undefined;
    }
    scans.push(...more);
  }
  return scans;
}

test("f7_findings_whose_texts_the_platform_has_no_room_for_are_whole_the_next_time", LIMIT, () =>
  withShortTexts(async (limit) => {
    const copy = await freshCopy();
    // More texts than are fetched at once, and fewer than are not kept.
    const rows = Array.from({ length: 12_000 }, (_, at) => ({ ...finding(at), title: `${at % 5_000}`.repeat(50) }));
    const scan = await copy.openScan(rows);
    limit(1 << 13);
    throws(copy, () => scan.findings(), "too_large");
    limit(Infinity);
    const titles = new Map(rows.map(({ uid, title }) => [uid, title]));
    for (const { uid, title } of scan.findings().rows) assert.equal(title, titles.get(uid));
    scan.dispose();
  }));

test("f9_memory_may_grow_between_and_during_calls", LIMIT, async () => {
  const copy = await freshCopy();
  const small = await copy.openScan([finding(1), finding(2)]);
  const expected = small.toJSON();
  for (const size of [10, 1_000, 20_000, 60_000]) {
    const grown = await copy.openScan(Array.from({ length: size }, (_, number) => ({ ...finding(number), title: `title ${number}` })));
    assert.equal(grown.findings({ limit: size }).rows.length, size);
    assert.equal(grown.toCsv().split("\r\n").length, size + 2);
    assert.deepEqual(small.toJSON(), expected);
    assert.equal(copy.compareVersions(`1.${size}`, `1.${size + 1}`, "semver"), -1);
    grown.dispose();
  }
  small.dispose();
});

test("b25_a_hundred_thousand_findings_fit_into_four_times_their_size", { timeout: 120_000 }, () =>
  withInstances(async (instances) => {
    const copy = await freshCopy();
    const rows = Array.from({ length: 100_000 }, (_, number) => ({ ...finding(number), title: `${"a long title of a vulnerability ".repeat(13)}${number}` }));
    const bytes = new TextEncoder().encode(JSON.stringify(scan("scan-1", rows)));
    assert.ok(bytes.length > 60 << 20, `${bytes.length}`);
    const pieces = () => {
      let from = 0;
      return new ReadableStream({ pull: (controller) => (from < bytes.length ? controller.enqueue(bytes.subarray(from, (from += 1 << 16))) : controller.close()) });
    };
    const fetch = async () => new Response(pieces(), { headers: { "Content-Type": "application/json" } });
    const resident = await open(await client(copy, "ok", { fetch }));
    assert.equal(resident.findingCount, 100_000);
    const memory = instances[0].exports.memory.buffer.byteLength;
    assert.ok(memory <= 4 * bytes.length, `${memory} bytes of memory for ${bytes.length}`);
    resident.dispose();
  }));
