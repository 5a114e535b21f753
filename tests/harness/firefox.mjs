/**
 * Firefox as a test wants it: the one of this machine (`FIREFOX`, or on `PATH`), headless, with a fresh profile. Where there is
 * none, what asks for it is skipped and says so.
 */
import puppeteer from "puppeteer-core";

import { onPath } from "./programs.mjs";

const program = () => process.env.FIREFOX ?? onPath(["firefox", "firefox-esr"]);

/** What a profile of Firefox asks of the network on its own is switched off. */
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

/** A page in a browser of its own: `{ page, problems, close }`. */
export async function openFirefox() {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: program(), extraPrefsFirefox: PREFERENCES });
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  return { page, problems, close: () => browser.close() };
}
