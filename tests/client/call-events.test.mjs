/**
 * The `onEvent` of a call hears of that call alone, after the client's own, which hears of all.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient } from "scanfold";

const TEAM = { platform: "github", org: "example-org", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
const MEMBER = { ...TEAM, user_login: "ann" };
const SCAN = { platform: "github", org: "example-org", scan_id: "s-1" };

const told = ({ type, operation, attempt, status }) => [type, operation, attempt, status].filter((part) => part !== undefined).join(" ");

/** A client whose `fetch` answers what `answer` gives for a request's path and body. */
async function clientOf(answer, options) {
  const fetch = async (request) => answer(new URL(request.url).pathname, await new Request(request).json());
  return createClient({ baseUrl: "https://analysis.example.com", apiToken: "a", gitToken: "g", maxRetries: 0, fetch, ...options });
}

const busyOnce = () => {
  const asked = new Set();
  return (_, { repo }) => (asked.has(repo) ? Response.json({ scans: [] }) : (asked.add(repo), new Response(null, { status: 503 })));
};

test("calls at the same time hear of themselves, and the client of all, before them", async () => {
  const heard = { client: [], "acme/web": [], "acme/api": [] };
  const order = [];
  const client = await clientOf(busyOnce(), { onEvent: (event) => (heard.client.push(told(event)), order.push(["client", event])) });
  const ask = (repo, maxRetries) => {
    const onEvent = (event) => (heard[repo].push(told(event)), order.push([repo, event]));
    return client.agentScans.history({ repo }, { maxRetries, onEvent }).catch((error) => error.kind);
  };
  assert.deepEqual(await Promise.all([ask("acme/web", 1), ask("acme/api", 0)]), [[], "server_error"]);
  const history = (line) => line.replace(" ", " agentScans.history ");
  assert.deepEqual(heard["acme/web"], ["attempt 1 503", "retry 1", "attempt 2 200", "settled 2"].map(history));
  assert.deepEqual(heard["acme/api"], ["attempt 1 503", "settled 1"].map(history));
  assert.deepEqual([...heard["acme/web"], ...heard["acme/api"]].sort(), heard.client.toSorted());
  // Each event is told twice in a row, as objects of their own.
  for (let at = 0; at < order.length; at += 2) {
    const [[first, event], [second, same]] = order.slice(at, at + 2);
    assert.deepEqual([first, second !== "client", event], ["client", true, same]);
    assert.notEqual(event, same);
  }
});

test("reading the team back is part of the removal, and each poll of a wait", async () => {
  const heard = [];
  const onEvent = (event) => void heard.push(told(event));
  const team = { status: "success", team: { id: TEAM.team_id, name: "t", members: [] } };
  const removing = await clientOf((_, { user_login }) => (user_login ? new Response(null, { status: 500 }) : Response.json(team)));
  await removing.teams.removeMember(MEMBER, { onEvent });
  assert.deepEqual(heard.splice(0), [
    "attempt teams.removeMember 1 500",
    "attempt teams.get 1 200",
    "settled teams.get 1",
    "settled teams.removeMember 1",
  ]);

  const answers = ["running", "completed"].map((status) => Response.json({ scan_id: "s-1", status, created_at: "2026-03-14T06:00:00Z", repositories: [], ...(status === "completed" && { findings: [] }) }));
  const waiting = await clientOf(() => answers.shift());
  (await waiting.containerScans.waitFor(SCAN, { intervalMs: 1, onEvent })).dispose();
  assert.deepEqual(heard, ["attempt containerScans.get 1 200", "attempt containerScans.get 2 200", "settled containerScans.get 2"]);
});

test("what it throws ends its call and no other, and what the client's throws is not told to it", async () => {
  const thrown = new Error("of the caller's");
  const boom = () => {
    throw thrown;
  };
  const client = await clientOf(() => Response.json({ scans: [] }));
  const [failed, well] = await Promise.allSettled([client.agentScans.history({ repo: "a/b" }, { onEvent: boom }), client.agentScans.history({ repo: "a/b" })]);
  assert.deepEqual([failed.reason, well.value], [thrown, []]);
  for (const type of ["attempt", "settled"]) {
    const onEvent = (event) => event.type === type && boom();
    assert.equal(await client.agentScans.history({ repo: "a/b" }, { onEvent }).catch((error) => error), thrown, type);
  }
  const heard = [];
  const throwing = await clientOf(() => Response.json({ scans: [] }), { onEvent: boom });
  const ended = await throwing.agentScans.history({ repo: "a/b" }, { onEvent: (event) => void heard.push(event) }).catch((error) => error);
  assert.deepEqual([ended, heard], [thrown, []]);
});

test("a call that is disposed of tells how it ended, and one that is aborted tells no more", async () => {
  const heard = [];
  const onEvent = ({ type, error }) => void heard.push([type, error]);
  const client = await clientOf(() => new Promise(() => {}));
  const leaving = new AbortController();
  const aborted = client.agentScans.history({ repo: "a/b" }, { signal: leaving.signal, onEvent });
  leaving.abort("left");
  assert.equal(await aborted.catch((error) => error), "left");
  assert.deepEqual(heard, []);
  const disposed = client.agentScans.history({ repo: "a/b" }, { onEvent });
  client.dispose();
  assert.equal((await disposed.catch((error) => error)).kind, "disposed");
  assert.deepEqual(heard, [["settled", "disposed"]]);
});

test("a call that the client's listener aborts is not told to the call's own any more", async () => {
  for (const type of ["attempt", "retry"]) {
    const [heard, leaving] = [[], new AbortController()];
    const client = await clientOf(() => new Response(null, { status: 503 }), { onEvent: (event) => event.type === type && leaving.abort("left") });
    const call = client.agentScans.history({ repo: "a/b" }, { maxRetries: 1, signal: leaving.signal, onEvent: (event) => void heard.push(event.type) });
    assert.equal(await call.catch((error) => error), "left");
    assert.deepEqual(heard, type === "attempt" ? [] : ["attempt"]);
  }
  // Disposed of, it tells how it ended.
  const heard = [];
  const client = await clientOf(() => Response.json({ scans: [] }), { onEvent: ({ type }) => type === "attempt" && client.dispose() });
  const call = client.agentScans.history({ repo: "a/b" }, { onEvent: ({ type, error }) => void heard.push([type, error]) });
  assert.equal((await call.catch((error) => error)).kind, "disposed");
  assert.deepEqual(heard, [["attempt", undefined], ["settled", "disposed"]]);
});

test("what is no function is refused by its name, wherever a call takes options", async () => {
  const client = await clientOf(() => assert.fail("sent"));
  const options = { onEvent: "told" };
  const calls = [
    client.containerScans.get(SCAN, options),
    client.containerScans.open(SCAN, options),
    client.containerScans.waitFor(SCAN, options),
    client.agentScans.history({ repo: "a/b" }, options),
    client.teams.get(TEAM, options),
    client.teams.removeMember(MEMBER, options),
    client.request("/v1/x", { auth: "none", ...options }),
  ];
  for (const { reason } of await Promise.allSettled(calls)) assert.deepEqual([reason.kind, reason.path], ["invalid_argument", "onEvent"]);
});
