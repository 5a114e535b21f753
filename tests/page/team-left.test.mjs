/**
 * A team that is left, for another view or another team, is read no more: nothing is asked of it, and nothing said.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { GET_TEAM, hold, mend, refusal, reply, sentBy } from "./answers.mjs";
import { goTo, membersReady, openTeam, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("a team that is left", (world) => {
  let page, first, second;
  before(async () => {
    [{ id: first }, { id: second }] = world.seeded.teams;
  });

  test("leaving the view asks for nothing, and coming back asks once", LIMIT, async () => {
    page = await openTeam(world, first);
    const asked = sentBy(page, GET_TEAM);
    await goTo(page, "Agent history");
    await ready(page);
    assert.deepEqual(asked, []);
    // What is known is shown at once, before it is read.
    const answer = page.waitForResponse(GET_TEAM);
    await goTo(page, "Team");
    await answer;
    await membersReady(page);
    assert.deepEqual(asked.map(({ team_id }) => team_id), [first]);
  });

  const cancelled = () => page.getByRole("heading", { name: "Loading was cancelled" }).waitFor();
  const cancel = async () => {
    await page.getByRole("button", { name: "Cancel" }).click();
    await cancelled();
  };

  test("coming back to the view does not request what was cancelled", LIMIT, async () => {
    page = await world.newPage();
    const release = await hold(page, GET_TEAM);
    await world.show(page, `?view=team&team=${first}`);
    await cancel();
    const asked = sentBy(page, GET_TEAM);
    for (const view of ["Container scan", "Agent history"]) {
      await goTo(page, view);
      await ready(page);
      await goTo(page, "Team");
      await cancelled();
    }
    assert.deepEqual(asked, []);
    release();
    await mend(page);
    await page.getByRole("button", { name: "Load it" }).click();
    await membersReady(page);
    assert.deepEqual(asked.map(({ team_id }) => team_id), [first]);
  });

  test("coming back from another team requests what was cancelled", LIMIT, async () => {
    page = await openTeam(world, first);
    const release = await hold(page, GET_TEAM);
    await page.locator(".open-scan select").selectOption(second);
    await cancel();
    await page.goBack();
    await membersReady(page);
    release();
    await mend(page);
    await page.goForward();
    await page.locator("#team-name", { hasText: world.seeded.teams[1].label }).waitFor();
  });

  test("a step back to a team that may not be asked yet ends the tries for the other one", LIMIT, async () => {
    const answers = { [first]: refusal(429, "slow down", { "Retry-After": "3600" }), [second]: refusal(503, "down", { "Retry-After": "20" }) };
    const failed = () => page.locator(".failed", { hasText: /try again after/ }).waitFor();
    page = await world.newPage();
    await page.route(GET_TEAM, (route) => reply(route, answers[route.request().postDataJSON().team_id]));
    await world.show(page, `?view=team&team=${first}`);
    await failed();
    await page.locator(".open-scan select").selectOption(second);
    await page.locator("[aria-busy=true]", { hasText: /next try in/ }).waitFor();
    await page.goBack();
    await failed();
    assert.equal(await page.locator("[aria-busy=true]").count(), 0);
  });
});
