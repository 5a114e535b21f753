/**
 * Time without a scan up to now, and histories of any length: silence is drawn, named and counted like every other gap, and the
 * number of nodes grows with the width of the timeline, not with the number of scans.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan, answerWith, HISTORY, json } from "./answers.mjs";
import { DAY_MS, dayAgo } from "./days.mjs";
import { axisTexts, oneLine, rowCount } from "./shown.mjs";
import { openHistory } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const BRANCHES = ["main", "develop"];

suite("agent history: silence and length", (world) => {
  const scan = (...given) => agentScan(world.seeded.repo, ...given);
  const open = (...given) => openHistory(world, ...given);
  const gapCard = async (page) => oneLine(await page.locator(".card", { hasText: "Longest gap" }).textContent());
  const silence = (page) => page.locator(".lanes g", { has: page.locator("> rect.silence") }).last();
  const box = (locator) => locator.evaluate((one) => one.getBoundingClientRect().toJSON());
  const many = (count) =>
    Array.from({ length: count }, (_, at) =>
      scan(at, (at * 600) / count, { branch: BRANCHES[at % BRANCHES.length], prompt: at % 3 === 0 ? "threat-hunt" : "bug-hunt" }),
    );

  test("the axis of a single scan is the time since", LIMIT, async () => {
    const page = await open([scan(1, 60.5)]);
    const [band, axis] = [await box(page.locator("rect.silence")), await box(page.locator(".lanes line").first())];
    assert.ok(band.width > 0.9 * axis.width, `${band.width} of ${axis.width}`);
  });

  test("the time since the last scan is a band up to now, with its length, and in the figures", LIMIT, async () => {
    const page = await open([scan(1, 90.5), scan(2, 150.5)]);
    assert.equal(await page.locator("rect.silence").count(), 1);
    assert.match(await silence(page).textContent(), /90 days without a scan, until now/);
    const [band, lanes, mark] = [await box(page.locator("rect.silence")), await box(page.locator(".lanes")), await box(page.locator(".mark").last())];
    assert.ok(lanes.right - band.right < 20, "the axis reaches now");
    assert.ok(Math.abs(band.left - (mark.left + mark.right) / 2) < 2, "from the last scan");
    assert.match(await gapCard(page), /90 d 12 h ?main, since [^.]*, \d\d:\d\d\. 2 gaps, 1 still open/);
    assert.equal(await page.locator(".axis-end").textContent(), "now");
  });

  test("a single scan lately, or several at one instant: the axis ends now, and not later", LIMIT, async () => {
    const lately = scan(1, 1 / 24);
    for (const scans of [[lately], [lately, { ...lately, scan_id: "scan-2" }]]) {
      const page = await open(scans);
      assert.equal(await page.locator(".axis-end").textContent(), "now");
      const [lanes, mark] = [await box(page.locator(".lanes")), await box(page.locator(".mark").last())];
      const left = (mark.left + mark.right) / 2 - lanes.left;
      assert.ok(left > lanes.width * 0.85, `the last hour of thirteen is short: ${left} of ${lanes.width}`);
    }
  });

  test("no place at the end of the axis is called now if a scan is dated in the future", LIMIT, async () => {
    const future = scan(1, 0, { timestamp: "9999-01-01T00:00:00Z" });
    const page = await open([future, scan(2, 40, { branch: "old" }), scan(3, 80, { branch: "old" })]);
    assert.equal(await page.locator(".axis-end").count(), 0);
    const [band, lanes] = [await box(page.locator("rect.silence")), await box(page.locator(".lanes"))];
    assert.ok(band.right < lanes.left + lanes.width / 2, "a silence until now ends now");
  });

  test("without a readable time nothing is called none, and a sentence stands in place of the timeline", LIMIT, async () => {
    const page = await open([scan(1, 1, { timestamp: "not a date" }), scan(2, 2, { timestamp: "", num_files: 1 })], "&list=groups&by=day");
    const card = async (label) => oneLine(await page.locator(".card", { hasText: label }).innerText());
    assert.match(await card("Last scan"), /not known 2 scans, none with a readable time/);
    for (const label of ["Longest gap", "Coverage drops"]) assert.match(await card(label), /not known no scan has a readable time/);
    assert.match(await page.locator("[aria-label=Timeline]").innerText(), /^No scan here has a readable time/);
    assert.equal(await page.locator("[aria-label=Timeline] :is(svg, .legend)").count(), 0);
    assert.equal(await rowCount(page), 1);
    assert.equal(await page.locator(".row[data-index] .c-key").innerText(), "no readable time");
  });

  test("the figures say so if some times are unreadable, or no scan counts its files", LIMIT, async () => {
    const page = await open([scan(1, 1, { num_files: null }), scan(2, 2, { num_files: null }), scan(3, 3, { timestamp: "x", num_files: null })]);
    assert.match(await gapCard(page), /none ?no branch went more than a week without a scan, as far as times can be read/);
    assert.match(oneLine(await page.locator(".card", { hasText: "Coverage drops" }).innerText()), /not known no scan says how many files it read/);
  });

  test("the order card counts what is odd, and lengths have grouped numbers", LIMIT, async () => {
    const page = await open([scan(1, 2), scan(2, 1), scan(3, 3, { timestamp: "x" }), scan(4, 4, { timestamp: "y" }), scan(5, 0, { timestamp: "0001-01-01T00:00:00Z" })]);
    assert.match(oneLine(await page.locator(".card", { hasText: "Order" }).innerText()), /^Order 3 problems 1 entry out of order, 2 unreadable times$/);
    assert.match(await gapCard(page), /Longest gap ?7\d\d,\d{3} d/);
  });

  test("how long ago is counted in whole units that have passed", LIMIT, async () => {
    const page = await open([scan(1, 1 / 24 + 0.03), scan(2, 35 / 24), scan(3, 2.7 * 365.25)]);
    const cells = await page.locator(".row[data-index] .c-time time").allInnerTexts();
    assert.deepEqual(cells.map((text) => /^.* ago/.exec(text)?.[0]), ["1 hour ago", "1 day ago", "2 years ago"]);
  });

  for (const width of [1440, 390])
    test(`both are readable if the silence is much longer than the history: ${width} px`, LIMIT, async () => {
      const page = await open([scan(1, 90), scan(2, 90.2), scan(3, 91)], "", { viewport: { width, height: 900 } });
      const lanes = await box(page.locator(".lanes"));
      const marks = await page.locator(".mark").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
      assert.equal(marks.length, 3);
      assert.ok(Math.max(...marks) - Math.min(...marks) > lanes.width * 0.4, "the scans are apart");
      assert.match(await silence(page).textContent(), /90 d/);
      assert.equal(await silence(page).locator(".gap-length").count(), 1, "the band says its length");
      assert.equal(await page.locator(".fold").count(), 1);
      assert.match(await page.locator(".legend").textContent(), /from here the axis is shorter/);
      const texts = await axisTexts(page);
      texts.slice(1).forEach(([left], at) => assert.ok(left >= texts[at][1], `no text runs into another: ${JSON.stringify(texts)}`));
    });

  test("a single scan long ago, and a pause that is none yet", LIMIT, async () => {
    const page = await open([scan(1, 30.5)]);
    assert.match(await silence(page).textContent(), /30 days without a scan, until now/);
    const recent = await open([scan(1, 2), scan(2, 3)]);
    assert.equal(await recent.locator("rect.silence").count(), 0);
    assert.match(await gapCard(recent), /none/);
    assert.equal(await recent.locator(".fold").count(), 0);
  });

  test("each branch has its own silence, over the whole range if it has no scan in it, and up to the range's end", LIMIT, async () => {
    const scans = [scan(1, 1), scan(2, 3), scan(3, 40, { branch: "old" })];
    const page = await open(scans);
    assert.equal(await page.locator("rect.silence").count(), 1);
    assert.match(await gapCard(page), /40 d ?old, since /);
    const narrow = await open(scans, `&from=${dayAgo(5)}`);
    assert.equal(await narrow.locator("rect.silence").count(), 1);
    const [band, lanes] = [await box(narrow.locator("rect.silence")), await box(narrow.locator(".lanes"))];
    assert.ok(band.width > lanes.width - 40);
    const ended = await open(scans, `&until=${dayAgo(15)}`);
    assert.match(await silence(ended).textContent(), /days without a scan, until the end of the range/);
    assert.equal(await ended.locator(".axis-end").textContent(), "end of range");
  });

  test("ten thousand scans have no more nodes than the width has room for, and the table has them all", LIMIT, async () => {
    const scans = many(10_000);
    const page = await open(scans);
    assert.equal(await rowCount(page), scans.length);
    assert.ok((await page.locator(".lanes *").count()) < 1200);
    const counts = await page.locator(".mark").evaluateAll((all) => all.map((one) => Number(one.dataset.count)));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      scans.length,
    );
    assert.match(await page.locator(".mark .count-text").first().textContent(), /^\d+$/);
  });

  test("a gap and a drop that began before the range belong to the range too", LIMIT, async () => {
    const scans = [scan(1, 2, { num_files: 3 }), scan(2, 60, { num_files: 900 }), scan(3, 1, { branch: "other" }), scan(4, 90, { branch: "old" })];
    const page = await open(scans, `&from=${dayAgo(40)}`);
    assert.match(await gapCard(page), /90 d/);
    const main = await open(scans, `&branch=main&from=${dayAgo(40)}`);
    assert.match(await gapCard(main), /(57 d 23 h|58 d) ?main, /);
    assert.match(oneLine(await main.locator(".card", { hasText: "Coverage drops" }).innerText()), /1 e\.g\. 900 → 3 files/);
    assert.equal(await main.locator("rect.gap.pause").count(), 1);
    assert.match(await main.locator(".history-warnings").innerText(), /scan-1 read 3 files 2 days ago, down from 900 \(main, same prompt\)/);
    assert.equal(await main.locator(".row .c-files .stale").count(), 1);
  });

  test("scans on one mark that share an id can each be reached", LIMIT, async () => {
    const scans = [scan(1, 1), { ...scan(2, 1.001), scan_id: "scan-1" }, scan(3, 1.002), scan(4, 1.003), scan(5, 60)];
    const page = await open(scans);
    await page.locator(".mark[tabindex='0']").focus();
    const shown = () => page.evaluate(() => new URLSearchParams(location.search).get("entry"));
    const seen = [];
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press("Enter");
      const last = seen.at(-1) ?? null;
      await page.waitForFunction((last) => new URLSearchParams(location.search).get("entry") !== last, last);
      seen.push(await shown());
    }
    assert.deepEqual(seen, ["scan-1", "scan-3", "scan-4", "scan-1"]);
  });

  test("every scan behind a count is reached by the keyboard, newest first", LIMIT, async () => {
    const scans = [scan(1, 1), scan(2, 1.001), scan(3, 1.002), scan(4, 60)];
    const page = await open(scans);
    await page.locator(".mark[tabindex='0']").focus();
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^3 scans on main/);
    const seen = [];
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press("Enter");
      await page.waitForFunction(
        (before) => (document.querySelector(".row[aria-selected=true] .c-scan")?.textContent ?? before) !== before,
        seen.at(-1) ?? "",
      );
      seen.push(await page.locator(".row[aria-selected=true] .c-scan").textContent());
    }
    assert.deepEqual(seen, ["scan-1", "scan-2", "scan-3", "scan-1"]);
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /1 of them is selected/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.locator(".row[aria-selected=true] .c-scan", { hasText: "scan-4" }).waitFor();
  });

  test("the page does not present what was read long ago as of now", LIMIT, async () => {
    const page = await world.newPage();
    await page.clock.install();
    await world.show(page, "?view=history");
    await page.locator(".cards").waitFor();
    const said = () => page.locator("history-view").innerText();
    assert.match(await said(), /, since [^.]*, \d\d:\d\d\. .*still open/);
    assert.match(await said(), /Stale branches\n/);
    await page.clock.fastForward(9 * DAY_MS);
    await page.clock.runFor(61_000);
    assert.match(await said(), /, since [^.]*, \d\d:\d\d, until it was read\. .*open when it was read/);
    assert.match(await said(), /Stale branches when read\n/);
    assert.doesNotMatch(await said(), /until now|still open/);
    const drawing = await page.locator(".lanes").textContent();
    assert.match(drawing, /until it was read/);
    assert.match(drawing, /when read/);
    assert.doesNotMatch(drawing, /until now/);
  });

  test("“no gap” refers to the time of reading, once that is long ago", LIMIT, async () => {
    const page = await world.newPage();
    await page.clock.install();
    await answerWith(page, HISTORY, json({ scans: [agentScan(world.seeded.repo, 1, 0.1), agentScan(world.seeded.repo, 2, -0.01)] }));
    await world.show(page, "?view=history");
    const gap = () => page.locator(".card", { hasText: "Longest gap" }).innerText();
    const worth = () => page.locator(".history-warnings").innerText();
    await page.locator(".cards").waitFor();
    assert.match(await gap(), /no branch went more than a week without a scan$/);
    assert.match(await worth(), /scan-2 is dated 1[34] minutes in the future/);
    await page.clock.fastForward(9 * DAY_MS);
    await page.clock.runFor(61_000);
    assert.match(await gap(), /no branch went more than a week without a scan, when it was read$/);
    assert.match(await worth(), /scan-2 was dated later than it was read/);
  });
});
