/**
 * Histories as they are read: whatever their length, entry by entry, with what `JSON.parse` has of them.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient, isScanfoldError } from "scanfold";

const MANY = 40_000;

const entry = (at) => ({
  service: "github",
  repo_name: "example-org/payments-api",
  branch: `feature/${at % 7}`,
  commit_id: at.toString(16).padStart(40, "0"),
  scan_id: `scan-${at}`,
  prompt: "bug_finding",
  timestamp: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
  num_files: at,
});

/** A client of a service that answers with these bytes or this text; `sent` calls back when the body's end was handed over. */
async function answered(body, sent = () => {}) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const pull = (controller) => {
    controller.enqueue(bytes);
    controller.close();
    sent();
  };
  const fetch = async () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers: { "Content-Type": "application/json" } });
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token", maxRetries: 0, fetch });
  return (options) => client.agentScans.history({ repo: "example-org/payments-api" }, options);
}

/** The answer as text, with one entry written in another way. */
const textWith = (place, written) => `{"scans":[${Array.from({ length: MANY }, (_, at) => (at === place ? written : JSON.stringify(entry(at)))).join(",")}]}`;

test("entries are as JSON.parse has them, however they are written", async () => {
  const written = [
    JSON.stringify(entry(1)),
    JSON.stringify(entry(2), null, 2),
    '{"num_files":3,"branch":"a"}',
    "{}",
    '{"branch":"a\\"b\\u00e9 \\ud83d\\ude00"}',
    '{"branch":"für Gäste 日本 \u2028"}',
    '{"bra\\u006ech":"a","num_files":1.5e1}',
    '{"branch":"a","branch":"b"}',
    '{"branch":"a","later":{"deep":[1,null,{"a":"b"}]},"none":null}',
    `{"prompt":"${"p".repeat(100_000)}"}`,
    '{"num_files":9007199254740991}',
  ];
  for (const space of ["", " \n"]) {
    const text = `${space}{"other":[1],${space}"scans"${space}:${space}[${written.join(`${space},${space}`)}]${space},"more":{}}${space}`;
    assert.deepEqual(await (await answered(text))(), JSON.parse(text).scans);
  }
  const sparse = await (await answered('{"scans":[{"branch":null,"num_files":null,"prompt":"p","none":null},{"branch":"\\ud800"}]}'))();
  assert.deepEqual(sparse, [{ prompt: "p", none: null }, { branch: "\ufffd" }]);
  assert.deepEqual(await (await answered('{"scans":[]}'))(), []);
});

test("the last of two lists counts, whatever was wrong in the first", async () => {
  assert.deepEqual(await (await answered('{"scans":[{"branch":1}],"scans":[{"branch":"a"}]}'))(), [{ branch: "a" }]);
  await assert.rejects((await answered('{"scans":[{"branch":"a"}],"scans":{}}'))(), { kind: "decode", path: "/scans" });
});

test("a long history is whole and in order, and the page has its turns while it is read", async () => {
  let turns = 0;
  let counts = false;
  const turn = () => {
    turns += 1;
    if (counts) setImmediate(turn);
  };
  // So many that they take some slices on any machine.
  const text = JSON.stringify(Array.from({ length: 100_000 }, (_, at) => entry(at)));
  const history = await answered(`{"scans":${text}}`, () => {
    counts = true;
    setImmediate(turn);
  });
  const scans = await history();
  counts = false;
  assert.ok(JSON.stringify(scans) === text);
  // Half a dozen belong to the end of the stream and of the promise.
  assert.ok(turns > 8, `${turns} turns`);
});

test("a mistake late in a long history is named, but invalid JSON is reported before anything else", async () => {
  const place = MANY - 10;
  const late = async (written) => (await answered(textWith(place, written)))().catch((error) => error);
  for (const [written, path, hint] of [
    ['{"branch":1}', `/scans/${place}/branch`, /type/],
    ['{"num_files":-1}', `/scans/${place}/num_files`, /number|range/],
    ["3", `/scans/${place}`, /type/],
  ]) {
    const error = await late(written);
    assert.ok(isScanfoldError(error, "decode"), String(error));
    assert.equal(error.path, path);
    assert.match(error.hint, hint);
  }
  const first = textWith(place, "{,}").replace('"branch":"feature/0"', '"branch":0');
  await assert.rejects((await answered(first))(), { kind: "decode", path: `/scans/${place}` });
  await assert.rejects((await answered(`{"error":"no such repository",${textWith(0, '{"branch":1}').slice(1)}`))(), { kind: "rejected", serverMessage: "no such repository" });
});

test("a call that is aborted while its history is read ends with the reason", async () => {
  const controller = new AbortController();
  const reason = new Error("the view was left");
  const history = await answered(textWith(0, "{}"), () => setImmediate(() => setImmediate(() => setImmediate(() => controller.abort(reason)))));
  await assert.rejects(history({ signal: controller.signal }), (error) => error === reason);
});
