/**
 * The program of the canary test: runs the cases with tokens made up on the spot, and reports where they were found.
 */
import { randomBytes } from "node:crypto";
import { inspect } from "node:util";

import { SCAN, TEAM, get, history, open, pause, remove, request, team } from "./cases/calls.mjs";
import { freshCopy, withInstances } from "./copies.mjs";
import { scenarios } from "./scenarios/index.mjs";
import { startFaults } from "./server.mjs";

const secret = randomBytes(12).toString("hex");
const [apiToken, gitToken] = [`canary-api-${secret}`, `canary-git-${secret}`];
const SLOW = /^(slow-drip|gzip-bomb|deep|retry-after-seconds|running)$/;

const found = [];
const search = (where, text) => String(text).includes(secret) && found.push(where);
const printed = [];
for (const name of ["log", "info", "warn", "error", "debug"]) console[name] = (...given) => printed.push(inspect(given));

const report = await withInstances(async (instances) => {
  const copy = await freshCopy();
  const faults = await startFaults();
  const events = [];
  const errors = [];
  const clients = [];
  const named = Object.keys(scenarios).filter((name) => !SLOW.test(name));
  const make = async (name, more) => {
    const options = { apiToken, gitToken, maxRetries: 1, attemptTimeoutMs: 150, timeoutMs: 2_000, maxResponseBytes: 1 << 22, onEvent: (event) => events.push(event) };
    const client = await copy.createClient({ baseUrl: `${faults.origin}/canary/${name}`, ...options, ...more });
    clients.push(client);
    return client;
  };
  const settle = (promise) => promise.then((value) => (search("result", JSON.stringify(value)), value?.dispose?.()), (error) => errors.push(error));
  await Promise.all(
    named.map(async (name) => {
      const client = await make(name, name.startsWith("cors") ? { apiToken: async () => apiToken } : {});
      for (const call of [get, open, history, team, remove, request]) await settle(call(client));
    }),
  );
  // Tokens where none belongs.
  await settle(make("ok", { baseUrl: `${faults.origin}/canary/ok?${apiToken}` }));
  await settle(make("ok", { apiToken: `Bearer ${apiToken}` }));
  await settle(make("ok", { apiToken: `"${apiToken}"`, [apiToken.slice(0, 3)]: 1 }));
  await settle(make("ok", { headers: { Authorization: apiToken } }));
  const own = await make("ok");
  for (const call of [() => own.containerScans.get({ ...SCAN, platform: apiToken }), () => own.teams.get({ ...TEAM, team_id: apiToken }), () => own.agentScans.history({ repo: apiToken })]) await settle(call());

  const memory = () => instances.map((instance) => Buffer.from(instance.exports.memory.buffer)).reduce((sum, bytes) => sum + count(bytes), 0);
  const before = memory();
  for (const error of errors) {
    for (const text of [error?.message, error?.stack, String(error), JSON.stringify(error), error?.hint, error?.serverMessage, inspect(error, { depth: 6 })]) search("error", text);
  }
  for (const event of events) search("event", JSON.stringify(event));
  search("console", printed.join("\n"));
  const log = faults.requests("canary");
  let authorized = 0;
  for (const { target, path, headers, body } of log) {
    const { authorization, ...rest } = headers;
    search("url", target);
    search("body", body);
    search("other headers", JSON.stringify(rest));
    const wanted = /teams/.test(path) ? gitToken : apiToken;
    if (authorization !== undefined && authorization !== `Bearer ${wanted}`) found.push(`another authorization at ${path.replaceAll(secret, "…")}`);
    authorized += authorization === `Bearer ${wanted}`;
  }
  for (const client of clients) client.dispose();
  for (const client of clients) {
    for (const text of [inspect(client, { depth: 6, showHidden: true }), JSON.stringify(client), String(client)]) search("client", text);
  }
  await pause(300);
  const after = memory();
  if (after > 0) found.push(`memory, ${after} times`);
  search("global", Object.keys(globalThis).join());
  await faults.stop();
  return { requests: log.length, errors: errors.length, events: events.length, authorized, before };
});

/** How often the secret occurs in a memory. */
function count(bytes) {
  let times = 0;
  for (let at = bytes.indexOf(secret); at >= 0; at = bytes.indexOf(secret, at + 1)) times += 1;
  return times;
}

process.stdout.write(`${JSON.stringify({ ...report, found: [...new Set(found)] })}\n`);
process.exit(0);
