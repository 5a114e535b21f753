/**
 * The pages of one group of tests, in a browser of their own: opened, and closed together after each test.
 */
import assert from "node:assert/strict";

import { launchBrowser, openPage } from "../harness/chromium.mjs";

/**
 * Browsers report answers of 4xx and lost connections on the console. Tests make the service answer so, and the page asks for
 * settings that need not be there; any other file that is missing is a problem.
 */
const MAY_BE_REFUSED = /Failed to load resource: .*\/(api\/|demo\.json)/;

/** The page writes a step after the frame that shows it. Whoever goes back sooner, as no person can, leaves the step before it. */
const behindTheFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));

/** Pages that show the dashboard at `origin`. */
export async function newPages(origin) {
  const browser = await launchBrowser();
  const opened = new Set();

  /** A page that shows nothing yet, for what has to be set up before; all of its problems are collected. */
  const newPage = async (options = {}) => {
    const one = await openPage(browser, { viewport: { width: 1440, height: 900 }, ...options });
    opened.add(one);
    const { goBack } = one.page;
    one.page.goBack = async () => {
      await one.page.evaluate(behindTheFrame);
      return goBack.call(one.page);
    };
    await one.page.addInitScript(() => {
      globalThis.violations = [];
      addEventListener(
        "securitypolicyviolation",
        (event) => globalThis.violations.push(`${event.effectiveDirective} ${event.blockedURI}`),
        true,
      );
      // An error without an exception is reported nowhere else: that observers of sizes run in a loop.
      addEventListener("error", ({ error, message }) => error === null && globalThis.violations.push(message));
    });
    return one.page;
  };

  /** Shows the dashboard at a query. */
  const show = (page, query = "") => page.goto(`${origin}/${query}`);

  const open = async (query, options) => {
    const page = await newPage(options);
    await show(page, query);
    return page;
  };

  /** Closes all pages of a test, and fails it if one had a problem that was not `expected`. */
  const close = async (expected = /^$/) => {
    const found = [];
    for (const one of opened) {
      opened.delete(one);
      const violations = await one.page.evaluate(() => globalThis.violations ?? []).catch(() => []);
      await one.close();
      found.push(...violations, ...one.problems.filter((problem) => !MAY_BE_REFUSED.test(problem)));
    }
    assert.deepEqual(found.filter((problem) => !expected.test(problem)), []);
  };

  return { newPage, show, open, close, stop: () => browser.close() };
}
