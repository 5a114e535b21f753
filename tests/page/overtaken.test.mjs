/**
 * Answers about a team that arrive in another order than they were asked for in: what was so before is not shown as what is so now.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { changeTeam, delay, faultsOf, GET_TEAM } from "./answers.mjs";
import { askToRemove, confirmRemoval, openTeam, plainMember, remove } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("an answer that was overtaken", (world) => {
  let page, id;
  before(async () => {
    ({ id } = world.seeded.teams[1]);
  });

  const open = async () => {
    page = await openTeam(world, id);
    return plainMember((await world.rawTeam(id)).team);
  };
  const listed = () => page.locator(".members tbody th .strong").allTextContents();
  const without = (login) => changeTeam(page, (team) => ({ ...team, members: team.members.filter((one) => one.user_login !== login) }));
  const readAgain = () => page.getByRole("button", { name: "Read again", exact: true }).click();
  const readsDone = (least) => {
    const { length } = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/teams/get"));
    return least === null ? length : length >= least;
  };
  /** Lets a late answer come, and resolves once the page has done with it what it does. */
  const arrive = async (late) => {
    const before = await page.evaluate(readsDone, null);
    late.arrives();
    await page.waitForFunction(readsDone, before + 1);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  };

  test("a read that began before a removal does not put the member back on the list", LIMIT, async () => {
    const { user_login } = await open();
    const late = await delay(page, GET_TEAM);
    await readAgain();
    await late.made;
    await remove(page, user_login);
    await page.locator(".outcome.done").waitFor();
    assert.ok(!(await listed()).includes(user_login));
    await arrive(late);
    assert.ok(!(await listed()).includes(user_login));
    await page.locator(".outcome.done").waitFor();
    await readAgain();
    assert.ok(!(await listed()).includes(user_login));
  });

  test("a read that began before an unknown outcome does not answer for it", LIMIT, async () => {
    const { user_login } = await open();
    const late = await delay(page, GET_TEAM);
    await readAgain();
    await late.made;
    await faultsOf(page).loseRequest();
    await remove(page, user_login);
    await page.locator(".outcome.unsettled .look").waitFor();
    await without(user_login);
    await page.getByRole("button", { name: "Read the team again" }).click();
    await page.locator(".outcome.done").waitFor();
    await arrive(late);
    assert.ok(!(await listed()).includes(user_login));
  });

  test("the page's own look at the team gives way to a later read, in what it says too", LIMIT, async () => {
    const { user_login } = await open();
    await faultsOf(page).refuse(404, "member not found in team");
    await askToRemove(page, user_login);
    const late = await delay(page, GET_TEAM);
    // Before it, the team is read by the dialog, and by the package behind the removal.
    await page.route(GET_TEAM, (route) => route.continue(), { times: 2 });
    await confirmRemoval(page);
    await late.made;
    await without(user_login);
    await readAgain();
    await page.waitForFunction((login) => !document.querySelector(".members tbody").textContent.includes(login), user_login);
    await arrive(late);
    await page.locator(".outcome .look", { hasText: "is not in the team any more" }).waitFor();
    assert.ok(!(await listed()).includes(user_login));
  });
});
