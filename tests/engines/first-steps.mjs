/**
 * The dashboard in an engine that is not Chromium's: what a person does there first, under the page's own policy. Everything else that
 * the page does is tried in Chromium.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, describe, test } from "node:test";

import { opening } from "../harness/opening.mjs";
import { below } from "../harness/places.mjs";
import { serveDemo } from "../page/served.mjs";
import { SEVERITIES, bySeverity, count } from "../page/shown.mjs";
import { plainMember } from "../page/steps.mjs";

const LIMIT = { timeout: 60_000 };

/** As the page hears of them, before its own scripts: not every driver reports them, or runs a step that early. */
const PROBLEMS = `
  globalThis.problems = [];
  const note = (problem) => globalThis.problems.push(String(problem));
  addEventListener("securitypolicyviolation", (event) => note(event.effectiveDirective + " " + event.blockedURI), true);
  addEventListener("error", (event) => note(event.error ?? event.message), true);
  addEventListener("unhandledrejection", (event) => note(event.reason));
`;

/** The page with what notes its problems. */
function withProblems() {
  const html = readFileSync(below("www", "dist", "index.html"), "utf8");
  const noting = html.replace(/<script /, '<script src="/problems.js"></script>$&');
  assert.notEqual(noting, html);
  return { "/index.html": noting, "/problems.js": PROBLEMS };
}

/** `open` opens a page in a browser of its own, `skip` says why there is none. */
export function firstStepsIn(engine, { open, skip }) {
  describe(`the dashboard in ${engine}`, { skip }, () => {
    let served, page, opened;
    before(async () => {
      opened = await opening(async (closing) => {
        served = await serveDemo({});
        closing(served.stop);
        Object.assign(served.texts, withProblems());
        const browser = await open();
        closing(browser.close);
        page = browser.page;
      });
    });
    afterEach(async () => {
      assert.deepEqual(await page.evaluate(() => globalThis.problems), []);
    });
    after(() => opened?.close());

    const show = (query = "") => page.goto(`${served.origin}/${query}`);
    const has = (selector) => page.waitForFunction((selector) => document.querySelector(selector) !== null, selector);
    const textsOf = (selector) => page.evaluate((selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent), selector);
    const reads = (selector, text) =>
      page.waitForFunction(([selector, text]) => document.querySelector(selector)?.textContent.replace(/\s+/g, " ").includes(text), [selector, text]);
    /** Resolves once the table says it has this many rows. */
    const rowsAre = (total) =>
      page.waitForFunction((total) => document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === String(total + 1), total);

    test("a scan is counted, filtered and searched, and a finding is opened", LIMIT, async () => {
      const { findings } = await served.rawScan("scan-nightly");
      await show("?scan=scan-nightly");
      await rowsAre(findings.length);
      const tiles = (await textsOf(".tile .count")).map((text) => Number(text.replaceAll(",", "")));
      assert.deepEqual(tiles, SEVERITIES.map((severity) => bySeverity(findings)[severity]));

      const critical = findings.filter(({ severity }) => severity === "critical");
      await page.click(".tile.sev-critical");
      await rowsAre(critical.length);
      await page.click("#finding-search");
      await page.type(critical[0].id);
      await rowsAre(count(critical, ({ id }) => id === critical[0].id));
      await page.click(".row[data-index='0']");
      await reads(".panel", critical[0].id);
    });

    test("a scan is saved", LIMIT, async () => {
      const { findings } = await served.rawScan("scan-nightly");
      await show("?scan=scan-nightly");
      await rowsAre(findings.length);
      await page.evaluate(() => {
        const { createObjectURL } = URL;
        URL.createObjectURL = (file) => {
          file.text().then((text) => (globalThis.savedText = text));
          return createObjectURL(file);
        };
        const { click } = HTMLAnchorElement.prototype;
        // Not every driver lets a browser save files.
        HTMLAnchorElement.prototype.click = function () {
          if (this.download === "") click.call(this);
          else globalThis.savedName = this.download;
        };
      });
      await page.click("main .menu summary");
      await page.click("main .menu li:nth-child(1) button");
      await page.waitForFunction(() => globalThis.savedText !== undefined);
      const { name, lines } = await page.evaluate(() => ({ name: globalThis.savedName, lines: globalThis.savedText.split("\r\n").length }));
      assert.deepEqual([name, lines], ["scan-nightly.csv", findings.length + 2]);
    });

    test("a scan is compared with an earlier one", LIMIT, async () => {
      const [now, then] = await Promise.all(["scan-nightly", "scan-nightly-last-week"].map(served.rawScan));
      const before = new Set(then.findings.map(({ uid }) => uid));
      await show("?scan=scan-nightly&before=scan-nightly-last-week&tab=changes");
      const added = count(now.findings, ({ uid }) => !before.has(uid));
      await reads(".change-kinds", `New ${added}`);
      await rowsAre(added);
      const high = count(now.findings, ({ uid, severity }) => !before.has(uid) && severity === "high");
      await page.click(".tile.sev-high");
      await rowsAre(high);
      await reads(".change-kinds", `New ${high}`);
      await reads(".set-filters .matches", `${high} of ${added}`);
      const over = await page.evaluate(() => {
        const places = [".change-kinds", ".net", "#scan-tab .filter-bar", ".set-filters", ".grid"].map((part) => document.querySelector(part).getBoundingClientRect());
        return places.slice(1).map(({ top }, at) => places[at].bottom - top);
      });
      assert.ok(over.every((by) => by <= 1), `nothing lies over what is below it: ${over}`);
      const wider = await page.evaluate(() => {
        const [box, chosen] = [document.createElement("div"), document.querySelector("select[name=earlier]")];
        box.style.width = "120px";
        chosen.after(box);
        box.append(chosen);
        return box.scrollWidth - box.clientWidth;
      });
      assert.equal(wider, 0, "what is chosen is no wider than its room, whatever its text");
    });

    test("a history has the scans of its repository", LIMIT, async () => {
      const { scans } = await served.rawHistory(served.seeded.repo);
      await show("?view=history");
      await rowsAre(scans.length);
      const branches = new Set(scans.map(({ branch }) => branch));
      // They are drawn once there is a width to draw them in.
      await page.waitForFunction((lanes) => document.querySelectorAll("svg.lanes line.lane").length === lanes, branches.size);
      // Their letters are as wide here as they are, whatever is shown of them.
      const cut = () =>
        [...document.querySelectorAll(".lane-names button")].filter((name) => {
          const letters = document.createRange();
          letters.selectNodeContents(name);
          return letters.getBoundingClientRect().width > name.clientWidth - 2 * Number.parseFloat(getComputedStyle(name).paddingLeft);
        }).length;
      assert.equal(await page.evaluate(cut), 0);
    });

    test("a member is removed from a team", LIMIT, async () => {
      const [{ id }] = served.seeded.teams;
      const { team } = await served.rawTeam(id);
      const { user_login: login } = plainMember(team);
      await show(`?view=team&team=${id}`);
      const button = `button[aria-label="Remove ${login} from the team"]`;
      await has(button);
      await page.click(button);
      await has("dialog[open] button.danger");
      await page.click("dialog[open] button.danger");
      // While the removal is under way the button has another name.
      const any = `button[aria-label$="${login} from the team"]`;
      await page.waitForFunction((any) => document.querySelector("dialog[open]") === null && document.querySelector(any) === null, any);
      const left = (await served.rawTeam(id)).team.members.map(({ user_login }) => user_login);
      assert.deepEqual(left, team.members.map(({ user_login }) => user_login).filter((one) => one !== login));
    });
  });
}
