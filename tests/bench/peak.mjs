/**
 * Peak memory of opening a million findings: each side in a process of its own, above what the process held before.
 * In Node the body is read from a file, in Chromium it is fetched from loopback. Linux only: elsewhere the rows are left out.
 */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { withPage } from "./chromium.mjs";
import { body } from "./data.mjs";
import { status } from "./status.mjs";

const SIDES = ["ours", "theirs"];
const MEGABYTE = 2 ** 20;

/** Lines for Node and Chromium. */
export async function peaks(size, scratch) {
  if (!existsSync("/proc/self/status")) return [];
  const file = join(scratch, "body.json");
  const bytes = body(size);
  writeFileSync(file, bytes);
  const node = SIDES.map((side) => inNode(side, scratch, file, size));
  const chromium = [];
  for (const side of SIDES) chromium.push(await inPage(side, scratch, bytes.length, size));
  return [line("Node", node, size), line("Chromium", chromium, size)];
}

function line(where, [ours, theirs], size) {
  const common = { work: "peak memory", against: "decode + parse", size, unit: "MB", where, target: 10, ours: { median: ours } };
  // Whoever does not survive took more than there was.
  if (theirs === null) return { ...common, against: "decode + parse, which did not survive", met: true };
  return { ...common, theirs: { median: theirs }, ratio: theirs / ours, met: theirs / ours >= 10 };
}

function inNode(side, scratch, file, size) {
  const script = fileURLToPath(new URL("peak-node.mjs", import.meta.url));
  process.stderr.write(`bench: Node: peak memory, ${side}\n`);
  return Number(execFileSync(process.execPath, ["--max-old-space-size=8192", script, side, join(scratch, "pkg", "node.js"), file, String(size)], { encoding: "utf8" })) / MEGABYTE;
}

/** What the page's crash rejects too, and a text that is too long; anything else is a fault of the benchmark. */
function lackOfMemory(error) {
  if (/crash|closed|memory|string length|allocation/i.test(error.message)) return null;
  throw error;
}

/** The page's process; the fetching process beside it is the same for both sides. `null` if the peer's page did not survive. */
function inPage(side, scratch, length, size) {
  process.stderr.write(`bench: Chromium: peak memory, ${side}\n`);
  return withPage(scratch, async ({ page, browser, origin }) => {
    const session = await browser.newBrowserCDPSession();
    const renderers = async () => (await session.send("SystemInfo.getProcessInfo")).processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
    const before = new Map((await renderers()).map((id) => [id, status(id).VmRSS]));
    const work = page.evaluate(
      async ([side, address, maxBytes]) => {
        const response = await fetch(address);
        if (side === "theirs") return (await response.json()).findings.length;
        const scan = await globalThis.scanfold.openScan(response, { maxBytes });
        return scan.rollup().findings;
      },
      [side, `${origin}/scratch/body.json`, length + 1],
    );
    const crashed = new Promise((resolve) => page.once("crash", () => resolve(null)));
    const found = await Promise.race([work.catch(lackOfMemory), crashed]);
    if (found === null && side === "theirs") return null;
    if (found !== size) throw new Error(`Chromium: peak memory, ${side}: ${found} findings instead of ${size}`);
    return Math.max(...[...before].map(([id, held]) => status(id).VmHWM - held)) / MEGABYTE;
  });
}
