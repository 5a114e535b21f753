/**
 * The program of the canary test in Node: makes every call with tokens made up on the spot, and reports where they were
 * found.
 */
import { inspect } from "node:util";

import { SLOW, authorized, exercise, newTokens, strayInLog } from "./canary.mjs";
import { pause } from "./cases/calls.mjs";
import { freshCopy, withInstances } from "./copies.mjs";
import { timesInMemory } from "./instances.mjs";
import { scenarios } from "./scenarios/index.mjs";
import { startFaults } from "./server.mjs";

const tokens = newTokens();

const found = [];
const search = (where, texts) => texts.some((text) => String(text).includes(tokens.secret)) && found.push(where);
const printed = [];
for (const name of ["log", "info", "warn", "error", "debug"]) console[name] = (...given) => printed.push(inspect(given));

const report = await withInstances(async (instances) => {
  const copy = await freshCopy();
  const faults = await startFaults();
  const { told, clients, failures } = await exercise(copy, faults.origin, tokens, Object.keys(scenarios).filter((name) => !SLOW.test(name)));
  const before = timesInMemory(instances, tokens.secret);
  for (const [where, texts] of Object.entries(told)) search(where, texts);
  search("console", printed);
  const log = faults.requests("canary");
  found.push(...strayInLog(log, tokens));
  for (const client of clients) client.dispose();
  search("client", clients.map((client) => inspect(client, { depth: 6, showHidden: true })));
  await pause(300);
  if (timesInMemory(instances, tokens.secret) > 0) found.push("memory");
  search("global", Object.keys(globalThis));
  await faults.stop();
  return { requests: log.length, errors: failures, events: told.event.length, authorized: authorized(log, tokens), before };
});

process.stdout.write(`${JSON.stringify({ ...report, found: [...new Set(found)] })}\n`);
process.exit(0);
