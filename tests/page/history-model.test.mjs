/**
 * What is made of a history before anything is drawn: which scans, lanes, gaps and figures a filter leaves, in which order they are
 * listed, and where the keyboard goes among their marks. Without a browser, at a time that is given.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { init } from "scanfold";

import { agentScan } from "./answers.mjs";
import { bundled } from "./bundled.mjs";
import { DAY_MS } from "./days.mjs";

await init();
const { historyModel } = await bundled("www/src/history/history-model.ts");
const { HistoryAnswers } = await bundled("www/src/history/answers.ts");
const { gapsOf, narrowTo } = await bundled("www/src/history/gap.ts");
const { groups, latest, nextSort, orderScans } = await bundled("www/src/history/order.ts");
const { neighbour, nextOf, tabStop } = await bundled("www/src/history/marks.ts");

const NOW = new Date("2026-03-31T12:00:00Z");
const UNFILTERED = { where: {}, from: "", until: "", zone: 0, stale: 0 };

const stamp = (days) => new Date(NOW.getTime() - days * DAY_MS).toISOString();
const dayOf = (days) => stamp(days).slice(0, 10);
const scan = (number, days, more = {}) => agentScan("acme/shop", number, 0, { timestamp: stamp(days), ...more });
const model = (scans, filter = {}) => historyModel(scans, { ...UNFILTERED, ...filter }, NOW);
const ids = (scans) => scans.map(({ scan_id }) => scan_id);

describe("the model of a history", () => {
  test("prompts are in the order of how many scans they have: the place is the shape", () => {
    const scans = [["rare", 1], ["often", 3], ["now and then", 2]].flatMap(([prompt, count]) => Array.from({ length: count }, (_, at) => scan(at, at, { prompt })));
    assert.deepEqual(model(scans).prompts, ["often", "now and then", "rare"]);
    assert.deepEqual(model(scans, { where: { prompt: "rare" } }).prompts, ["often", "now and then", "rare"], "whatever the filter");
  });

  test("a scan that is dated in the future does not count for the usual interval", () => {
    const { summary } = model([scan(0, -300), scan(1, 1), scan(2, 2)]);
    assert.equal(summary.medianIntervalMs, DAY_MS);
  });

  test("a branch that was scanned shortly before the range is not stale in it, and one long before is", () => {
    const scans = [scan(0, 4), scan(1, 20, { branch: "old" }), scan(2, 1, { branch: "here" })];
    const { lanes } = model(scans, { from: dayOf(2) });
    assert.deepEqual(lanes.map(({ branch, scans: { length }, summary: { stale } }) => [branch, length, stale]).sort(), [["here", 1, false], ["main", 0, false], ["old", 0, true]]);
  });

  test("a range that is open to one side has all scans whose time can be read", () => {
    const scans = [scan(0, 0, { timestamp: "0000-01-02T00:00:00Z" }), scan(1, 0, { timestamp: "9999-12-31T23:59:59.9999999999-23:59" }), scan(2, 0, { timestamp: "soon" })];
    assert.deepEqual(ids(model(scans, { until: dayOf(1) }).scans), ["scan-0"]);
    assert.deepEqual(ids(model(scans, { from: dayOf(1) }).scans), ["scan-1"]);
  });

  test("a range that begins in the future is not called a time without a scan", () => {
    const scans = [scan(0, 10)];
    assert.equal(model(scans, { from: dayOf(-2) }).absence, null);
    assert.equal(model(scans, { from: dayOf(2), until: dayOf(1) }).absence.from, stamp(10));
  });

  test("the earliest of the longest gaps is named, one that lasts before those that ended", () => {
    const scans = [scan(0, 10), scan(1, 20), scan(2, 30), scan(3, 0, { branch: "dev" }), scan(4, 10, { branch: "dev" })];
    const { longest, count, lasting } = gapsOf(model(scans));
    assert.deepEqual([longest.branch, longest.to, count, lasting], ["main", null, 4, 1]);
  });

  test("a gap that lasts is shown alone with the last day that is chosen", () => {
    const filter = { from: dayOf(40), until: dayOf(5) };
    const shown = { ...UNFILTERED, ...filter };
    const { longest } = gapsOf(model([scan(0, 20), scan(1, 21)], filter));
    assert.deepEqual(narrowTo(longest, shown), { where: { branch: "main" }, from: dayOf(20), until: dayOf(5) });
  });

  test("a gap that ended on the first day of a range is reported, unless one that begins on that day is meant", () => {
    const every = (from, to) => Array.from({ length: from - to + 1 }, (_, at) => scan(at, to + at));
    const chosen = gapsOf(model([...every(12, 0), ...every(30, 21), scan(90, 120)], { from: dayOf(30) }));
    assert.deepEqual([chosen.longest.ms, chosen.count], [90 * DAY_MS, 2]);
    const pressed = gapsOf(model([...every(9, 0), scan(50, 30), scan(90, 120)], { from: dayOf(30) }));
    assert.deepEqual([pressed.longest.ms, pressed.count], [21 * DAY_MS, 1]);
    const day = gapsOf(model([scan(50, 30), scan(90, 120)], { from: dayOf(30), until: dayOf(30) }));
    assert.deepEqual([day.longest.ms, day.count], [90 * DAY_MS, 1]);
  });

  test("a time without a scan lasts if only a scan dated in the future comes after it", () => {
    const around = (...scans) => model(scans, { from: dayOf(5), until: dayOf(3) }).absence;
    assert.equal(around(scan(0, 10), scan(1, -30)).to, null);
    assert.notEqual(around(scan(0, 10), scan(1, 1)).to, null);
  });

  test("a gap that ended counts as shown once both days are those of its scans", () => {
    const { longest } = gapsOf(model([scan(0, 1), scan(1, 20)]));
    const shown = { ...UNFILTERED, where: { branch: "main" }, from: dayOf(20), until: dayOf(1) };
    assert.equal(narrowTo(longest, shown), null);
    assert.deepEqual(narrowTo(longest, { ...shown, until: dayOf(0) }), { where: { branch: "main" }, from: dayOf(20), until: dayOf(1) });
  });
});

describe("what was made of a history", () => {
  const state = { ...UNFILTERED, list: "scans", by: "branch", sort: { by: "branch", descending: false } };
  const scans = [scan(0, 1), scan(1, 2, { branch: "dev" })];
  /** All that is drawn under a filter. */
  const made = (answers, change) => {
    const now = { ...state, ...change };
    const known = answers.model(scans, NOW, now);
    const lanes = answers.lanes(known, false, null);
    return [known, lanes, answers.layout(lanes, 1000), answers.rows(known, now)];
  };

  test("is there again when a filter or a zone is taken back, and is not made anew", () => {
    const answers = new HistoryAnswers();
    const whole = made(answers, { where: {} });
    for (const change of [{ where: { branch: "dev" } }, { zone: 60 }]) {
      const others = made(answers, change);
      made(answers, { where: {} }).forEach((one, at) => assert.equal(one, whole[at], `part ${at}`));
      assert.notEqual(others[0], whole[0]);
    }
  });
});

describe("the order of a history's table", () => {
  const scans = [scan(0, 3, { num_files: 0 }), scan(1, 1, { num_files: null }), scan(2, 2, { num_files: 7 }), scan(3, 0, { num_files: 7 })];

  test("sorting by files puts unknown numbers before zero, and ties newest first in either direction", () => {
    assert.deepEqual(ids(orderScans(scans, { by: "files", descending: false })), ["scan-1", "scan-0", "scan-3", "scan-2"]);
    assert.deepEqual(ids(orderScans(scans, { by: "files", descending: true })), ["scan-3", "scan-2", "scan-0", "scan-1"]);
  });

  test("the latest scan of a group is not one dated in the future, in both lists", () => {
    const known = model([scan(0, -30), scan(1, 1), scan(2, 2), scan(3, -30, { branch: "dev" })]);
    const sort = { by: "time", descending: true };
    assert.deepEqual(Object.fromEntries(groups(known, "branch", 0, sort).map(({ key, latest: { scan_id } }) => [key, scan_id])), { main: "scan-1", dev: "scan-3" });
    assert.deepEqual(ids(latest(known, "branch", sort)), ["scan-3", "scan-1"]);
  });

  test("numbers and times sort greatest first, names from the first letter on, and a second press reverses", () => {
    const begun = ["time", "files", "count", "branch", "scan"].map((by) => nextSort({ by: "key", descending: false }, by).descending);
    assert.deepEqual(begun, [true, true, true, false, false]);
    assert.deepEqual(nextSort({ by: "count", descending: true }, "count"), { by: "count", descending: false });
  });
});

describe("keys among the marks of a timeline", () => {
  const mark = (x, ...scans) => ({ scans, x, from: 0, to: 0 });
  const [a, b, c, d] = [scan(0, 1), scan(1, 2), scan(2, 3), scan(3, 4)];
  const lanes = [[mark(10, a), mark(200, b)], [], [mark(20, c), mark(180, d)]];

  test("up and down lead to the nearest mark of the next lane that has any, and no further", () => {
    assert.deepEqual(neighbour(lanes, [0, 1], "ArrowDown"), [2, 1]);
    assert.deepEqual(neighbour(lanes, [2, 0], "ArrowUp"), [0, 0]);
    assert.equal(neighbour(lanes, [2, 0], "ArrowDown"), null);
    assert.equal(neighbour(lanes, [0, 0], "ArrowLeft"), null);
  });

  test("the tab stop is the mark where the keyboard was, else the selected one, else the first lane's latest", () => {
    const is = (one) => (other) => one === other;
    assert.deepEqual(tabStop(lanes, is(d), is(a)), [2, 1]);
    assert.deepEqual(tabStop(lanes, is(null), is(c)), [2, 0]);
    assert.deepEqual(tabStop(lanes, is(null), is(null)), [0, 1]);
    assert.deepEqual(tabStop([[], ...lanes.slice(2)], is(null), is(null)), [1, 1]);
  });

  test("a mark selects its newest, then the one before, and the newest again after its oldest", () => {
    const of = mark(0, a, b, c);
    assert.equal(nextOf(of, () => false), a);
    assert.equal(nextOf(of, (one) => one === a), b);
    assert.equal(nextOf(of, (one) => one === c), a);
    assert.equal(nextOf(of, (one) => one === a || one === b), c, "two that share the selected id");
  });
});
