/**
 * axe finds nothing in any view, light or dark, wide or narrow, with dialogs and panels open.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerWith, changeTeam, REMOVE_MEMBER } from "./answers.mjs";
import { COLOURS, violations } from "./axe.mjs";
import { tooWide } from "./shown.mjs";
import { chooseScan, compareRoster, confirmRemoval, membersReady, openConnection, openSettings, ready, rowAt } from "./steps.mjs";
import { suite } from "./suite.mjs";

const LIMIT = { timeout: 90_000 };
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

const STATES = [
  { name: "container scan", query: "", until: ready },
  {
    name: "details",
    query: "",
    until: async (page) => {
      await ready(page);
      await rowAt(page, 2).click();
      await page.locator(".panel").waitFor();
    },
  },
  {
    name: "filters and menu",
    query: "?sev=critical&fixable=yes&sort=-fixable",
    until: async (page) => {
      await ready(page);
      await page.locator("main .menu summary").click();
      await page.locator("main .menu[open]").waitFor();
    },
  },
  {
    name: "sheet of filters",
    query: "?sev=critical",
    until: async (page) => {
      await ready(page);
      await page.locator(".rail-toggle").evaluate((button) => button.click());
      await page.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "changes, the wrong way round",
    query: "?scan=scan-nightly-last-week&tab=changes&before=scan-nightly&sev=critical",
    until: (page) => page.locator(".inside-out").waitFor(),
  },
  {
    name: "changes that got worse",
    query: "?scan=scan-nightly&tab=changes&before=scan-nightly-last-week&change=severityChanged&moved=rose",
    until: async (page) => {
      await ready(page);
      await page.locator(".moves [aria-pressed=true]").waitFor();
    },
  },
  {
    name: "several ids, some of them missing",
    query: `?q=CVE-2024-12833+${Array.from({ length: 7 }, (_, at) => `CVE-1999-${String(at).repeat(50)}`).join("+")}`,
    until: (page) => page.getByRole("button", { name: "Any of these 8 ids" }).waitFor(),
  },
  {
    name: "filters of the scan before",
    query: "?scan=scan-nightly&sev=critical",
    until: async (page) => {
      await ready(page);
      await chooseScan(page, "scan-nightly-last-week");
      await page.getByRole("button", { name: "Use the filters of scan-nightly" }).waitFor();
    },
  },
  { name: "groups", query: "?tab=package", until: (page) => page.locator(".grid-groups .row[data-index]").first().waitFor() },
  { name: "clean scan", query: "?scan=scan-clean", until: (page) => page.locator(".clean").waitFor() },
  { name: "failure", query: "?scan=scan-of-nobody", until: (page) => page.locator("[role=alert]").waitFor() },
  {
    name: "no match, and the settings",
    query: "?q=no-such-thing-anywhere",
    until: async (page) => {
      await page.getByRole("heading", { name: "No finding matches" }).waitFor();
      await openSettings(page);
      await page.locator(".bar [open]").waitFor();
    },
  },
  { name: "agent history", query: "?view=history", until: ready },
  {
    name: "history groups, filtered",
    query: "?view=history&list=groups&by=day&prompt=bug_finding",
    until: (page) => page.locator(".grid-history-groups .row[data-index]").first().waitFor(),
  },
  {
    name: "latest scans",
    query: "?view=history&list=latest",
    until: (page) => page.locator(".row[data-index] .stale").first().waitFor(),
  },
  {
    name: "roster",
    query: "?view=team",
    until: async (page) => {
      await compareRoster(page, "osprey\nnobody-here\nnobody-here");
    },
  },
  {
    name: "unconfirmed removal",
    query: "?view=team",
    until: async (page) => {
      await answerWith(page, REMOVE_MEMBER, null);
      await page.locator(".members button").nth(1).click();
      await confirmRemoval(page);
      await page.locator(".outcome.unsettled").waitFor();
    },
  },
  {
    name: "removal of a stale view",
    query: "?view=team",
    until: async (page) => {
      await page.locator(".members button").nth(1).click();
      await changeTeam(page, (team) => ({ ...team, members: team.members.slice(0, -1) }));
      await confirmRemoval(page);
      await page.locator(".meanwhile").waitFor();
    },
  },
  { name: "team", query: "?view=team", until: membersReady },
  {
    name: "removal dialog",
    query: "?view=team",
    until: async (page) => {
      await page.locator(".members button").first().click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "connection dialog",
    query: "?view=team",
    until: async (page) => {
      await openConnection(page);
      await page.locator("dialog[open]").waitFor();
    },
  },
];

suite("accessibility", (world) => {
  for (const { name, query, until } of STATES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      test(`${name}, ${size}: axe finds nothing, light or dark`, LIMIT, async () => {
        const page = await world.open(query, { viewport, reducedMotion: "reduce" });
        await until(page);
        await page.emulateMedia({ colorScheme: "light" });
        assert.deepEqual(await violations(page), [], "light");
        await page.emulateMedia({ colorScheme: "dark" });
        assert.deepEqual(await violations(page, COLOURS), [], "dark");
        const pressed = await page.locator(":is(h1, h2, h3, legend) :is(button, a, input)").count();
        assert.equal(pressed, 0, "a heading is read as its text, with no button in it");
        const overflow = await tooWide(page);
        assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
      });
    }
  }
});
