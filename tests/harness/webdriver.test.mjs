/** A driver of browsers that does not answer, or is absent, is reported: nothing waits for it without a limit. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";

import { driverReady, newSession } from "./webdriver.mjs";

const LIMIT_MS = 200;

/** A driver on a port of its own that answers as `answers` says, by path, and nothing else. */
async function driver(t, answers) {
  const asked = [];
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    const answer = answers[`${method} ${url}`];
    if (answer) response.writeHead(answer.status ?? 200).end(JSON.stringify({ value: answer.value }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${server.address().port}`, asked };
}

const never = () => undefined;

test("a browser that never starts is reported", async (t) => {
  const { origin } = await driver(t, { "GET /status": { value: { ready: true } } });
  await driverReady(origin, never);
  await assert.rejects(newSession(origin, {}, LIMIT_MS), { message: "the browser's driver does not answer POST /session in 0.2 s" });
});

test("a browser that starts but accepts no command is asked to quit", async (t) => {
  const { origin, asked } = await driver(t, {
    "POST /session": { value: { sessionId: "one" } },
    "POST /session/one/timeouts": { status: 500, value: { error: "unknown error", message: "no" } },
    "DELETE /session/one": { value: null },
  });
  await assert.rejects(newSession(origin, {}), { message: "unknown error: no" });
  assert.equal(asked.at(-1), "DELETE /session/one");
});

test("a driver that is never ready is reported, and so is one that has ended at once", async (t) => {
  const { origin } = await driver(t, { "GET /status": { value: { ready: false } } });
  await assert.rejects(driverReady(origin, never, LIMIT_MS), { message: "the browser's driver does not start in 0.2 s" });
  await assert.rejects(driverReady(origin, () => "1"), { message: "the browser's driver has ended: 1" });
});

test("a driver that does not answer is reported", async (t) => {
  const { origin } = await driver(t, {});
  await assert.rejects(driverReady(origin, never, LIMIT_MS), { message: "the browser's driver does not start in 0.2 s" });
});
