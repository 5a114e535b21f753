/**
 * What else a removal changed, against a service that keeps one team and does with it what a test says.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient, diffTeams, mergeTeams, openScan } from "scanfold";

const ID = "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01";
const TEAM = { platform: "github", org: "example-org", team_id: ID };
const member = (user_login, role = "member") => ({ user_login, role });
const BEFORE = { id: ID, name: "Platform", is_active: true, tags: ["a"], repositories: [], team_leads: ["ann"], members: [member("ann", "lead"), member("bob"), member("carl")] };

/** A client of a service in which `remove` decides what becomes of the team. */
function serving(remove) {
  let team = BEFORE;
  const fetch = async (request) => {
    const { user_login, team_id } = await request.json();
    if (user_login !== undefined) team = remove(team, user_login);
    team = { ...team, id: team_id };
    return new Response(JSON.stringify({ status: "success", message: "ok", team }), { headers: { "Content-Type": "application/json" } });
  };
  return createClient({ baseUrl: "https://analysis.example.com", gitToken: "git-token", maxRetries: 0, fetch });
}

const without = (team, login) => ({
  ...team,
  members: team.members.filter(({ user_login }) => user_login !== login),
  team_leads: team.team_leads.filter((lead) => lead !== login),
});

test("nothing else changed: in one removal after another", async () => {
  const client = await serving(without);
  await client.teams.get(TEAM);
  for (const user_login of ["ann", "bob"]) {
    const { removed, collateral } = await client.teams.removeMember({ ...TEAM, user_login });
    assert.deepEqual([removed, collateral.unchanged, collateral.summary], [true, true, ["no changes"]], user_login);
  }
});

test("a field that is named like what every object inherits is kept, even if it cannot be assigned", async () => {
  const odd = { constructor: 1, toString: { valueOf: [2] } };
  const named = (team) => ({ ...team, ...odd, members: team.members.map((one) => ({ ...one, ...odd })) });
  const client = await serving((team, login) => named(without(team, login)));
  const scan = await openScan([{ uid: "1" }]);
  const usual = ["constructor", "toString"].map((name) => [name, Object.getOwnPropertyDescriptor(Object.prototype, name)]);
  try {
    for (const [name, descriptor] of usual) Object.defineProperty(Object.prototype, name, { ...descriptor, writable: false });
    const given = named(BEFORE);
    const own = (value) => Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(odd, name)));
    const { removed, team } = await client.teams.removeMember({ ...TEAM, user_login: "ann" });
    assert.equal(removed, true);
    const read = await client.teams.get(TEAM);
    const merged = mergeTeams(given, given, given).team;
    const [added] = diffTeams({ ...given, members: [] }, given).members.added;
    for (const kept of [team, read, merged, ...merged.members, added]) assert.deepEqual(own(kept), odd);
    assert.equal(scan.rollup().findings, 1, "no scan is lost");
  } finally {
    for (const [name, descriptor] of usual) Object.defineProperty(Object.prototype, name, descriptor);
  }
  scan.dispose();
  client.dispose();
});

test("a removal that took nobody changed nothing", async () => {
  const client = await serving((team) => team);
  await client.teams.get(TEAM);
  const { removed, collateral } = await client.teams.removeMember({ ...TEAM, user_login: "ann" });
  assert.deepEqual([removed, collateral.unchanged, collateral.summary], [false, true, ["no changes"]]);
});

test("a lead who stays in the list of leads was not added to it", async () => {
  const client = await serving((team, login) => ({ ...without(team, login), team_leads: team.team_leads }));
  await client.teams.get(TEAM);
  const { removed, collateral } = await client.teams.removeMember({ ...TEAM, user_login: "ann" });
  assert.deepEqual([removed, collateral.unchanged], [true, true]);
  assert.deepEqual(collateral.inconsistencies, [{ kind: "lead_not_member", user_login: "ann" }]);
  assert.deepEqual(collateral.inconsistentIn, ["after"]);
});

test("a removal that took only the lead says so", async () => {
  const client = await serving((team, login) => ({ ...team, team_leads: without(team, login).team_leads }));
  await client.teams.get(TEAM);
  const { removed, collateral } = await client.teams.removeMember({ ...TEAM, user_login: "ann" });
  assert.deepEqual([removed, collateral.unchanged, collateral.leads.removed], [false, false, ["ann"]]);
});

test("what the service removed or changed besides the member is reported once", async () => {
  const client = await serving((team, login) => ({ ...without(without(team, login), "carl"), tags: [] }));
  await client.teams.get(TEAM);
  const { collateral } = await client.teams.removeMember({ ...TEAM, user_login: "bob" });
  assert.deepEqual(collateral.members.removed.map(({ user_login }) => user_login), ["carl"]);
  assert.equal(collateral.unchanged, false);
  const next = await client.teams.removeMember({ ...TEAM, user_login: "ann" });
  assert.deepEqual(next.collateral.members.removed, []);
});

test("a team is the same in another letter case of its id", async () => {
  const client = await serving(without);
  await client.teams.get(TEAM);
  for (const [team_id, user_login] of [[ID.toUpperCase(), "ann"], [ID, "bob"]]) {
    const { collateral } = await client.teams.removeMember({ ...TEAM, team_id, user_login });
    assert.equal(collateral?.unchanged, true, team_id);
  }
});

test("without a team that was read before there is nothing to compare with", async () => {
  const client = await serving(without);
  assert.equal("collateral" in (await client.teams.removeMember({ ...TEAM, user_login: "ann" })), false);
  assert.equal("collateral" in (await client.teams.removeMember({ ...TEAM, user_login: "bob" })), false);
});

/**
 * A client of a service that removes at once and answers each login, and each read in turn, after some time of its own; and what
 * was asked of it so far.
 */
async function slowly(lateness) {
  let team = BEFORE;
  const asked = [];
  const fetch = async (request) => {
    const { user_login } = await request.json();
    if (user_login !== undefined) team = without(team, user_login);
    const told = team;
    asked.push(user_login ?? `read ${asked.filter((one) => one.startsWith("read")).length + 1}`);
    await new Promise((resolve) => setTimeout(resolve, lateness[asked.at(-1)] ?? 0));
    return Response.json({ status: "success", message: "ok", team: told });
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", gitToken: "git-token", maxRetries: 0, fetch });
  const isAsked = async (what) => {
    while (!asked.includes(what)) await new Promise((resolve) => setTimeout(resolve));
  };
  return { client, isAsked };
}

test("removals that overlap do not report each other's members, nor does any later one", async () => {
  for (const lateness of [{ ann: 150 }, { bob: 150 }, { ann: 50, bob: 150 }]) {
    const { client, isAsked } = await slowly(lateness);
    await client.teams.get(TEAM);
    const first = client.teams.removeMember({ ...TEAM, user_login: "ann" });
    await isAsked("ann");
    const both = await Promise.all([first, client.teams.removeMember({ ...TEAM, user_login: "bob" })]);
    const next = await client.teams.removeMember({ ...TEAM, user_login: "carl" });
    for (const { removed, collateral } of [...both, next]) {
      assert.deepEqual([removed, collateral.summary], [true, ["no changes"]], JSON.stringify(lateness));
    }
  }
});

test("a team that was requested before a removal and arrived after it does not count for the next one", async () => {
  const { client, isAsked } = await slowly({ "read 2": 150 });
  await client.teams.get(TEAM);
  const slow = client.teams.get(TEAM);
  await isAsked("read 2");
  await client.teams.removeMember({ ...TEAM, user_login: "bob" });
  assert.equal((await slow).members.length, 3, "the state before");
  const { collateral } = await client.teams.removeMember({ ...TEAM, user_login: "ann" });
  assert.deepEqual(collateral.summary, ["no changes"]);
});

test("a member who joined again and is removed by another removal is reported", async () => {
  let team = BEFORE;
  const fetch = async (request) => {
    const { user_login } = await request.json();
    if (user_login !== undefined) team = without(without(team, user_login), "bob");
    return Response.json({ status: "success", message: "ok", team });
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", gitToken: "git-token", fetch });
  await client.teams.get(TEAM);
  await client.teams.removeMember({ ...TEAM, user_login: "bob" });
  team = BEFORE;
  await client.teams.get(TEAM);
  const { collateral } = await client.teams.removeMember({ ...TEAM, user_login: "ann" });
  assert.deepEqual(collateral.members.removed.map(({ user_login }) => user_login), ["bob"]);
});

test("a removal is compared with the team that was read back after the one before", async () => {
  let team = BEFORE;
  const fetch = async (request) => {
    const { user_login } = await request.json();
    if (user_login !== undefined) team = without(without(team, user_login), "carl");
    if (user_login === "bob") throw new TypeError("the connection is gone");
    return Response.json({ status: "success", message: "ok", team });
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", gitToken: "git-token", fetch });
  await client.teams.get(TEAM);
  const taken = async (user_login) => {
    const { confirmedBy, collateral } = await client.teams.removeMember({ ...TEAM, user_login });
    return [confirmedBy, collateral.members.removed.map(({ user_login }) => user_login)];
  };
  assert.deepEqual(await taken("bob"), ["readback", ["carl"]]);
  assert.deepEqual(await taken("ann"), ["response", []]);
});

test("an abort from onEvent during the read-back ends the removal", async () => {
  for (const type of ["attempt", "settled"]) {
    const leaving = new AbortController();
    const fetch = async (request) => {
      const { user_login } = await request.json();
      return user_login === undefined ? Response.json({ status: "success", message: "ok", team: without(BEFORE, "bob") }) : Response.error();
    };
    const onEvent = (event) => event.operation === "teams.get" && event.type === type && leaving.abort("left");
    const client = await createClient({ baseUrl: "https://analysis.example.com", gitToken: "git-token", maxRetries: 0, fetch, onEvent });
    const outcome = await client.teams.removeMember({ ...TEAM, user_login: "bob" }, { signal: leaving.signal }).catch((reason) => reason);
    assert.equal(outcome, "left", type);
  }
});

test("a member who was there and is not found is looked for", async () => {
  const OWN = '{"error":"member not in team"}';
  const client = (team, answersAfter, nobody) => {
    const asked = [];
    const fetch = async (request) => {
      const body = await request.json();
      asked.push(body.user_login === undefined ? "get" : "remove");
      if (body.user_login !== undefined) return new Response(nobody, { status: 404, headers: { "Content-Type": "application/json" } });
      const isFirst = asked.length === 1;
      return isFirst || answersAfter !== null ? Response.json({ status: "success", team: isFirst ? team : answersAfter }) : new Response(null, { status: 503 });
    };
    return createClient({ baseUrl: "https://analysis.example.com", gitToken: "git-token", maxRetries: 0, fetch }).then((made) => [made, asked]);
  };
  const told = ({ kind, outcome, hint, removed, confirmedBy, collateral }) => ({ kind, outcome, hint: hint?.slice(0, 9), removed, confirmedBy, same: collateral?.unchanged });
  const nothing = { kind: undefined, outcome: undefined, hint: undefined, removed: undefined, confirmedBy: undefined, same: undefined };
  for (const [first, after, login, requests, expected, body = OWN] of [
    [BEFORE, without(BEFORE, "bob"), "Bob", 3, { removed: true, confirmedBy: "readback", same: true }],
    [BEFORE, BEFORE, "bob", 3, { kind: "not_found", outcome: "rejected" }],
    [BEFORE, null, "bob", 3, { kind: "not_found", outcome: "unknown", hint: "a browser" }],
    [without(BEFORE, "bob"), BEFORE, "bob", 2, { kind: "not_found", outcome: "rejected", hint: "a browser" }],
    ...[null, "", "<p>"].flatMap((body) => [
      [BEFORE, without(BEFORE, "bob"), "bob", 3, { removed: true, confirmedBy: "readback", same: true }, body],
      [BEFORE, BEFORE, "bob", 3, { kind: "not_found", outcome: "rejected", hint: "non_json_" }, body],
      [BEFORE, null, "bob", 3, { kind: "not_found", outcome: "unknown", hint: "a browser" }, body],
      [without(BEFORE, "bob"), BEFORE, "bob", 2, { kind: "not_found", outcome: "rejected", hint: "non_json_" }, body],
    ]),
  ]) {
    const [own, asked] = await client(first, after, body);
    await own.teams.get(TEAM);
    const found = await own.teams.removeMember({ ...TEAM, user_login: login }).catch((error) => error);
    assert.deepEqual([told(found), asked.length], [{ ...nothing, ...expected }, requests], body);
  }
});

/** The result of a removal that the service answers with this status, with these teams before and after. */
const came = async (status, [before, after], login) => {
  const fetch = async (request) => {
    if (!request.url.endsWith("/remove")) return Response.json({ status: "success", team: before });
    before = after;
    return status === 200 ? Response.json({ status: "success", message: "removed", team: after }) : new Response(null, { status });
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", gitToken: "git-token", maxRetries: 0, fetch });
  await client.teams.get(TEAM);
  const { kind, outcome, hint, removed, collateral } = await client.teams.removeMember({ ...TEAM, user_login: login }).catch((error) => error);
  return kind === undefined ? [removed, collateral.summary] : [kind, outcome, /knew no member with that login/.test(hint)];
};

test("somebody who was not in the team was not removed, unless a member with another login went", async () => {
  for (const login of ["bbo", "bob@example.com"]) {
    assert.deepEqual(await came(200, [BEFORE, BEFORE], login), [false, ["no changes"]]);
    assert.deepEqual(await came(500, [BEFORE, BEFORE], login), ["unconfirmed", "unknown", true]);
  }
  const [removed, summary] = await came(200, [BEFORE, without(BEFORE, "bob")], "bob@example.com");
  assert.deepEqual([removed, summary.at(-1)], [true, "1 removed"]);
});

test("only the spelling that was asked for is removed from a team with several, and nothing else is reported", async () => {
  const both = { ...BEFORE, members: [...BEFORE.members, { ...BEFORE.members[0], user_login: BEFORE.members[0].user_login.toUpperCase(), user_name: "Another" }] };
  const { user_login } = BEFORE.members[0];
  const after = { ...both, members: both.members.filter((member) => member.user_login !== user_login) };
  for (const status of [200, 500]) assert.deepEqual(await came(status, [both, after], user_login), [true, ["no changes"]]);
  assert.deepEqual((await came(200, [both, both], user_login))[0], false);
});

test("the effect of removing a login that is no member's is reported, with what has changed since", async () => {
  const { members, team_leads: leads } = BEFORE;
  const lead = { ...BEFORE, team_leads: [...leads, "zed"] };
  assert.deepEqual((await came(200, [lead, BEFORE], "zed"))[0], true, "a lead who was no member");
  assert.deepEqual((await came(200, [lead, lead], "zed"))[0], false);
  const later = { ...BEFORE, updated_at: "2031-01-01T00:00:00Z" };
  assert.deepEqual((await came(200, [BEFORE, later], "new-since"))[0], true, "added and removed since the team was read");
  const [first, ...others] = members;
  const spelled = [{ ...first, user_login: "eve" }, { ...first, user_login: "Eve" }, ...others];
  const wrong = await came(200, [{ ...BEFORE, members: spelled }, { ...BEFORE, members: spelled.filter(({ user_login }) => user_login !== "Eve") }], "eve");
  assert.deepEqual(wrong, [false, ["Eve removed", "1 removed"]]);
});
