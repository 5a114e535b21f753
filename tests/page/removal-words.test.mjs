/**
 * What the page says after a removal: collateral damage is a warning and names all that has to be undone, nobody is credited with
 * words they did not say, and no button promises to send again what it does not send.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { faultsOf, refusal, REMOVE_MEMBER, reply, teamAnswer } from "./answers.mjs";
import { oneLine } from "./shown.mjs";
import { askToRemove, confirmRemoval, membersReady, plainMember, remove } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("words after a removal", (world) => {
  let page, faults, id, team, member;
  before(async () => {
    ({ id } = world.seeded.teams[1]);
    ({ team } = await world.rawTeam(id));
    member = plainMember(team);
  });

  const open = async () => {
    page = await world.newPage();
    faults = faultsOf(page);
  };
  const show = async () => {
    await world.show(page, `?view=team&team=${id}`);
    await membersReady(page);
  };
  const words = async (selector) => oneLine(await page.locator(selector).innerText());
  /** The page reads the team before it sends a removal; who reads it after that finds the member gone. */
  const goneAfterOneRead = () => {
    let reads = 0;
    return faults.teamIs((now) => {
      reads += 1;
      return reads === 1 ? now : { ...now, members: now.members.filter(({ user_login }) => user_login !== member.user_login) };
    });
  };

  test("the removal of the last lead says that nobody leads the team now", LIMIT, async () => {
    await open();
    const lead = team.members.find(({ user_login }) => user_login === team.team_leads[0]);
    const others = team.members.filter((one) => one !== lead).map((one) => ({ ...one, role: "member" }));
    await faults.teamIs((now) => ({ ...now, team_leads: [lead.user_login], members: [lead, ...others] }));
    await show();
    await faults.pretend({ ...team, team_leads: [], members: others });
    const dialog = await askToRemove(page, lead.user_login);
    assert.equal(oneLine(await dialog.innerText()).match(/Nobody else leads this team\.|without a lead/g).join(), "Nobody else leads this team.", "said once");
    assert.match(await dialog.innerText(), /Only this membership and the place in the list of leads should change; the page checks this afterwards\./);
    await dialog.locator("input[name=confirm]").fill(lead.user_login);
    await confirmRemoval(page);
    await page.locator(".outcome.done").waitFor();
    assert.match(await words(".outcome.done"), /The team was left without a lead\. Nothing else changed\./);
  });

  test("the question about a removal says what is inconsistent about that person, and about nobody else", LIMIT, async () => {
    await open();
    const others = team.members.filter(({ user_login }) => user_login !== "half-lead").map((one) => ({ ...one, role: "member" }));
    const listed = others.slice(0, 2).map(({ user_login }) => user_login);
    await faults.teamIs((now) => ({ ...now, team_leads: listed, members: [{ user_login: "half-lead", role: "lead" }, ...others] }));
    await show();
    const half = await askToRemove(page, "half-lead");
    assert.match(await half.locator(".warnings").innerText(), /^Inconsistent: has the lead role, but is not in the list of leads\.$/);
    await half.getByRole("button", { name: "Keep" }).click();
    const plain = await askToRemove(page, others[2].user_login);
    assert.match(await plain.innerText(), /No warnings\./);
  });

  test("a word is typed instead if nothing of the last lead's login can be typed", LIMIT, async () => {
    await open();
    const unseen = "\u2060\u200b\u3164";
    const others = team.members.map((one) => ({ ...one, role: "member" }));
    await faults.teamIs((now) => ({ ...now, team_leads: [unseen], members: [{ user_login: unseen, role: "lead" }, ...others] }));
    await show();
    await page.locator(".members tbody button.danger").first().click();
    const dialog = page.locator("dialog[open]");
    assert.match(oneLine(await dialog.locator("label").innerText()), /Nothing of this login can be typed\. Type remove to confirm/);
    const button = dialog.getByRole("button", { name: "Remove" });
    for (const [text, isReady] of [["", false], [unseen, false], ["remove", true], ["", false]]) {
      await dialog.locator("input[name=confirm]").fill(text);
      assert.equal(await button.isEnabled(), isReady, `“${text}”`);
    }
  });

  test("a removal that took more with it is a warning, and every part of it is to be undone", LIMIT, async () => {
    await open();
    await show();
    const others = team.members.filter(({ user_login }) => user_login !== member.user_login);
    const [lost, promoted] = others.filter(({ user_login }) => !team.team_leads.includes(user_login));
    const [tag] = team.tags;
    assert.ok(lost !== undefined && promoted !== undefined && tag !== undefined, "the demo's team has a tag, and two members more who do not lead it");
    const kept = others.filter((one) => one !== lost && one !== promoted);
    await faults.pretend({
      ...team,
      name: "Another name",
      tags: team.tags.slice(1),
      members: [...kept, { ...promoted, role: "lead" }, { user_login: "stranger", role: "member" }],
    });
    await remove(page, member.user_login);
    await page.locator(".outcome").waitFor();
    assert.equal(await page.locator(".outcome.done").count(), 0, "not a plain success");
    assert.match(await words(".outcome.unsettled h2"), /no longer in .*, and more changed than was asked for/);
    await page.waitForFunction(() => document.activeElement.matches(".outcome h2"));
    assert.ok((await page.locator(".outcome h2").boundingBox()).y >= 0, "a long warning is read from its beginning");
    const steps = (await page.locator(".undo li").allInnerTexts()).map(oneLine);
    for (const step of [
      `Add ${member.user_login}`,
      `Add ${lost.user_login}`,
      "Remove stranger",
      `Give ${promoted.user_login} the role member again`,
      `Put ${tag} back into the tags`,
      `Set Name back to ${team.name}`,
    ])
      assert.ok(steps.some((text) => text.startsWith(step)), `${step}: ${steps.join(" | ")}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator(".undo button").click();
    const records = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    assert.deepEqual(records.map(({ user_login }) => user_login).sort(), [member.user_login, lost.user_login].sort());
  });

  test("a success without anything else stays a success, with one step to undo it", LIMIT, async () => {
    await open();
    await show();
    await faults.pretend({ ...team, members: team.members.filter(({ user_login }) => user_login !== member.user_login) });
    await remove(page, member.user_login);
    await page.locator(".outcome.done").waitFor();
    assert.match(await words(".outcome"), /The service says: .?Member removed/);
    assert.equal(await page.locator(".undo li").count(), 0);
  });

  test("the page claims no words of the service if the answer was lost", LIMIT, async () => {
    await open();
    await show();
    await faults.loseRequest();
    await askToRemove(page, member.user_login);
    await goneAfterOneRead();
    await confirmRemoval(page);
    await page.locator(".outcome.done").waitFor();
    assert.match(await words(".outcome"), /The answer was lost or inconclusive, so the team was read again at .* UTC: they were gone/);
    assert.doesNotMatch(await words(".outcome"), /The service says/);
  });

  test("after a failure of the service the page says by itself that the member is still listed", LIMIT, async () => {
    await open();
    await show();
    const sent = faults.countRemovals();
    await faults.refuse(500, "internal");
    await remove(page, member.user_login);
    await page.locator(".look").waitFor();
    assert.match(await words(".outcome.unsettled"), /is not known .* does not say what came of it\. The service answered 500\..*Still in the team at/);
    assert.doesNotMatch(await words(".outcome.unsettled"), /before doing anything else/, "the page has read it");
    await page.getByRole("button", { name: `Copy ${member.user_login}'s record`, exact: true }).waitFor();
    assert.equal(sent.length, 1);
  });

  test("a login in two spellings: the diff has both, the chosen one is sent, and the page names the one that stays", LIMIT, async () => {
    await open();
    const twice = (now) => ({
      ...now,
      members: [...now.members, { user_login: "bob", user_name: "Bob", role: "member" }, { user_login: "Bob", role: "member" }],
    });
    await faults.teamIs(twice);
    await show();
    const sent = faults.countRemovals();
    await askToRemove(page, "Bob");
    const lines = await page.locator("dialog[open] .diff .removed .text").allInnerTexts();
    assert.deepEqual(lines, ["bob (Bob), member", "Bob, member"]);
    assert.match(await words("dialog[open]"), /Remove Bob from .*2 entries are one login/);
    await faults.pretend({ ...team, members: [...team.members, { user_login: "bob", user_name: "Bob", role: "member" }] });
    await confirmRemoval(page);
    await page.locator(".outcome").waitFor();
    assert.equal(sent[0].user_login, "Bob");
    assert.match(await words(".outcome.unsettled h2"), /^Bob is no longer in .*, bob still is$/);
    assert.match(await words(".undo"), /^Add Bob to/);
  });

  test("a login that is listed twice in one spelling: the page says which entry is gone and how to undo it", LIMIT, async () => {
    await open();
    const [first, second] = [{ user_login: "bob", role: "maintainer", joined_at: "2024-01-02T03:04:05Z" }, { user_login: "bob", role: "member" }];
    await faults.teamIs((now) => ({ ...now, members: [...now.members, first, second] }));
    await show();
    await faults.pretend({ ...team, members: [...team.members, second] });
    await page.getByRole("button", { name: "Remove bob from the team" }).first().click();
    assert.doesNotMatch(await words("dialog[open] .warnings"), /Inconsistent/, "a warning says it");
    await confirmRemoval(page);
    await page.locator(".outcome").waitFor();
    assert.match(await words(".outcome.unsettled h2"), /^1 entry of bob is no longer in .*, 1 other still is$/);
    assert.match(await words(".undo"), /^Add bob to .* again with the role maintainer/);
  });

  test("a member who is gone before the removal is sent was not removed by it", LIMIT, async () => {
    await open();
    const gone = (now) => ({ ...now, members: now.members.filter(({ user_login }) => user_login !== member.user_login) });
    let sent = 0;
    await page.route(REMOVE_MEMBER, (route) => {
      sent += 1;
      return reply(route, sent === 1 ? refusal(429, "slow down", { "Retry-After": "3" }) : teamAnswer(gone(team), "Member removed"));
    });
    await show();
    await remove(page, member.user_login);
    await page.locator(".progress", { hasText: /sent again/ }).waitFor();
    await faults.teamIs(gone);
    await page.getByRole("button", { name: "Read again" }).click();
    await page.locator(".outcome").waitFor();
    assert.match(await words(".outcome"), new RegExp(`^${member.user_login} is no longer in ${team.name} They were not in the team any more when the removal was sent`));
  });

  test("a member who is still on the list of leads is not to be put there again", LIMIT, async () => {
    await open();
    const twice = (now) => ({ ...now, team_leads: [...now.team_leads, "bob"], members: [...now.members, { user_login: "bob", role: "member" }, { user_login: "Bob", role: "member" }] });
    const later = { ...team, team_leads: [...team.team_leads, "bob"], members: [...team.members, { user_login: "bob", role: "member" }] };
    for (const [left, isOn] of [[later, true], [{ ...later, team_leads: team.team_leads }, false]]) {
      await faults.teamIs(twice);
      await show();
      await faults.pretend(left);
      await remove(page, "Bob");
      await page.locator(".outcome").waitFor();
      assert.equal(/to the list of leads/.test(await words(".undo")), !isOn);
      await page.getByRole("button", { name: /^Close/ }).first().click();
    }
  });

  test("a member who stays and loses the lead was not removed, and the loss is to be undone", LIMIT, async () => {
    await open();
    await faults.teamIs((now) => ({ ...now, team_leads: [...now.team_leads, member.user_login] }));
    await show();
    await faults.pretend(team);
    await remove(page, member.user_login);
    await page.locator(".outcome.unsettled").waitFor();
    const said = await words(".outcome.unsettled");
    assert.match(said, /still lists them\. They were not removed; sending/);
    assert.doesNotMatch(said, /Nothing was removed/);
    assert.match(await words(".undo"), new RegExp(`Put ${member.user_login} back into the list of leads`));
  });

  test("a member whom the service does not find is said to be gone if they are, and that the answer did not say so", LIMIT, async () => {
    await open();
    await show();
    const sent = faults.countRemovals();
    await askToRemove(page, member.user_login);
    await faults.refuse(404, "member not found in team");
    await goneAfterOneRead();
    await confirmRemoval(page);
    await page.locator(".outcome.done").waitFor();
    assert.match(await words(".outcome"), /The answer was lost or inconclusive, so the team was read again at .* UTC: they were gone/);
    assert.doesNotMatch(await words(".outcome"), /The service says/);
    const listed = await page.locator(".members tbody th .strong").allTextContents();
    assert.ok(!listed.includes(member.user_login), "the list below is fresh");
    assert.equal(sent.length, 1);
  });

  test("a member whom the service does not find and who is there: nobody was removed, and the team is read again", LIMIT, async () => {
    await open();
    await show();
    const sent = faults.countRemovals();
    await faults.refuse(404, "member not found in team");
    await remove(page, member.user_login);
    await page.locator(".failed .look").waitFor();
    assert.match(await words(".failed"), /removed nobody\. The service does not know the team, or not this member in it/);
    assert.match(await words(".failed .look"), new RegExp(`${member.user_login} is still in the team`));
    assert.equal(sent.length, 1);
  });

  for (const [status, kind] of [[422, "rejected"], [403, "forbidden"], [429, "rate limited"]])
    test(`after a removal that was refused no button promises to send it again: ${kind}`, LIMIT, async () => {
      await open();
      await show();
      const sent = faults.countRemovals();
      await faults.refuse(status, "no");
      await remove(page, member.user_login);
      await page.locator(".failed").waitFor({ timeout: 40_000 });
      assert.match(await words(".failed"), /This request removed nobody\./);
      if (status === 403) assert.match(await words(".failed"), /allowed to change this organisation's teams/);
      const buttons = await page.locator(".failed").getByRole("button").allInnerTexts();
      assert.ok(buttons.every((text) => /^(Read the team again|Change connection|Close)$/.test(text)), buttons.join());
      if (status === 403) return;
      const before = sent.length;
      await page.locator(".failed").getByRole("button", { name: "Read the team again" }).click();
      await page.locator(".failed").waitFor({ state: "detached" });
      assert.equal(sent.length, before);
    });

  test("a refusal says who was not removed and from where, and is put away like a success", LIMIT, async () => {
    await open();
    await show();
    await faults.refuse(403, "no");
    await remove(page, member.user_login);
    await page.locator(".failed").waitFor();
    assert.equal(await words(".failed h2"), `${member.user_login} was not removed from ${team.name}`);
    assert.match(await words(".failed"), /The git token lacks a permission\. This request removed nobody\. .* The service says: .?no.? status 403 · forbidden/);
    await page.waitForFunction(() => document.activeElement.matches(".outcome h2"));
    await page.locator(".failed").getByRole("button", { name: "Close" }).click();
    await page.locator(".failed").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.id), "team-name");
  });
});
