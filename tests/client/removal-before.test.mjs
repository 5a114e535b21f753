/**
 * What a removal is compared with: the team as it was known when its request was sent, without what this client itself removed.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient } from "scanfold";

const ID = "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01";
const TEAM = { platform: "github", org: "example-org", team_id: ID };

/** Resolves once it is so: the limit of the test's file ends it. */
async function until(isSo) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve));
}

const team = (logins, id = ID) => ({
  id,
  name: "Platform",
  is_active: true,
  tags: [],
  repositories: [],
  team_leads: [],
  members: logins.split(" ").map((user_login) => ({ user_login, role: "member" })),
});
const without = (logins, login) => logins.split(" ").filter((member) => member !== login).join(" ");
const answer = (logins, id) => Response.json({ status: "success", message: "ok", team: team(logins, id) });
const refusal = (status, headers = {}) => new Response('{"error":"no"}', { status, headers: { "Content-Type": "application/json", ...headers } });

/** A client of a service that answers by `answered`, which is given the body of each request. */
const clientOf = (answered, options = {}) =>
  createClient({
    baseUrl: "https://analysis.example.com",
    gitToken: "git-token",
    maxRetries: 0,
    fetch: async (request) => answered(await request.json(), request.signal),
    ...options,
  });

const removal = (client, user_login, options) => client.teams.removeMember({ ...TEAM, user_login }, options);

/** What a removal of ann reports after one of bob that had no effect, when bob went in another way. */
async function afterNothing(answered, options, call) {
  let logins = "ann bob carl dan";
  const service = (body) => {
    if (body.user_login === "bob") return answered(logins);
    if (body.user_login !== undefined) logins = without(logins, body.user_login);
    return answer(logins);
  };
  const client = await clientOf(service, options);
  await client.teams.get(TEAM);
  const nothing = await removal(client, "bob", call).catch((error) => error);
  logins = without(logins, "bob");
  const { collateral } = await removal(client, "ann");
  return { nothing, told: collateral.summary };
}

test("a member whom a removal did not remove, and who goes afterwards, is reported", async () => {
  for (const status of [400, 403, 429]) {
    const { nothing, told } = await afterNothing(() => refusal(status));
    assert.deepEqual([nothing.outcome, told], ["rejected", ["bob removed", "1 removed"]], status);
  }
  const { nothing, told } = await afterNothing((logins) => answer(logins));
  assert.deepEqual([nothing.removed, told], [false, ["bob removed", "1 removed"]]);
});

test("a member whose removal was refused, then aborted, is reported when they go", async () => {
  const leaving = new AbortController();
  const options = { maxRetries: 2, onEvent: ({ type }) => type === "retry" && leaving.abort("left") };
  const { nothing, told } = await afterNothing(() => refusal(429, { "Retry-After": "5" }), options, { signal: leaving.signal });
  assert.deepEqual([nothing, told], ["left", ["bob removed", "1 removed"]]);
});

test("a removal that its status refuses is refused, even if the call ends while the body is read", async () => {
  const hanging = (status) => new Response(new ReadableStream({}), { status, headers: { "Content-Type": "application/json" } });
  for (const status of [403, 429]) {
    const leaving = new AbortController();
    const { nothing, told } = await afterNothing(() => (setTimeout(() => leaving.abort("left"), 10), hanging(status)), {}, { signal: leaving.signal });
    assert.deepEqual([nothing, told], ["left", ["bob removed", "1 removed"]], status);

    const client = await clientOf(() => (setTimeout(() => client.dispose(), 10), hanging(status)));
    const { kind, outcome } = await removal(client, "bob").catch((error) => error);
    assert.deepEqual([kind, outcome], ["disposed", "rejected"], status);
  }
});

test("a removal that found nobody may have been sent twice, even if the call ends while the body is read", async () => {
  const hanging = () => new Response(new ReadableStream({}), { status: 404, headers: { "Content-Type": "application/json" } });
  const leaving = new AbortController();
  const { nothing, told } = await afterNothing(() => (setTimeout(() => leaving.abort("left"), 10), hanging()), {}, { signal: leaving.signal });
  assert.deepEqual([nothing, told], ["left", ["no changes"]]);

  for (const isSeen of [true, false])
    for (const answered of [(client) => (setTimeout(() => client.dispose(), 10), hanging()), () => refusal(404)]) {
      const onEvent = ({ type, operation }) => type === "attempt" && operation === "teams.removeMember" && client.dispose();
      const client = await clientOf(({ user_login }) => (user_login === undefined ? answer("ann bob") : answered(client)), { onEvent });
      if (isSeen) await client.teams.get(TEAM);
      const { kind, outcome, hint } = await removal(client, "bob").catch((error) => error);
      assert.deepEqual([kind, outcome], ["disposed", "unknown"]);
      assert.match(hint, /read the team again/);
    }
});

test("a member whose removal was never sent is reported when they go", async () => {
  let asked = 0;
  const gitToken = () => {
    asked += 1;
    if (asked === 2) throw new Error("no token");
    return "git-token";
  };
  const { nothing, told } = await afterNothing(() => assert.fail("was not sent"), { gitToken });
  assert.deepEqual([nothing.outcome, told], ["not_sent", ["bob removed", "1 removed"]]);
});

test("a member whom a removal may have removed is not reported", async () => {
  const lost = (logins) => answer(logins, "3f2504e0-4f89-41d3-9a0c-0305e82c3301");
  const { nothing, told } = await afterNothing(lost);
  assert.deepEqual([nothing.outcome, told], ["unknown", ["no changes"]]);

  let logins = "ann bob carl";
  const leaving = new AbortController();
  const client = await clientOf(async ({ user_login }) => {
    if (user_login !== undefined) logins = without(logins, user_login);
    if (user_login === "bob") leaving.abort("left");
    return answer(logins);
  });
  await client.teams.get(TEAM);
  assert.equal(await removal(client, "bob", { signal: leaving.signal }).catch((reason) => reason), "left");
  assert.equal(logins, "ann carl");
  assert.deepEqual((await removal(client, "ann")).collateral.summary, ["no changes"]);
});

test("a removal is compared with the team that was known when it was sent", async () => {
  let logins = "ann bob";
  let refusals = 1;
  const service = ({ user_login }) => {
    if (user_login === undefined) return answer(logins);
    if (refusals-- > 0) return refusal(429, { "Retry-After": "0" });
    return answer(without(logins, user_login));
  };
  let give;
  const token = new Promise((resolve) => (give = resolve));
  let asked = 0;
  // The second request of the removal waits for its token until the team has been asked for again.
  const gitToken = async ({ operation }) => {
    if (operation === "teams.removeMember" && (asked += 1) === 2) await token;
    return "git-token";
  };
  const client = await clientOf(service, { gitToken, maxRetries: 1 });
  await client.teams.get(TEAM);
  const removed = removal(client, "bob");
  await until(() => asked === 2);
  logins = "ann bob dave";
  await client.teams.get(TEAM);
  give();
  assert.deepEqual((await removed).collateral.summary, ["no changes"]);
});

test("a removal is compared with a team that was read while it waited for its token", async () => {
  let found = true;
  const service = ({ user_login }) => (user_login === undefined ? answer(found ? "ann bob" : "ann") : found ? answer("ann") : refusal(404));
  for (const isFound of [true, false]) {
    let give;
    const token = new Promise((resolve) => (give = resolve));
    const gitToken = ({ operation }) => (operation === "teams.removeMember" ? token : "git-token");
    const client = await clientOf(service, { gitToken });
    const removed = removal(client, "bob");
    found = true;
    await client.teams.get(TEAM);
    found = isFound;
    give("git-token");
    const { confirmedBy, collateral } = await removed;
    assert.deepEqual([confirmedBy, collateral.summary], [isFound ? "response" : "readback", ["no changes"]]);
  }
});

test("a removal does not report who was removed during it, even if a later answer listed them again", async () => {
  let give;
  const gate = new Promise((resolve) => (give = resolve));
  const reads = ["ann bob carl", "bob carl", "bob carl"];
  const sent = [];
  const service = async ({ user_login }) => {
    sent.push(user_login);
    if (user_login === undefined) return answer(reads.shift());
    if (user_login === "bob") return answer("ann carl");
    if (user_login === "ann") await gate;
    return answer(user_login === "ann" ? "carl" : "eve");
  };
  const client = await clientOf(service);
  await client.teams.get(TEAM);
  const ann = removal(client, "ann");
  await until(() => sent.includes("ann"));
  await removal(client, "bob");
  await client.teams.get(TEAM);
  give();
  assert.deepEqual((await ann).collateral.summary, ["no changes"]);
  // He is in the team again, and goes by another's hand.
  await client.teams.get(TEAM);
  assert.deepEqual((await removal(client, "carl")).collateral.members.removed.map(({ user_login }) => user_login), ["bob"]);
});

test("removals from teams that were never read do not displace those that were", async () => {
  const client = await clientOf(({ team_id, user_login }) => answer(user_login === "bob" ? "ann" : "ann bob", team_id));
  await client.teams.get(TEAM);
  for (let at = 0; at < 70; at += 1) {
    const team_id = `0b6f2f60-6d0c-4c39-8a55-${String(at).padStart(12, "0")}`;
    await client.teams.removeMember({ ...TEAM, team_id, user_login: "zed" });
  }
  assert.deepEqual((await removal(client, "bob")).collateral.summary, ["no changes"]);
});
