/**
 * The real browser that the tests drive: Chromium or Chrome of this machine, found by `CHROME` or on `PATH`.
 *
 * No browser is downloaded. Every launch has a fresh profile and no background traffic of its own.
 */
import { chromium } from "playwright-core";

import { withFonts } from "./fonts.mjs";
import { onPath } from "./programs.mjs";

/** The first is the browser without windows of its own: a page in it takes a fifth less computing. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/**
 * The first three are not Playwright's. Two are the popups of the address bar, which each new window loads as a page of some 300
 * scripts, a second of computing that no test sees; the third is a process kept for the next page, a tenth of what a page's test
 * computes. The rest repeat Playwright's own list, since the browser heeds the last list alone.
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** The options of every launch. */
export const FLAGS = [
  "--no-sandbox", // the tests load loopback pages of this repository only, and containers often forbid the sandbox
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
];

/** The browser's path; an error that says what to do if there is none. */
export function browserPath() {
  if (process.env.CHROME) return process.env.CHROME;
  const found = onPath(NAMES);
  if (!found) throw new Error("no Chromium or Chrome on PATH: install chromium, or set CHROME to the browser's path");
  return found;
}

/** A headless browser; close it at the end. Scrollbars take their room, as they do for people with a mouse, and fonts are the same everywhere. */
export const launchBrowser = () =>
  chromium.launch({ executablePath: browserPath(), args: FLAGS, ignoreDefaultArgs: ["--hide-scrollbars"], env: withFonts() });

/**
 * A page in its own context that collects what went wrong on it: exceptions, console errors, refused by the policy.
 * `said` is everything that came to the console.
 */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems = [];
  const said = [];
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("console", (message) => {
    const told = `${message.text()} ${message.location().url}`;
    said.push(told);
    if (message.type() === "error") problems.push(`console: ${told}`);
  });
  const close = async () => {
    // An answer that a test changes on its way may still be under way: nobody waits for it any more.
    await page.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
    await context.close();
  };
  return { page, problems, said, close };
}

/** A page of that kind in a browser of its own, which is closed with it. */
export async function openChromium() {
  const browser = await launchBrowser();
  return { ...(await openPage(browser)), browser, close: () => browser.close() };
}
