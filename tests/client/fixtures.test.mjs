/**
 * The answers in `tests/fixtures`, typed by hand from the interface, read by the built package.
 *
 * The client's `fetch` option hands them over as they stand, so neither the reference service nor a socket is between
 * the words of the interface and what a user gets.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as scanfold from "scanfold";

import { below } from "../harness/places.mjs";

const read = (name) => readFileSync(below("tests", "fixtures", name), "utf8");
const TEAM = { platform: "github", org: "example-org", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
const SCAN = { platform: "github", org: "example-org", scan_id: "scan-1" };

/** A client that is answered with this text, whatever it asks; without repeats. */
const answered = (text, status = 200) =>
  scanfold.createClient({
    baseUrl: "https://analysis.example.com",
    apiToken: "api-token",
    gitToken: "git-token",
    maxRetries: 0,
    fetch: async () => new Response(text, { status, headers: { "Content-Type": "application/json" } }),
  });

/** A fixture as plain data, as a resident scan, and as it was sent. It is asked for by its own id. */
async function scan(name) {
  const client = await answered(read(name));
  const sent = JSON.parse(read(name));
  const params = { ...SCAN, scan_id: sent.scan_id };
  return { data: await client.containerScans.get(params), opened: await client.containerScans.open(params), sent };
}

test("a completed scan keeps every field of every finding", async () => {
  const { data, opened, sent } = await scan("container-results.completed.json");
  assert.deepEqual(data, sent);
  assert.deepEqual(opened.toJSON(), sent);
  assert.equal(opened.findingCount, sent.findings.length);
});

test("a running scan is not an empty one, and an empty one is not running", async () => {
  const running = await scan("container-results.running.json");
  assert.equal("findings" in running.data, false);
  assert.deepEqual([running.opened.complete, running.opened.findingCount, running.opened.rollup()], [false, null, null]);
  const empty = await scan("container-results.empty.json");
  assert.deepEqual(empty.data.findings, []);
  assert.deepEqual([empty.opened.complete, empty.opened.findingCount, empty.opened.rollup().worst], [true, 0, null]);
});

test("absent and null optional fields are both absent", async () => {
  const { data } = await scan("container-results.sparse.json");
  const [first, second] = data.findings;
  assert.deepEqual({ ...second, uid: first.uid, id: first.id }, first);
  assert.equal("fixed_version" in second, false);
});

test("severities of the service's own are kept, counted as unknown, and named", async () => {
  const { data, opened, sent } = await scan("container-results.unknown-severity.json");
  assert.deepEqual(data.findings.map((row) => row.severity), sent.findings.map((row) => row.severity));
  assert.deepEqual(opened.diagnostics.unknownSeverities, { negligible: 2, "": 1 });
  assert.deepEqual(opened.rollup().bySeverity, { critical: 1, high: 0, medium: 0, low: 1, unknown: 4 });
});

test("fields that the interface does not name are noticed and do no harm", async () => {
  const { opened, sent } = await scan("container-results.extra-fields.json");
  assert.deepEqual(opened.diagnostics.unknownFields, ["scanner", "next_page", "layer", "cwe_ids", "suppressed", "score", "note"]);
  assert.deepEqual(opened.findings().rows[0].epss_details, sent.findings[0].epss_details);
  assert.deepEqual(opened.repositories, sent.repositories);
});

for (const name of ["agent-history.json", "agent-history.offsets.json", "agent-history.empty.json", "agent-history.extra-fields.json"]) {
  test(`${name} comes in its own order with the fields of the interface`, async () => {
    const fields = ["service", "repo_name", "branch", "commit_id", "scan_id", "prompt", "timestamp", "num_files"];
    const known = (entry) => Object.fromEntries(fields.map((field) => [field, entry[field]]));
    const scans = await (await answered(read(name))).agentScans.history({ repo: "example-org/payments-api" });
    assert.deepEqual(scans.map(known), JSON.parse(read(name)).scans.map(known));
  });
}

test("a history is sorted by instant, not by text, whatever offsets the service writes", async () => {
  const history = await (await answered(read("agent-history.offsets.json"))).agentScans.history({ repo: "example-org/payments-api" });
  const ids = (scans) => scans.map((scan) => scan.scan_id);
  const byText = [...history].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
  assert.notDeepEqual(ids(byText), ids(history));
  assert.deepEqual(ids(scanfold.sortHistory(byText)), ids(history));
});

for (const name of ["team.json", "team.minimal.json", "team.inconsistent.json"]) {
  test(`${name} is read as it stands`, async () => {
    const sent = JSON.parse(read(name)).team;
    assert.deepEqual(await (await answered(read(name))).teams.get({ ...TEAM, team_id: sent.id }), sent);
  });
}

test("a parent that is null stays null, as the type has it", async () => {
  const sent = { ...JSON.parse(read("team.json")).team, parent_team_id: null };
  const team = await (await answered(JSON.stringify({ status: "success", team: sent }))).teams.get({ ...TEAM, team_id: sent.id });
  assert.deepEqual(team, sent);
  const { parent_team_id, ...absent } = sent;
  assert.equal(scanfold.diffTeams(absent, sent).unchanged, true);
  for (const [base, edited] of [[absent, sent], [sent, absent], [{ ...sent, parent_team_id: "above" }, sent]]) {
    for (const sides of [[base, edited, base], [base, base, edited], [base, edited, edited]]) {
      assert.deepEqual(scanfold.mergeTeams(...sides), { team: edited, conflicts: [] });
    }
  }
});

test("a removal says what the answer's team shows", async () => {
  const remove = async (name) => (await answered(read(name))).teams.removeMember({ ...TEAM, user_login: "heron" });
  const done = await remove("team-removal.json");
  assert.deepEqual([done.removed, done.confirmedBy, done.message], [true, "response", "Member heron was removed from team Payments"]);
  assert.deepEqual(done.team, JSON.parse(read("team-removal.json")).team);
  assert.equal((await remove("team-removal.nobody-removed.json")).removed, false);
});

const scans = (client) => client.containerScans.get(SCAN);
const history = (client) => client.agentScans.history({ repo: "example-org/payments-api" });
const team = (client) => client.teams.get(TEAM);
const removal = (client) => client.teams.removeMember({ ...TEAM, user_login: "heron" });

/** fixture, status, call, kind */
const FAILURES = [
  ["error.unauthorized.json", 401, scans, "unauthorized"],
  ["error.forbidden.json", 403, scans, "forbidden"],
  ["error.scan-not-found.json", 404, scans, "not_found"],
  ["error.validation.json", 400, scans, "rejected"],
  ["error.missing-repo.json", 400, history, "rejected"],
  ["error.history-failed.json", 500, history, "server_error"],
  ["error.team-not-found.json", 404, team, "not_found"],
  ["error.member-not-found.json", 404, removal, "not_found"],
  ["error.rate-limited.json", 429, scans, "rate_limited"],
  ["error.internal.json", 500, team, "server_error"],
  ["error.busy.json", 503, scans, "server_error"],
];

for (const [name, status, call, kind] of FAILURES) {
  test(`${name} with ${status} is ${kind}, in the service's words`, async () => {
    const error = await call(await answered(read(name), status)).then(
      () => assert.fail("it resolved"),
      (error) => error,
    );
    assert.ok(scanfold.isScanfoldError(error), String(error));
    assert.deepEqual([error.kind, error.status, error.serverMessage], [kind, status, JSON.parse(read(name)).error]);
  });
}

test("an answer about another scan or team is not taken for the one that was asked for", async () => {
  for (const [name, call] of [["container-results.completed.json", scans], ["team.minimal.json", team]]) {
    const error = await call(await answered(read(name))).catch((error) => error);
    assert.ok(scanfold.isScanfoldError(error, "decode"), `${name}: ${error}`);
  }
});

test("an error in a 200 is a failure all the same", async () => {
  const error = await scans(await answered(read("error.scan-not-found.json"))).catch((error) => error);
  assert.ok(scanfold.isScanfoldError(error, "rejected"), String(error));
});
