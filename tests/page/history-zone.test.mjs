/**
 * When a scan was, exactly: by the clocks of the zone that is chosen, the same in the table, the line of the selected scan, the
 * timeline and the figures. What is wanted is computed by plain arithmetic.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan, answerWith, HISTORY, json } from "./answers.mjs";
import { linkOf, oneLine } from "./shown.mjs";
import { openHistory, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const MINUTE_MS = 60_000;
const ZONES = { "UTC": 0, "UTC+09:00": 540, "UTC-09:30": -570 };

suite("agent history: the time zone", (world) => {
  /** Each is sent in another offset; in one of the zones, most are on another day than in UTC. */
  const stamps = ["2026-03-30T01:31:05+02:00", "2026-03-18T14:31:05Z", "2026-02-27T23:40:00-05:00"];
  const scans = () => stamps.map((timestamp, at) => agentScan(world.seeded.repo, at, 0, { timestamp }));
  const open = (query, options) => openHistory(world, scans(), query, options);
  const two = (value) => String(value).padStart(2, "0");
  const MONTHS = ["Jan", "Feb", "Mar"];
  /** As the page should write it. */
  const written = (stamp, zone, seconds = false) => {
    const at = new Date(Date.parse(stamp) + zone * MINUTE_MS);
    const clock = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}${seconds ? `:${two(at.getUTCSeconds())}` : ""}`;
    return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${clock}`;
  };
  const texts = async (locator) => (await locator.allTextContents()).map((text) => oneLine(text).trim());
  const fact = (page) => page.locator(".selected dl > div", { hasText: "Time" }).locator("dd");

  for (const [name, zone] of Object.entries(ZONES))
    test(`the table, the selected scan, marks, gaps and figures are in the zone that is chosen: ${name}`, LIMIT, async () => {
      const page = await open("&entry=scan-1");
      await page.locator("select[name=zone]").selectOption(String(zone));
      await page.locator(".legend", { hasText: `times in ${name}` }).waitFor();
      assert.equal(oneLine(await page.locator("[role=columnheader].c-time").textContent()).replace(/\W+$/, ")").trim(), `Time (${name})`);
      assert.deepEqual(await texts(page.locator(".row[data-index] .c-time .note")), stamps.map((stamp) => written(stamp, zone)));
      const [stamp] = stamps;
      const title = await page.locator(".row[data-index='0'] .c-time time").getAttribute("title");
      assert.equal(title, `${written(stamp, zone, true)} ${name}`);
      assert.match(oneLine(await page.locator(".row[data-index='0'] .c-time time").textContent()), / ago /);

      assert.ok((await fact(page).textContent()).startsWith(`${written(stamps[1], zone, true)} ${name} `));
      const labels = await page.locator(".mark").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
      for (const given of stamps) assert.ok(labels.some((label) => label.includes(`${written(given, zone, true)} ${name}`)), labels.join("\n"));

      const gaps = (await texts(page.locator(".lanes g.gap-band:has(> rect.gap) > title"))).map((text) => text.replace(/; shows it alone$/, ""));
      const between = (from, to, ms) => `main: no scan from ${written(from, zone)} to ${written(to, zone)} (${ms})`;
      assert.ok(gaps.includes(between(stamps[2], stamps[1], "18 d 9 h")), gaps.join("\n"));
      assert.ok(gaps.includes(between(stamps[1], stamps[0], "11 d 9 h")), gaps.join("\n"));
      assert.ok(gaps.some((text) => text.startsWith(`main: no scan from ${written(stamp, zone)} until now (`)), gaps.join("\n"));
      assert.ok(oneLine(await page.locator(".card", { hasText: "Longest gap" }).textContent()).includes(`main, since ${written(stamp, zone)}.`));

      const again = await world.newPage();
      await answerWith(again, HISTORY, json({ scans: scans() }));
      await world.show(again, await linkOf(page));
      await ready(again);
      assert.equal((await texts(rowAt(again, 0).locator(".c-time .note")))[0], written(stamp, zone), "the link has the zone");
    });

  test("groups give the time of their latest scan in the zone, and days begin in it", LIMIT, async () => {
    const page = await open("&list=groups&by=day&zone=%2B09:00");
    assert.deepEqual(await texts(page.locator(".row[data-index] .c-time .note")), stamps.map((stamp) => written(stamp, 540)));
    assert.deepEqual(await texts(page.locator(".row[data-index] .c-key")), ["2026-03-30", "2026-03-18", "2026-02-28"]);
  });

  for (const width of [1024, 768, 390])
    test(`“how long ago” has the room that it needs, and the time itself shows on hover: ${width} px`, LIMIT, async () => {
      for (const query of ["", "&list=groups", "&list=latest"]) {
        const page = await open(`${query}&zone=%2B09:00`, { viewport: { width, height: 900 } });
        const cut = await page.locator(":is(.row, .head) .c-time").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
        assert.deepEqual(cut, [], query);
      }
    });

  test("a wide screen shows a long time whole, beside it how long ago, and that a branch is stale", LIMIT, async () => {
    const stale = { branch: "old", timestamp: "2026-09-28T20:44:44Z" };
    const sent = [{ timestamp: "2027-09-24T23:15:40Z" }, stale].map((more, at) => agentScan(world.seeded.repo, at, 0, more));
    for (const query of ["", "&list=groups", "&list=latest"]) {
      const page = await world.newPage({ viewport: { width: 1280, height: 900 } });
      await page.clock.setFixedTime("2027-09-24T23:59:40Z");
      await answerWith(page, HISTORY, json({ scans: sent }));
      await world.show(page, `?view=history${query}`);
      await ready(page);
      const said = await texts(page.locator(".row[data-index] .c-time"));
      assert.ok(said.some((text) => text.startsWith("44 minutes ago 24 Sept 2027, 23:15")), said.join(" | "));
      assert.ok(said.some((text) => text.startsWith("11 months ago 28 Sept 2026, 20:44")), said.join(" | "));
      const cut = await page.locator(".row .c-time").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => `${one.textContent} ${one.scrollWidth} of ${one.clientWidth}`));
      assert.deepEqual(cut, [], query);
    }
  });
});
