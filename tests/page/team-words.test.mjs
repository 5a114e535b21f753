/** What the team view says of differences and of what undoes them, and which texts it takes for a team: without a browser. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diffTeams, init } from "scanfold";

import { bundled } from "./bundled.mjs";
import { said } from "./said.mjs";

await init();
const { undo } = await bundled("www/src/team/undo.ts");
const { teamDiff } = await bundled("www/src/team/diff.ts");
const { endedText } = await bundled("www/src/team/ended.ts");
const { markFor, marksOf } = await bundled("www/src/team/marks.ts");
const { roleOf } = await bundled("www/src/team/words.ts");
const { parseTeam } = await bundled("www/src/team/team-json.ts");

const ANN = { user_login: "ann", user_name: "Ann", role: "member", joined_at: "2026-01-02T23:30:00-05:00" };
const BOB = { user_login: "bob", role: "lead" };
const TEAM = { id: "team-1", name: "Blue", team_leads: ["bob"], members: [ANN, BOB], tags: ["one"], repositories: ["acme/shop"], is_active: true };

/** The steps after a removal of these that left the team like this. */
function steps(entries, before, after) {
  const logins = entries.map(({ user_login }) => user_login);
  const without = {
    ...before,
    members: before.members.filter(({ user_login }) => !logins.includes(user_login)),
    team_leads: before.team_leads.filter((login) => !logins.includes(login)),
  };
  const collateral = diffTeams(without, after);
  return said(undo({ entries, before, after, collateral }));
}

test("a role that is not given, or blank, is that of a member", () => {
  assert.deepEqual([undefined, "", "  ", " owner "].map((role) => roleOf({ ...ANN, role })), ["member", "member", "member", "owner"]);
});

describe("what undoing takes", () => {
  test("undoing takes away whatever came with a removal, and puts back whatever went", () => {
    const after = {
      ...TEAM,
      description: "New",
      color: "#112233",
      is_active: false,
      team_leads: ["eve"],
      members: [{ ...BOB, user_name: "Robert" }, { user_login: "eve", role: "member" }],
      tags: ["two"],
      repositories: [],
    };
    const text = steps([ANN], TEAM, after);
    for (const step of [
      "Remove eve, who was added at the same time.",
      "Put bob back into the list of leads.",
      "Take eve out of the list of leads.",
      "Put acme/shop back into the repositories.",
      "Put one back into the tags.",
      "Take two out of the tags.",
      "Remove the display name Robert from bob.",
      "Set Description back to not given.",
      "Set Active back to yes.",
    ])
      assert.ok(text.includes(step), `${step}: ${text}`);
  });

  test("a display name, and a lead by the list alone, are to be given again as they were", () => {
    const before = { ...TEAM, team_leads: ["ann", "bob"], members: [ANN, { ...BOB, user_name: "Bob" }] };
    const after = { ...before, team_leads: ["bob"], members: [{ ...BOB, user_name: "Robert" }] };
    const text = steps([ANN], before, after);
    assert.ok(text.includes("Add ann (Ann) to Blue again with the role member, and to the list of leads. They joined on 3 Jan 2026;"), text);
    assert.ok(text.includes("Give bob the display name Bob again."), text);
    assert.ok(!text.includes("Put ann back"), text);
    const spelled = steps([ANN], TEAM, { ...TEAM, team_leads: ["BOB"], members: [{ ...BOB, user_login: "BOB" }], tags: [] });
    assert.ok(spelled.includes("Give BOB the display name bob again."), spelled);
    const lead = said(undo({ entries: [BOB], before: TEAM, collateral: undefined }));
    assert.ok(lead.includes("with the role lead."), "the role says it");
  });

  test("nobody looks for it on this page, and what is copied is said on the button", () => {
    const told = (entries) => said(undo({ entries, before: TEAM, collateral: undefined }));
    assert.match(told([ANN]), /This page only removes members: all else is done where the team is managed\. Copy the removed member's record$/);
    assert.match(told([ANN, BOB]), /Copy the removed members' records$/);
  });

  test("another spelling of the login that was removed is to be added once", () => {
    const other = { ...ANN, user_login: "ANN" };
    const before = { ...TEAM, members: [ANN, other, BOB] };
    const collateral = diffTeams({ ...before, members: [other, BOB] }, { ...TEAM, members: [BOB] });
    const text = said(undo({ entries: [ANN, other], before, collateral }));
    assert.equal(text.match(/Add ANN/g).length, 1, text);
  });

  test("a day of joining that cannot be read is shown as it came, and a missing one is not shown", () => {
    const of = (joined_at) => said(undo({ entries: [{ ...ANN, joined_at }], before: TEAM, collateral: undefined }));
    assert.match(of("last week"), /They joined at last week; adding them again sets a new date\./);
    assert.doesNotMatch(of(undefined), /joined/);
  });
});

describe("a difference of two teams", () => {
  const between = (after) => said(teamDiff(diffTeams(TEAM, after)));

  test("says for each line what happened to it, and counts all", () => {
    const text = between({
      ...TEAM,
      is_active: false,
      members: [{ ...ANN, role: "lead" }, { user_login: "eve", role: "" }],
      team_leads: [],
    });
    for (const line of ["− removed Member bob, lead", "+ added Member eve, member", "~ changed Role ann (Ann): member → lead (promoted)", "− removed Lead bob", "~ changed Active yes → no"])
      assert.ok(text.includes(line), `${line}: ${text}`);
    assert.ok(text.includes("1 member removed, 1 member added, 1 promoted, 1 lead removed, 1 field changed"), text);
  });

  test("two logins that may be one person are shown with what they share", () => {
    const text = between({ ...TEAM, members: [{ ...ANN, user_login: "ann-2" }, BOB] });
    assert.match(text, /\? perhaps One person\? ann and ann-2: same display name and join time/);
    assert.match(text, /1 pair perhaps one person/);
  });
});

describe("a text that may be a team", () => {
  const plain = { id: "team-1", members: [{ user_login: "ann", role: "member" }] };
  const problems = [
    ["no JSON", "{", "This is not JSON."],
    ["a list", "[]", "This is not a team: an object is expected."],
    ["without an id", { ...plain, id: 7 }, "This is not a team: “id” has to be a text."],
    ["a name that is none", { ...plain, name: 7 }, "This is not a team: “name” has to be a text."],
    ["tags that are no list", { ...plain, tags: "one" }, "This is not a team: “tags” has to be a list of texts."],
    ["leads that are no texts", { ...plain, team_leads: [7] }, "This is not a team: “team_leads” has to be a list of texts."],
    ["without members", { id: "team-1" }, "This is not a team: “members” is missing."],
    ["members that are no list", { ...plain, members: {} }, "This is not a team: “members” has to be a list."],
    ["a member without a login", { ...plain, members: [...plain.members, {}] }, "This is not a team: member 2 needs a “user_login”, and its “role” has to be a text."],
    ["a member whose role is none", { ...plain, members: [{ user_login: "ann", role: 7 }] }, "This is not a team: member 1 needs a “user_login”, and its “role” has to be a text."],
  ];
  for (const [name, given, problem] of problems)
    test(`${name} is refused, and it says where`, () => {
      assert.deepEqual(parseTeam(typeof given === "string" ? given : JSON.stringify(given)), { ok: false, problem });
    });

  test("lists that are left out are empty, in an answer of the service too", () => {
    const wanted = { ...plain, name: "", team_leads: [], tags: [], repositories: [] };
    for (const given of [plain, { status: "success", team: { ...plain, tags: null } }])
      assert.deepEqual(parseTeam(JSON.stringify(given)), { ok: true, team: wanted });
  });
});

test("a removal that ended elsewhere is reported as the service's words, and no more", () => {
  const told = (phase) => endedText({ removal: { leaver: { member: ANN }, phase }, team: "Blue" });
  assert.equal(told({ kind: "settled", result: { removed: true } }), "ann was removed from Blue.");
  assert.equal(told({ kind: "settled", result: { removed: false } }), "Whether ann was removed from Blue is not known.");
  assert.equal(told({ kind: "unknown" }), "Whether ann was removed from Blue is not known.");
  assert.equal(told({ kind: "refused" }), "ann was not removed from Blue.");
});

test("the member whom the user named as themselves is marked, in any letter case, and nobody without that", () => {
  const you = (self) => TEAM.members.filter((member) => markFor(marksOf(TEAM, self), member).you).map(({ user_login }) => user_login);
  assert.deepEqual([you("ANN"), you("bob"), you("")], [["ann"], ["bob"], []]);
});
