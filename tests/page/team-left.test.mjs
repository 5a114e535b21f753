/**
 * A team that is left, for another view or another team, is read no more: nothing is asked of it, and nothing said.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { GET_TEAM, hold, refusal, reply } from "./answers.mjs";
import { goTo, membersReady, openTeam, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("a team that is left", (world) => {
  let page, first, second;
  before(async () => {
    [{ id: first }, { id: second }] = world.seeded.teams;
  });

  const isRead = (request) => request.method() === "POST" && request.url().endsWith("/teams/get");
  const choose = (id) => page.locator(".open-scan select").selectOption(id);

  /** The first team may be asked again in an hour only; of the second one it is said how it is answered. */
  const openFirst = async (answerSecond) => {
    page = await world.newPage();
    await page.route(GET_TEAM, (route) =>
      route.request().postDataJSON().team_id === first ? reply(route, refusal(429, "slow down", { "Retry-After": "3600" })) : answerSecond(route),
    );
    await world.show(page, `?view=team&team=${first}`);
    await failedFirst();
  };
  const failedFirst = () => page.locator(".failed", { hasText: /try again after/ }).waitFor();

  test("leaving the view asks for nothing, and coming back asks once", LIMIT, async () => {
    page = await openTeam(world, first);
    const asked = [];
    page.on("request", (request) => isRead(request) && asked.push(request.postDataJSON().team_id));
    await goTo(page, "Agent history");
    await ready(page);
    assert.deepEqual(asked, []);
    await goTo(page, "Team");
    await membersReady(page);
    assert.deepEqual(asked, [first]);
  });

  test("a step back to a team that may not be asked yet ends the tries for the other one", LIMIT, async () => {
    await openFirst((route) => reply(route, refusal(503, "down", { "Retry-After": "20" })));
    await choose(second);
    await page.locator("[aria-busy=true]", { hasText: /next try in/ }).waitFor();
    await page.goBack();
    await failedFirst();
    assert.equal(await page.locator("[aria-busy=true]").count(), 0);
  });

  test("so it does while the other one's answer is still to come", LIMIT, async () => {
    await openFirst((route) => route.fallback());
    // Routed last, it has the first word.
    const release = await hold(page, GET_TEAM);
    const sent = page.waitForRequest(isRead);
    await choose(second);
    await sent;
    const given = page.waitForEvent("requestfailed", isRead);
    await page.goBack();
    await given;
    await failedFirst();
    release();
  });
});
