/**
 * What a change of the connection leaves alone: if the same service gets the same tokens, nothing that is under way ends and
 * nothing is read anew. And what it does not take along to another service.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { answerWith, hold, mend, refusal, REMOVE_MEMBER, RESULTS, sentBy } from "./answers.mjs";
import { addressOf } from "./shown.mjs";
import { askToRemove, connect, goTo, openConnection, openTable, openTeam, plainMember, ready, remove } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("a connection that stays", (world) => {
  let page, id;
  before(async () => {
    ({ id } = world.seeded.teams[1]);
  });

  const more = () => page.locator("dialog[open] summary", { hasText: "More" }).click();
  const sayLogin = async (self) => {
    await openConnection(page);
    await more();
    await connect(page, { self });
  };
  /** A removal that is under way until the function that comes back is called. */
  const sending = async () => {
    page = await openTeam(world, id);
    const member = plainMember((await world.rawTeam(id)).team);
    const release = await hold(page, REMOVE_MEMBER);
    await remove(page, member.user_login);
    await page.locator(".sending").waitFor();
    return release;
  };

  test("entering only one's login loses no removal that is under way", LIMIT, async () => {
    const release = await sending();
    await sayLogin("somebody");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    release();
    await page.locator(".outcome.done").waitFor();
  });

  test("a removal that another token ends is not known, and the team is read before anything else", LIMIT, async () => {
    const release = await sending();
    await openConnection(page);
    await connect(page, { gitToken: "another-token" });
    const outcome = page.locator(".outcome.unsettled");
    await outcome.waitFor();
    const text = await outcome.innerText();
    assert.match(text, /Whether .* was removed is not known/);
    assert.match(text, /Read the team again before doing anything else/);
    assert.doesNotMatch(text, /Ask again/);
    release();
  });

  test("a login is known at once, and the scan is not loaded anew for it", LIMIT, async () => {
    page = await openTable(world, "?scan=scan-nightly");
    const asked = sentBy(page, RESULTS);
    const { team } = await world.rawTeam(id);
    const { user_login } = plainMember(team);
    await sayLogin(user_login);
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await ready(page);
    await goTo(page, "Team");
    await page.locator(".open-scan select").selectOption(id);
    await page.locator("#team-name", { hasText: team.name }).waitFor();
    const dialog = await askToRemove(page, user_login);
    await dialog.locator("input[name=confirm]").waitFor();
    await dialog.getByRole("button", { name: "Keep" }).click();
    await goTo(page, "Container scan");
    await ready(page);
    assert.deepEqual(asked, []);
  });

  test("Connect with nothing changed asks for what failed", LIMIT, async () => {
    page = await world.newPage();
    await answerWith(page, RESULTS, refusal(403, "insufficient scope"));
    await world.show(page, "?scan=scan-nightly");
    const button = page.locator(".failed").getByRole("button", { name: "Change connection" });
    await button.waitFor();
    await mend(page);
    await button.click();
    await connect(page);
    await ready(page);
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  });

  test("what was chosen and not saved yet outlives a slip in the base URL, and is no other service's meanwhile", LIMIT, async () => {
    page = await openTable(world, "?view=history");
    await openConnection(page);
    await more();
    const [select, self] = ["select[name=historyAuth]", "input[name=self]"].map((field) => page.locator(`dialog[open] ${field}`));
    const entered = async () => [await select.inputValue(), await self.inputValue()];
    await select.selectOption("none");
    await self.fill("somebody-else");
    await page.locator("dialog[open] input[name=base]").focus();
    await page.keyboard.press("End");
    await page.keyboard.type("x");
    assert.deepEqual(await entered(), ["api", ""]);
    await page.keyboard.press("Backspace");
    assert.deepEqual(await entered(), ["none", "somebody-else"]);
  });

  test("sending the git token for agent history is chosen for each service anew, and is in no link", LIMIT, async () => {
    page = await openTable(world, "?view=history");
    const select = page.locator("dialog[open] select[name=historyAuth]");
    const self = page.locator("dialog[open] input[name=self]");
    await openConnection(page);
    await more();
    await select.selectOption("git");
    await connect(page, { self: "somebody" });
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await ready(page);
    assert.doesNotMatch(await addressOf(page), /git(?!hub)|somebody/);

    await openConnection(page);
    await more();
    assert.deepEqual([await select.inputValue(), await self.inputValue()], ["git", "somebody"]);
    const base = page.locator("dialog[open] input[name=base]");
    await base.fill(`${world.service.baseUrl}/elsewhere`);
    assert.deepEqual([await select.inputValue(), await self.inputValue()], ["api", ""]);
    await base.fill(world.service.baseUrl);
    assert.deepEqual([await select.inputValue(), await self.inputValue()], ["git", "somebody"]);
    const request = page.waitForRequest((one) => one.method() === "POST" && one.url().includes("/elsewhere/") && one.url().endsWith("/history"));
    await connect(page, { base: `${world.service.baseUrl}/elsewhere`, apiToken: "api-of-the-other", gitToken: "git-of-the-other" });
    assert.equal((await request).headers().authorization, "Bearer api-of-the-other");
  });
});
