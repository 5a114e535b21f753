/**
 * A step back draws another list in place of one that the focus was in: the focus is never on something of another object, and
 * the last one shown is still there if the next did not come.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { changeTeam, hold, mend, RESULTS, sentBy } from "./answers.mjs";
import { chooseScan, membersReady, openTable, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("what a step back leaves", (world) => {
  let first, second;
  before(async () => {
    [{ id: first }, { id: second }] = world.seeded.teams;
  });

  const focused = (page) => page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.textContent.trim());

  test("the focus on a person of one team is not on one of another", LIMIT, async () => {
    const page = await world.newPage();
    // One who is in both.
    const both = { user_login: "in-both", user_name: "In Both", role: "member" };
    await changeTeam(page, (team) => ({ ...team, members: [both, ...team.members] }));
    await world.show(page, `?view=team&team=${first}`);
    await membersReady(page);
    const name = await page.locator("#team-name").textContent();
    await page.locator(".open-scan select").selectOption(second);
    await page.waitForFunction((name) => document.querySelector("#team-name")?.textContent !== name, name);
    await membersReady(page);
    const button = page.getByRole("button", { name: "Remove in-both from the team", exact: true });
    await button.focus();
    assert.match(await focused(page), /^Remove/);
    await page.goBack();
    await page.waitForFunction((name) => document.querySelector("#team-name")?.textContent === name, name);
    await page.waitForFunction(() => document.activeElement !== document.body);
    assert.doesNotMatch(await focused(page), /^Remove/);
  });

  test("the focus on a branch stays with it", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    const branch = page.locator(".lane-names [data-branch='release/2026.1']");
    await branch.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".lane-names li").length === 1);
    assert.match(await focused(page), /release/);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll(".lane-names li").length > 1);
    assert.match(await focused(page), /release/);
  });

  test("a scan that was open is shown again without a request if the next one did not come", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await page.route(RESULTS, (route) => route.abort());
    const asked = sentBy(page, RESULTS);
    await chooseScan(page, "scan-nightly-last-week");
    await page.locator(".failed").waitFor();
    const tried = asked.length;
    await page.goBack();
    await ready(page);
    assert.equal(await page.locator("h1").textContent(), "scan-nightly");
    assert.equal(asked.length, tried);
    // The other way it is asked for again.
    await mend(page);
    await page.goForward();
    await page.waitForFunction(() => document.querySelector("h1").textContent === "scan-nightly-last-week");
    await ready(page);
    assert.ok(asked.length > tried);
  });

  test("it is shown again even while the next one is read, which then is not shown", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    const release = await hold(page, RESULTS);
    await chooseScan(page, "scan-nightly-last-week");
    await page.locator("[aria-busy=true]").waitFor();
    await page.goBack();
    await ready(page);
    assert.equal(await page.locator("[aria-busy=true]").count(), 0);
    release();
    await mend(page);
    await page.getByRole("tab", { name: "By image" }).click();
    await page.locator(".grid-groups .row[data-index='0']").waitFor();
    assert.equal(await page.locator("h1").textContent(), "scan-nightly");
  });

  test("a scan that can no longer be read is requested again", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await page.evaluate(() => document.querySelector("scan-view").memory.session.phase.scan.dispose());
    await page.route(RESULTS, (route) => route.abort());
    await chooseScan(page, "scan-nightly-last-week");
    await page.locator(".failed h2", { hasText: /did not answer/ }).waitFor();
    await mend(page);
    await page.goBack();
    await ready(page);
    assert.equal(await page.locator("h1").textContent(), "scan-nightly");
  });
});
