/**
 * A scan that is waited for while the service is busy or away: asked again no sooner than the service wants, less often the longer
 * it lasts, and not at all while nobody looks. The page's clock is moved on, so that nothing here waits as long as the page does.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { refusal, reply, RESULTS, unfinished } from "./answers.mjs";
import { drawn, oneLine } from "./shown.mjs";
import { outlast } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const MINUTE_MS = 60_000;
/** The words while the page pauses: the client's own retries come sooner. */
const PAUSES = /the page asks again in ([5-9]|10) seconds/;
const RUNNING = unfinished("scan-busy");

suite("an outage while a scan is waited for", (world) => {
  let page, asked;

  /** A scan that runs, after whose first answer every one is `answer`. */
  const opened = async (answer) => {
    page = await world.newPage();
    asked = 0;
    await page.clock.install();
    await page.addInitScript(() => {
      const own = Object.getOwnPropertyDescriptor(Document.prototype, "visibilityState").get;
      Object.defineProperty(document, "visibilityState", { get: () => (globalThis.isHidden ? "hidden" : own.call(document)) });
    });
    await page.route(RESULTS, (route) => {
      asked += 1;
      return reply(route, asked === 1 ? RUNNING : answer);
    });
    await world.show(page, "?scan=scan-busy");
    await said(/is still running/);
  };
  const note = () => page.locator(".running .note");
  /** Resolves with what the page says of its askings, once it says this. */
  const said = async (text) => {
    await page.locator(".running", { hasText: text }).waitFor();
    return oneLine(await note().innerText());
  };
  const turn = (isHidden) =>
    page.evaluate((hidden) => {
      globalThis.isHidden = hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);

  test("a service that names a time gets no request before it, and every request is counted", LIMIT, async () => {
    await opened(refusal(429, "slow down", { "Retry-After": "3600" }));
    await page.clock.fastForward(2_000);
    assert.match(await said(/again in (59|60) minutes|again in 1 hour/), /^Checked 2 times, .*The service answered that it is busy \(429\)/);
    await page.clock.fastForward(58 * MINUTE_MS);
    await said(/again in 1 minute|again in \d+ seconds/);
    assert.equal(asked, 2);
    await page.clock.fastForward(2 * MINUTE_MS);
    assert.match(await said(/Checked 3 times/), /busy \(429\)/);
    await page.locator("[aria-live]", { hasText: "The service answered that it is busy (429), the page asks again" }).waitFor();
  });

  test("a short time that the service names, which the client itself waits for, is shown too", LIMIT, async () => {
    await opened(refusal(429, "slow down", { "Retry-After": "45" }));
    await page.clock.fastForward(2_000);
    assert.match(await said(/asks again in (3\d|4\d) seconds/), /^Checked 2 times, .*busy \(429\)/);
  });

  test("the page distinguishes no answer from an answer, and shows on hover when it asked", LIMIT, async () => {
    await opened(null);
    await page.clock.fastForward(2_000);
    await said(/The service did not answer; the page asks again in \d+ seconds?/);
    const titles = await note().locator("time").evaluateAll((times) => times.map(({ title }) => title));
    assert.equal(titles.length, 2);
    for (const title of titles) assert.match(title, /^\d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC$/);
  });

  /** How many tens of seconds the page pauses, so many times; each time it is let go on. */
  const pausesOf = async (count) => {
    const pauses = [];
    let known = 0;
    for (let round = 0; round < count; round += 1) {
      // The client's own repeats come after a second.
      const times = await page.waitForFunction((known) => {
        const [last, again] = [...document.querySelectorAll(".running .note time")].map(({ dateTime }) => Date.parse(dateTime));
        return again > known && again - last > 5_000 && { last, again };
      }, known);
      const { last, again } = await times.jsonValue();
      pauses.push(10 * Math.floor((again - last) / 10_000));
      known = again;
      const request = page.waitForRequest(RESULTS);
      await page.clock.fastForward(1_000 * pauses.at(-1));
      await request;
    }
    return pauses;
  };

  test("the longer it lasts, the longer the page pauses, up to half a minute", LIMIT, async () => {
    await opened(refusal(503, "down"));
    await page.clock.fastForward(2_000);
    assert.deepEqual(await pausesOf(4), [10, 20, 30, 30]);
  });

  test("after an outage that passed, the next one begins with a short pause again", LIMIT, async () => {
    await opened(refusal(503, "down"));
    await page.clock.fastForward(2_000);
    assert.deepEqual(await pausesOf(1), [10]);
    await page.route(RESULTS, (route) => reply(route, RUNNING), { times: 1 });
    await page.waitForFunction(() => document.querySelectorAll(".running .note time").length === 1);
    await page.clock.fastForward(3_000);
    assert.deepEqual(await pausesOf(1), [10]);
  });

  test("a page that is hidden meanwhile asks nothing until somebody looks", LIMIT, async () => {
    await opened(refusal(503, "down"));
    await page.clock.fastForward(2_000);
    await said(PAUSES);
    await turn(true);
    const before = asked;
    await page.clock.fastForward(45 * MINUTE_MS);
    await said(/last 45 minutes ago/);
    assert.equal(asked, before);
    const request = page.waitForRequest(RESULTS);
    await turn(false);
    await request;
  });

  test("a page that is offline meanwhile asks nothing until it is online", LIMIT, async () => {
    await opened(refusal(503, "down"));
    await page.clock.fastForward(2_000);
    await said(PAUSES);
    await page.context().setOffline(true);
    await page.locator(".offline").waitFor();
    const before = asked;
    await page.clock.fastForward(3 * MINUTE_MS);
    await said(/last 3 minutes ago/);
    assert.equal(asked, before);
    const request = page.waitForRequest(RESULTS);
    await page.context().setOffline(false);
    await request;
  });

  test("an outage is part of the wait, which ends after half an hour", LIMIT, async () => {
    await opened(refusal(503, "down"));
    await page.clock.fastForward(2_000);
    await said(/the page asks again in \d+ seconds/);
    await outlast(page);
    assert.match(await said(/longer than this page waits/), /busy \(503\)\.$/);
    const request = page.waitForRequest(RESULTS);
    await page.getByRole("button", { name: "Wait for it" }).click();
    await request;
  });

  test("the page waits half an hour for a scan that goes on running, and then only if somebody wants it", LIMIT, async () => {
    await opened(RUNNING);
    await outlast(page);
    assert.match(await note().innerText(), /it took longer than this page waits/);
    await drawn(page);
    const before = asked;
    await page.clock.fastForward(10 * MINUTE_MS);
    await drawn(page);
    assert.equal(asked, before);
    await page.getByRole("button", { name: "Wait for it" }).click();
    await said(/is still running/);
  });

  test("a device that slept for longer than that goes on waiting", LIMIT, async () => {
    await opened(RUNNING);
    const times = async (count) => {
      while (asked < count) {
        await page.clock.fastForward(3_000);
        await drawn(page);
      }
    };
    await times(3);
    await page.clock.fastForward(60 * MINUTE_MS);
    await times(5);
    await said(/is still running/);
  });

  test("a clock that is set back makes no wait longer", LIMIT, async () => {
    await opened(RUNNING);
    await page.clock.fastForward(3_000);
    await said(/Checked 2 times/);
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - 2 * 60 * 60_000;
    });
    await outlast(page);
  });

  test("a device that slept while the page paused asks again", LIMIT, async () => {
    await opened(refusal(503, "down"));
    await page.clock.fastForward(2_000);
    await said(PAUSES);
    const request = page.waitForRequest(RESULTS);
    await page.clock.fastForward(60 * MINUTE_MS);
    await request;
  });

  test("an answer that came during the sleep counts before the wait's own timer fires, and the wait goes on", LIMIT, async () => {
    page = await world.newPage();
    await page.clock.install();
    await page.addInitScript(() => {
      globalThis.sleptMs = 0;
      for (const clock of [performance, Date]) {
        const now = clock.now.bind(clock);
        clock.now = () => now() + sleptMs;
      }
    });
    asked = 0;
    let answer;
    const answered = new Promise((resolve) => (answer = resolve));
    await page.route(RESULTS, async (route) => {
      asked += 1;
      if (asked === 3) await answered;
      return reply(route, RUNNING);
    });
    await world.show(page, "?scan=scan-busy");
    const until = async (count) => {
      for (let steps = 0; asked < count && steps < 20; steps += 1) {
        await page.clock.fastForward(3_000);
        await drawn(page);
      }
      // One that is on its way is not counted yet, and another may follow it.
      assert.ok(asked >= count, `asked ${asked} times`);
    };
    await until(3);
    await page.evaluate(() => (sleptMs = 60 * 60_000));
    answer();
    await said(/Checked 3 times/);
    // The timer ends half an hour after it was set, by a clock that has come that far already.
    await Promise.all([page.evaluate(() => (sleptMs -= 30 * 60_000)), page.clock.fastForward(30 * MINUTE_MS)]);
    await until(4);
    await said(/is still running/);
  });
});
