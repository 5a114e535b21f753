/**
 * Traps in Chromium: what `traps-in-node.test.mjs` holds in Node, on a page under the policy that the README asks for.
 *
 * Every test has a page of its own, since a trap needs a copy of the package of its own; whatever the page lets go
 * unhandled, or writes on the console as an error, fails its test.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { openPage } from "../harness/chromium.mjs";
import { HOW } from "./cases/traps.mjs";
import { openFaultPage } from "./page.mjs";
import { startFaults } from "./server.mjs";
import { trappingModule } from "./trapping.mjs";

const LIMIT = { timeout: 60_000 };
/** The browser's own lines about answers of 4xx and 5xx, which the calls ask for. */
const ASKED_FOR = /^console: Failed to load resource: the server responded with a status/;

describe("a trap in Chromium", () => {
  let faults, opened;
  before(async () => {
    faults = await startFaults();
    opened = await openFaultPage([faults.origin], { texts: { "/trapping.wasm": Buffer.from(trappingModule()) } });
  });
  after(() => Promise.all([opened?.close(), faults?.stop()]));

  /** Runs one of `cases/traps.mjs` on a fresh page. */
  async function run(name, ...given) {
    const { page, problems, close } = await openPage(opened.browser);
    await page.goto(opened.site.origin);
    await page.waitForFunction(() => globalThis.runCase !== undefined);
    await page.evaluate(
      async ([origin, name, given]) => {
        const traps = await import("/tests/faults/cases/traps.mjs");
        const run = `${name}-${given.join("-")}`;
        const tokens = { apiToken: "api-token", gitToken: "git-token" };
        const client = (scenario, options) =>
          scanfold.createClient({ baseUrl: `${origin}/${run}/${scenario}`, ...tokens, maxRetries: 0, timeoutMs: 10_000, ...options });
        const unanswered = async () => {
          const log = await (await fetch(`${origin}/${run}/-/log`)).json();
          return log.filter(({ scenario, method }) => scenario === "silence" && method === "POST");
        };
        const trapping = name === "afterOverflow" ? [] : ["/trapping.wasm"];
        await traps[name]({ scanfold, instances, client, unanswered }, ...trapping, ...given);
        // Unhandled rejections are reported in a turn of their own.
        await new Promise((resolve) => setTimeout(resolve, 100));
      },
      [faults.origin, name, given],
    );
    assert.deepEqual(problems.filter((problem) => !ASKED_FOR.test(problem)), []);
    await close();
  }

  test("f4_a_panic_on_a_page_settles_everything_and_the_next_call_works", LIMIT, () => run("afterTrap", HOW.panic));

  test("f5_a_hard_abort_on_a_page_is_survived_like_a_panic", LIMIT, async () => {
    await run("afterTrap", HOW.abort);
    await run("afterOverflow");
  });

  test("f6_a_hundred_calls_on_a_page_settle_when_their_instance_dies", LIMIT, () => run("afterTrapAmongMany"));

  test("a_page_that_leaves_something_unhandled_is_noticed", LIMIT, async () => {
    const { page, problems, close } = await openPage(opened.browser);
    await page.goto(opened.site.origin);
    await page.evaluate(async () => {
      Promise.reject(new Error("nobody listens"));
      setTimeout(() => {
        throw new Error("nobody catches");
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    assert.deepEqual(problems.sort(), ["exception: nobody catches", "exception: nobody listens"]);
    await close();
  });
});
