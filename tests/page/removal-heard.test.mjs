/** What a screen reader is told of a removal's outcome: once, by the focus if that goes there, and by an announcement otherwise. */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { faultsOf, hold, refusal, REMOVE_MEMBER, reply, answerWith, teamAnswer } from "./answers.mjs";
import { drawn, hears } from "./shown.mjs";
import { goTo, openRoster, openTeam, plainMember, ready, remove } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("the outcome of a removal, heard", (world) => {
  let page, faults, id, user_login;
  before(async () => {
    ({ id } = world.seeded.teams[1]);
  });

  const open = async () => {
    page = await openTeam(world, id);
    faults = faultsOf(page);
    ({ user_login } = plainMember((await world.rawTeam(id)).team));
    await hears(page);
  };
  const heardLast = (pattern) =>
    page.waitForFunction((source) => new RegExp(source).test(globalThis.heard.findLast((text) => text !== "") ?? ""), pattern.source);
  /** What is read aloud at the element that has the focus: what it is and what describes it; and what would be read without that. */
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      const words = (element) => element?.textContent.replace(/\s+/g, " ").trim();
      const live = at.closest("team-view section").matches("[role]") || at.closest("team-view section").querySelector("[role=status], [role=alert]");
      return { name: words(at), description: words(document.getElementById(at.getAttribute("aria-describedby"))), live: Boolean(live) };
    });

  for (const [name, answer, title, description] of [
    ["done", null, /^\S+ is no longer in /, /^Confirmed by the service's answer at /],
    ["refused", refusal(403, "no"), /^\S+ was not removed from /, /^The git token lacks a permission\. This request removed nobody\./],
  ])
    test(`an outcome has the focus, its first sentence with it, and is not announced besides: ${name}`, LIMIT, async () => {
      await open();
      if (answer !== null) await answerWith(page, REMOVE_MEMBER, answer);
      await remove(page, user_login);
      await page.waitForFunction(() => document.activeElement.matches(".outcome h2"));
      const told = await focused();
      assert.match(told.name, title);
      assert.match(told.description, description);
      assert.equal(told.live, false);
      // What is announced is heard with the next frame.
      await drawn(page);
      assert.ok((await page.evaluate(() => globalThis.heard)).every((text) => !text.includes(user_login)), "said twice");
    });

  test("whether the member is still in the team is announced each time the page has looked", LIMIT, async () => {
    await open();
    await faults.loseRequest();
    await remove(page, user_login);
    await page.waitForFunction(() => document.activeElement.matches(".outcome h2"));
    assert.deepEqual(await focused(), { name: `Whether ${user_login} was removed is not known`, description: "The request was sent and its answer lost.", live: false });
    await heardLast(/^Still in the team at .* before you remove them again\.$/);
    const look = page.getByRole("button", { name: `Read the team again, about ${user_login}` });
    await faults.noTeam();
    await look.press("Enter");
    await heardLast(/^The team could not be read\. The git token lacks a permission\. /);
    await faults.mend();
    await faults.teamIs((team) => ({ ...team, members: team.members.filter((member) => member.user_login !== user_login) }));
    await look.press("Enter");
    await heardLast(new RegExp(`^${user_login} is no longer in `));
  });

  test("an outcome is announced in a view that was left meanwhile and shown again, once it has been looked at", LIMIT, async () => {
    await open();
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(REMOVE_MEMBER, async (route) => {
      await held;
      await reply(route, null);
    });
    await remove(page, user_login);
    await page.locator(".sending").waitFor();
    await goTo(page, "Agent history");
    await ready(page);
    await goTo(page, "Team");
    await page.locator(".sending").waitFor();
    release();
    await heardLast(/^Whether \S+ was removed is not known Still in the team at /);
    assert.equal(await page.evaluate(() => document.activeElement.matches(".outcome *")), false);
  });

  test("an outcome that a later read changes is announced with what is said of the read, and no other is", LIMIT, async () => {
    await open();
    const { team } = await world.rawTeam(id);
    const without = (...gone) => ({ ...team, members: team.members.filter((member) => !gone.includes(member.user_login)) });
    const other = plainMember(without(user_login));
    await answerWith(page, REMOVE_MEMBER, teamAnswer(without(user_login)));
    await remove(page, user_login);
    await page.locator(".outcome.done").waitFor();
    await answerWith(page, REMOVE_MEMBER, refusal(403, "no"));
    await faults.teamIs(() => without(user_login));
    await remove(page, other.user_login);
    await page.locator(".outcome.failed").waitFor();
    const readAgain = () => page.getByRole("button", { name: "Read again", exact: true }).press("Enter");
    await readAgain();
    await heardLast(new RegExp(`^Team ${team.name} read$`));
    await faults.teamIs(() => team);
    await readAgain();
    await heardLast(new RegExp(`^Team ${team.name} read\\. ${user_login} is again in ${team.name}$`));
  });

  test("an outcome is announced if the focus stays where somebody goes on typing", LIMIT, async () => {
    await open();
    const release = await hold(page, REMOVE_MEMBER);
    await remove(page, user_login);
    await page.locator(".sending").waitFor();
    await openRoster(page);
    await page.locator("textarea[name=roster]").pressSequentially("ann");
    release();
    await heardLast(new RegExp(`^${user_login} is no longer in `));
    assert.equal(await page.evaluate(() => document.activeElement.name), "roster");
  });
});
