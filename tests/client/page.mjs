/**
 * A plain page with `<script type="module">`, no bundler, a strict policy, and the package's files as they are on disk; beside it
 * a service of its own. The cases run in it.
 */
import { readFileSync } from "node:fs";

import { openChromium } from "../harness/chromium.mjs";
import { opening } from "../harness/opening.mjs";
import { below } from "../harness/places.mjs";
import { startService } from "../harness/service.mjs";
import { policy, serveSite } from "../harness/site.mjs";
import { facts, newWorld } from "./world.mjs";

const entry = JSON.parse(readFileSync(below("pkg", "package.json"), "utf8")).exports["."].default;

const PAGE = `<!doctype html><meta charset="utf-8"><title>cases</title><link rel="icon" href="data:,"><script type="module" src="/start.js"></script>`;
const START = `
import * as scanfold from "${new URL(entry, "http://site/pkg/").pathname}";
import { runCase } from "/tests/client/cases/index.mjs";
globalThis.runCase = (index, facts, baseUrl) => runCase(index, scanfold, facts, baseUrl);
`;

/** `run` runs a case by its number in `world`; `open` opens a page in another browser. */
export const openClientPage = (open = openChromium) =>
  opening(async (closing) => {
    const world = await newWorld();
    let service;
    const site = await serveSite({
      folders: { "/pkg/": below("pkg"), "/tests/": below("tests") },
      texts: { "/index.html": PAGE, "/start.js": START },
      headers: () => ({ "Content-Security-Policy": policy(`${service.baseUrl} ${facts.closed}`) }),
    });
    closing(site.stop);
    service = await startService({ database: world.database, origins: [site.origin] });
    closing(service.stop);
    const { page, problems, close } = await open();
    closing(close);
    await page.goto(`${site.origin}/`);
    await page.waitForFunction(() => globalThis.runCase !== undefined);
    const step = ([index, facts, baseUrl]) => globalThis.runCase(index, facts, baseUrl);
    return { world, problems, run: (index) => page.evaluate(step, [index, facts, service.baseUrl]) };
  });
