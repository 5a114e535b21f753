/**
 * What the team view must not lose: a removal's outcome with the record that undoes it, the states that were seen, a list that
 * was typed. And what it must not mix up: one team with another.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { faultsOf, GET_TEAM, hold, REMOVE_MEMBER } from "./answers.mjs";
import {
  askToRemove,
  compareRoster,
  confirmRemoval,
  connect,
  goTo,
  membersReady,
  openConnection,
  openTeam,
  plainMember,
  ready,
  remove,
} from "./steps.mjs";
import { addressOf } from "./shown.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("the team view comes and goes", (world) => {
  let page, faults, id, other;
  before(async () => {
    [{ id: other }, { id }] = world.seeded.teams;
  });

  const open = async () => {
    page = await openTeam(world, id);
    faults = faultsOf(page);
    return plainMember((await world.rawTeam(id)).team);
  };
  const away = async () => {
    await goTo(page, "Agent history");
    await ready(page);
  };
  const back = async () => {
    await goTo(page, "Team");
    await membersReady(page);
  };
  const choose = async (team) => {
    await page.locator(".open-scan select").selectOption(team);
    const { name } = (await world.rawTeam(team)).team;
    await page.locator("#team-name", { hasText: name }).waitFor();
  };
  const options = () => page.getByLabel("After").locator("option").allInnerTexts();
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);

  test("the outcome, its record, the states and the list are there after another view", LIMIT, async () => {
    const member = await open();
    await compareRoster(page, "somebody-else");
    await page.locator("textarea[name=roster]").fill("somebody-else\nnot-compared-yet");
    await remove(page, member.user_login);
    await page.locator(".outcome.done").waitFor();
    const said = await page.locator(".outcome.done").textContent();
    const known = await options();
    const diff = await page.locator("#team-diff").textContent();
    await away();
    await back();
    assert.equal(await page.locator(".outcome.done").textContent(), said);
    assert.deepEqual(await options(), known, "the same states: reading the team once more was no news");
    assert.equal(await page.locator("#team-diff").textContent(), diff);
    assert.equal(await page.locator("textarea[name=roster]").isVisible(), true);
    assert.equal(await page.locator("textarea[name=roster]").inputValue(), "somebody-else\nnot-compared-yet");
    assert.match(await page.locator("[data-part=missing]").textContent(), /somebody-else/);
    assert.doesNotMatch(await addressOf(page), /somebody-else/);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    assert.equal(stored, "{}", "people's names are in no storage");
  });

  test("the search, unfolded lists and a begun text are there after another view", LIMIT, async () => {
    await open();
    const members = Array.from({ length: 85 }, (_, at) => ({ user_login: `person-${at}`, role: "member" }));
    await faults.teamIs((now) => ({ ...now, members }));
    await page.getByRole("button", { name: "Read again" }).click();
    await page.getByRole("button", { name: /all 85 members/ }).click();
    const search = page.getByRole("searchbox", { name: "Search members" });
    await search.fill("person-1");
    const json = page.locator("textarea[name=json]");
    await page.locator(".compare summary").click();
    await json.fill('{ "id": "begun');
    await away();
    await back();
    assert.deepEqual([await search.inputValue(), await page.locator(".members tbody tr").count()], ["person-1", 11]);
    assert.equal(await json.inputValue(), '{ "id": "begun');
    assert.ok(await json.isVisible());
    await page.locator(".open-scan select").selectOption(other);
    await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 50);
    assert.equal(await search.inputValue(), "", "another team has its own");
    assert.equal(await json.inputValue(), '{ "id": "begun', "any team's state may be added");
  });

  test("a removal with an unknown outcome waits for the person to come back", LIMIT, async () => {
    const member = await open();
    await faults.loseRequest();
    await remove(page, member.user_login);
    await page.locator(".outcome.unsettled").waitFor();
    await away();
    await back();
    await choose(other);
    assert.equal(await page.locator(".outcome").count(), 0, "it is the other team's no more than its members are");
    await choose(id);
    assert.match(await page.locator(".outcome.unsettled").textContent(), /Whether .* was removed is not known/s);
    await page.getByRole("button", { name: "Read the team again" }).click();
    assert.match(await page.locator(".look").textContent(), /Still in the team/);
  });

  test("an answer that comes while another view is shown is reported afterwards", LIMIT, async () => {
    const member = await open();
    const release = await hold(page, REMOVE_MEMBER);
    await remove(page, member.user_login);
    await page.locator(".sending").waitFor();
    await away();
    const response = page.waitForResponse(REMOVE_MEMBER);
    release();
    await response;
    await back();
    await page.locator(".outcome.done").waitFor();
    assert.match(await page.locator(".undo").textContent(), new RegExp(member.user_login));
  });

  test("a new token for the same service leaves the outcome where it is", LIMIT, async () => {
    const member = await open();
    await faults.loseRequest();
    await remove(page, member.user_login);
    await page.locator(".outcome.unsettled").waitFor();
    await openConnection(page);
    await Promise.all([page.waitForResponse(GET_TEAM), connect(page, { apiToken: "another-token" })]);
    await membersReady(page);
    assert.match(await page.locator(".outcome.unsettled").textContent(), new RegExp(member.user_login));
  });

  test("another team is not compared with the one before, until a person asks; then it is marked", LIMIT, async () => {
    await open();
    await choose(other);
    assert.equal(await page.locator("#team-diff").count(), 0);
    await page.getByText("Only one state of this team is known").waitFor();
    await page.getByLabel("Before").selectOption({ index: 0 });
    await page.locator("#team-diff").waitFor();
    const mark = await page.locator(".two-teams").textContent();
    assert.match(mark, /Two different teams/);
    assert.ok(mark.includes(id) && mark.includes(other));
    await choose(id);
    assert.equal(await page.locator("#team-diff").count(), 0, "each team has its own pair");
    await page.getByRole("button", { name: "Read again" }).click();
    await page.locator("#team-diff").waitFor();
    assert.equal(await page.locator(".two-teams").count(), 0, "its own two states");
  });

  test("a list of logins belongs to its team: it offers nobody of another team for removal", LIMIT, async () => {
    await open();
    const logins = (await world.rawTeam(id)).team.members.map(({ user_login }) => user_login);
    await compareRoster(page, logins.slice(1).join("\n"));
    await choose(other);
    assert.equal(await page.locator("#roster-result").count(), 0);
    assert.equal(await page.locator("textarea[name=roster]").isVisible(), false, "what is unfolded for one team is so for that alone");
    assert.equal(await page.locator("textarea[name=roster]").inputValue(), "");
    await choose(id);
    assert.deepEqual(await page.locator("[data-part=unexpected] li .strong").allTextContents(), [logins[0]]);
  });

  test("a question about a removal goes with its team, and so does what was read for it", LIMIT, async () => {
    page = await openTeam(world, other);
    await choose(id);
    await page.waitForURL((url) => url.searchParams.get("team") === id);
    const member = plainMember((await world.rawTeam(id)).team);
    await askToRemove(page, member.user_login);
    const release = await hold(page, GET_TEAM);
    await confirmRemoval(page);
    await page.goBack();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    release();
    await membersReady(page);
    assert.equal((await options()).filter((text) => text.includes("before removing")).length, 0);
    assert.ok((await world.rawTeam(id)).team.members.some(({ user_login }) => user_login === member.user_login), "nobody was removed");
  });

  test("closing an outcome leaves the focus in the team", LIMIT, async () => {
    const member = await open();
    await remove(page, member.user_login);
    await page.locator(".outcome.done").waitFor();
    await page.locator(".outcome").getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".outcome").waitFor({ state: "detached" });
    assert.equal(await focused(), "team-name");
  });
});
