/** The words about a removal that ended, and about a later read of the team that differs, without a browser. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diffTeams, init } from "scanfold";

import { bundled } from "./bundled.mjs";
import { said } from "./said.mjs";

await init();
const { settled } = await bundled("www/src/team/settled.ts");
const { outcome } = await bundled("www/src/team/outcome.ts");
const { removalButton } = await bundled("www/src/team/removal-button.ts");

const AT = Date.parse("2026-03-31T12:00:00Z");
const EVE = { user_login: "eve", role: "lead" };
const OLD = { user_login: "bob", role: "member", joined_at: "2024-01-02T00:00:00Z" };
const NEW = { ...OLD, joined_at: "2025-06-07T00:00:00Z" };
const teamOf = (...members) => ({ id: "team-1", name: "Blue", team_leads: ["eve"], members: [EVE, ...members], tags: [], repositories: [], is_active: true });

/** The words if the service's answer has this team, and the page has read that one since. */
function told(before, team, { since = null, readAt = AT + 60_000, more = {} } = {}) {
  const result = { team, removed: true, confirmedBy: "response", message: "Removed", collateral: diffTeams(team, team), ...more };
  const known = since === null ? null : { team: since, readAt };
  return said(settled({ member: OLD, before }, { kind: "settled", result, at: AT }, known, () => undefined));
}

describe("an answer that settles a removal", () => {
  test("tells by the day of joining which of two entries of one login is gone", () => {
    assert.match(told(teamOf(OLD, NEW), teamOf(NEW)), /^1 entry of bob is no longer in Blue, 1 other still is .* They joined on 2 Jan 2024;/);
    assert.match(told(teamOf(OLD, NEW), teamOf(OLD)), /They joined on 7 Jun 2025;/);
  });

  test("tells to add both entries again if the last one went later", () => {
    const text = told(teamOf(OLD, NEW), teamOf(NEW), { since: teamOf() });
    assert.match(text, /The team read at .* does not list them\./);
    assert.match(text, /2 Jan 2024.*7 Jun 2025/);
  });

  test("says if somebody is back later, which a team read at the same moment does not show", () => {
    assert.match(told(teamOf(OLD), teamOf(), { since: teamOf(OLD) }), /^bob is again in Blue .* lists them again\. .*To undo this, as far as nobody has/);
    assert.match(told(teamOf(OLD), teamOf(), { since: teamOf(OLD), readAt: AT }), /^bob is no longer in Blue (?!.*again\.).*To undo this Add bob/);
    assert.match(told(teamOf(OLD, NEW), teamOf(NEW), { since: teamOf(OLD, NEW) }), /lists 2 entries of them/);
  });

  test("is no success if the member is still there, and there is nothing to undo", () => {
    const text = told(teamOf(OLD), teamOf(OLD));
    assert.match(text, /^bob is still in Blue The service reported success, but its answer at .* still lists them\. Nothing was removed; sending it again may do no more\./);
    assert.doesNotMatch(text, /undo/);
    const more = told(teamOf(OLD), { ...teamOf(OLD), tags: ["new"] }, { more: { collateral: diffTeams(teamOf(OLD), { ...teamOf(OLD), tags: ["new"] }) } });
    assert.match(more, /They were not removed; .* To undo this Take new out of the tags\./);
  });

  test("quotes the service if its answer settled it, and says if nobody leads the team any more", () => {
    assert.match(told(teamOf(OLD), teamOf()), /The service says: .?Removed/);
    const lost = told(teamOf(OLD), { ...teamOf(), members: [{ ...EVE, role: "member" }], team_leads: [] }, { more: { confirmedBy: "readback", collateral: undefined } });
    assert.doesNotMatch(lost, /The service says/);
    assert.match(lost, /the team was read again at .*The team was left without a lead\. Whether anything else changed is not known\./);
    const after = { ...teamOf(), members: [{ ...EVE, role: "member" }], team_leads: [] };
    assert.equal(told(teamOf(OLD), after, { more: { collateral: diffTeams(teamOf(), after) } }).match(/without a lead/g).length, 1, "said once");
  });
});

test("the refusal of a removal says whether the team that was read has the member", () => {
  const told = (look) => said(outcome({ removal: { leaver: { member: OLD, before: teamOf(OLD) }, phase: { kind: "refused", error: new Error("of no service"), look } }, known: null }));
  assert.match(told({ kind: "present", at: AT }), /bob is still in the team read at 31 Mar 2026, 12:00:00 UTC\./);
  assert.match(told({ kind: "gone", at: AT }), /bob is not in the team any more, as it was read at 31 Mar 2026, 12:00:00 UTC\./);
  assert.doesNotMatch(told({ kind: "none" }), /in the team/);
});

test("the button of a member who is being removed says so, in whatever spelling; others' do not", () => {
  const word = (user_login, leaving) => said(removalButton({ member: { user_login, role: "member" }, whence: "", leaving, onRemove: () => undefined }));
  assert.deepEqual([word("bob", null), word("BOB", "bob"), word("eve", "bob")], ["Remove…", "Removing…", "Remove…"]);
});
