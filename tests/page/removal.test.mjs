/**
 * Removing a member while something goes wrong or changes in between: a stale view is refused, and each outcome that is
 * neither success nor failure says what is known. Who is in the team afterwards is asked of the service itself.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { answerWith, faultsOf, GET_TEAM, hold, json, mend, refusal, REMOVE_MEMBER, reply, sentBy } from "./answers.mjs";
import { countedDown, oneLine } from "./shown.mjs";
import { askToRemove, compareRoster, confirmRemoval, membersReady, openRoster, openTeam, plainMember, remove } from "./steps.mjs";
import { suite } from "./suite.mjs";

const LIMIT = { timeout: 90_000 };

suite("removal of a member", (world) => {
  let page, faults, id;
  before(async () => {
    ({ id } = world.seeded.teams[1]);
  });

  const open = async () => {
    page = await openTeam(world, id);
    faults = faultsOf(page);
    const { team } = await world.rawTeam(id);
    return { team, member: plainMember(team) };
  };
  const isThere = async ({ user_login }) => (await world.rawTeam(id)).team.members.some((one) => one.user_login === user_login);

  test("the verified result says who was removed, with role, and what undoing it takes", LIMIT, async () => {
    const { member } = await open();
    await remove(page, member.user_login);
    const done = page.locator(".outcome.done");
    await done.waitFor();
    const undo = await done.locator(".undo").textContent();
    assert.match(undo, new RegExp(`Add\\s+${member.user_login}.*with the role\\s+${member.role}`, "s"));
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(member.joined_at));
    assert.ok(undo.includes(`They joined on ${day}; adding them again sets a new date.`), undo);
    assert.equal(await done.locator(".undo time").getAttribute("title"), member.joined_at, "as the record that is gone has it");
    assert.match(await done.textContent(), /Confirmed by the service's answer at .* UTC: they were no longer listed\./);
    assert.equal(await isThere(member), false);
    await done.getByRole("button", { name: "Close" }).click();
    assert.equal(await page.locator(".outcome").count(), 0);
  });

  test("a removal that was refused for its token leads to the field of that token", LIMIT, async () => {
    const { member } = await open();
    await answerWith(page, REMOVE_MEMBER, refusal(401, "expired"));
    await remove(page, member.user_login);
    await page.locator(".outcome").getByRole("button", { name: "Change connection" }).click();
    const field = page.locator("dialog[open] input[name=gitToken]");
    assert.deepEqual(await field.evaluate((input) => [document.activeElement === input, input.placeholder]), [true, ""]);
    await field.fill("x");
    await field.fill("");
    assert.equal(await field.getAttribute("placeholder"), "", "it was refused all the same");
    await page.keyboard.press("Escape");
    await mend(page);
  });

  test("the outcome has the focus, even if the last row of the list went with its button", LIMIT, async () => {
    await open();
    await page.getByRole("button", { name: /^Remove .+ from the team$/ }).last().click();
    await confirmRemoval(page);
    await page.locator(".outcome.done").waitFor();
    await page.waitForFunction(() => document.activeElement.matches(".outcome h2"));
  });

  test("a question that is longer than the window is read from its beginning, a shorter one has the focus on “Keep”", LIMIT, async () => {
    const { member } = await open();
    const at = (dialog) => dialog.evaluate((one) => [one.scrollTop, document.activeElement.textContent]);
    assert.deepEqual(await at(await askToRemove(page, member.user_login)), [0, "Keep"]);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 844, height: 260 });
    const dialog = await askToRemove(page, member.user_login);
    assert.ok(await dialog.evaluate((one) => one.scrollHeight > one.clientHeight));
    const [top, word] = await at(dialog);
    assert.equal(top, 0);
    assert.match(word, /^Remove .+ from /);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Keep");
  });

  test("where the login has to be typed the focus begins in its field, unless a keyboard on the screen would cover the warnings", LIMIT, async () => {
    for (const [options, focused] of [[{}, "input[name=confirm]"], [{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }, "button"]]) {
      page = await world.newPage(options);
      faults = faultsOf(page);
      const { team } = await world.rawTeam(id);
      const [lead, ...others] = team.members;
      await faults.teamIs((now) => ({ ...now, team_leads: [lead.user_login], members: [lead, { ...others[0], role: "member" }] }));
      await world.show(page, `?view=team&team=${id}`);
      await membersReady(page);
      const dialog = await askToRemove(page, lead.user_login);
      await dialog.locator("input[name=confirm]").waitFor();
      assert.ok(await page.evaluate((focused) => document.activeElement.matches(focused), focused), focused);
      if (focused === "button") continue;
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.textContent), "Keep");
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.type(lead.user_login);
      assert.ok(await dialog.getByRole("button", { name: "Remove" }).isEnabled());
    }
  });

  test("while the team is checked the focus stays on the button, and “Keep” still means that nothing is sent", LIMIT, async () => {
    const { member } = await open();
    const dialog = await askToRemove(page, member.user_login);
    const release = await hold(page, GET_TEAM);
    const button = dialog.getByRole("button", { name: "Remove" });
    await button.focus();
    await page.keyboard.press("Enter");
    await dialog.locator("button[type=submit][aria-disabled=true]").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Remove");
    const sent = faults.countRemovals();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Keep" }).click();
    await dialog.waitFor({ state: "detached" });
    release();
    // Time enough for the answer that was held, and for what would follow it.
    await page.waitForTimeout(500);
    assert.deepEqual(sent, []);
    assert.equal(await isThere(member), true);
  });

  test("the focus stays where somebody goes on typing meanwhile", LIMIT, async () => {
    const { member } = await open();
    const release = await hold(page, REMOVE_MEMBER);
    await remove(page, member.user_login);
    // Until it is closed, nothing behind it takes a key.
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await openRoster(page);
    const field = page.locator("textarea[name=roster]");
    await field.pressSequentially("ann");
    release();
    await page.locator(".outcome.done").waitFor();
    await page.keyboard.type("bob");
    assert.equal(await field.inputValue(), "annbob");
  });

  test("a stale view is refused: nothing is sent, the change is shown, and the person is asked anew", LIMIT, async () => {
    const { member } = await open();
    const sent = faults.countRemovals();
    const dialog = await askToRemove(page, member.user_login);
    await faults.teamIs((team) => ({
      ...team,
      members: [...team.members, { user_login: "late-arrival", role: "member" }],
    }));
    await confirmRemoval(page);
    const news = dialog.locator(".meanwhile");
    await news.waitFor();
    await page.waitForFunction(() => document.activeElement.matches(".meanwhile"));
    assert.match(await news.locator(".diff .added").textContent(), /late-arrival/);
    assert.match(await news.textContent(), /Nothing was sent/);
    assert.equal(sent.length, 0);
    assert.equal(await isThere(member), true);
    assert.ok((await page.locator(".members tbody th .strong").allTextContents()).includes("late-arrival"), "the view is fresh too");

    await confirmRemoval(page);
    // The service never had the one who came late, so its answer seems to have lost them.
    await page.locator(".outcome.unsettled", { hasText: "is no longer in" }).waitFor();
    assert.deepEqual(
      sent.map(({ user_login }) => user_login),
      [member.user_login],
    );
    assert.equal(await isThere(member), false);
  });

  test("a member who became the last lead meanwhile is removed only after typing the login", LIMIT, async () => {
    const { team } = await open();
    assert.ok(team.team_leads.length > 1, "the demo's second team has several leads");
    const lead = team.members.find(({ user_login }) => user_login === team.team_leads[0]);
    const dialog = await askToRemove(page, lead.user_login);
    assert.equal(await dialog.locator("input[name=confirm]").count(), 0);
    await faults.teamIs((fresh) => ({
      ...fresh,
      team_leads: [lead.user_login],
      members: fresh.members.map((one) => (one.user_login === lead.user_login ? one : { ...one, role: "member" })),
    }));
    await confirmRemoval(page);
    await dialog.locator(".meanwhile").waitFor();
    assert.match(await dialog.locator(".warnings").textContent(), /Nobody else leads/);
    assert.equal(await dialog.getByRole("button", { name: "Remove" }).isDisabled(), true);
    await dialog.getByRole("button", { name: "Keep" }).click();
    assert.equal(await page.evaluate(() => document.activeElement === document.body), false, "the focus is kept");
    assert.equal(await isThere(lead), true);
  });

  test("a login that was typed for one state of the team is not typed for the next", LIMIT, async () => {
    const { team } = await open();
    const [lead] = team.team_leads;
    const lonely = (now) => ({ ...now, team_leads: [lead], members: now.members.map((one) => (one.user_login === lead ? one : { ...one, role: "member" })) });
    await faults.teamIs(lonely);
    await page.getByRole("button", { name: "Read again" }).click();
    await page.waitForFunction(() => [...document.querySelectorAll(".members tbody tr")].filter((row) => row.textContent.includes("★")).length === 1);
    const dialog = await askToRemove(page, lead);
    await dialog.locator("input[name=confirm]").fill(lead);
    await faults.teamIs((now) => ({ ...lonely(now), name: "Another name" }));
    await confirmRemoval(page);
    await dialog.locator(".meanwhile").waitFor();
    assert.equal(await dialog.locator("input[name=confirm]").inputValue(), "");
    assert.equal(await dialog.getByRole("button", { name: "Remove" }).isDisabled(), true);
  });

  test("the page asks anew about a login whose spelling changed meanwhile", LIMIT, async () => {
    const { member } = await open();
    const sent = faults.countRemovals();
    const dialog = await askToRemove(page, member.user_login);
    const spelled = member.user_login.toUpperCase();
    await faults.teamIs((now) => ({ ...now, members: now.members.map((one) => (one.user_login === member.user_login ? { ...one, user_login: spelled } : one)) }));
    await confirmRemoval(page);
    await dialog.locator(".meanwhile", { hasText: "Letter case" }).waitFor();
    assert.deepEqual(sent, []);
  });

  test("a member who is gone already is said to be, and the only offer is to close", LIMIT, async () => {
    const { team, member } = await open();
    const sent = faults.countRemovals();
    const dialog = await askToRemove(page, member.user_login);
    await faults.teamIs((team) => ({ ...team, members: team.members.filter((one) => one.user_login !== member.user_login) }));
    await confirmRemoval(page);
    await dialog.locator(".meanwhile").waitFor();
    await page.getByRole("dialog", { name: `${member.user_login} is not in ${team.name} any more`, exact: true }).waitFor();
    assert.match(oneLine(await dialog.locator(".meanwhile").innerText()), /Nothing was sent\. There is nobody to remove\.$/);
    assert.equal(await dialog.locator(".warnings").count(), 0);
    assert.deepEqual(await dialog.getByRole("button").allInnerTexts(), ["Close"]);
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal(sent.length, 0);
    assert.equal(await page.evaluate(() => document.activeElement === document.body), false, "the focus is kept");
  });

  test("a read before the removal says why and when it is retried, and can be given up", LIMIT, async () => {
    const { member } = await open();
    const sent = faults.countRemovals();
    for (const isKept of [true, false]) {
      await answerWith(page, GET_TEAM, json({ error: "starting" }, 503, { "Retry-After": "3" }));
      const dialog = await askToRemove(page, member.user_login);
      await confirmRemoval(page);
      await dialog.locator(".actions .note", { hasText: /^The service answered 503, trying again in \d s \(2 of 3\)$/ }).waitFor();
      assert.equal(await dialog.locator(".actions [role=status]").innerText(), "The service answered 503, trying again", "told once, not each second");
      if (isKept) {
        await dialog.getByRole("button", { name: "Keep" }).click();
        await dialog.waitFor({ state: "detached" });
      }
      await faults.mend();
    }
    await page.locator(".outcome.done").waitFor();
    assert.equal(sent.length, 1);
    assert.equal(await isThere(member), false);
  });

  test("nothing is sent if the team cannot be read again", LIMIT, async () => {
    const { member } = await open();
    const sent = faults.countRemovals();
    const dialog = await askToRemove(page, member.user_login);
    await faults.noTeam();
    await confirmRemoval(page);
    assert.match(await dialog.locator(".unread").textContent(), /nothing was sent.*permission/s);
    assert.equal(sent.length, 0);
    await faults.mend();
    await confirmRemoval(page);
    await page.locator(".outcome.done").waitFor();
    assert.equal(await isThere(member), false);
  });

  test("while a removal is under way its row says so, and no other can be asked for, which the buttons say", LIMIT, async () => {
    const { team, member } = await open();
    const { user_login } = member;
    const sent = faults.countRemovals();
    const release = await hold(page, REMOVE_MEMBER);
    const other = team.members.find((one) => one !== member);
    await compareRoster(page, [...team.members.filter((one) => one !== member && one !== other).map((one) => one.user_login), "nobody-here"].join("\n"));
    await remove(page, user_login);
    await page.locator(".sending").waitFor();
    for (const place of [" from the team", ", who is not on the list"]) {
      const own = page.getByRole("button", { name: `Removing ${user_login}${place}`, exact: true });
      assert.equal(await own.innerText(), "Removing…");
      assert.equal(await own.getAttribute("aria-disabled"), "true");
      assert.equal(await own.getAttribute("title"), null, "its word says why");
      const another = page.getByRole("button", { name: `Remove ${other.user_login}${place}`, exact: true });
      assert.equal(await another.getAttribute("aria-disabled"), "true");
      assert.equal(await another.getAttribute("title"), `${user_login} is being removed: wait until that is answered`);
      await another.click({ force: true });
      assert.equal(await page.locator("dialog[open]").count(), 0);
    }
    const buttons = page.locator(".members tbody button.danger");
    assert.equal(await page.locator(".members tbody button.danger[aria-disabled=true]").count(), await buttons.count());
    release();
    await page.locator(".outcome.done").waitFor();
    assert.equal(await page.locator("button.danger[aria-disabled=true]").count(), 0);
    await askToRemove(page, other.user_login);
    assert.equal(sent.length, 1);
  });

  test("the browser asks before the page is left while a removal is under way, and only then", LIMIT, async () => {
    const { member } = await open();
    const isAsked = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    await askToRemove(page, member.user_login);
    assert.equal(await isAsked(), false, "nothing is sent yet");
    const release = await hold(page, REMOVE_MEMBER);
    await confirmRemoval(page);
    await page.locator(".sending").waitFor();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    assert.equal(question.type(), "beforeunload");
    await question.dismiss();
    release();
    await page.locator(".outcome.done").waitFor();
    assert.equal(await isAsked(), false, "what became of it is told");

    await faults.refuse(403, "no");
    await remove(page, plainMember((await world.rawTeam(id)).team).user_login);
    await page.locator(".outcome.failed").waitFor();
    assert.equal(await isAsked(), false, "a refusal is told too");
  });

  test("success without effect is called what it is", LIMIT, async () => {
    const { team, member } = await open();
    await faults.pretend(team);
    await remove(page, member.user_login);
    const outcome = page.locator(".outcome.unsettled");
    await outcome.waitFor();
    const text = await outcome.textContent();
    assert.match(text, /is still in/);
    assert.match(text, /reported success/);
    assert.match(text, /Nothing was removed/);
    assert.equal(await outcome.locator(".undo").count(), 0, "there is nothing to undo");
    assert.equal(await isThere(member), true);
  });

  test("a lost answer is settled by reading the team: gone", LIMIT, async () => {
    const { member } = await open();
    const sent = faults.countRemovals();
    await faults.loseAnswer();
    await remove(page, member.user_login);
    const done = page.locator(".outcome.done");
    await done.waitFor();
    assert.match(await done.textContent(), /answer was lost.*they were gone/s);
    assert.equal(sent.length, 1, "sent once");
    assert.equal(await isThere(member), false);
  });

  test("a lost request is unconfirmed; reading again says that the member is still there", LIMIT, async () => {
    const { member } = await open();
    const sent = faults.countRemovals();
    await faults.loseRequest();
    await remove(page, member.user_login);
    const outcome = page.locator(".outcome.unsettled");
    await outcome.waitFor();
    assert.match(await outcome.textContent(), /Whether .* was removed is not known/s);
    await outcome.getByRole("button", { name: "Read the team again" }).click();
    await outcome.locator(".look").waitFor();
    assert.match(await outcome.locator(".look").textContent(), /Still in the team/);
    assert.equal(sent.length, 1, "nothing is repeated");
    assert.equal(await isThere(member), true);
  });

  test("the team is read once for an outcome, however often somebody asks meanwhile", LIMIT, async () => {
    const { member } = await open();
    await faults.loseRequest();
    await remove(page, member.user_login);
    await page.locator(".outcome .look").waitFor();
    const reads = sentBy(page, GET_TEAM);
    const release = await hold(page, GET_TEAM);
    const button = page.locator(".outcome").getByRole("button", { name: "Read the team again" });
    await button.click();
    await page.locator(".outcome progress").waitFor();
    assert.equal(await button.getAttribute("aria-disabled"), "true");
    await button.click({ force: true });
    release();
    await page.locator(".outcome .look").waitFor();
    assert.equal(reads.length, 1);
  });

  test("a removal that the service delays, and a read afterwards that is retried, say why and when", LIMIT, async () => {
    const { member } = await open();
    await answerWith(page, REMOVE_MEMBER, json({ error: "slow down" }, 429, { "Retry-After": "3" }));
    await remove(page, member.user_login);
    const sending = page.locator(".progress", { hasText: /^\s*Removing \S+\. The service refused it and asked to wait, so nothing was done\. It is sent again\s+in \d s \(2 of 3\)/ });
    await sending.waitFor();
    assert.equal(await sending.locator("[aria-hidden]").count(), 1, "the seconds are not read aloud");
    await faults.mend();
    await faults.loseRequest();
    const outcome = page.locator(".outcome.unsettled");
    await outcome.waitFor();
    await outcome.locator(".look").waitFor();
    await answerWith(page, GET_TEAM, json({ error: "starting" }, 503, { "Retry-After": "3" }));
    await outcome.getByRole("button", { name: "Read the team again" }).click();
    const again = outcome.locator(".progress", { hasText: /Reading the team\. The service answered 503, trying again in \d s \(2 of 3\)/ });
    for (const text of await countedDown(again)) assert.match(text, /trying again\s+in \d s/);
    assert.equal(await page.locator("[aria-live=polite]").textContent(), "The service answered 503, trying again", "told once");
    await faults.mend();
    await outcome.locator(".look", { hasText: "Still in the team" }).waitFor();
    assert.equal(await page.locator("[aria-busy=true]").count(), 0);
  });

  test("a look that is retried and a read that a person asked for before each tell of themselves", LIMIT, async () => {
    const { member } = await open();
    await faults.loseRequest();
    await remove(page, member.user_login);
    const outcome = page.locator(".outcome.unsettled");
    await outcome.locator(".look").waitFor();
    const asked = [];
    await page.route(GET_TEAM, (route) => (asked.push(route) === 1 ? undefined : reply(route, json({ error: "starting" }, 503, { "Retry-After": "30" }))));
    const card = page.locator(".team-card");
    await card.getByRole("button", { name: "Read again", exact: true }).click();
    await card.getByRole("button", { name: "Cancel" }).waitFor();
    await outcome.getByRole("button", { name: "Read the team again" }).click();
    await outcome.locator(".progress", { hasText: /Reading the team\. The service answered 503, trying again in \d+ s \(2 of 3\)/ }).waitFor();
    await card.getByRole("button", { name: "Cancel" }).waitFor();
    assert.deepEqual([asked.length, await page.locator("[aria-busy=true]").count()], [2, 0]);
  });

  test("unconfirmed, and gone when the team is read later: said, without claiming who did it", LIMIT, async () => {
    const { member } = await open();
    await faults.loseRequest();
    await remove(page, member.user_login);
    const outcome = page.locator(".outcome.unsettled");
    await outcome.waitFor();
    await faults.noTeam();
    await outcome.getByRole("button", { name: "Read the team again" }).click();
    assert.match(await outcome.locator(".look").textContent(), /could not be read/);
    await faults.mend();
    await faults.teamIs((team) => ({ ...team, members: team.members.filter((one) => one.user_login !== member.user_login) }));
    await outcome.getByRole("button", { name: "Read the team again" }).click();
    const done = page.locator(".outcome.done");
    await done.waitFor();
    assert.match(await done.textContent(), /somebody else did is not known/);
    assert.match(await done.locator(".undo").textContent(), new RegExp(member.user_login));
  });

  test("the whole removal works with the keyboard alone, and the focus is never lost", LIMIT, async () => {
    const { member } = await open();
    const button = page.getByRole("button", { name: `Remove ${member.user_login} from the team` });
    for (let steps = 0; steps < 120 && !(await button.evaluate((one) => one === document.activeElement)); steps += 1)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("dialog[open]").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Keep", "the harmless button has the focus");
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    assert.equal(await button.evaluate((one) => one === document.activeElement), true, "the focus is back where it was");
    await page.keyboard.press("Enter");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".outcome.done").waitFor();
    await page.waitForFunction(() => document.activeElement.closest(".outcome") !== null);
    assert.equal(await isThere(member), false);
  });
});
