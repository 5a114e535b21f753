/**
 * What calls of one client share when they repeat requests.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient } from "scanfold";

const busy = () => Response.json({ error: "busy" }, { status: 503, headers: { "Retry-After": "0" } });
const answered = () => Response.json({ scans: [] });

test("e12: calls of one client repeat so long as they have repeats left together, and each success gives one back", async () => {
  let answer = busy;
  let sent = 0;
  const fetch = async () => {
    sent += 1;
    return answer();
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token", maxRetries: 1, fetch });
  /** How many requests a call takes. */
  const requests = async () => {
    const before = sent;
    await client.agentScans.history({ repo: "a/b" }).catch(() => {});
    return sent - before;
  };
  /** How many calls are retried before one is not. */
  const repeated = async () => {
    let calls = 0;
    while ((await requests()) === 2) assert.ok((calls += 1) < 1_000, "repeats come to an end");
    return calls;
  };
  const calls = await repeated();
  assert.ok(calls >= 30, `${calls} calls repeated`);
  answer = answered;
  for (let call = 0; call < 5; call += 1) assert.equal(await requests(), 1);
  answer = busy;
  for (let call = 0; call < 5; call += 1) assert.equal(await requests(), 2, `after five successes, failure ${call}`);
  await repeated();
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  assert.equal(await requests(), 2, "each second gives one back");
});

test("e12: calls that fail together do not repeat together", { timeout: 10_000 }, async () => {
  const pauses = [];
  const onEvent = ({ type, retryInMs }) => type === "retry" && pauses.push(retryInMs);
  const fetch = async () => Response.json({ error: "busy" }, { status: 503 });
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token", maxRetries: 1, fetch, onEvent });
  const calls = Array.from({ length: 20 }, () => client.agentScans.history({ repo: "a/b" }).catch(() => {}));
  while (pauses.length < calls.length) await new Promise((resolve) => setTimeout(resolve));
  client.dispose();
  await Promise.all(calls);
  assert.ok(pauses.every((ms) => ms >= 250 && ms <= 500) && new Set(pauses).size > 5, `${pauses}`);
});
