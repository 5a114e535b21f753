/** A removal that the service asked to wait with: what the page says of it, and that it can be stopped while nothing is on its way. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { answerWith, faultsOf, hold, mend, refusal, REMOVE_MEMBER, reply } from "./answers.mjs";
import { bundled } from "./bundled.mjs";
import { drawn, oneLine } from "./shown.mjs";
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

  test("a refusal of another team's removal is not taken for one of its own", LIMIT, async () => {
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
    const refused = page.waitForResponse(REMOVE_MEMBER);
    await remove(page, its);
    await refused;
    await drawn(page);
    await page.goBack();
    await page.locator("#team-name", { hasText: team.name }).waitFor();
    assert.equal(await words(".sending"), `Removing ${user_login}`);
    release();
    await page.locator(".outcome.done").waitFor();
  });
});

describe("the pause before a removal is sent again", () => {
  const RETRY = { operation: "teams.removeMember", type: "retry", attempt: 1, retryInMs: 1000 };
  const listeners = new Set();
  const connection = { listen: (listener) => (listeners.add(listener), () => listeners.delete(listener)) };
  const tell = (event) => listeners.forEach((listener) => listener(event));
  /** A call under way: `options` are what it was made with. */
  const begin = () => {
    const pause = new RemovalPause(() => undefined);
    const call = { pause };
    call.ended = pause.during(connection, (options) => new Promise((end) => Object.assign(call, { options, end })));
    return call;
  };

  test("begins when the client tells of it, ends with the next request, and only then can be stopped", async () => {
    const { pause, options, end, ended } = begin();
    pause.stop();
    tell({ ...RETRY, operation: "teams.get" });
    assert.deepEqual([pause.isUnderWay, options.signal.aborted], [false, false]);
    assert.equal(pause.retry, null);
    tell(RETRY);
    assert.deepEqual([pause.isUnderWay, pause.retry.attempt], [true, 2]);
    options.onProgress();
    pause.stop();
    assert.deepEqual([pause.isUnderWay, options.signal.aborted, pause.retry.attempt], [false, false, 2]);
    tell(RETRY);
    pause.stop();
    assert.deepEqual([pause.isStopped, options.signal.aborted], [true, true]);
    end();
    await ended;
    assert.deepEqual([pause.isUnderWay, listeners.size], [false, 0]);
  });

  test("is told of nobody while two removals are under way, since it may be either's", async () => {
    const calls = [begin(), begin()];
    tell(RETRY);
    assert.deepEqual(calls.map(({ pause }) => pause.isUnderWay), [false, false]);
    calls[0].end();
    await calls[0].ended;
    tell(RETRY);
    assert.deepEqual(calls.map(({ pause }) => [pause.isUnderWay, pause.retry?.attempt]), [[false, undefined], [true, 2]]);
    calls[1].end();
    await calls[1].ended;
  });

  test("stays as it was told of while it lasts, and its try is not known any more once a later one may be another's", async () => {
    const calls = [begin()];
    tell(RETRY);
    calls.push(begin());
    tell({ ...RETRY, attempt: 2 });
    assert.deepEqual(calls.map(({ pause }) => [pause.isUnderWay, pause.retry?.attempt]), [[true, 2], [false, undefined]]);
    calls[0].options.onProgress();
    tell({ ...RETRY, attempt: 2 });
    assert.deepEqual(calls.map(({ pause }) => [pause.isUnderWay, pause.retry]), [[false, null], [false, null]]);
    for (const { end } of calls) end();
    await Promise.all(calls.map(({ ended }) => ended));
  });
});
