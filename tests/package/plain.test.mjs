/**
 * A page without a bundler, as the guide sets it up: its import map, under the least policy that it names.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { launchBrowser, openPage } from "../harness/chromium.mjs";
import { below } from "../harness/places.mjs";
import { serveSite } from "../harness/site.mjs";

const GUIDE = readFileSync(below("docs", "setup.md"), "utf8");
const [, MAP] = /<script type="importmap">(.*?)<\/script>/s.exec(GUIDE);
const [, POLICY] = /^(default-src 'none'; .*)$/m.exec(GUIDE);

const LIMIT = { timeout: 60_000 };

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>app</title><script type="importmap">${MAP}</script><script type="module" src="/app.js"></script></html>`;
const APP = `
import { openScan } from "scanfold";
import { startWorker } from "scanfold/worker";
const given = [{ uid: "1", severity: "high" }];
const counted = async () => [await openScan(given), await (await startWorker()).openScan(given)].map(({ findingCount }) => findingCount);
globalThis.outcome = await counted().catch(({ kind }) => kind);
`;

/** An import map is a script of the page's own, which the policy has to name. */
const withMap = (policy) => policy.replace("script-src", `script-src 'sha256-${createHash("sha256").update(MAP).digest("base64")}'`);

/** The result of the page under this policy. */
async function outcome(t, policy) {
  const site = await serveSite({
    folders: { "/node_modules/scanfold/": below("pkg") },
    texts: { "/index.html": PAGE, "/app.js": APP },
    headers: () => ({ "Content-Security-Policy": withMap(policy) }),
  });
  t.after(site.stop);
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const { page } = await openPage(browser);
  await page.goto(`${site.origin}/`);
  await page.waitForFunction(() => globalThis.outcome !== undefined);
  return page.evaluate(() => globalThis.outcome);
}

test("the guide's import map and policy are enough, in a worker too", LIMIT, async (t) => {
  assert.deepEqual(await outcome(t, POLICY), [1, 1]);
});

for (const [from, to] of [["'self' 'wasm-unsafe-eval'", "'self'"], ["connect-src 'self'", "connect-src"]]) {
  test(`the policy needs all of ${from}`, LIMIT, async (t) => {
    assert.equal(await outcome(t, POLICY.replace(from, to)), "init_failed");
  });
}

test("the README names the same policy", () => {
  assert.ok(readFileSync(below("README.md"), "utf8").includes(`\n${POLICY}\n`));
});
