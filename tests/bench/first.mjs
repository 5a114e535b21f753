/**
 * The first scan of a page, as its visitor meets it: nothing is compiled, cached or warm. Each sample has a browser of its own
 * with a fresh profile, and the sides take turns. The time begins before the package is loaded, and ends with what a dashboard
 * shows first: figures, five facets, the worst fifty findings.
 */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { build } from "esbuild";
import { chromium } from "playwright-core";

import { browserPath } from "../harness/chromium.mjs";
import { equal } from "../harness/check.mjs";
import { below } from "../harness/places.mjs";
import { serveSite } from "../harness/site.mjs";
import { FLAGS } from "./chromium.mjs";
import { body } from "./data.mjs";
import { quartiles } from "./measure.mjs";

const WORK = "first scan of a page, all of it cold";
const SAMPLES = 7;
const PAGE = `<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,">`;

/** As an app would ship it: one script, and the module beside it, which is requested first of all. */
const OURS = `
import { init, openScan } from "scanfold";
import { FACETS, WORST_FIRST, viewed } from "./view.mjs";
init().catch(() => {});
export async function open(address) {
  const scan = await openScan(await fetch(address));
  return viewed(scan.rollup(), scan.facets(undefined, { dimensions: FACETS }), scan.findings({ sort: WORST_FIRST, limit: 50 }).rows);
}
`;

const THEIRS = `
import { figures, FACETS, isFixable, sortRows } from "./peers.mjs";
import { viewed } from "./view.mjs";
export async function open(address) {
  const rows = (await (await fetch(address)).json()).findings;
  const facets = Object.fromEntries(FACETS.map((name) => [name, new Map()]));
  const add = (name, value) => facets[name].set(value, (facets[name].get(value) ?? 0) + 1);
  for (const row of rows) {
    add("severity", row.severity);
    add("image", row.image);
    add("kind", row.kind);
    add("package", row.package);
    add("fixable", isFixable(row));
  }
  const lists = Object.entries(facets).map(([name, counts]) => [name, Array.from(counts, ([value, count]) => ({ value: String(value), count }))]);
  return viewed(figures(rows), Object.fromEntries(lists), sortRows(rows, true).slice(0, 50));
}
`;

/** What both sides have to agree on. */
const VIEW = `
import { FACETS } from "./peers.mjs";
export { FACETS };
export const WORST_FIRST = [{ by: "severity", descending: true }, { by: "package" }];
export const viewed = ({ findings, bySeverity, uniqueIds, fixable }, facets, rows) => ({
  figures: { findings, bySeverity, uniqueIds, fixable },
  facets: Object.fromEntries(FACETS.map((name) => [name, Object.fromEntries(facets[name].map(({ value, count }) => [value, count]).sort())])),
  rows: rows.map((row) => row.severity + " " + row.package),
});
`;

/** Lines for each size, and for real reports if they are present. */
export async function firstScans(scratch, reports) {
  const folder = join(scratch, "first");
  mkdirSync(folder);
  cpSync(below("tests", "bench", "peers.mjs"), join(folder, "peers.mjs"));
  for (const [name, text] of Object.entries({ "ours.mjs": OURS, "theirs.mjs": THEIRS, "view.mjs": VIEW })) writeFileSync(join(folder, name), text);
  await build({
    entryPoints: ["ours", "theirs"].map((side) => join(folder, `${side}.mjs`)),
    alias: { scanfold: join(scratch, "pkg", "browser.js") },
    outdir: join(folder, "built"),
    bundle: true,
    format: "esm",
    minify: true,
    logLevel: "error",
  });
  cpSync(join(scratch, "pkg", "scanfold_bg.wasm"), join(folder, "built", "scanfold_bg.wasm"));
  const bodies = [1_000, 10_000, 100_000].map((size) => ({ work: WORK, size, bytes: body(size) }));
  if (reports) bodies.push({ work: `${WORK}, real reports`, size: JSON.parse(new TextDecoder().decode(reports)).findings.length, bytes: reports });
  const lines = [];
  for (const { work, size, bytes } of bodies) lines.push(await line(folder, work, size, bytes));
  return lines;
}

async function line(folder, work, size, bytes) {
  process.stderr.write(`bench: Chromium: ${work}: ${size}\n`);
  const site = await serveSite({ folders: { "/": join(folder, "built") }, texts: { "/index.html": PAGE, "/body.json": bytes } });
  const times = { ours: [], theirs: [] };
  try {
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const seen = {};
      const sides = sample % 2 === 0 ? ["ours", "theirs"] : ["theirs", "ours"];
      for (const side of sides) {
        const { ms, view } = await opened(site.origin, side);
        times[side].push(ms);
        seen[side] = view;
      }
      equal(seen.ours, seen.theirs, `${work} (${size}), ours and theirs`);
    }
  } finally {
    await site.stop();
  }
  return { work, against: "Response.json() and loops", size, unit: "ms", where: "Chromium", ours: quartiles(times.ours), theirs: quartiles(times.theirs) };
}

async function opened(origin, side) {
  const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  try {
    const page = await browser.newPage();
    await page.goto(`${origin}/`);
    return await page.evaluate(async (side) => {
      const start = performance.now();
      const { open } = await import(`/${side}.js`);
      const view = await open("/body.json");
      return { ms: performance.now() - start, view };
    }, side);
  } finally {
    await browser.close();
  }
}
