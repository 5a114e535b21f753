/** A service that names a time is not asked before it by a view that only comes back; a person may ask whenever they want. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { GET_TEAM, HISTORY, refusal, reply, RESULTS } from "./answers.mjs";
import { DAY_MS } from "./days.mjs";
import { drawn } from "./shown.mjs";
import { goTo } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const MINUTE_MS = 60_000;
const VIEWS = {
  scan: { operation: RESULTS, name: "Container scan", other: "Team" },
  history: { operation: HISTORY, name: "Agent history", other: "Team" },
  team: { operation: GET_TEAM, name: "Team", other: "Agent history" },
};

suite("a failure that named a time", (world) => {
  for (const [view, { operation, name, other }] of Object.entries(VIEWS))
    test(`is asked again on return only once that has passed: ${view}`, LIMIT, async () => {
      const page = await world.newPage();
      await page.clock.install();
      let asked = 0;
      await page.route(operation, (route) => {
        asked += 1;
        return reply(route, refusal(429, "slow down", { "Retry-After": "3600" }));
      });
      await world.show(page, `?view=${view}&scan=scan-nightly`);
      const failed = page.locator(".failed", { hasText: /try again after/ });
      await failed.waitFor();
      const [said, before] = [await failed.innerText(), asked];
      const leave = async () => {
        await goTo(page, other);
        await failed.waitFor({ state: "detached" });
      };
      for (let times = 0; times < 2; times += 1) {
        await leave();
        await goTo(page, name);
        await failed.waitFor();
        await drawn(page);
        assert.equal(asked, before);
        assert.equal(await failed.innerText(), said);
      }
      const byHand = page.waitForRequest(operation);
      await page.getByRole("button", { name: "Try again" }).click();
      await byHand;
      await failed.waitFor();
      await page.clock.fastForward(61 * MINUTE_MS);
      await leave();
      const onReturn = page.waitForRequest(operation);
      await goTo(page, name);
      await onReturn;
    });

  test("is by the clock of the zone that the device is in by then", LIMIT, async () => {
    const page = await world.newPage();
    const session = await page.context().newCDPSession(page);
    const inZone = (timezoneId) => session.send("Emulation.setTimezoneOverride", { timezoneId });
    await page.route(HISTORY, (route) => reply(route, refusal(429, "slow down", { "Retry-After": "3600" })));
    const failed = page.locator(".failed", { hasText: /try again after/ });
    for (const [zone, name, hours] of [["Asia/Kolkata", "UTC+05:30", 5.5], ["America/Phoenix", "UTC-07:00", -7]]) {
      await inZone(zone);
      if (hours > 0) await world.show(page, "?view=history");
      else await page.getByRole("button", { name: "Try again" }).click();
      await page.locator(".failed", { hasText: name }).waitFor();
      const [, clock] = /try again after (\d\d:\d\d:\d\d) UTC/.exec(await failed.innerText());
      const late = Date.now() + 60 * MINUTE_MS - Date.parse(`${new Date().toISOString().slice(0, 10)}T${clock}Z`) + hours * 60 * MINUTE_MS;
      // Its day is not told.
      const off = ((late % DAY_MS) + DAY_MS) % DAY_MS;
      assert.ok(Math.min(off, DAY_MS - off) < MINUTE_MS, `${clock} ${name}`);
    }
  });

  for (const view of ["scan", "history"])
    test(`counts from when it arrived, also while another view was shown: ${view}`, LIMIT, async () => {
      const { operation, name, other } = VIEWS[view];
      const page = await world.newPage();
      await page.clock.install();
      let answer;
      await page.route(operation, async (route) => {
        await new Promise((resolve) => (answer = resolve));
        return reply(route, refusal(429, "slow down", { "Retry-After": "3600" }));
      });
      const request = page.waitForRequest(operation);
      await world.show(page, `?view=${view}&scan=scan-nightly`);
      await request;
      await goTo(page, other);
      await page.getByRole("link", { name: other, exact: true }).and(page.locator("[aria-current=page]")).waitFor();
      const response = page.waitForResponse(operation);
      answer();
      await response;
      // Twice, for the page may not have looked at the answer when the first hour is over.
      for (let hours = 0; hours < 2; hours += 1) {
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
        await page.clock.fastForward(61 * MINUTE_MS);
      }
      const onReturn = page.waitForRequest(operation);
      await goTo(page, name);
      await onReturn;
      answer();
    });
});
