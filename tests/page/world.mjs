/**
 * What the page's tests run in: the built page on a strict static server, the reference service with the demo data, a browser.
 *
 * Every file of tests has a world of its own, so that a removal in one is not seen in another.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";

import { launchBrowser, openPage } from "../harness/chromium.mjs";
import { below } from "../harness/places.mjs";
import { newDatabase, startService } from "../harness/service.mjs";
import { policy, serveSite } from "../harness/site.mjs";

export const API = "page-test-api-7c1e55d09ab34f82";
export const GIT = "page-test-git-1f9b20c4d6e84a73";

/** Browsers report answers of 4xx and lost connections on the console; tests of those ask for them. */
const ASKED_FOR = /Failed to load resource/;

/** `prepare` may put more into the database; `demo` overrides what `demo.json` says, `null` leaves it out. */
export async function newWorld({ prepare = async () => undefined, demo = {} } = {}) {
  assert.ok(existsSync(below("www", "dist", "index.html")), "the page is not built: run the tests with `cargo xtask test`");
  const database = await newDatabase();
  const seeded = read(await database.run("seed"));
  await database.run("token", "create", "--kind", "api", "--org", seeded.org, "--token", API);
  await database.run("token", "create", "--kind", "git", "--org", seeded.org, "--token", GIT);
  await prepare(database, seeded);

  const texts = {};
  let service = null;
  const site = await serveSite({
    folders: { "/": below("www", "dist") },
    texts,
    headers: () => ({ "Content-Security-Policy": policy(service?.baseUrl) }),
  });
  service = await startService({ database, origins: [site.origin] });
  if (demo !== null) {
    const { platform, org, scans, repo, teams } = seeded;
    texts["/demo.json"] = JSON.stringify({
      baseUrl: service.baseUrl,
      apiToken: API,
      gitToken: GIT,
      platform,
      org,
      scans,
      compareWith: scans[1].id,
      repo,
      teams,
      ...demo,
    });
  }
  const browser = await launchBrowser();
  const opened = new Set();

  /** A page that shows nothing yet, for what has to be there before; whatever goes wrong on it is collected. */
  const newPage = async (options = {}) => {
    const one = await openPage(browser, { viewport: { width: 1440, height: 900 }, ...options });
    opened.add(one);
    await one.page.addInitScript(() => {
      globalThis.violations = [];
      addEventListener(
        "securitypolicyviolation",
        (event) => globalThis.violations.push(`${event.effectiveDirective} ${event.blockedURI}`),
        true,
      );
    });
    return one.page;
  };

  /** Shows the dashboard at a query. */
  const show = (page, query = "") => page.goto(`${site.origin}/${query}`);

  const open = async (query, options) => {
    const page = await newPage(options);
    await show(page, query);
    return page;
  };

  /** Closes the pages of a test, all of them, and fails it where one had a problem that was not `expected`. */
  const close = async (expected = /^$/) => {
    const found = [];
    for (const one of opened) {
      opened.delete(one);
      const violations = await one.page.evaluate(() => globalThis.violations ?? []).catch(() => []);
      await one.close();
      found.push(...violations, ...one.problems.filter((problem) => !ASKED_FOR.test(problem)));
    }
    assert.deepEqual(found.filter((problem) => !expected.test(problem)), []);
  };

  const ask = async (path, body, token = API) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.json();
  };

  return {
    seeded,
    database,
    get service() {
      return service;
    },
    site,
    texts,
    newPage,
    show,
    open,
    close,
    /** The scan as the service sends it. */
    rawScan: (scan_id) => ask("/api/cloud/container-scanning/results", { platform: seeded.platform, org: seeded.org, scan_id }),
    rawHistory: (repo) => ask("/api/agents/scan/history", { repo }),
    rawTeam: (team_id) => ask("/api/metrics/developer/teams/get", { platform: seeded.platform, org: seeded.org, team_id }, GIT),
    stop: async () => {
      await browser.close();
      await site.stop();
      await service.stop();
    },
  };
}

/** What `seed` says it made, line by line. */
function read(lines) {
  const seeded = { platform: "", org: "", scans: [], repo: "", teams: [] };
  for (const line of lines.trim().split("\n")) {
    const [word, first, ...more] = line.split(" ");
    if (word === "platform" || word === "org" || word === "repo") seeded[word] = first;
    if (word === "scan") seeded.scans.push({ id: first, label: `${first}, ${more.join(" ")}` });
    if (word === "team") seeded.teams.push({ id: first, label: more.slice(0, -2).join(" ") });
  }
  return seeded;
}
