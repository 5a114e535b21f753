/**
 * `cargo xtask bench --engines`: work that is timed in Node and Chromium, in Firefox and WebKit too, as far as this machine has
 * them. There is no target for these, and no way to have garbage collected before a sample.
 */
import { setTimeout as pause } from "node:timers/promises";

import { openFirefox, withoutFirefox } from "../harness/firefox.mjs";
import { openWebKit, withoutWebKit } from "../harness/webkit.mjs";
import { compared } from "./compared.mjs";
import { servePage } from "./served.mjs";
import { table } from "./table.mjs";

const ASKED = { effort: { budgetMs: 2_000, fewest: 5, most: 11 }, once: false };
const ENGINES = [
  { name: "Firefox", open: openFirefox, skip: withoutFirefox(), version: /Firefox\/(\S+)/ },
  { name: "WebKit", open: openWebKit, skip: withoutWebKit(), version: /Version\/(\S+)/ },
];
const POLL_MS = 500;
const TRIES = 3;

/**
 * `{ lines, version }`, or `{ failed }`. A driver waits half a minute for an answer, and measuring takes longer: the page keeps the
 * result.
 */
async function inEngine({ name, open, version }, origin) {
  const { page, close } = await open();
  try {
    await page.goto(`${origin}/`);
    await page.waitForFunction(() => globalThis.ready === true);
    await page.evaluate((asked) => {
      globalThis.races(asked).then(
        (lines) => (globalThis.outcome = JSON.stringify({ lines, agent: navigator.userAgent })),
        (error) => (globalThis.outcome = JSON.stringify({ failed: `${error}\n${error.stack}` })),
      );
    }, ASKED);
    for (let before; ; await pause(POLL_MS)) {
      const { outcome, said } = await page.evaluate(() => ({ outcome: globalThis.outcome, said: globalThis.said }));
      if (outcome) {
        // As text: of an object that stands in several places, Firefox's driver hands over the first.
        const { lines, agent, failed } = JSON.parse(outcome);
        if (failed) return { failed };
        return { lines, version: `${name} ${version.exec(agent)?.[1] ?? agent}` };
      }
      if (said !== before) process.stderr.write(`bench: ${name}: ${said}\n`);
      before = said;
    }
  } finally {
    await close();
  }
}

/** The same, in another browser if one stops answering, as BENCHMARKS.md tells of WebKit. */
async function measured(engine, origin) {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await inEngine(engine, origin);
    } catch (error) {
      if (left === 0) throw error;
      process.stderr.write(`bench: ${engine.name} is started again: ${error.message}\n`);
    }
  }
}

const { scratch } = await compared();
const site = await servePage(scratch);
const found = [];
try {
  for (const engine of ENGINES) {
    if (engine.skip) {
      console.log(engine.skip);
      continue;
    }
    const { failed, ...measures } = await measured(engine, site.origin);
    if (failed) throw new Error(`${engine.name}: ${failed}`);
    found.push({ name: engine.name, ...measures });
  }
} finally {
  await site.stop();
}
// A target is for Node and Chromium.
const untold = ({ target, most, met, ...line }) => line;
const lines = found.flatMap(({ name, lines }) => lines.map((line) => ({ ...untold(line), where: name })));
const order = [...new Set(lines.map(({ work, size }) => `${work} ${size}`))];
lines.sort((a, b) => order.indexOf(`${a.work} ${a.size}`) - order.indexOf(`${b.work} ${b.size}`));
console.log(found.map(({ version }) => version).join(", "));
console.log(table(lines));
