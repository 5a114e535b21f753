/**
 * The client's cases and the faults in an engine that is not Chromium's: those that run in Node and in Chromium too. What a page
 * shows of tokens and policies is tried in Chromium alone.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { cases as calls } from "../client/cases/index.mjs";
import { openClientPage } from "../client/page.mjs";
import { newTokens } from "../faults/canary.mjs";
import { cases as faulty } from "../faults/cases/index.mjs";
import { openFaultPage } from "../faults/page.mjs";
import { startFaults } from "../faults/server.mjs";
import { closedAddress } from "../harness/ports.mjs";

const LIMIT = { timeout: 60_000 };

/**
 * `open` opens a page in a browser of its own, `skip` says why there is none; `isQuiet` as in `faults/cases/run.mjs`; `unsure` are
 * cases that cannot be told there, by name, and why.
 */
export function casesIn(engine, { open, skip, isQuiet = false, unsure = {} }) {
  describe(`the client in ${engine}`, { skip }, () => {
    let opened;
    before(async () => {
      opened = await openClientPage(open);
    });
    after(() => opened?.close());

    for (const [index, { name, needsRunningScan }] of calls.entries()) {
      test(name, LIMIT, async () => {
        if (needsRunningScan) await opened.world.startRunningScan(3);
        await opened.run(index);
      });
    }
  });

  describe(`faults in ${engine}`, { skip }, () => {
    let faults, away, opened, place;
    before(async () => {
      [faults, away] = [await startFaults(), await startFaults()];
      place = { origin: faults.origin, away: away.origin, closed: await closedAddress(), tokens: newTokens(), isQuiet };
      const others = ["https://no-such-host.invalid", place.origin.replace("http:", "https:")];
      opened = await openFaultPage([place.origin, place.away, place.closed, ...others], { open });
    });
    after(() => Promise.all([opened?.close(), faults?.stop(), away?.stop()]));

    for (const [index, { name, page }] of faulty.entries()) {
      if (page === false) continue;
      test(name, { ...LIMIT, skip: unsure[name] }, async () => {
        const run = ([index, place, run]) => globalThis.runCase(index, globalThis.scanfold, place, run);
        const told = await opened.page.evaluate(run, [index, place, `page-${index}`]);
        const { apiToken, gitToken } = place.tokens;
        assert.deepEqual(told.filter((text) => [apiToken, gitToken].some((token) => text.includes(token))), []);
      });
    }
  });
}
