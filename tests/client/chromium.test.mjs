/**
 * The client's cases in Chromium: a plain page with `<script type="module">`, no bundler, a strict policy, and the
 * package's files as they are on disk. Besides the cases it holds that the page has no problem of its own.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

import { launchBrowser, openPage } from "../harness/chromium.mjs";
import { below } from "../harness/places.mjs";
import { startService } from "../harness/service.mjs";
import { policy, serveSite } from "../harness/site.mjs";
import { cases } from "./cases/index.mjs";
import { facts, newWorld } from "./world.mjs";

const entry = JSON.parse(readFileSync(below("pkg", "package.json"), "utf8")).exports["."].default;

const PAGE = `<!doctype html><meta charset="utf-8"><title>cases</title><link rel="icon" href="data:,"><script type="module" src="/start.js"></script>`;
const START = `
import * as scanfold from "${new URL(entry, "http://site/pkg/").pathname}";
import { runCase } from "/tests/client/cases/index.mjs";
globalThis.runCase = (index, facts, baseUrl) => runCase(index, scanfold, facts, baseUrl);
`;

describe("the client in Chromium", () => {
  let world, service, site, browser, opened;
  before(async () => {
    world = await newWorld();
    site = await serveSite({
      folders: { "/pkg/": below("pkg"), "/tests/": below("tests") },
      texts: { "/index.html": PAGE, "/start.js": START },
      // Port 9 is the service that is not there.
      headers: () => ({ "Content-Security-Policy": policy(`${service.baseUrl} http://127.0.0.1:9`) }),
    });
    service = await startService({ database: world.database, origins: [site.origin] });
    browser = await launchBrowser();
    opened = await openPage(browser);
    await opened.page.goto(`${site.origin}/`);
    await opened.page.waitForFunction("globalThis.runCase !== undefined");
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    await service?.stop();
  });

  for (const [index, { name, needsRunningScan }] of cases.entries()) {
    test(name, { timeout: 60_000 }, async () => {
      if (needsRunningScan) await world.startRunningScan(3);
      const run = ([index, facts, baseUrl]) => globalThis.runCase(index, facts, baseUrl);
      await opened.page.evaluate(run, [index, facts, service.baseUrl]);
    });
  }

  test("the page had no exception and nothing was refused by its policy", () => {
    const expected = /Failed to load resource/; // answers of 401 and 404, which the cases ask for
    assert.deepEqual(opened.problems.filter((problem) => !expected.test(problem)), []);
  });
});
