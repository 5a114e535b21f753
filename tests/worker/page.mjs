/** Pages on which `scanfold/worker` is tried, in Chromium by default. */
import { after, before } from "node:test";

import { launchBrowser, openPage } from "../harness/chromium.mjs";
import { below } from "../harness/places.mjs";
import { policyForWorkers, serveSite } from "../harness/site.mjs";
import { answer } from "./answers.mjs";
import { BEFORE, result } from "./questions.mjs";

export const LIMIT = { timeout: 60_000 };

/** Asks again until it is so: the limit of the test ends it. */
export async function until(page, isSo) {
  while (!(await isSo())) await page.waitForTimeout(50);
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>worker</title><link rel="icon" href="data:,"><script type="module" src="/start.js"></script>`;
const START = `
import * as scanfold from "/pkg/browser.js";
import * as workers from "/pkg/worker.js";
import * as questions from "/tests/worker/questions.mjs";
import * as watched from "/tests/worker/watched.mjs";
Object.assign(globalThis, { scanfold, workers, questions, watched, problems: [] });
addEventListener("error", ({ message }) => problems.push(message));
addEventListener("unhandledrejection", ({ reason }) => problems.push(String(reason)));
`;
const TEXTS = {
  "/index.html": PAGE,
  "/start.js": START,
  "/scan.json": JSON.stringify(result(BEFORE)),
  "/own.js": `import { serveWorker } from "/pkg/worker-thread.js"; serveWorker();`,
  // Its module traps where it is told to.
  "/trapping.js": `import { recordInstances } from "/tests/faults/instances.mjs"; import { serveWorker } from "/pkg/worker-thread.js";
    const instances = []; recordInstances(instances); serveWorker();
    addEventListener("message", ({ data }) => {
      if (data.armed === undefined) return;
      instances.at(-1).exports.armed.value = data.armed;
      postMessage(instances.length);
    });`,
  "/zoned.js": `import "/zone.js"; import { serveWorker } from "/pkg/worker-thread.js"; serveWorker();`,
  "/zone.js": `globalThis.Promise = class extends Promise {};`,
  "/unlocked.js": `import { serveWorker } from "/pkg/worker-thread.js";
    Object.defineProperty(navigator, "locks", { value: undefined }); serveWorker();`,
  "/stranger.js": `addEventListener("message", () => {});`,
  "/broken.js": `import { serveWorker } from "/pkg/worker-thread.js"; throw new Error("before it serves"); serveWorker();`,
  "/failing.js": `import { serveWorker } from "/pkg/worker-thread.js"; serveWorker(); setTimeout(() => { throw new Error("of something else"); });`,
  // One that was bundled with a package of before.
  "/stale.js": `addEventListener("message", ({ data }) => data.port.postMessage({ say: "running", version: "0.0.1", isHeld: false }));`,
};

/** One test has Trusted Types, the others have the rest of the policy. */
export const relaxed = policyForWorkers();

/**
 * Pages in one browser for the tests of a `describe`, or in a browser of its own that `open` opens. What it gives opens a page of a
 * test's own that has run `START`; `refuse` answers some paths with 404.
 */
export function openPages(open) {
  let browser;
  before(async () => {
    if (!open) browser = await launchBrowser();
  });
  after(() => browser?.close());

  return async (t, { csp = relaxed, refuse } = {}) => {
    const counts = {};
    const site = await serveSite({
      folders: { "/pkg/": below("pkg"), "/tests/": below("tests") },
      texts: TEXTS,
      headers: () => ({ "Content-Security-Policy": csp }),
      answer: (request, response) => {
        if (refuse?.test(request.url)) response.writeHead(404).end();
        else if (request.method === "POST") answer(request, response, counts);
        else return false;
        return true;
      },
    });
    t.after(site.stop);
    const opened = await (open?.() ?? openPage(browser));
    t.after(opened.close);
    await opened.page.goto(`${site.origin}/`);
    await opened.page.waitForFunction(() => globalThis.questions !== undefined);
    return opened;
  };
}
