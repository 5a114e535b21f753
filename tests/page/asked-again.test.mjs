/**
 * Asking again: what was known stays in sight if it fails, a history is kept between its visits, and the focus is never lost
 * to whoever asks with the keyboard.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { GET_TEAM, HISTORY, refusal, reply, RESULTS } from "./answers.mjs";
import { connect, goTo, membersReady, openConnection, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const OPERATIONS = { scan: RESULTS, history: HISTORY, team: GET_TEAM };

suite("asking again", (world) => {
  let page, broken, asked;

  /** The page at a query, with a switch that breaks every answer. */
  const open = async (query, isBroken = false) => {
    page = await world.newPage();
    broken = isBroken;
    asked = [];
    for (const [name, operation] of Object.entries(OPERATIONS))
      await page.route(operation, (route) => {
        asked.push(name);
        return broken ? reply(route, refusal(503, "down")) : route.continue();
      });
    await world.show(page, query);
  };
  const shown = { scan: () => ready(page), history: () => ready(page), team: () => membersReady(page) };
  const focused = () => page.evaluate(() => document.activeElement.id || `${document.activeElement.tagName} ${document.activeElement.textContent.trim()}`);
  const failed = () => page.locator(".failed").waitFor();
  const press = async (name) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  /** Resolves once the page has asked this often and drawn the answer. */
  const answered = async (view, times) => {
    const until = Date.now() + 20_000;
    const asks = () => asked.filter((name) => name === view).length;
    while (asks() < times && Date.now() < until) await page.waitForTimeout(50);
    assert.ok(asks() >= times, `asked ${asks()} times in 20 s, not ${times}`);
    await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null && document.querySelector(".failed") !== null);
  };

  for (const [view, word] of [["scan", /^H1 scan-nightly/], ["history", /^H1 Agent history/], ["team", /^team-name$/]])
    test(`Try again by keyboard keeps the focus, whether it fails or not: ${view}`, LIMIT, async () => {
      await open(`?view=${view}&scan=scan-nightly`, true);
      await failed();
      const before = asked.length;
      await press("Try again");
      await answered(view, before + 3);
      await page.waitForFunction(() => document.activeElement.textContent.trim() === "Try again");
      broken = false;
      await page.keyboard.press("Enter");
      await shown[view]();
      await page.locator(".failed").waitFor({ state: "detached" });
      assert.match(await focused(), word);
    });

  test("a failed Read again leaves the team in sight, the failure above it, and the focus on the button", LIMIT, async () => {
    await open("?view=team");
    await shown.team();
    const members = await page.locator(".members tbody tr").count();
    broken = true;
    await press("Read again");
    await failed();
    assert.equal(await page.locator(".members tbody tr").count(), members);
    assert.match(await page.locator(".failed").textContent(), /could not be read again; below is what was read before/);
    const [failure, card] = await Promise.all([".failed", ".team-card"].map((one) => page.locator(one).boundingBox()));
    assert.ok(failure.y < card.y);
    assert.equal(await focused(), "BUTTON Read again");
    await goTo(page, "Agent history");
    await goTo(page, "Team");
    await failed();
    assert.equal(await page.locator(".members tbody tr").count(), members, "also after another view");
    broken = false;
    await press("Try again");
    await page.locator(".failed").waitFor({ state: "detached" });
    assert.equal(await focused(), "team-name");
  });

  test("the history is kept between its visits, and can be read again", LIMIT, async () => {
    await open("?view=history");
    await shown.history();
    const visits = () => asked.filter((name) => name === "history").length;
    assert.equal(visits(), 1);
    for (let times = 0; times < 2; times += 1) {
      await goTo(page, "Team");
      await shown.team();
      await goTo(page, "Agent history");
      await shown.history();
    }
    assert.equal(visits(), 1);
    const again = page.waitForResponse(HISTORY);
    await press("Read again");
    await again;
    assert.equal(visits(), 2);
    assert.equal(await focused(), "BUTTON Read again");
    broken = true;
    await press("Read again");
    await failed();
    await shown.history();
    assert.equal(await focused(), "BUTTON Read again");
    assert.match(await page.locator(".failed").textContent(), /could not be read again/);
  });

  test("offline, the history that was read is still there after another view", LIMIT, async () => {
    await open("?view=history");
    await shown.history();
    await page.context().setOffline(true);
    await page.locator(".offline").waitFor();
    await goTo(page, "Team");
    await goTo(page, "Agent history");
    await shown.history();
    assert.equal(await page.locator(".failed").count(), 0);
    assert.equal(asked.filter((name) => name === "history").length, 1);
    await page.context().setOffline(false);
  });

  test("another repository, or another connection, is asked for", LIMIT, async () => {
    await open("?view=history");
    await shown.history();
    await page.locator("input[name=repo]").fill(`${world.seeded.org}/nobody-scanned-this`);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("heading", { name: "No agent scans of this repository" }).waitFor();
    await page.goBack();
    await shown.history();
    const before = asked.length;
    await openConnection(page);
    await connect(page, { gitToken: "another-token" });
    await shown.history();
    assert.ok(asked.length > before);
  });
});
