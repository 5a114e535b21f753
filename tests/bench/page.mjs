/**
 * `cargo xtask bench --page`: the dashboard with many findings in headless Chromium, a million unless a number is given.
 *
 * A scan is opened by its id from a server on loopback, then filtered, searched, scrolled and saved. Tasks are those of the page's
 * main thread by the browser's trace, in thread time; memory is what Linux says of the page's process.
 */
import { once } from "node:events";

import { chromium } from "playwright-core";

import { browserPath } from "../harness/chromium.mjs";
import { below } from "../harness/places.mjs";
import { policy, serveSite } from "../harness/site.mjs";
import { FLAGS } from "./chromium.mjs";
import { body } from "./data.mjs";
import { quartiles } from "./measure.mjs";
import { status } from "./status.mjs";
import { inMarks, longest, traced } from "./trace.mjs";

const FRAME_MS = 1000 / 60;
const SLICE_MS = 4;
const PIECE = 1 << 16;
const RESULTS = "/api/cloud/container-scanning/results";

/** Sends the body in pieces, as fast as they are taken. */
async function send(bytes, response) {
  const gone = once(response, "close");
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": bytes.length });
  for (let at = 0; at < bytes.length && !response.destroyed; at += PIECE) {
    if (!response.write(bytes.subarray(at, at + PIECE))) await Promise.race([once(response, "drain"), gone]);
  }
  response.end();
}

const STEPS = ["filter", "search", "scroll"];

/**
 * What a person does and waits for, time and again; runs in the page. Milliseconds from the event to a document laid out, by
 * step, and to facets laid out, which the page draws a frame later.
 */
async function walk(step) {
  const typed = ["o", "op", "ope", "open", "opens", "openss", "openssl", "openss", "opens", "open", "ope", ""];
  const views = ["dashboard-app", "scan-view", "data-grid"];
  const steps = {
    filter: { turns: 24, views, act: (turn) => document.querySelectorAll("#facets input[type=checkbox]")[turn % 5].click() },
    search: {
      turns: typed.length,
      views,
      act(turn) {
        const input = document.querySelector("#finding-search");
        input.value = typed[turn];
        input.dispatchEvent(new Event("input", { bubbles: true }));
      },
    },
    scroll: {
      turns: 240,
      views: ["data-grid"],
      async act(turn) {
        const grid = document.querySelector(".grid");
        grid.scrollTop += turn % 40 === 39 ? grid.scrollHeight / 8 : 400;
        grid.dispatchEvent(new Event("scroll"));
      },
    },
  };
  const { turns, act, views: waitedFor } = steps[step];
  document.querySelector(".grid").scrollTop = 0;
  const times = [];
  const behind = [];
  for (let turn = 0; turn < turns; turn += 1) {
    // What the last step left for later, after its frame, is not this one's.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 5)));
    const start = performance.now();
    await act(turn);
    for (const view of waitedFor) await document.querySelector(view).updateComplete;
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
    await document.querySelector("facet-rail").updateComplete;
    document.body.getBoundingClientRect();
    behind.push(performance.now() - start);
  }
  return { times, behind };
}

/** From the press to the download, of a file that is written while the page draws. */
async function saved(browser, page, label) {
  let bytes = 0;
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (file) => {
      globalThis.savedBytes = file.size;
      return createObjectURL(file);
    };
  });
  const events = await traced(browser, page, async () => {
    await page.locator("main .menu summary").click();
    await page.evaluate(() => performance.mark("saving"));
    const [file] = await Promise.all([page.waitForEvent("download", { timeout: 120_000 }), page.getByRole("button", { name: label, exact: true }).click()]);
    await page.evaluate(() => performance.mark("saved"));
    bytes = await page.evaluate(() => globalThis.savedBytes);
    await file.cancel();
  });
  const { from, to, tasks } = inMarks(events, "saving", "saved");
  const late = tasks.filter((ms) => ms > FRAME_MS).length;
  return [
    `${label} of all, from the press to the download`,
    `${((to - from) / 1000).toFixed(0)} ms, ${(bytes / 1e6).toFixed(0)} MB; longest task ${longest(tasks).toFixed(1)} ms, ${late} of ${tasks.length} over a frame`,
  ];
}

function spread(times) {
  const { low, median, high } = quartiles(times);
  return `${median.toFixed(1)} ms (${low.toFixed(1)}–${high.toFixed(1)}), longest ${Math.max(...times).toFixed(1)} ms`;
}

async function measure(count) {
  const bytes = body(count);
  const id = `bench-${count}`;
  const demo = { baseUrl: "/", apiToken: "bench-page", platform: "github", org: "example-org", scans: [], repos: [], teams: [] };
  const site = await serveSite({
    folders: { "/": below("www", "dist") },
    texts: { "/demo.json": JSON.stringify(demo) },
    headers: () => ({ "Content-Security-Policy": policy() }),
    answer: (request, response) => request.method === "POST" && request.url === RESULTS && send(bytes, response),
  });
  const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.on("pageerror", (error) => process.stderr.write(`bench: page: ${error.message}\n`));
    await page.goto(`${site.origin}/`);
    await page.locator("input[name=scan]").fill(id);
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const before = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => ({ id, held: status(id).VmRSS }));
    const events = await traced(browser, page, async () => {
      await page.evaluate(() => performance.mark("opening"));
      await page.locator("input[name=scan]").press("Enter");
      await page.waitForFunction(
        (rows) => document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === String(rows + 1) && document.querySelector(".row[data-index]"),
        count,
        { timeout: 120_000, polling: 50 },
      );
      await page.evaluate(() => performance.mark("opened"));
    });
    // A spare process waits beside the page's; it grows by nothing.
    const peak = Math.max(...before.map(({ id, held }) => status(id).VmHWM - held));
    const opening = inMarks(events, "opening", "opened");
    const lines = [
      ["body", `${(bytes.length / 1e6).toFixed(0)} MB`],
      ["open to rows on the page", `${((opening.to - opening.from) / 1000).toFixed(0)} ms`],
      ["longest task meanwhile, thread time", `${longest(opening.tasks).toFixed(2)} ms`],
      [`tasks longer than ${SLICE_MS} ms`, `${opening.tasks.filter((ms) => ms > SLICE_MS).length} of ${opening.tasks.length}`],
      ["peak memory of the page's process above before", `${(peak / 2 ** 20).toFixed(0)} MB`],
    ];
    for (const name of STEPS) {
      await page.evaluate(walk, name);
      const { times, behind } = await page.evaluate(walk, name);
      const late = times.filter((ms) => ms > FRAME_MS).length;
      lines.push([`${name}, a step until laid out`, `${spread(times)}; ${late} of ${times.length} over a frame`]);
      if (name !== "scroll") lines.push([`${name}, until the facets are too, a frame later`, spread(behind)]);
    }
    for (const label of ["CSV", "SARIF", "JSON, whole scan"]) lines.push(await saved(browser, page, label));
    return lines;
  } finally {
    await browser.close();
    await site.stop();
  }
}

const count = Number(process.argv[2] ?? 1_000_000);
if (!(count > 0)) throw new Error("the number of findings must be greater than 0");
const lines = await measure(count);
console.log(`The dashboard with ${count.toLocaleString("en")} findings, headless Chromium\n`);
console.log(["| what | figure |", "| --- | --- |", ...lines.map((cells) => `| ${cells.join(" | ")} |`)].join("\n"));
