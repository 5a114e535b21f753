/** What the table of a history lists, saved as a file: the service's scans, in the table's order. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { readCsv } from "../harness/exports.mjs";
import { agentScan } from "./answers.mjs";
import { drawsWhileBusy, openHistory, rowAt, save } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("agent history: files", (world) => {
  const scan = (...given) => agentScan(world.seeded.repo, ...given);
  /** Newest first by instant, which is not the order of the texts; the last has no readable time. */
  const scans = () => [
    scan(1, 0, { timestamp: "2026-01-02T21:00:00Z", branch: 'side, "quoted"', num_files: 0 }),
    scan(2, 0, { timestamp: "2026-01-03T01:00:00+05:00", prompt: "=1+1" }),
    scan(3, 0, { timestamp: "2026-01-02T12:30:00.25-02:00", note: { of: "the service" } }),
    scan(4, 0, { timestamp: "yesterday" }),
  ];
  const TIMES = ["2026-01-02T21:00:00.000Z", "2026-01-02T20:00:00.000Z", "2026-01-02T14:30:00.250Z", ""];
  /** As a file is named: whatever else a name holds is replaced. */
  const named = (rest) => `${world.seeded.repo.replaceAll("/", "_")}-agent-history${rest}`;
  const without = (item, name) => Object.fromEntries(Object.entries(item).filter(([key]) => key !== name));
  const asText = (item) => Object.fromEntries(Object.entries(item).map(([name, value]) => [name, String(value)]));

  test("CSV has every member that the service names, and the time in UTC", LIMIT, async () => {
    const page = await openHistory(world, scans());
    const { name, text } = await save(page, "CSV");
    assert.equal(name, named(".csv"));
    const expected = scans().map((one, at) => ({ time: TIMES[at], ...asText(without(one, "note")) }));
    expected[1].prompt = "'=1+1";
    assert.deepEqual(readCsv(text), expected);
  });

  test("JSON has the scans as the service sent them, whatever it left out or added", LIMIT, async () => {
    const sent = [...scans(), without(scan(5, 0, { timestamp: "2025-12-31" }), "prompt"), without(scan(6, 0, { timestamp: "2025-12-30" }), "num_files")];
    const page = await openHistory(world, sent);
    const { name, text } = await save(page, "JSON");
    assert.equal(name, named(".json"));
    const order = [0, 1, 2, 4, 5, 3];
    assert.deepEqual(JSON.parse(text), order.map((at) => sent[at]));
    const cells = readCsv((await save(page, "CSV")).text);
    assert.deepEqual(cells.map(({ prompt }) => prompt)[3], "", "nothing is made up for what is missing");
    assert.equal(cells[4].num_files, "");
  });

  test("a file has what the filter leaves, in the order of the table, and its name says so", LIMIT, async () => {
    const page = await openHistory(world, scans(), "&branch=main&order=scan");
    const csv = await save(page, "CSV");
    assert.equal(csv.name, named("-filtered.csv"));
    assert.deepEqual(readCsv(csv.text).map(({ scan_id }) => scan_id), ["scan-2", "scan-3", "scan-4"]);
    await page.getByRole("button", { name: "Scan id" }).click();
    await rowAt(page, 0).getByText("scan-4").waitFor();
    assert.deepEqual(JSON.parse((await save(page, "JSON")).text).map(({ scan_id }) => scan_id), ["scan-4", "scan-3", "scan-2"]);
  });

  test("groups have their latest scan in CSV, and all of their scans in JSON", LIMIT, async () => {
    const sent = scans();
    const page = await openHistory(world, sent, "&list=groups&by=branch");
    const csv = await save(page, "CSV");
    assert.equal(csv.name, named("-by-branch.csv"));
    assert.deepEqual(
      readCsv(csv.text).map(({ branch, scans, latest_scan_id, latest_time, latest_timestamp }) => [branch, scans, latest_scan_id, latest_time, latest_timestamp]),
      [
        ['side, "quoted"', "1", "scan-1", TIMES[0], sent[0].timestamp],
        ["main", "3", "scan-2", TIMES[1], sent[1].timestamp],
      ],
    );
    const json = await save(page, "JSON");
    assert.equal(json.name, named("-by-branch.json"));
    assert.deepEqual(JSON.parse(json.text), [
      { key: 'side, "quoted"', latest: sent[0], scans: [sent[0]] },
      { key: "main", latest: sent[1], scans: sent.slice(1) },
    ]);
  });

  test("days are those of the table, and CSV says of which zone", LIMIT, async () => {
    const page = await openHistory(world, scans(), "&list=groups&by=day&zone=%2B05:00");
    const rows = readCsv((await save(page, "CSV")).text);
    assert.deepEqual(rows.map((row) => [row["day (UTC+05:00)"], row.latest_time]), [["2026-01-03", TIMES[0]], ["2026-01-02", TIMES[2]], ["", ""]]);
  });

  test("the page draws while a group that has all scans is written", LIMIT, async () => {
    const sent = Array.from({ length: 60_000 }, (_, at) => scan(at, at / 1000, { prompt: "p".repeat(300) }));
    const page = await openHistory(world, sent, "&list=groups&by=repo_name");
    const draws = drawsWhileBusy(page);
    const groups = JSON.parse((await save(page, "JSON")).text);
    assert.ok(await draws);
    assert.deepEqual(groups.map(({ key, scans }) => [key, scans.length]), [[world.seeded.repo, sent.length]]);
  });

  test("the latest scan of each is a list of its own", LIMIT, async () => {
    const sent = scans();
    const page = await openHistory(world, sent, "&list=latest&by=prompt");
    const { name, text } = await save(page, "JSON");
    assert.equal(name, named("-latest-by-prompt.json"));
    assert.deepEqual(JSON.parse(text), [sent[0], sent[1]]);
  });

  test("a file that cannot be written is a failure beside the history, which stays", LIMIT, async () => {
    const page = await openHistory(world, scans());
    await page.evaluate(() => {
      globalThis.Blob = class {
        constructor() {
          throw new RangeError("Array buffer allocation failed");
        }
      };
    });
    await page.locator("main .menu summary").click();
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    const failed = page.locator("[role=alert]", { hasText: "The export failed" });
    await failed.waitFor();
    await rowAt(page, 0).waitFor();
    await failed.getByRole("button", { name: "Close" }).click();
    await failed.waitFor({ state: "detached" });
    assert.notEqual(await page.evaluate(() => document.activeElement.localName), "body");
  });
});
