/**
 * The dashboard in Firefox, where this machine has it: what a person does there first, under the page's own policy. Everything else
 * that the page does is tried in Chromium.
 */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";

import { openFirefox, withoutFirefox } from "../harness/firefox.mjs";
import { serveDemo } from "../page/served.mjs";
import { SEVERITIES, bySeverity, count } from "../page/shown.mjs";
import { plainMember } from "../page/steps.mjs";

const LIMIT = { timeout: 60_000 };

describe("the dashboard in Firefox", { skip: withoutFirefox() }, () => {
  let served, opened;
  before(async () => {
    served = await serveDemo({});
    opened = await openFirefox();
    await opened.page.addInitScript(() => {
      globalThis.problems = [];
      const note = (problem) => globalThis.problems.push(String(problem));
      addEventListener("securitypolicyviolation", (event) => note(`${event.effectiveDirective} ${event.blockedURI}`), true);
      addEventListener("error", (event) => note(event.error), true);
      addEventListener("unhandledrejection", (event) => note(event.reason));
    });
  });
  // As the page hears of them: the driver takes an exception of its own for one of the page's now and then.
  afterEach(async () => {
    assert.deepEqual(await opened.page.evaluate(() => globalThis.problems), []);
  });
  after(async () => {
    await opened?.close();
    await served?.stop();
  });

  const show = (query = "") => opened.page.goto(`${served.origin}/${query}`);
  const has = (selector) => opened.page.waitForFunction((selector) => document.querySelector(selector) !== null, selector);
  const textsOf = (selector) => opened.page.evaluate((selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent), selector);
  const reads = (selector, text) =>
    opened.page.waitForFunction(([selector, text]) => document.querySelector(selector)?.textContent.replace(/\s+/g, " ").includes(text), [selector, text]);
  /** Resolves once the table says it has this many rows. */
  const rowsAre = (total) =>
    opened.page.waitForFunction((total) => document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === String(total + 1), total);

  test("a scan is counted, filtered and searched, and a finding is opened", LIMIT, async () => {
    const { findings } = await served.rawScan("scan-nightly");
    await show("?scan=scan-nightly");
    await rowsAre(findings.length);
    const tiles = (await textsOf(".tile .count")).map((text) => Number(text.replaceAll(",", "")));
    assert.deepEqual(tiles, SEVERITIES.map((severity) => bySeverity(findings)[severity]));

    const critical = findings.filter(({ severity }) => severity === "critical");
    await opened.page.click(".tile.sev-critical");
    await rowsAre(critical.length);
    await opened.page.click("#finding-search");
    await opened.page.type(critical[0].id);
    await rowsAre(count(critical, ({ id }) => id === critical[0].id));
    await opened.page.click(".row[data-index='0']");
    await reads(".panel", critical[0].id);
  });

  test("a scan is compared with an earlier one", LIMIT, async () => {
    const [now, then] = await Promise.all(["scan-nightly", "scan-nightly-last-week"].map(served.rawScan));
    const before = new Set(then.findings.map(({ uid }) => uid));
    await show("?scan=scan-nightly&before=scan-nightly-last-week&tab=changes");
    const added = count(now.findings, ({ uid }) => !before.has(uid));
    await reads(".change-kinds", `New ${added}`);
    await rowsAre(added);
  });

  test("a history has the scans of its repository", LIMIT, async () => {
    const { scans } = await served.rawHistory(served.seeded.repo);
    await show("?view=history");
    await rowsAre(scans.length);
    const branches = new Set(scans.map(({ branch }) => branch));
    assert.equal((await textsOf("svg.lanes line.lane")).length, branches.size);
  });

  test("a member is removed from a team", LIMIT, async () => {
    const [{ id }] = served.seeded.teams;
    const { team } = await served.rawTeam(id);
    const { user_login: login } = plainMember(team);
    await show(`?view=team&team=${id}`);
    const button = `button[aria-label="Remove ${login} from the team"]`;
    await has(button);
    await opened.page.click(button);
    await has("dialog[open] button.danger");
    await opened.page.click("dialog[open] button.danger");
    await opened.page.waitForFunction((button) => document.querySelector("dialog[open]") === null && document.querySelector(button) === null, button);
    const left = (await served.rawTeam(id)).team.members.map(({ user_login }) => user_login);
    assert.deepEqual(left, team.members.map(({ user_login }) => user_login).filter((one) => one !== login));
  });
});
