/**
 * The packed package in somebody else's Vite app: outside the workspace, installed from the tarball, built, served with
 * a strict policy, and run in Chromium.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { build } from "vite";

import { launchBrowser, openPage } from "../harness/chromium.mjs";
import { below } from "../harness/places.mjs";
import { scratchFolder } from "../harness/scratch.mjs";
import { policy, serveSite } from "../harness/site.mjs";

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>app</title><link rel="icon" href="data:,"><pre id="out"></pre><script type="module" src="/app.js"></script></html>`;
const APP = `
import { openScan, safeUrl } from "scanfold";
import { startWorker } from "scanfold/worker";
const finding = (uid, severity) => ({
  uid, severity, image: "a", kind: "debian", target: "a", id: "CVE-2024-1", package: "p", installed_version: "1",
});
const scan = await openScan([finding("1", "high"), finding("2", "low"), finding("3", "high")]);
const worker = await startWorker();
const away = await worker.openScan([finding("1", "critical")]);
const there = (await away.rollup()).bySeverity.critical;
const text = JSON.stringify({ bySeverity: scan.rollup().bySeverity, link: safeUrl("javascript:alert(1)"), there });
document.querySelector("#out").textContent = text;
`;

/** Bundlers find a worker by an expression that gives its address as a plain one. */
const withoutTrustedTypes = policy().replace(/; require-trusted-types-for.*$/, "");

/** An app with the package in its `node_modules`, as an installation from the tarball leaves it. */
function newApp() {
  const app = scratchFolder();
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  execFileSync(npm, ["pack", "--silent", "--pack-destination", app], { cwd: below("pkg") });
  const [tarball] = readdirSync(app).filter((name) => name.endsWith(".tgz"));
  const place = join(app, "node_modules", "scanfold");
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", join(app, tarball), "--strip-components=1", "-C", place]);
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
  writeFileSync(join(app, "index.html"), PAGE);
  writeFileSync(join(app, "app.js"), APP);
  return app;
}

test("a Vite app outside the workspace builds and runs with the packed package", { timeout: 120_000 }, async (t) => {
  const app = newApp();
  await build({ root: app, configFile: false, logLevel: "error", build: { target: "es2022", modulePreload: { polyfill: false } } });
  const assets = readdirSync(join(app, "dist", "assets"));
  assert.equal(assets.filter((name) => name.endsWith(".wasm")).length, 1, `one module among ${assets}`);

  const site = await serveSite({ folders: { "/": join(app, "dist") }, headers: () => ({ "Content-Security-Policy": withoutTrustedTypes }) });
  t.after(site.stop);
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const { page, problems } = await openPage(browser);
  await page.goto(`${site.origin}/`);
  await page.waitForFunction(() => document.querySelector("#out").textContent !== "");
  const shown = JSON.parse(await page.textContent("#out"));
  assert.deepEqual(shown, { bySeverity: { critical: 0, high: 2, medium: 0, low: 1, unknown: 0 }, link: null, there: 1 });
  assert.deepEqual(problems, []);
});
