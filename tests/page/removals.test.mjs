/**
 * Several removals of one team, one after another: what became of each stays on the page, with the record that undoes it, until a
 * person puts it away.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { answerWith, delay, faultsOf, GET_TEAM, hold, json, refusal, REMOVE_MEMBER, reply, teamAnswer } from "./answers.mjs";
import { drawn, hears, oneLine } from "./shown.mjs";
import { askToRemove, confirmRemoval, connect, goTo, membersReady, openConnection, openTeam, plainMember, ready, remove } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("several removals", (world) => {
  let page, faults, id, first, second;
  before(async () => {
    ({ id } = world.seeded.teams[1]);
  });

  /** The team, and two of it who lead nothing. */
  const open = async () => {
    page = await openTeam(world, id);
    faults = faultsOf(page);
    const { members, team_leads } = (await world.rawTeam(id)).team;
    [first, second] = members.filter(({ role, user_login }) => role === "member" && !team_leads.includes(user_login));
    assert.ok(second !== undefined, "two members are left who lead nothing");
  };
  const headings = async () => (await page.locator(".outcome h2").allInnerTexts()).map(oneLine);
  const outcomeOf = ({ user_login }) => page.locator(".outcome", { has: page.getByRole("heading", { name: user_login }) });
  const settled = (member) => outcomeOf(member).and(page.locator(".done"));
  /** Removes the first, and nobody knows whether that was done. */
  const loseFirst = async () => {
    await faults.loseRequest();
    await remove(page, first.user_login);
    await outcomeOf(first).locator(".look").waitFor();
    await faults.mend();
  };
  /** Removals wait, and are refused by what this returns. */
  const refuseLate = async () => {
    let refuse;
    const held = new Promise((resolve) => (refuse = resolve));
    await page.route(REMOVE_MEMBER, async (route) => {
      await held;
      await reply(route, refusal(403, "no"));
    });
    return refuse;
  };
  const press = async (name) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const isFocused = (locator) => locator.evaluate((one) => one === document.activeElement);

  test("an outcome that is not known stays, with its record and its buttons, when somebody else is removed", LIMIT, async () => {
    await open();
    await loseFirst();
    const said = await outcomeOf(first).textContent();
    await remove(page, second.user_login);
    await settled(second).waitFor();
    const [newest, earlier, ...more] = await headings();
    assert.ok(newest.startsWith(`${second.user_login} is no longer in`), newest);
    assert.equal(earlier, `Whether ${first.user_login} was removed is not known`);
    assert.deepEqual(more, []);
    assert.equal(await outcomeOf(first).textContent(), said);
    assert.ok(await isFocused(outcomeOf(second).locator("h2")), "what was done last has the focus");

    await goTo(page, "Agent history");
    await ready(page);
    await goTo(page, "Team");
    await membersReady(page);
    assert.deepEqual(await headings(), [newest, earlier], "also after another view");

    await faults.teamIs((team) => ({ ...team, members: team.members.filter(({ user_login }) => user_login !== first.user_login) }));
    await press(`Read the team again, about ${first.user_login}`);
    await settled(first).waitFor();
    await settled(second).waitFor();
    for (const member of [first, second])
      assert.match(oneLine(await outcomeOf(member).locator(".undo").innerText()), new RegExp(`^Add ${member.user_login} `));
  });

  test("each is put away by its own button, and the focus goes on to the next one", LIMIT, async () => {
    await open();
    await loseFirst();
    await remove(page, second.user_login);
    await settled(second).waitFor();
    await press(`Close, about ${second.user_login}`);
    await outcomeOf(second).waitFor({ state: "detached" });
    assert.deepEqual(await headings(), [`Whether ${first.user_login} was removed is not known`]);
    assert.ok(await isFocused(outcomeOf(first).locator("h2")));
    await press(`Close, about ${first.user_login}`);
    await outcomeOf(first).waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.id), "team-name");
  });

  test("an outcome that is put away while another removal is under way leaves the focus to what stood below it", LIMIT, async () => {
    await open();
    await loseFirst();
    const refuse = await refuseLate();
    await remove(page, second.user_login);
    await page.getByText(`Removing ${second.user_login}`).waitFor();
    await press(`Close, about ${first.user_login}`);
    await outcomeOf(first).waitFor({ state: "detached" });
    await drawn(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "team-name");
    refuse();
    await outcomeOf(second).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "team-name");
  });

  test("each removal that was done keeps the record that undoes it", LIMIT, async () => {
    await open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const member of [first, second]) {
      await remove(page, member.user_login);
      await settled(member).waitFor();
    }
    for (const member of [first, second]) {
      await outcomeOf(member).getByRole("button", { name: "Copy the removed member's record" }).click();
      assert.deepEqual(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), member);
    }
    await page.waitForFunction(() => [...document.querySelectorAll(".undo button")].every(({ ariaLabel, textContent }) => textContent === ariaLabel));
  });

  test("a button that was pressed says what it copies once there is more to copy", LIMIT, async () => {
    await open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const { team } = await world.rawTeam(id);
    const without = (...gone) => ({ ...team, members: team.members.filter((member) => !gone.some(({ user_login }) => user_login === member.user_login)) });
    await answerWith(page, REMOVE_MEMBER, teamAnswer(without(second)));
    await remove(page, first.user_login);
    const button = outcomeOf(first).locator(".undo button");
    await button.click();
    await button.getByText("Copied").waitFor();
    await faults.teamIs(() => without(first, second));
    await page.getByRole("button", { name: "Add current state" }).click();
    await outcomeOf(first).getByText("Copy the removed members' records").waitFor();
  });

  test("each says in its own place what it waits for, and the browser asks before leaving while one is under way", LIMIT, async () => {
    await open();
    await loseFirst();
    const late = await delay(page, GET_TEAM);
    await press(`Read the team again, about ${first.user_login}`);
    await late.made;
    await answerWith(page, REMOVE_MEMBER, json({ error: "slow down" }, 429, { "Retry-After": "3" }));
    await remove(page, second.user_login);
    const told = page.locator(".progress", { hasText: new RegExp(`Removing ${second.user_login}\\. The service .* asked to wait, .* sent again\\s+in`) });
    await told.waitFor();
    assert.equal(oneLine(await outcomeOf(first).locator(".progress").innerText()).trim(), "Reading the team");
    assert.equal(await page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true }))), true);
    late.arrives();
    await outcomeOf(first).locator(".look", { hasText: "Still in the team" }).waitFor();
    await told.waitFor();
    await faults.mend();
    await settled(second).waitFor();
    assert.equal(await page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true }))), false);
  });

  /** A removal that goes on while another view is shown. */
  const removeAndLeave = async () => {
    await open();
    const late = await delay(page, REMOVE_MEMBER);
    await remove(page, first.user_login);
    await late.made;
    await goTo(page, "Container scan");
    await ready(page);
    return late;
  };

  test("a removal that ended while something else was shown is reported there, and leads to its team", LIMIT, async () => {
    const late = await removeAndLeave();
    const remark = page.locator(".remark");
    assert.equal(await remark.count(), 0);
    late.arrives();
    await remark.waitFor();
    const said = new RegExp(`^${first.user_login} was removed from .+\\.$`);
    assert.match(await remark.locator("p").innerText(), said);
    await page.waitForFunction((login) => document.querySelector(".sr[role=status]").textContent.startsWith(`${login} was removed`), first.user_login);
    await goTo(page, "Agent history");
    await ready(page);
    assert.match(await remark.locator("p").innerText(), said, "in every view");
    await press(`Show the removal of ${first.user_login}`);
    await settled(first).waitFor();
    assert.equal(await remark.count(), 0);
    await page.waitForFunction(() => document.activeElement.id === "main");
    await goTo(page, "Container scan");
    await ready(page);
    assert.equal(await remark.count(), 0, "it was seen");
  });

  test("what is announced of a removal that ended while something else was shown is no earlier outcome", LIMIT, async () => {
    await open();
    await loseFirst();
    const refuse = await refuseLate();
    await remove(page, second.user_login);
    await page.getByText(`Removing ${second.user_login}`).waitFor();
    await goTo(page, "Agent history");
    await ready(page);
    await hears(page);
    refuse();
    await page.locator(".remark").waitFor();
    await drawn(page);
    const heard = (await page.evaluate(() => globalThis.heard)).filter((text) => text !== "");
    assert.equal(heard.length, 1, heard.join());
    assert.ok(heard[0].startsWith(`${second.user_login} was not removed from `), heard[0]);
  });

  test("a removal at another organisation or service is reported where it was asked for, and nowhere else", LIMIT, async () => {
    for (const fields of [{ org: "another-org" }, { base: `${world.service.baseUrl}/elsewhere`, apiToken: "of-elsewhere" }]) {
      const late = await removeAndLeave();
      late.arrives();
      const remark = page.locator(".remark", { hasText: `${first.user_login} was removed from` });
      await remark.waitFor();
      await openConnection(page);
      await connect(page, fields);
      await page.locator("main [role=alert]").waitFor();
      assert.equal(await page.locator(".remark").count(), 0, Object.keys(fields)[0]);
      await page.goBack();
      await remark.waitFor();
    }
  });

  test("the page does not look up a removal at another service that it was connected to meanwhile", LIMIT, async () => {
    await open();
    await hold(page, REMOVE_MEMBER);
    await remove(page, first.user_login);
    await page.getByText(`Removing ${first.user_login}`).waitFor();
    await goTo(page, "Container scan");
    await ready(page);
    const reads = [];
    page.on("request", (request) => request.url().endsWith("/teams/get") && reads.push(request.url()));
    await openConnection(page);
    await connect(page, { base: `${world.service.baseUrl}/elsewhere`, apiToken: "of-elsewhere", gitToken: "of-elsewhere" });
    await page.locator("main [role=alert]").waitFor();
    assert.deepEqual(reads, []);
    await page.goBack();
    await press(`Show the removal of ${first.user_login}`);
    await outcomeOf(first).waitFor();
    assert.deepEqual([await headings(), await outcomeOf(first).locator(".look").count()], [[`Whether ${first.user_login} was removed is not known`], 0]);
  });

  test("another connection puts away refusals, and nothing else", LIMIT, async () => {
    await open();
    await loseFirst();
    await faults.refuse(403, "no");
    await remove(page, second.user_login);
    await page.locator(".outcome.failed").waitFor();
    assert.equal((await headings()).length, 2);
    await openConnection(page);
    await connect(page, { gitToken: "another-token" });
    await page.locator(".outcome.failed").waitFor({ state: "detached" });
    assert.deepEqual(await headings(), [`Whether ${first.user_login} was removed is not known`]);
  });

  for (const [name, answer, said] of [
    ["refused", refusal(403, "insufficient scope"), /was not removed from/],
    ["not known", null, /^Whether .* was removed from .* is not known\.$/],
  ])
    test(`a removal that ended elsewhere and was ${name} is reported as that, and can be put away there`, LIMIT, async () => {
      const { id } = world.seeded.teams[1];
      const page = await openTeam(world, id);
      const { user_login } = plainMember((await world.rawTeam(id)).team);
      let release;
      const held = new Promise((resolve) => (release = resolve));
      await page.route(REMOVE_MEMBER, async (route) => {
        await held;
        await reply(route, answer);
      });
      await remove(page, user_login);
      await page.getByText(`Removing ${user_login}`).waitFor();
      await goTo(page, "Agent history");
      await ready(page);
      release();
      const remark = page.locator(".remark");
      assert.match(await remark.locator("p").innerText(), said);
      await page.getByRole("button", { name: `Dismiss, about the removal of ${user_login}` }).press("Enter");
      await remark.waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => document.activeElement.id), "main");
      await goTo(page, "Team");
      await page.locator(".outcome").waitFor();
    });

  test("a dialog that could not read the team offline does not go on saying that the page is offline", LIMIT, async () => {
    const { id } = world.seeded.teams[1];
    const page = await openTeam(world, id);
    const { user_login } = plainMember((await world.rawTeam(id)).team);
    await askToRemove(page, user_login);
    await page.context().setOffline(true);
    await confirmRemoval(page);
    const unread = page.locator(".unread");
    assert.equal(await unread.innerText(), "You are offline, so nothing was sent. Press Remove again once you are back.");
    await page.context().setOffline(false);
    await unread.filter({ hasText: /^You were offline, so nothing was sent\. Press Remove again\.$/ }).waitFor();
    await confirmRemoval(page);
    await page.locator(".outcome.done").waitFor();
  });
});
