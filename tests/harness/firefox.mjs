/**
 * Firefox as a test wants it: the one of this machine (`FIREFOX`, or on `PATH`), headless, with a fresh profile. Where there is
 * none, tests that need it are skipped and say so.
 */
import { setTimeout as pause } from "node:timers/promises";

import puppeteer from "puppeteer-core";

import { onPath } from "./programs.mjs";

const program = () => process.env.FIREFOX ?? onPath(["firefox", "firefox-esr"]);

const WAIT_LIMIT_MS = 30_000;
const PAUSE_MS = 50;

/** Switches off what a profile of Firefox requests from the network on its own. */
const PREFERENCES = {
  "app.normandy.enabled": false,
  "browser.safebrowsing.downloads.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
};

/** For a test's `skip` option. */
export const withoutFirefox = () => (program() ? false : "no Firefox: FIREFOX is not set and there is none on PATH");

/** Not by the driver's own way of sizing a page, which this Firefox knows half of. */
const SIZE = { args: ["--width=1440", "--height=900"], defaultViewport: null };

/** A page in a browser of its own, as large as a desk's screen: `{ page, problems, close }`. */
export async function openFirefox() {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: program(), extraPrefsFirefox: PREFERENCES, ...SIZE });
  const page = await browser.newPage().catch(async (error) => {
    await browser.close();
    throw error;
  });
  const problems = [];
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  return { page: plain(page), problems, close: () => browser.close() };
}

/**
 * What the tests ask of a page. Puppeteer's own `waitForFunction` compiles the function from its text in the page. There, Firefox of
 * before Mozilla's bug 1941780, such as 140, holds a driver to the page's policy, which forbids it in the tests; `evaluate` compiles
 * nothing in the page.
 */
const plain = (page) => ({
  goto: (url) => page.goto(url),
  evaluate: (step, given) => page.evaluate(step, given),
  waitForFunction: async (step, given) => {
    const end = performance.now() + WAIT_LIMIT_MS;
    while (!(await page.evaluate(step, given))) {
      if (performance.now() > end) throw new Error(`it does not come true on the page: ${step}, ${JSON.stringify(given)}`);
      await pause(PAUSE_MS);
    }
  },
  click: (selector) => page.click(selector),
  type: (text) => page.keyboard.type(text),
});
