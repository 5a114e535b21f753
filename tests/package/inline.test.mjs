/**
 * `scanfold/inline`: a bundle that is one script and nothing else works, in a page with a strict policy and in Node, and
 * asks nobody for the module.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

import { build } from "esbuild";

import { launchBrowser, openPage } from "../harness/chromium.mjs";
import { below } from "../harness/places.mjs";
import { scratchFolder } from "../harness/scratch.mjs";
import { policy, serveSite } from "../harness/site.mjs";

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>app</title><link rel="icon" href="data:,"><pre id="out"></pre><script defer src="/app.js"></script></html>`;
const APP = `
import { createClient, openScan } from "scanfold/inline";
const show = (text) => (globalThis.document ? (document.querySelector("#out").textContent = text) : console.log(text));
(async () => {
  const client = await createClient({ baseUrl: "https://analysis.example.com", apiToken: "api-token" });
  client.dispose();
  const scan = await openScan([{ uid: "1", severity: "high" }, { uid: "2", severity: "low" }]);
  show(JSON.stringify(scan.rollup().bySeverity));
})();
`;
const EXPECTED = { critical: 0, high: 1, medium: 0, low: 1, unknown: 0 };

async function bundled() {
  const outfile = join(scratchFolder(), "app.js");
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: below() },
    outfile,
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    logLevel: "error",
    write: false,
  });
  assert.deepEqual(outputFiles.map(({ path }) => path), [outfile], "there is nothing beside the script");
  return outputFiles[0].text;
}

test("one classic script is all that a page needs", { timeout: 60_000 }, async (t) => {
  const site = await serveSite({ texts: { "/index.html": PAGE, "/app.js": await bundled() }, headers: () => ({ "Content-Security-Policy": policy() }) });
  t.after(site.stop);
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const { page, problems } = await openPage(browser);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site.origin}/`);
  await page.waitForFunction(() => document.querySelector("#out").textContent !== "");
  assert.deepEqual(JSON.parse(await page.textContent("#out")), EXPECTED);
  assert.deepEqual(asked.filter((path) => path.startsWith("/")), ["/", "/app.js"]);
  assert.deepEqual(problems, []);
});

test("the same script runs in Node", { timeout: 60_000 }, async () => {
  const shown = execFileSync(process.execPath, ["-"], { input: await bundled(), encoding: "utf8" });
  assert.deepEqual(JSON.parse(shown), EXPECTED);
});

test("it exports what the package exports", async () => {
  const [inline, whole] = await Promise.all([import("scanfold/inline"), import("scanfold")]);
  assert.deepEqual(Object.keys(inline).sort(), Object.keys(whole).sort());
});

test("a runtime that cannot unpack it gets an error that says so, and keeps its stream", async () => {
  const script = `
    delete globalThis.DecompressionStream;
    const { init, isScanfoldError, openScan } = await import("scanfold/inline");
    const stream = new Blob(["[]"]).stream();
    const failures = [];
    for (const start of [() => init(), () => openScan(stream)]) {
      await start().then(() => failures.push(null), (error) => failures.push(isScanfoldError(error, "init_failed") && error.hint.includes("DecompressionStream")));
    }
    console.log(JSON.stringify([failures, stream.locked]));
  `;
  const shown = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: below(), encoding: "utf8" });
  assert.deepEqual(JSON.parse(shown), [[true, true], false]);
});
