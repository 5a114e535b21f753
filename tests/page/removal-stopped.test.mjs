/** A removal that the service asked to wait with: what the page says of it, and that it can be stopped while nothing is on its way. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { answerWith, faultsOf, hold, mend, refusal, REMOVE_MEMBER, reply } from "./answers.mjs";
import { bundled } from "./bundled.mjs";
import { oneLine } from "./shown.mjs";
import { goTo, openTeam, plainMember, ready, remove } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const { RemovalPause } = await bundled("www/src/state/removal-pause.ts");

suite("a removal that waits", (world) => {
  let page, id, team, user_login;
  before(async () => {
    ({ id } = world.seeded.teams[1]);
  });

  const open = async () => {
    page = await openTeam(world, id);
    ({ team } = await world.rawTeam(id));
    ({ user_login } = plainMember(team));
  };
  const stop = () => page.getByRole("button", { name: `Do not send it again, about ${user_login}`, exact: true });
  const words = async (selector) => oneLine(await page.locator(selector).innerText()).trim();
  const isFocused = (selector) => page.waitForFunction((selector) => document.activeElement.matches(selector), selector);

  test("while its request is on its way the page promises nothing about another, and cannot stop it", LIMIT, async () => {
    await open();
    const release = await hold(page, REMOVE_MEMBER);
    await remove(page, user_login);
    await page.locator(".sending").waitFor();
    assert.equal(await words(".sending"), `Removing ${user_login}`);
    assert.equal(await page.locator(".sending button").count(), 0);
    release();
    await page.locator(".outcome.done").waitFor();
  });

  test("it can be stopped while the service wants it to wait: nothing more is sent, and nobody was removed", LIMIT, async () => {
    await open();
    const sent = faultsOf(page).countRemovals();
    await answerWith(page, REMOVE_MEMBER, refusal(429, "slow down", { "Retry-After": "60" }));
    await remove(page, user_login);
    await stop().focus();
    assert.match(await words(".sending [role=status]"), /asked to wait, so nothing was done\. It is sent again in (1 min|\d+ s)/);
    await page.keyboard.press("Enter");
    await page.locator(".outcome").waitFor();
    await isFocused(".outcome h2");
    assert.match(await words(".outcome"), new RegExp(`^${user_login} was not removed from ${team.name} The service refused each request that was sent, and none is sent any more\\.`));
    assert.equal(sent.length, 1);
    assert.ok((await world.rawTeam(id)).team.members.some((member) => member.user_login === user_login));
    assert.equal(await page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true }))), true, "the page may be left");
    await mend(page);
    await remove(page, user_login);
    await page.locator(".outcome.done").waitFor();
  });

  test("what stands below it does not move when it has to wait, and it is as wide as that", LIMIT, async () => {
    await open();
    for (const width of [1440, 1000]) {
      await page.setViewportSize({ width, height: 900 });
      const place = async () => {
        const [own, bar, card] = await Promise.all([".sending", ".sending progress", ".team-card"].map((one) => page.locator(one).boundingBox()));
        return { below: card.y, bar: bar.width, width: own.width - card.width };
      };
      let answers;
      const held = new Promise((resolve) => (answers = resolve));
      await page.route(REMOVE_MEMBER, async (route) => {
        await held;
        await reply(route, refusal(429, "slow down", { "Retry-After": "60" }));
      });
      await remove(page, user_login);
      await page.locator(".sending").waitFor();
      const before = await place();
      answers();
      await stop().waitFor();
      assert.deepEqual([before, await place()], [{ ...before, bar: 200, width: 0 }, before], String(width));
      await stop().click();
      await page.getByRole("button", { name: `Close, about ${user_login}` }).click();
      await mend(page);
    }
  });

  test("it can no longer be stopped once it is sent again, and the focus stays with it", LIMIT, async () => {
    await open();
    let sent = 0;
    const release = await hold(page, REMOVE_MEMBER);
    await page.route(REMOVE_MEMBER, (route) => {
      sent += 1;
      return sent === 1 ? reply(route, refusal(429, "slow down", { "Retry-After": "2" })) : route.fallback();
    });
    await remove(page, user_login);
    await stop().focus();
    await stop().waitFor({ state: "detached" });
    await isFocused(".sending");
    assert.equal(sent, 2);
    assert.equal(await words(".sending"), `Removing ${user_login}. It is sent again (2 of 3)`);
    release();
    await page.locator(".outcome.done").waitFor();
    await isFocused(".outcome h2");
  });

  test("it still says why and how long it waits when a person comes back to it, and can be stopped then", LIMIT, async () => {
    await open();
    await answerWith(page, REMOVE_MEMBER, refusal(429, "slow down", { "Retry-After": "30" }));
    await remove(page, user_login);
    await stop().waitFor();
    await goTo(page, "Agent history");
    await ready(page);
    await goTo(page, "Team");
    const seconds = page.locator(".sending [role=status]", { hasText: /asked to wait, so nothing was done\. It is sent again\s+in \d+ s \(2 of 3\)/ });
    const told = await seconds.textContent();
    await page.waitForFunction((told) => document.querySelector(".sending [role=status]").textContent !== told, told);
    await seconds.waitFor();
    await stop().click();
    await page.locator(".outcome").waitFor();
  });

  test("of two teams' removals at once, the one that waits says so and can be stopped, and the other knows nothing of it", LIMIT, async () => {
    const [other] = world.seeded.teams;
    const its = plainMember((await world.rawTeam(other.id)).team).user_login;
    await open();
    const release = await hold(page, REMOVE_MEMBER);
    await page.route(REMOVE_MEMBER, (route) =>
      route.request().postDataJSON().team_id === other.id ? reply(route, refusal(429, "slow down", { "Retry-After": "60" })) : route.fallback(),
    );
    await remove(page, user_login);
    await page.locator(".sending").waitFor();
    await page.locator(".open-scan select").selectOption(other.id);
    await page.locator("#team-name", { hasText: other.label }).waitFor();
    await remove(page, its);
    await page.locator(".sending [role=status]", { hasText: new RegExp(`Removing ${its}\\. The service refused it and asked to wait`) }).waitFor();
    await page.getByRole("button", { name: `Do not send it again, about ${its}`, exact: true }).click();
    await page.locator(".outcome h2", { hasText: `${its} was not removed` }).waitFor();
    await page.goBack();
    await page.locator("#team-name", { hasText: team.name }).waitFor();
    assert.equal(await words(".sending"), `Removing ${user_login}`);
    release();
    await page.locator(".outcome.done").waitFor();
  });
});

describe("the pause before a removal is sent again", () => {
  const RETRY = { operation: "teams.removeMember", type: "retry", attempt: 1, retryInMs: 1000 };

  test("begins when the call tells of it, ends with the next request, and only then can be stopped", async () => {
    const pause = new RemovalPause(() => undefined);
    let end, options;
    const ended = pause.during((given) => new Promise((resolve) => ([end, options] = [resolve, given])));
    pause.stop();
    // Of reading the team back.
    options.onEvent({ ...RETRY, operation: "teams.get" });
    assert.deepEqual([pause.isUnderWay, options.signal.aborted, pause.retry], [false, false, null]);
    options.onEvent(RETRY);
    assert.deepEqual([pause.isUnderWay, pause.retry.attempt], [true, 2]);
    options.onProgress();
    pause.stop();
    assert.deepEqual([pause.isUnderWay, options.signal.aborted, pause.retry.attempt], [false, false, 2]);
    options.onEvent({ ...RETRY, attempt: 2 });
    assert.deepEqual([pause.isUnderWay, pause.retry.attempt], [true, 3]);
    pause.stop();
    assert.deepEqual([pause.isStopped, options.signal.aborted], [true, true]);
    end();
    await ended;
    assert.equal(pause.isUnderWay, false);
  });
});
