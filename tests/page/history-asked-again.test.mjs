/**
 * A history that is asked for again: why, when, and which try it is stands on the page, and the wait can be cancelled. What is
 * known stays in sight meanwhile.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerWith, HISTORY, hold, mend, refusal, reply, RESULTS, sentBy } from "./answers.mjs";
import { countedDown, rowCount } from "./shown.mjs";
import { goTo, openTable, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("a history that is asked for again", (world) => {
  const progress = (page) => page.locator("[aria-busy] .progress span");
  const slowDown = (seconds) => refusal(429, "slow down", { "Retry-After": `${seconds}` });
  const next = (page) => progress(page).filter({ hasText: "next try in" }).waitFor();
  /** From now on the first answer of an operation is this one; later ones are the service's. */
  const answerFirst = async (page, operation, answer) => {
    const asked = { times: 0 };
    await page.route(operation, (route) => {
      asked.times += 1;
      return asked.times === 1 ? reply(route, answer) : route.continue();
    });
    return asked;
  };

  test("it says why, when, and which try it is, counts down, and is then read", LIMIT, async () => {
    const page = await world.newPage();
    const asked = await answerFirst(page, HISTORY, slowDown(6));
    await world.show(page, "?view=history");
    for (const text of await countedDown(progress(page))) assert.match(text, /^The service asked to wait; next try in \d s \(2 of 3\)$/);
    assert.match(await page.locator("[aria-live=polite]").textContent(), /The service asked to wait, trying again/);
    await ready(page);
    assert.equal(await progress(page).count(), 0);
    assert.equal(asked.times, 2);
  });

  test("a wait is cancelled by the keyboard, and the history read after all; a scan goes on hearing of its own tries", LIMIT, async () => {
    const page = await world.newPage();
    await answerWith(page, HISTORY, slowDown(20));
    await world.show(page, "?view=history");
    await next(page);
    await page.getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Loading was cancelled" }).waitFor();
    await page.waitForFunction(() => document.activeElement.textContent === "Load it");
    await mend(page);
    await page.keyboard.press("Enter");
    await ready(page);
    await answerFirst(page, RESULTS, slowDown(2));
    await goTo(page, "Container scan");
    await next(page);
    await ready(page);
  });

  test("coming back during the wait shows it again, and after a cancel nothing is requested unasked", LIMIT, async () => {
    const page = await world.newPage();
    await answerWith(page, HISTORY, slowDown(20));
    await world.show(page, "?view=history");
    await next(page);
    await goTo(page, "Team");
    await goTo(page, "Agent history");
    await next(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    const asked = sentBy(page, HISTORY);
    await goTo(page, "Team");
    await goTo(page, "Agent history");
    await page.getByRole("heading", { name: "Loading was cancelled" }).waitFor();
    assert.deepEqual(asked, []);
  });

  test("a history that is known stays in sight while it is asked for again, and after that is cancelled", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    const rows = await rowCount(page);
    await answerWith(page, HISTORY, slowDown(20));
    await page.getByRole("button", { name: "Read again" }).click();
    await next(page);
    assert.equal(await rowCount(page), rows);
    await page.getByRole("button", { name: "Cancel" }).click();
    await progress(page).waitFor({ state: "detached" });
    assert.equal(await rowCount(page), rows);
    assert.equal(await page.locator(".failed, .stopped").count(), 0);
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  });

  test("a repeated read is announced for as long as it takes, and can be cancelled", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    const rows = await rowCount(page);
    const said = page.getByText("reading…");
    for (const ended of ["read", "cancelled"]) {
      const release = await hold(page, HISTORY);
      await page.getByRole("button", { name: "Read again" }).click();
      await said.waitFor();
      if (ended === "read") release();
      else await page.getByRole("button", { name: "Cancel" }).click();
      await said.waitFor({ state: "detached" });
      assert.equal(await rowCount(page), rows);
      assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY", ended);
      release();
      await mend(page);
    }
  });
});
