/**
 * `cargo xtask bench`: measures in Node, then in headless Chromium, and prints one table. `--quick` leaves out the million,
 * measures no work at two sizes and nothing cold, and takes fewer samples.
 * Ends with 1 if two sides disagree, not if a target is missed: a benchmark on a busy machine is no test.
 */
import { fork } from "node:child_process";
import { statSync } from "node:fs";
import { cpus, loadavg, release } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { inChromium } from "./chromium.mjs";
import { compared } from "./compared.mjs";
import { firstScans } from "./first.mjs";
import { packageSize } from "./package.mjs";
import { peaks } from "./peak.mjs";
import { growthTable, table } from "./table.mjs";

const MILLION = 1_000_000;

const quick = process.argv.includes("--quick");
const asked = quick
  ? { effort: { budgetMs: 400, fewest: 3, most: 7 }, sizes: [1_000, 10_000, 100_000], once: true }
  : { effort: { budgetMs: 6_000, fewest: 9, most: 21 }, sizes: [1_000, 10_000, 100_000, MILLION], largest: MILLION };

const { scratch, reports } = await compared();

function inNode() {
  const script = fileURLToPath(new URL("node.mjs", import.meta.url));
  const child = fork(script, [scratch, JSON.stringify(asked)], { execArgv: ["--expose-gc", "--max-old-space-size=8192"] });
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the benchmark in Node ended with ${code}`)));
  });
}

const before = loadavg();
const node = await inNode();
const chromium = await inChromium(scratch, asked);
const where = (name, lines) => lines.map((line) => ({ ...line, where: name }));
const lines = [...where("Node", node.lines), ...where("Chromium", chromium.lines)];
if (node.growth[MILLION] && chromium.growth[MILLION]) lines.push(...(await peaks(MILLION, scratch)));
if (!quick) lines.push(...(await firstScans(scratch, reports)));
lines.push(packageSize(join(scratch, "pkg")));
const order = [...new Set(lines.map(({ work }) => work))];
lines.sort((a, b) => order.indexOf(a.work) - order.indexOf(b.work) || (a.size ?? 0) - (b.size ?? 0));

console.log(`${cpus().length} × ${cpus()[0].model.trim()}, ${process.platform} ${release()}, Node ${process.version}, ${chromium.version}`);
console.log(`module of ${statSync(join(scratch, "pkg", "scanfold_bg.wasm")).size.toLocaleString("en")} bytes; lodash, arquero and crossfilter2 as in package-lock.json`);
console.log(`load before ${before.map((load) => load.toFixed(1)).join(" ")}, after ${loadavg().map((load) => load.toFixed(1)).join(" ")}; medians and quartiles\n`);
console.log(table(lines));
console.log(`\nHow cost grows:\n\n${growthTable({ Node: node.growth, Chromium: chromium.growth })}`);
const judged = lines.filter(({ met }) => met !== undefined);
console.log(`\n${judged.filter(({ met }) => met).length} of ${judged.length} targets met`);
