/**
 * Histories whose times, ids or order cannot be right: each oddity is counted, named and leads to its scan, and none of them hides
 * that a branch was not scanned for long.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan } from "./answers.mjs";
import { DAY_MS, dayAgo } from "./days.mjs";
import { oneLine } from "./shown.mjs";
import { openHistory } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("agent history: oddities", (world) => {
  const scan = (...given) => agentScan(world.seeded.repo, ...given);
  const open = (scans, query) => openHistory(world, scans, query);
  const card = async (page, label) => oneLine(await page.locator(".card", { hasText: label }).textContent());
  const warnings = async (page) => (await page.locator(".history-warnings li").allTextContents()).map((text) => oneLine(text).trim());

  test("a scan that is dated in the future is marked as such, and does not stand for one that was made", LIMIT, async () => {
    const page = await open([scan(1, -30), scan(2, 40), scan(3, 41)]);
    assert.match(await card(page, "Last scan"), /1 month ago/);
    assert.match(await card(page, "Stale branches"), /1 of 1/);
    assert.match(await card(page, "Longest gap"), /^Longest gap ?40 d.*, since [^.]*, \d\d:\d\d\. The only gap/);
    assert.match(await card(page, "Order"), /1 problem.*1 time in the future/);
    const said = await warnings(page);
    assert.ok(said.some((text) => /^Stale main had its last scan 1 month ago$/.test(text)), said.join("\n"));
    assert.ok(said.some((text) => /^Future scan-1 is dated 4 weeks in the future$/.test(text)), said.join("\n"));
    await page.getByRole("button", { name: "Select scan scan-1" }).click();
    assert.equal(await page.locator(".row[aria-selected=true] .c-scan").textContent(), "scan-1");
  });

  test("the latest scan of a branch is one that is not dated in the future, if there is one", LIMIT, async () => {
    const page = await open([scan(1, -30), scan(2, 40), scan(3, -2, { branch: "next" })], "&list=latest");
    const cells = (column) => page.locator(`.row[data-index] .c-${column}`).allTextContents();
    assert.deepEqual(await cells("scan"), ["scan-3", "scan-2"]);
    const times = await cells("time");
    assert.match(times[1], /1 month ago.*stale/);
    assert.match(times[0], /in 1 day.*stale/, "a branch without a scan that was made is stale");
    await page.getByRole("tab", { name: "Groups" }).click();
    await page.locator(".row .c-count").first().waitFor();
    assert.deepEqual(await cells("scan"), ["scan-3", "scan-2"]);
  });

  test("there is no last scan if every scan is dated in the future", LIMIT, async () => {
    const page = await open([scan(1, -30), scan(2, -40)]);
    assert.match(await card(page, "Last scan"), /not known.*2 scans, none dated before now/);
    assert.match(await card(page, "Order"), /2 times in the future/);
  });

  test("a clock that is a little ahead is no oddity", LIMIT, async () => {
    const page = await open([scan(1, -2 / 1440), scan(2, 1)]);
    assert.equal(await page.locator(".card", { hasText: "Order" }).count(), 0, "there is nothing to tell of the order");
    assert.equal(await page.locator(".history-warnings").count(), 0);
    assert.match(await card(page, "Last scan"), /^Last scan ?just now/);
    assert.match(await page.locator(".row[data-index='0'] .c-time").textContent(), /^just now/);
  });

  test("the card counts what the list names, of every kind", LIMIT, async () => {
    const zoneless = { timestamp: new Date(Date.now() - 6 * DAY_MS).toISOString().slice(0, -1) };
    const page = await open([
      scan(1, -30),
      scan(2, 1),
      scan(3, 3),
      scan(4, 2),
      { ...scan(5, 4), scan_id: "scan-2" },
      scan(6, 5, { timestamp: "garbage" }),
      scan(7, 6, zoneless),
      scan(8, 6, { ...zoneless, scan_id: "" }),
    ]);
    assert.match(
      await card(page, "Order"),
      /^Order ?6 problems1 time in the future, 1 entry out of order, 1 scan id more than once, 1 unreadable time, 2 times without a zone, read as UTC$/,
    );
    assert.equal(await page.locator(".history-warnings h2 .n").textContent(), "6");
    const said = await warnings(page);
    assert.deepEqual(said.map((text) => text.split(" ", 1)[0]).sort(), ["Future", "Id", "Order", "Time", "Zone", "Zone"]);
    assert.deepEqual(said.slice(-2), ["Zone scan-7 has a time without a zone, read as UTC", "Zone a scan without an id has a time without a zone, read as UTC"]);
    await page.locator(".history-warnings summary").click();
    await page.getByRole("button", { name: "Select scan scan-7" }).click();
    await page.locator(".row[aria-selected=true] .c-scan", { hasText: "scan-7" }).waitFor();
  });

  test("a drop whose id several scans have belongs to the one that read so many files", LIMIT, async () => {
    const page = await open([scan(1, 1, { num_files: 3 }), scan(2, 2, { num_files: 900 }), { ...scan(3, 3, { branch: "develop", num_files: 500 }), scan_id: "scan-1" }]);
    const said = (await warnings(page)).filter((text) => text.startsWith("Coverage"));
    assert.deepEqual(said, ["Coverage scan-1 read 3 files 1 day ago, down from 900 (main, same prompt)"]);
    assert.deepEqual((await page.locator(".row .c-files .stale").allInnerTexts()).map((text) => text.replace(/\D/g, "")), ["3"]);
    const alike = await open([scan(1, 1, { num_files: 3 }), scan(2, 2, { num_files: 900 }), { ...scan(3, 3, { branch: "develop", num_files: 3 }), scan_id: "scan-1" }]);
    assert.match((await warnings(alike)).find((text) => text.startsWith("Coverage")), /, down from 900 \(same branch, same prompt\)$/);
    assert.equal(await alike.locator(".row .c-files .stale").count(), 0);
  });

  test("drops are named newest first, a drop from a scan before the range among them", LIMIT, async () => {
    // Each odd scan read far fewer files than the one before it, which is the next of its branch.
    const scans = Array.from({ length: 12 }, (_, at) => scan(at + 1, at + 1, { num_files: at % 2 === 0 ? 3 : 900 + at }));
    const drops = async (page) => (await warnings(page)).filter((text) => text.startsWith("Coverage")).map((text) => text.split(" ")[1]);
    const page = await open(scans);
    assert.deepEqual(await drops(page), ["scan-1", "scan-3", "scan-5", "scan-7", "scan-9", "scan-11"]);
    assert.match(await card(page, "Coverage drops"), /6 ?e\.g\. 901 → 3 files/);
    const next = [scan(20, 2.5, { branch: "next", num_files: 3 }), scan(21, 9, { branch: "next" })];
    const ranged = await open([...scans, ...next], `&from=${dayAgo(6)}`);
    assert.deepEqual(await drops(ranged), ["scan-1", "scan-20", "scan-3", "scan-5"]);
    // If no scan has an id, only their order is known.
    const nameless = await open(scans.map((one) => ({ ...one, scan_id: "" })));
    const before = async (page) => (await warnings(page)).map((text) => Number(text.match(/down from (\d+) /)[1]));
    assert.deepEqual(await before(nameless), [901, 903, 905, 907, 909, 911]);
  });

  test("times that cannot be read, scans out of order and ids of several scans are named, and lead there", LIMIT, async () => {
    const page = await open([scan(1, 1), scan(2, 3), scan(3, 2), { ...scan(4, 4), scan_id: "scan-1" }, scan(5, 5, { timestamp: "garbage" })]);
    assert.match(await card(page, "Order"), /3 problems/);
    const said = await warnings(page);
    assert.deepEqual(
      said.map((text) => text.split(" ", 2).join(" ")).sort(),
      ["Id scan-1", "Order scan-3", "Time scan-5"],
    );
    assert.equal(await page.locator(".history-warnings h2 .n").textContent(), "3");
    for (const id of ["scan-3", "scan-5"]) {
      await page.getByRole("button", { name: `Select scan ${id}` }).click();
      await page.locator(".row[aria-selected=true] .c-scan", { hasText: id }).waitFor();
    }
  });

  test("a warning leads to its own scan even if others share the id, and so does a row", LIMIT, async () => {
    const twins = [{ ...scan(1, 1), scan_id: "twin" }, { ...scan(2, 2, { branch: "next", timestamp: "garbage" }), scan_id: "twin" }];
    const page = await open(twins);
    const branch = page.locator(".selected dl > div", { hasText: "Branch" }).locator("dd");
    await page.locator(".history-warnings li", { hasText: "no time that can be read" }).getByRole("button").click();
    await branch.filter({ hasText: "next" }).waitFor();
    for (const [index, name] of ["main", "next"].entries()) {
      await page.locator(`.row[data-index='${index}']`).click();
      await branch.filter({ hasText: name }).waitFor();
    }
    assert.match(oneLine(await page.locator(".selected").innerText()), /1 more scan with this id/);
  });
});
