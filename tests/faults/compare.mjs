/**
 * What other clients do in cases where this one had to decide: `node tests/faults/compare.mjs [--write]`
 *
 * Installs the others into a scratch folder, runs every case with every client against the fault server, and prints a
 * table of what was seen; `--write` puts it into `COMPARISON.md`. Each client runs with its own defaults, except that
 * those which have a timeout get one of two seconds. A case is watched for twelve seconds.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import * as scanfold from "scanfold";

import { below } from "../harness/places.mjs";
import { closedAddress } from "../harness/ports.mjs";
import { scratchFolder } from "../harness/scratch.mjs";
import { SCAN, TEAM, get, remove } from "./cases/calls.mjs";
import { startFaults } from "./server.mjs";

const PEERS = ["openai", "@anthropic-ai/sdk", "@octokit/request", "ky", "openapi-fetch"];
const WINDOW_MS = 12_000;
const TIMEOUT_MS = 2_000;
const TOKEN = "token-5c1e9a";
const READ = "/api/cloud/container-scanning/results";
const REMOVE = "/api/metrics/developer/teams/members/remove";

/** Each client as one function: sends a read or a removal, and fails as its users see it fail. */
function clients(modules) {
  const { default: OpenAI } = modules["openai"];
  const { default: Anthropic } = modules["@anthropic-ai/sdk"];
  const { request } = modules["@octokit/request"];
  const { default: ky } = modules["ky"];
  const { default: openapi } = modules["openapi-fetch"];
  const body = { [READ]: SCAN, [REMOVE]: { ...TEAM, user_login: "heron" } };
  return {
    scanfold: async (baseUrl, path, signal) => {
      const client = await scanfold.createClient({ baseUrl, apiToken: TOKEN, gitToken: TOKEN, attemptTimeoutMs: TIMEOUT_MS });
      return (path === READ ? get : remove)(client, { signal });
    },
    "openai": (baseURL, path, signal) => new OpenAI({ apiKey: TOKEN, baseURL, timeout: TIMEOUT_MS }).post(path, { body: body[path], signal }),
    "@anthropic-ai/sdk": (baseURL, path, signal) => new Anthropic({ apiKey: TOKEN, baseURL, timeout: TIMEOUT_MS }).post(path, { body: body[path], signal }),
    "@octokit/request": (baseUrl, path, signal) => request(`POST ${path}`, { baseUrl, ...body[path], request: { signal } }),
    "ky": (baseUrl, path, signal) => ky.post(baseUrl + path, { json: body[path], timeout: TIMEOUT_MS, signal }).json(),
    "openapi-fetch": async (baseUrl, path, signal) => {
      const { data, error, response } = await openapi({ baseUrl }).POST(path, { body: body[path], signal });
      // It returns errors instead of throwing them; a user would show the error as it is.
      if (error !== undefined || !response.ok) throw Object.assign(new Error(JSON.stringify(error)), { status: response.status, handed: true });
      return data;
    },
  };
}

/** Title → scenario, operation, and what is reported of an observation. */
const CASES = [
  { title: "429 that asks for three days", scenario: "retry-after-three-days", tell: (seen) => [seen.when, seen.requests, seen.kind] },
  { title: "headers, then no body", scenario: "hang-after-head", tell: (seen) => [seen.when, seen.requests, seen.kind] },
  { title: "abort while waiting to try again", scenario: "retry-after-seconds", abortMs: 1_000, tell: (seen) => [seen.afterAbort, seen.requests, seen.kind] },
  { title: "a removal answered 503", scenario: "status-503", path: REMOVE, tell: (seen) => [seen.requests, seen.kind] },
  { title: '404 `{ "error": "scan not found" }`', scenario: "not-found", tell: (seen) => [seen.words] },
  { title: "nothing listens", scenario: null, tell: (seen) => [seen.when, seen.status, seen.words] },
  { title: "429 without a body", scenario: "empty-429", tell: (seen) => [seen.when, seen.requests, seen.words] },
];

async function observe(send, { scenario, path = READ, abortMs }, faults, run, closed) {
  const abort = new AbortController();
  const began = performance.now();
  if (abortMs) setTimeout(() => abort.abort(), abortMs);
  const outcome = Promise.resolve()
    .then(() => send(scenario ? `${faults.origin}/${run}/${scenario}` : closed, path, abort.signal))
    .then((value) => ({ value }), (error) => ({ error }));
  const late = new Promise((resolve) => setTimeout(resolve, WINDOW_MS, null));
  const settled = await Promise.race([outcome, late]);
  const took = performance.now() - began;
  const count = faults.requests(run).filter((entry) => !path || entry.path === path).length;
  const error = settled?.error;
  const seconds = (ms) => (ms < 100 ? "at once" : `after ${(ms / 1000).toFixed(1)} s`);
  return {
    when: settled ? `settled ${seconds(took)}` : `not settled in ${WINDOW_MS / 1000} s`,
    afterAbort: settled ? (took < abortMs - 50 ? "did not wait to try again" : `settled ${seconds(took - abortMs)}${took - abortMs < 100 ? "" : " more"}`) : `not settled in ${WINDOW_MS / 1000} s`,
    requests: `${count} request${count === 1 ? "" : "s"}`,
    kind: settled === null ? "" : error ? `${error.kind ?? error.name}${error.handed ? " returned" : ""}` : "resolved",
    status: error ? `status ${error.status ?? "none"}` : "",
    words: error ? `\`${words(error)}\`` : settled ? "resolved" : "",
  };
}

/** What a user sees: the service's own words if the client keeps them apart, else the message. */
function words(error) {
  const text = error.serverMessage ? `${error.message}: ${error.serverMessage}` : String(error.message);
  return text.replaceAll(/127\.0\.0\.1:\d+(\/c\d+p\d+)?/g, "host").replaceAll("|", "\\|").replaceAll("\n", " ");
}

async function install() {
  const folder = scratchFolder();
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...PEERS], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const from = createRequire(join(folder, "package.json"));
  const modules = {};
  const versions = {};
  for (const name of PEERS) {
    const manifest = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
    versions[name] = manifest.version;
    const entry = manifest.exports?.["."]?.import ?? manifest.exports?.["."] ?? manifest.exports ?? manifest.module ?? manifest.main;
    const file = typeof entry === "string" ? entry : (entry.default ?? entry.import?.default ?? entry.import);
    modules[name] = await import(typeof file === "string" ? pathToFileURL(join(folder, "node_modules", name, file)).href : pathToFileURL(from.resolve(name)).href);
  }
  return { modules, versions };
}

const { modules, versions } = await install();
const [faults, closed] = [await startFaults(), await closedAddress()];
const senders = clients(modules);
const names = Object.keys(senders);
const rows = [];
for (const [at, each] of CASES.entries()) {
  const seen = await Promise.all(names.map((name, peer) => observe(senders[name], each, faults, `c${at}p${peer}`, closed)));
  rows.push([each.title, ...seen.map((one) => each.tell(one).filter(Boolean).join("; "))]);
}
await faults.stop();

const heads = names.map((name) => (versions[name] ? `${name} ${versions[name]}` : name));
const line = (cells) => `| ${cells.join(" | ")} |`;
const table = [line(["case", ...heads]), line(["---", ...heads.map(() => "---")]), ...rows.map(line)].join("\n");
console.log(table);
if (process.argv.includes("--write")) {
  const file = below("COMPARISON.md");
  const text = readFileSync(file, "utf8");
  const mark = "<!-- the table is written by tests/faults/compare.mjs -->";
  writeFileSync(file, `${text.slice(0, text.indexOf(mark) + mark.length)}\n\n${table}\n`);
}
process.exit(0);
