/**
 * The real browser that the tests drive: Chromium or Chrome of this machine, found by `CHROME` or on `PATH`.
 *
 * No browser is downloaded. Every launch has a fresh profile and no background traffic of its own.
 */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

const FLAGS = [
  "--no-sandbox", // the tests load loopback pages of this repository only, and containers often forbid the sandbox
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** The browser's path; an error that says what to do where there is none. */
export function browserPath() {
  if (process.env.CHROME) return process.env.CHROME;
  const places = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = places.find(runnable);
  if (!found) throw new Error("no Chromium or Chrome on PATH: install chromium, or set CHROME to the browser's path");
  return found;
}

function runnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A headless browser; close it at the end. Scrollbars take their room, as they do for people with a mouse. */
export const launchBrowser = () =>
  chromium.launch({ executablePath: browserPath(), args: FLAGS, ignoreDefaultArgs: ["--hide-scrollbars"] });

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
    said.push(`${message.text()} ${message.location().url}`);
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  return { page, problems, said, close: () => context.close() };
}
