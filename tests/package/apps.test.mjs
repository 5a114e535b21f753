/**
 * The packed package in somebody else's app: outside the workspace, installed from the tarball, and run in Chromium. Built by
 * Vite and by webpack, neither of which is told more of the package than how large a file may be, and served with a strict
 * policy; and from Vite's dev server, which prepares dependencies in its own way.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { build, createServer } from "vite";
import webpack from "webpack";

import { launchBrowser, openPage } from "../harness/chromium.mjs";
import { packInto } from "../harness/npm.mjs";
import { scratchFolder } from "../harness/scratch.mjs";
import { policyForWorkers, serveSite } from "../harness/site.mjs";

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>app</title><link rel="icon" href="data:,"><pre id="out"></pre><script type="module" src="/app.js"></script></html>`;
const APP = `
import { createClient, openScan, safeUrl } from "scanfold";
import { startWorker } from "scanfold/worker";
const finding = (uid, severity) => ({
  uid, severity, image: "a", kind: "debian", target: "a", id: "CVE-2024-1", package: "p", installed_version: "1",
});
const scan = await openScan([finding("1", "high"), finding("2", "low"), finding("3", "high")]);
const worker = await startWorker();
const away = await worker.openScan([finding("1", "critical")]);
const own = await startWorker({ worker: new Worker(new URL("./own-worker.js", import.meta.url), { type: "module" }) });
const there = (await away.rollup()).bySeverity.critical + (await own.openScan([finding("1", "low")])).findingCount;
const options = { baseUrl: "https://analysis.example.com" };
const used = await (async () => {
  using own = await openScan([finding("1", "low")]);
  using client = await createClient(options);
  using thread = await startWorker();
  using further = await thread.createClient(options);
  using far = await thread.openScan([finding("1", "low")]);
  return { own, client, thread, further, far };
})();
const repo = { repo: "acme/payments" };
const asked = {
  own: () => used.own.rollup(),
  client: () => used.client.agentScans.history(repo),
  thread: () => used.thread.createClient(options),
  further: () => used.further.agentScans.history(repo),
  far: () => used.far.rollup(),
};
const left = {};
for (const [name, ask] of Object.entries(asked)) left[name] = await (async () => ask())().then(() => "is still there", (error) => error.kind);
const text = JSON.stringify({ bySeverity: scan.rollup().bySeverity, link: safeUrl("javascript:alert(1)"), there, left });
document.querySelector("#out").textContent = text;
`;

const EXPECTED = {
  bySeverity: { critical: 0, high: 2, medium: 0, low: 1, unknown: 0 },
  link: null,
  there: 2,
  left: { own: "disposed", client: "disposed", thread: "disposed", further: "disposed", far: "disposed" },
};

/** What an app shows, and what went wrong on its page. */
async function shown(t, address, before = () => {}) {
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const { page, problems } = await openPage(browser);
  await page.addInitScript(before);
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector("#out")?.textContent, null, { timeout: 60_000 });
  return { text: JSON.parse(await page.textContent("#out")), problems };
}

/** A platform that has no `Symbol.dispose`: `using` is what the bundler makes of it. */
function withoutDispose() {
  const names = Object.getOwnPropertyNames(Symbol).filter((name) => !["dispose", "prototype", "name", "length"].includes(name));
  const Plain = Symbol;
  globalThis.Symbol = Object.assign((text) => Plain(text), Object.fromEntries(names.map((name) => [name, Plain[name]])));
}

/** An app with the package in its `node_modules`, as an installation from the tarball leaves it. */
function newApp() {
  const app = scratchFolder();
  const { tarball } = packInto(app);
  const place = join(app, "node_modules", "scanfold");
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", place]);
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
  writeFileSync(join(app, "index.html"), PAGE);
  writeFileSync(join(app, "app.js"), APP);
  writeFileSync(join(app, "own-worker.js"), 'import { serveWorker } from "scanfold/worker-thread"; serveWorker();');
  return app;
}

/** Each builds the app into a folder. */
const BUNDLERS = {
  async Vite(app, outDir) {
    await build({ root: app, configFile: false, logLevel: "error", build: { outDir, target: "es2022", modulePreload: { polyfill: false } } });
  },
  async webpack(app, outDir) {
    // An app may have a chunk of the package's name. The only warning, and one that the guide names, is of the module's size.
    const performance = { maxAssetSize: 1 << 20 };
    const compiler = webpack({ context: app, entry: { scanfold: "./app.js" }, mode: "production", output: { path: outDir, filename: "app.js" }, performance });
    const stats = await promisify(compiler.run.bind(compiler))();
    await promisify(compiler.close.bind(compiler))();
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    assert.deepEqual([errors, warnings], [[], []]);
    copyFileSync(join(app, "index.html"), join(outDir, "index.html"));
  },
};

for (const [bundler, bundle] of Object.entries(BUNDLERS)) {
  test(`an app outside the workspace, built by ${bundler}, runs with the packed package`, { timeout: 120_000 }, async (t) => {
    const app = newApp();
    const built = join(app, "dist");
    await bundle(app, built);
    const files = readdirSync(built, { recursive: true });
    assert.equal(files.filter((name) => name.endsWith(".wasm")).length, 1, `one module among ${files}`);

    // Bundlers find a worker by an expression that gives its address as a plain one.
    const site = await serveSite({ folders: { "/": built }, headers: () => ({ "Content-Security-Policy": policyForWorkers() }) });
    t.after(site.stop);
    // Vite makes of `using` what every platform has; webpack leaves it as it is.
    const { text, problems } = await shown(t, `${site.origin}/`, bundler === "Vite" ? withoutDispose : undefined);
    assert.deepEqual(text, EXPECTED);
    assert.deepEqual(problems, []);
  });
}

test("the same app runs on Vite's dev server", { timeout: 120_000 }, async (t) => {
  const server = await createServer({ root: newApp(), configFile: false, logLevel: "error", server: { host: "127.0.0.1", port: 0 } });
  t.after(() => server.close());
  await server.listen();
  const asked = [];
  server.middlewares.stack.unshift({ route: "", handle: (request, _response, next) => (asked.push(request.url), next()) });
  const { text, problems } = await shown(t, `http://127.0.0.1:${server.httpServer.address().port}/`);
  assert.deepEqual(text, EXPECTED);
  assert.deepEqual(problems, []);
  assert.ok(asked.some((url) => url.includes("/.vite/deps/scanfold.js")), `the package was prepared as dependencies are, among ${asked}`);
});
