/**
 * What a token function is passed, and which calls its result is for.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient } from "scanfold";

const TEAM = { platform: "github", org: "example-org", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };

/** A client of a service that takes one token, which the function returns after a rejection; and the calls of that function. */
async function renewing({ answer = () => Response.json({ scans: [] }), ms = () => 1, maxRetries = 0 } = {}) {
  const asked = [];
  const sent = [];
  let token = "token-old";
  const apiToken = ({ operation, reason }) => {
    asked.push(`${operation} ${reason}`);
    if (reason === "rejected") token = `token-new-${asked.length}`;
    return token;
  };
  const fetch = async (request) => {
    const carried = request.headers.get("Authorization").slice("Bearer ".length);
    sent.push(carried);
    await new Promise((resolve) => setTimeout(resolve, ms(sent.length)));
    return carried === "token-old" ? Response.json({ error: "expired" }, { status: 401 }) : answer(sent.length);
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken, maxRetries, fetch });
  return { client, asked, sent };
}

/** A client whose token is named after the operation that it was asked for, and what was asked and sent. */
async function named() {
  const asked = [];
  const sent = [];
  const gitToken = async ({ operation, reason }) => {
    asked.push(`${operation} ${reason}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return `for-${operation}`;
  };
  const fetch = async (request) => {
    sent.push([new URL(request.url).pathname.split("/").at(-1), request.headers.get("Authorization")]);
    return Response.json({ error: "no" }, { status: 403 });
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", gitToken, maxRetries: 0, fetch });
  return { client, asked, sent };
}

test("g7: concurrent calls of one operation share one call of the token function, and no two operations do", async () => {
  const { client, asked, sent } = await named();
  const remove = () => client.teams.removeMember({ ...TEAM, user_login: "ann" });
  const get = () => client.teams.get(TEAM);
  await Promise.allSettled([get(), remove(), get(), remove()]);
  assert.deepEqual(asked, ["teams.get initial", "teams.removeMember initial"]);
  const tokens = new Map([["get", "Bearer for-teams.get"], ["remove", "Bearer for-teams.removeMember"]]);
  assert.deepEqual(sent.map(([operation, token]) => tokens.get(operation) === token), [true, true, true, true], JSON.stringify(sent));
  await Promise.allSettled([get()]);
  assert.equal(asked.length, 3, "an answer is for the calls that waited for it");
});

test("g7: calls of the token function outlive an aborted call, and a timeout does not hold up later calls", async () => {
  const asked = [];
  let answer;
  const apiToken = () => {
    asked.push("asked");
    return new Promise((resolve) => (answer = resolve));
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken, fetch: async () => Response.json({ scans: [] }) });
  const history = (options) => client.agentScans.history({ repo: "a/b" }, options);
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const isAsked = async (times) => {
    while (asked.length < times) await turn();
  };
  const leaving = new AbortController();
  const [left, stays] = [history({ signal: leaving.signal }), history()];
  await isAsked(1);
  leaving.abort("left");
  await left.catch(() => undefined);
  const later = history();
  await turn();
  answer("a-token");
  await Promise.all([stays, later]);
  assert.equal(asked.length, 1);
  const hung = history({ timeoutMs: 20 });
  const waiting = history({ timeoutMs: 60_000 });
  await assert.rejects(hung, { kind: "timeout" });
  const next = history();
  await isAsked(3);
  answer("a-token");
  await next;
  assert.equal(asked.length, 3, "a function that hangs holds up nobody who comes later");
  client.dispose();
  await assert.rejects(waiting, { kind: "disposed" });
});

test("g7: calls that were refused together share one renewal, whenever each of them learns of it", async () => {
  // The answers come one after another: the first has asked, and was answered, before the second is there.
  const { client, asked, sent } = await renewing({ ms: (nth) => 5 * nth });
  await Promise.all(Array.from({ length: 10 }, () => client.agentScans.history({ repo: "a/b" })));
  assert.deepEqual(asked, ["agentScans.history initial", "agentScans.history rejected"]);
  assert.deepEqual([sent.length, new Set(sent).size], [20, 2]);
});

/**
 * Two calls: the second is sent while the first waits for a renewal, and is refused when that has come. `initial` gives the tokens
 * that are asked for before a request. Resolves when the second call has come as far as `isNext` says.
 */
async function sentMeanwhile(initial, isNext) {
  const asked = [];
  const sent = [];
  const renewals = [];
  const apiToken = ({ reason }) => {
    asked.push(reason);
    return reason === "rejected" ? new Promise((resolve) => renewals.push(resolve)) : initial();
  };
  const fetch = ({ headers }) => new Promise((resolve) => {
    const token = headers.get("Authorization").slice("Bearer ".length);
    const accept = () => resolve(Response.json({ scans: [] }));
    sent.push({ token, accept, refuse: () => resolve(Response.json({ error: "expired" }, { status: 401 })) });
  });
  const until = async (isSo) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken, fetch });
  const first = client.agentScans.history({ repo: "a/b" });
  await until(() => sent.length === 1);
  sent[0].refuse();
  await until(() => renewals.length === 1);
  const second = client.agentScans.history({ repo: "a/b" });
  await until(() => sent.length === 2);
  renewals[0]("the-renewed");
  await until(() => sent.length === 3);
  sent[2].accept();
  await first;
  sent[1].refuse();
  await until(() => isNext({ renewals, sent }));
  renewals[1]?.("the-last");
  await until(() => sent.length === 4);
  sent[3].accept();
  await second;
  client.dispose();
  return { asked, tokens: sent.map(({ token }) => token) };
}

test("g7: a call that was sent while the renewal was under way shares it", { timeout: 10_000 }, async () => {
  const { asked, tokens } = await sentMeanwhile(() => "the-first", ({ sent }) => sent.length === 4);
  assert.deepEqual(asked, ["initial", "rejected", "initial"]);
  assert.deepEqual(tokens, ["the-first", "the-first", "the-renewed", "the-renewed"]);
});

test("g7: a token that was asked for before the refused one does not take its place", { timeout: 10_000 }, async () => {
  const initial = ["the-first", "the-second"];
  const { asked, tokens } = await sentMeanwhile(() => initial.shift(), ({ renewals }) => renewals.length === 2);
  assert.deepEqual(asked, ["initial", "rejected", "initial", "rejected"]);
  assert.deepEqual(tokens, ["the-first", "the-second", "the-renewed", "the-last"]);
});

test("g7: a retry after a fault of the service is no rejection of the new token", async () => {
  const { client, asked, sent } = await renewing({ maxRetries: 1, answer: (nth) => (nth === 2 ? Response.json({ error: "busy" }, { status: 503 }) : Response.json({ scans: [] })) });
  await client.agentScans.history({ repo: "a/b" });
  assert.deepEqual(asked, ["agentScans.history initial", "agentScans.history rejected", "agentScans.history initial"]);
  assert.deepEqual([sent.length, sent[1] === sent[2]], [3, true]);
});

test("g7: a token given before a call was sent, or for another operation, does not count as a newer one", async () => {
  const { client, asked } = await renewing();
  const history = () => client.agentScans.history({ repo: "a/b" });
  await history();
  assert.deepEqual(asked.splice(0), ["agentScans.history initial", "agentScans.history rejected"]);
  await Promise.all([history(), client.request("/api/own", { auth: "api", idempotent: true })]);
  assert.deepEqual(asked.splice(0), ["agentScans.history initial", "request initial"], "now it is a good one");
  const other = await renewing({ ms: (nth) => 5 * nth });
  await Promise.all([other.client.agentScans.history({ repo: "a/b" }), other.client.request("/api/own", { auth: "api", idempotent: true })]);
  assert.deepEqual(other.asked.sort(), ["agentScans.history initial", "agentScans.history rejected", "request initial", "request rejected"]);
});

test("g7: a function that gives the refused token again is asked by each call", async () => {
  let asked = 0;
  const fetch = async () => Response.json({ error: "expired" }, { status: 401 });
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: ({ reason }) => ((asked += reason === "rejected"), "token-old"), fetch });
  for (let call = 0; call < 3; call += 1) await assert.rejects(client.agentScans.history({ repo: "a/b" }), { kind: "unauthorized", attempts: 2 });
  assert.equal(asked, 3);
});

test("c28: errors hold no token of the client, whichever the call was sent with and however it is written", async () => {
  const apiToken = "abc+def/ghi0123==";
  const tokens = { apiToken, gitToken: async ({ operation }) => `git-token-for-${operation}` };
  const echo = (...texts) => texts.flatMap((text) => [text, encodeURIComponent(text)]).join(" ");
  let answer;
  const client = await createClient({ baseUrl: "https://analysis.example.com", ...tokens, maxRetries: 0, fetch: async () => answer.clone() });
  answer = Response.json({ error: echo(apiToken) }, { status: 400, headers: { "X-Request-Id": apiToken } });
  const refused = await client.teams.get(TEAM).catch((error) => error);
  assert.deepEqual([refused.serverMessage, refused.requestId], ["[redacted] [redacted]", "[redacted]"]);
  answer = Response.json({ error: echo(apiToken, "git-token-for-teams.get") });
  const history = await client.agentScans.history({ repo: "a/b" }).catch((error) => error);
  assert.equal(history.serverMessage, "[redacted] [redacted] [redacted] [redacted]");
  const deep = `${"[".repeat(200)}${"]".repeat(200)}`;
  answer = new Response(`{"team":{"${encodeURIComponent(apiToken)}":${deep}}}`, { headers: { "Content-Type": "application/json" } });
  const { kind, path } = await client.teams.get(TEAM).catch((error) => error);
  assert.equal(kind, "decode");
  assert.ok(path.startsWith("/team/[redacted]/0"), path);
});

test("c28: the error of a call does not hold its token, even if the function has replaced it since", { timeout: 10_000 }, async () => {
  let given = 0;
  const answers = [];
  const refusal = ({ headers }) => Response.json({ error: `bad ${headers.get("Authorization")}` }, { status: 403 });
  const fetch = (request) => new Promise((resolve) => answers.push(() => resolve(refusal(request))));
  const apiToken = () => `token-of-call-${(given += 1)}`;
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken, maxRetries: 0, fetch });
  const words = [];
  for (let call = 1; call <= 2; call += 1) {
    words.push(client.agentScans.history({ repo: "a/b" }).catch(({ serverMessage }) => serverMessage));
    while (answers.length < call) await new Promise((resolve) => setTimeout(resolve));
  }
  answers.forEach((answer) => answer());
  assert.deepEqual([await Promise.all(words), given], [["bad Bearer [redacted]", "bad Bearer [redacted]"], 2]);
});

test("c28: a message that is cut inside a token does not end with the token's beginning", async () => {
  // As much as the token may take is left out at the end: of the longer one nothing remains.
  for (const [length, told] of [[100, /^no \[redacted\]( \[redacted\])+/], [8_000, /^undefined$/]]) {
    const apiToken = "token-of".padEnd(length, "x");
    const error = `no ${Array.from({ length: 1_600_000 / length }, () => apiToken).join(" ")}`;
    const fetch = async () => Response.json({ error });
    const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken, maxRetries: 0, fetch });
    const scan = { platform: "github", org: "example-org", scan_id: "s" };
    for (const call of [() => client.containerScans.open(scan), () => client.agentScans.history({ repo: "a/b" })]) {
      const { kind, serverMessage } = await call().catch((error) => error);
      assert.equal(kind, "rejected");
      assert.match(`${serverMessage}`, told);
      assert.doesNotMatch(`${serverMessage}`, /token-/);
    }
  }
});

test("g7: a refusal now does not reuse a token that was renewed long ago", async () => {
  const asked = [];
  let valid;
  const apiToken = ({ reason }) => {
    asked.push(reason);
    return reason === "rejected" ? (valid = `token-${asked.length}`) : `stored-${asked.length}`;
  };
  const fetch = async ({ headers }) =>
    headers.get("Authorization") === `Bearer ${valid}` ? Response.json({ scans: [] }) : Response.json({ error: "expired" }, { status: 401 });
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken, maxRetries: 0, fetch });
  for (let call = 0; call < 3; call += 1) {
    valid = undefined;
    await client.agentScans.history({ repo: "a/b" });
  }
  assert.deepEqual(asked, ["initial", "rejected", "initial", "rejected", "initial", "rejected"]);
});

test("g7: an attempt after the renewal does not carry the refused token, though the function goes on giving it", async () => {
  const asked = [];
  const apiToken = ({ reason }) => (asked.push(reason), reason === "rejected" ? "token-new" : "token-old");
  const sent = [];
  const statuses = [401, 503, 200];
  const fetch = async ({ headers }) => {
    sent.push(headers.get("Authorization"));
    return Response.json({ scans: [] }, { status: statuses[sent.length - 1], headers: { "Retry-After": "0" } });
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken, fetch });
  assert.deepEqual(await client.agentScans.history({ repo: "a/b" }), []);
  assert.deepEqual(sent, ["Bearer token-old", "Bearer token-new", "Bearer token-new"]);
  assert.deepEqual(asked, ["initial", "rejected", "initial"], "it is asked before each attempt");
});

test("g7: a refused removal is not sent again, and the next call of its operation asks for another token", async () => {
  const asked = [];
  let valid = "token-1";
  let stored = "token-0";
  const gitToken = ({ operation, reason }) => {
    asked.push(`${operation} ${reason}`);
    if (reason === "rejected") stored = valid;
    return stored;
  };
  const sent = [];
  const fetch = async (request) => {
    sent.push(new URL(request.url).pathname.split("/").at(-1));
    if (request.headers.get("Authorization") !== `Bearer ${valid}`) return Response.json({ error: "expired" }, { status: 401 });
    return Response.json({ status: "success", team: { id: TEAM.team_id, name: "core", members: [] } });
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", gitToken, fetch });
  const remove = () => client.teams.removeMember({ ...TEAM, user_login: "ann" });
  await assert.rejects(remove(), { kind: "unauthorized", outcome: "rejected", attempts: 1 });
  assert.deepEqual([asked.splice(0), sent.splice(0)], [["teams.removeMember initial"], ["remove"]]);
  await remove();
  assert.deepEqual(asked.splice(0), ["teams.removeMember initial", "teams.removeMember rejected"]);
  await remove();
  assert.deepEqual(asked.splice(0), ["teams.removeMember initial"], "what was renewed is not renewed again");

  // So does a request that must not be repeated; other operations learn nothing of it.
  valid = "token-2";
  const post = () => client.request("/api/own", { auth: "git" });
  await assert.rejects(post(), { kind: "unauthorized", attempts: 1 });
  await post();
  assert.deepEqual(asked.splice(0), ["request initial", "request initial", "request rejected"]);
  await remove();
  assert.deepEqual(asked.splice(0), ["teams.removeMember initial"]);

  // One that was renewed meanwhile is good: it is not asked for another.
  valid = "token-3";
  await assert.rejects(remove(), { kind: "unauthorized" });
  await client.teams.get(TEAM);
  asked.splice(0);
  await remove();
  assert.deepEqual(asked.splice(0), ["teams.removeMember initial"]);
});

test("g7: a function that fails when it is asked anew is asked anew by the next call too", async () => {
  const asked = [];
  const gitToken = ({ reason }) => {
    asked.push(reason);
    if (asked.length === 3) throw new Error("no network");
    return `token-${reason}`;
  };
  const fetch = async () => Response.json({ error: "expired" }, { status: 401 });
  const client = await createClient({ baseUrl: "https://analysis.example.com", gitToken, fetch });
  for (let call = 0; call < 3; call += 1) await assert.rejects(client.teams.removeMember({ ...TEAM, user_login: "ann" }), { kind: "unauthorized" });
  assert.deepEqual(asked, ["initial", "initial", "rejected", "initial", "rejected"]);
});
