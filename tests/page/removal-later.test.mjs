/**
 * A team that is read again after a removal: the page says what became of that, and when, and also if the list below has since
 * changed.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { answerWith, faultsOf, GET_TEAM, teamAnswer } from "./answers.mjs";
import { oneLine } from "./shown.mjs";
import { openTeam, plainMember, remove } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const AT = String.raw`\d+ \w+ \d{4}, [\d:]+ UTC`;

suite("a team that is read after a removal", (world) => {
  let page, faults, team, member, rest;
  before(async () => {
    ({ team } = await world.rawTeam(world.seeded.teams[1].id));
    member = plainMember(team);
    rest = { ...team, members: team.members.filter((one) => one !== member) };
  });

  const open = async () => {
    page = await openTeam(world, team.id);
    faults = faultsOf(page);
  };
  /** The service answers the removal with this team, and the demo's own stays as it is. */
  const removedAs = async (answered) => {
    await faults.pretend(answered);
    await remove(page, member.user_login);
    await page.locator(".outcome h2").waitFor();
  };
  /** Resolves once the team is shown as it was read: each state that a person asks for is kept. */
  const readAs = async (next) => {
    await answerWith(page, GET_TEAM, teamAnswer(next));
    const states = page.getByLabel("After").locator("option");
    const known = await states.count();
    await page.getByRole("button", { name: "Read again", exact: true }).click();
    await states.nth(known).waitFor({ state: "attached" });
  };
  const heading = (text) => page.locator(".outcome h2", { hasText: text }).waitFor();
  const words = async () => oneLine(await page.locator(".outcome").innerText());
  const listed = async () => (await page.locator(".members tbody th .strong").allTextContents()).includes(member.user_login);

  test("a member who is back on the list is said to be, and the record stays", LIMIT, async () => {
    await open();
    await removedAs(rest);
    assert.match(await words(), new RegExp(`is no longer in .* Confirmed by the service's answer at ${AT}: they were no longer listed\\. The service says`));
    const said = await words();
    await readAs(rest);
    assert.equal(await words(), said, "a read that says the same is no news");
    await readAs(team);
    await heading(`${member.user_login} is again in ${team.name}`);
    assert.equal(await listed(), true);
    assert.match(await words(), new RegExp(`no longer listed\\. The team read at ${AT} lists them again\\.`));
    assert.equal(await page.locator(".outcome.done").count(), 0, "what did not last is no plain success");
    assert.match(await words(), new RegExp(`To undo this, as far as nobody has Add ${member.user_login}`));
    await readAs(rest);
    await heading(`${member.user_login} is no longer in ${team.name}`);
    assert.equal(await words(), said);
  });

  test("a removal with which hundreds of things changed lists the first of them", LIMIT, async () => {
    await open();
    const joined = Array.from({ length: 450 }, (_, at) => ({ user_login: `newcomer-${at}`, role: "member" }));
    await removedAs({ ...rest, members: [...rest.members, ...joined] });
    assert.equal(await page.locator(".undo li").count(), 200);
    assert.equal(await page.locator(".undo > .note").first().innerText(), "251 more steps, not shown.");
  });

  test("so is a member whose removal had an unknown outcome and who was gone for a while", LIMIT, async () => {
    await open();
    await faults.loseRequest();
    await remove(page, member.user_login);
    await page.locator(".outcome .look").waitFor();
    await answerWith(page, GET_TEAM, teamAnswer(rest));
    await page.getByRole("button", { name: "Read the team again" }).click();
    await heading(`${member.user_login} is no longer in ${team.name}`);
    await readAs(team);
    await heading(`${member.user_login} is again in ${team.name}`);
    assert.match(await words(), new RegExp(`The team read at ${AT} does not list them\\. .* The team read at ${AT} lists them again\\.`));
  });

  test("a member who was still there and goes later is said to be gone, with the record", LIMIT, async () => {
    await open();
    await removedAs(team);
    await heading(`${member.user_login} is still in ${team.name}`);
    assert.match(await words(), new RegExp(`its answer at ${AT} still lists them\\. Nothing was removed`));
    await readAs(rest);
    await heading(`${member.user_login} is no longer in ${team.name}`);
    assert.equal(await listed(), false);
    assert.match(await words(), new RegExp(`still lists them\\. The team read at ${AT} does not list them\\. .* To undo this Add ${member.user_login}`));
  });

  test("a removal that was refused, or whose outcome is not known, is set right by a later read without the member", LIMIT, async () => {
    for (const status of [400, 500]) {
      await open();
      await faults.refuse(status, "no such thing");
      await remove(page, member.user_login);
      await page.locator(".outcome h2").waitFor();
      await readAs(team);
      assert.doesNotMatch(await words(), /is no longer in/, "a read that still lists them is no news");
      await readAs(rest);
      await heading(`${member.user_login} is no longer in ${team.name}`);
      assert.match(await words(), new RegExp(`The team read at ${AT} does not list them\\. Whether this request removed them or somebody else did is not known\\. .* Add ${member.user_login}`), String(status));
    }
  });

  test("the entries of a login that was listed twice are counted when they are read later", LIMIT, async () => {
    const twin = { ...member, user_login: member.user_login.toUpperCase() };
    const twice = { ...team, members: [...team.members, twin] };
    await open();
    await readAs(twice);
    await removedAs(team);
    await heading(`${twin.user_login} is no longer in ${team.name}, ${member.user_login} still is`);
    assert.match(await words(), new RegExp(`only a part of its entries was gone at ${AT}\\. The service says`));
    await readAs(twice);
    await page.locator(".outcome .look", { hasText: "lists 2 entries of them" }).waitFor();
    await readAs(rest);
    await page.locator(".outcome .look", { hasText: "does not list them" }).waitFor();
    assert.equal(await page.locator(".undo li").count(), 2, "both are to be added again");
  });
});
