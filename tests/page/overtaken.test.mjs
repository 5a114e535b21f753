/**
 * Answers about a team that arrive in another order than they were requested: an earlier state is not shown as the present one.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { changeTeam, delay, faultsOf, GET_TEAM, hold, refusal, REMOVE_MEMBER, reply, sentBy } from "./answers.mjs";
import { drawn } from "./shown.mjs";
import { askToRemove, confirmRemoval, goTo, openTeam, plainMember, ready, remove } from "./steps.mjs";
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
  /** Lets the late answer to a read come, and resolves once the page has said so, which it does last. */
  const arrive = async (late) => {
    await page.evaluate(() => {
      const said = document.querySelector("dashboard-app > [role=status]");
      globalThis.isTold = false;
      new MutationObserver(() => (globalThis.isTold ||= /^Team .* read$/.test(said.textContent))).observe(said, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    late.arrives();
    await page.waitForFunction(() => globalThis.isTold);
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
    await Promise.all([page.waitForResponse(GET_TEAM), readAgain()]);
    await drawn(page);
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

  test("the page's own look at the team gives way to a later read, in its words too", LIMIT, async () => {
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
    late.arrives();
    await page.locator(".outcome .look", { hasText: "is not in the team any more" }).waitFor();
    assert.ok(!(await listed()).includes(user_login));
  });

  test("a read that began before a removal and fails after it puts no failure over the team that is known by then", LIMIT, async () => {
    const { user_login } = await open();
    let fail;
    const held = new Promise((resolve) => (fail = resolve));
    const refused = async (route) => {
      await held;
      await reply(route, refusal(403, "insufficient scope"));
    };
    await page.route(GET_TEAM, refused, { times: 1 });
    const asked = page.waitForRequest(GET_TEAM);
    await readAgain();
    await asked;
    await remove(page, user_login);
    await page.locator(".outcome.done").waitFor();
    const reading = page.locator(".team-card .under-way");
    await reading.waitFor();
    fail();
    await reading.waitFor({ state: "detached" });
    assert.equal(await page.locator(".failed").count(), 0);
    assert.ok(!(await listed()).includes(user_login));
  });

  /** From now on these are members too. */
  const joined = (...logins) =>
    changeTeam(page, (team) => {
      const more = logins.map((user_login) => ({ user_login, name: "", role: "member", joined_at: "2026-01-01T00:00:00Z" }));
      return { ...team, members: [...team.members, ...more] };
    });
  const appears = (login) => page.locator(".members", { hasText: login }).waitFor();
  /** A removal whose answer comes late, overtaken by a read that knows of somebody new. */
  const overtakenRemoval = async () => {
    const { user_login } = await open();
    const late = await delay(page, REMOVE_MEMBER);
    await remove(page, user_login);
    await late.made;
    await joined("newcomer");
    await readAgain();
    await appears("newcomer");
    return { user_login, late };
  };

  test("a removal's own answer gives way to a later read, and the team is read once more", LIMIT, async () => {
    const { user_login, late } = await overtakenRemoval();
    await joined("newcomer", "latecomer");
    const reads = sentBy(page, GET_TEAM);
    late.arrives();
    await page.locator(".outcome.done").waitFor();
    await appears("latecomer");
    await drawn(page);
    assert.equal(reads.length, 1, "once, and not again and again");
    const logins = await listed();
    assert.ok(logins.includes("newcomer") && !logins.includes(user_login), logins.join(" "));
  });

  test("a removal's own answer also gives way while another view is shown, and on return nobody is missing", LIMIT, async () => {
    const { user_login, late } = await overtakenRemoval();
    await goTo(page, "Agent history");
    await ready(page);
    const response = page.waitForResponse(REMOVE_MEMBER);
    late.arrives();
    await response;
    await hold(page, GET_TEAM);
    await goTo(page, "Team");
    await page.locator(".outcome.done").waitFor();
    const logins = await listed();
    assert.ok(logins.includes("newcomer") && !logins.includes(user_login), logins.join(" "));
  });

  test("a look at the team changes nothing if its outcome was put away meanwhile", LIMIT, async () => {
    const { user_login } = await open();
    await joined("newcomer");
    await readAgain();
    await appears("newcomer");
    await faultsOf(page).loseRequest();
    await remove(page, user_login);
    await page.locator(".outcome.unsettled .look").waitFor();
    // This answer has no newcomer.
    const late = await delay(page, GET_TEAM);
    await page.getByRole("button", { name: "Read the team again" }).click();
    await late.made;
    await page.locator(".outcome").getByRole("button", { name: "Close" }).click();
    await page.locator(".outcome").waitFor({ state: "detached" });
    const states = page.getByLabel("After").locator("option");
    const known = await states.count();
    const response = page.waitForResponse(GET_TEAM);
    late.arrives();
    await response;
    await drawn(page);
    await joined("newcomer", "latecomer");
    await readAgain();
    await appears("latecomer");
    assert.equal(await states.count(), known + 1, "of the one before no state is kept");
  });
});
