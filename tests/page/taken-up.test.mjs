/** Connect, pressed with nothing changed: whatever was stopped, put off or lost is requested, and what is under way goes on. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { GET_TEAM, HISTORY, hold, mend, refusal, reply, RESULTS, unfinished } from "./answers.mjs";
import { linkOf } from "./shown.mjs";
import { connect, membersReady, openConnection, openTable, outlast, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const VIEWS = {
  scan: { operation: RESULTS, shown: ready },
  history: { operation: HISTORY, shown: ready },
  team: { operation: GET_TEAM, shown: membersReady },
};

suite("Connect with nothing changed", (world) => {
  let page;
  const pressConnect = async () => {
    await openConnection(page);
    await connect(page);
  };
  const cancel = async () => {
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Loading was cancelled" }).waitFor();
  };

  for (const [view, { operation, shown }] of Object.entries(VIEWS)) {
    const show = async () => {
      page = await world.newPage();
      const release = await hold(page, operation);
      // It is said that it loads before the request is made.
      const asked = page.waitForRequest(operation);
      await world.show(page, `?view=${view}&scan=scan-nightly`);
      await page.locator("main [aria-busy=true]").getByRole("button", { name: "Cancel" }).waitFor();
      await asked;
      return release;
    };

    test(`loads what was cancelled: ${view}`, LIMIT, async () => {
      const release = await show();
      await cancel();
      release();
      await mend(page);
      await pressConnect();
      await shown(page);
    });

    test(`so does opening the id that is in the field: ${view}`, LIMIT, async () => {
      const release = await show();
      await cancel();
      release();
      await mend(page);
      const field = page.locator(".open-scan form input, input[name=repo]");
      await field.fill(new URLSearchParams(await linkOf(page)).get({ scan: "scan", history: "repo", team: "team" }[view]));
      await field.press("Enter");
      await shown(page);
    });

    test(`does not ask twice for what is loading: ${view}`, LIMIT, async () => {
      const asked = [];
      const release = await show();
      page.on("request", (request) => asked.push(request.url()));
      await pressConnect();
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      release();
      await shown(page);
      assert.deepEqual(asked, []);
    });
  }

  test("loads the earlier scan whose loading was cancelled", LIMIT, async () => {
    page = await world.open("?tab=changes&scan=scan-nightly");
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    const release = await hold(page, RESULTS);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await cancel();
    release();
    await mend(page);
    await pressConnect();
    await page.locator(".change-kinds").waitFor();
  });

  test("reads a scan anew that can no longer be read", LIMIT, async () => {
    page = await openTable(world, "?scan=scan-nightly");
    await page.evaluate(() => {
      const view = document.querySelector("scan-view");
      view.memory.session.phase.scan.dispose();
      view.requestUpdate();
    });
    await page.locator(".failed", { hasText: "can no longer be read" }).waitFor();
    await pressConnect();
    await ready(page);
  });

  /** A scan that runs, and is asked for in vain from then on. */
  const waitFor = async (answer) => {
    page = await world.newPage();
    await page.clock.install();
    let asked = 0;
    await page.route(RESULTS, (route) => reply(route, (asked += 1) === 1 ? unfinished("scan-busy") : answer));
    await world.show(page, "?scan=scan-busy");
    await page.getByRole("heading", { name: "is still running" }).waitFor();
    await page.clock.fastForward(2_000);
    await page.locator(".running", { hasText: /the page asks again/ }).waitFor();
  };
  const ended = () => page.getByRole("heading", { name: "No longer waiting" }).waitFor();
  const RESTS = {
    "pauses for an hour": () => waitFor(refusal(429, "slow down", { "Retry-After": "3600" })),
    "was stopped": async () => {
      await waitFor(refusal(503, "down"));
      await page.getByRole("button", { name: "Stop waiting" }).click();
      await ended();
    },
    "took too long": async () => {
      await waitFor(refusal(503, "down"));
      await outlast(page);
    },
  };
  for (const [what, rest] of Object.entries(RESTS))
    test(`takes up a wait that ${what}`, LIMIT, async () => {
      await rest();
      const request = page.waitForRequest(RESULTS);
      await pressConnect();
      await request;
      await page.getByRole("heading", { name: "is still running" }).waitFor();
    });
});
