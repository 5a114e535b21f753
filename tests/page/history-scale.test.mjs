/** Where instants stand on the timeline's axis, and what is written under it, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { init } from "scanfold";

import { bundled } from "./bundled.mjs";
import { DAY_MS } from "./days.mjs";

await init();
const { scaleOf } = await bundled("www/src/history/scale.ts");
const { tickTexts } = await bundled("www/src/history/axis.ts");

const FIRST = Date.parse("2026-03-01T10:00:00Z");
const of = (span, end, more = {}) => scaleOf({ span, end, zone: 0, width: 1000, endText: "now", ...more });

test("the axis begins at a single scan of long ago, unfolded, and leaves room before one of today", () => {
  const long = of([FIRST, FIRST], FIRST + 30 * DAY_MS);
  assert.deepEqual([long.x(FIRST), long.fold, long.present], [long.left, null, long.right]);
  const lately = of([FIRST, FIRST], FIRST + DAY_MS / 24);
  assert.ok(lately.x(FIRST) > lately.left + 800, "half a day before, an hour after");
  assert.equal(lately.present, lately.right);
});

test("a silence longer than three times all scans is drawn shorter, and what lies in it keeps its order", () => {
  const [last, end] = [FIRST + DAY_MS, FIRST + 6 * DAY_MS];
  assert.equal(of([FIRST, last], FIRST + 4 * DAY_MS).fold, null);
  const folded = of([FIRST, last], end);
  assert.equal(folded.x(last), folded.fold);
  assert.ok(folded.x(last) < folded.x(last + DAY_MS) && folded.x(last + DAY_MS) < folded.right);
  assert.ok(folded.ticks.every(({ x }) => x < folded.fold), "no text beyond the fold");
});

test("a scan that is dated later than now stands beyond it, and nothing beyond the axis", () => {
  const { x, present, right, left } = of([FIRST, FIRST + 4 * DAY_MS], FIRST + 2 * DAY_MS);
  assert.ok(present < right && x(FIRST + 4 * DAY_MS) === right);
  assert.deepEqual([x(FIRST - 9 * DAY_MS), x(FIRST + 9 * DAY_MS)], [left, right]);
});

test("the axis counts days where they begin in the zone", () => {
  const span = [FIRST, FIRST + 14 * DAY_MS];
  for (const [zone, name] of [[0, "Z"], [330, "+05:30"], [-480, "-08:00"]]) {
    const { ticks, x } = of(span, span[1], { zone });
    assert.ok(ticks.length > 5);
    for (const tick of ticks) {
      const [day] = tick.text.split(" ");
      const midnight = Date.parse(`2026-03-${day.padStart(2, "0")}T00:00:00${name}`);
      assert.ok(Math.abs(tick.x - x(midnight)) < 0.01, `${tick.text} in ${name}`);
    }
  }
});

test("every text of the axis is whole: none reaches over its beginning, or into its end", () => {
  const noon = Date.parse("2026-03-01T12:00:00Z");
  for (const days of [2, 40])
    for (let width = 200; width < 1200; width += 7) {
      const { ticks } = of([noon, noon + days * DAY_MS], noon + days * DAY_MS, { width, endText: "end of range" });
      for (const { x, text } of ticks) assert.ok(x - text.length * 3.5 > -14 && x + text.length * 3.5 < width - 14 - 12 * 8.5, `${width}: ${text} at ${x}`);
    }
});

test("texts of ticks have one form, as exact as the ticks are close", () => {
  const at = (...times) => tickTexts(times.map((time) => new Date(time)));
  assert.deepEqual(at("2025-01-01", "2026-01-01"), ["2025", "2026"]);
  assert.deepEqual(at("2026-01-01", "2026-02-01"), ["Jan 2026", "Feb 2026"]);
  assert.deepEqual(at("2026-01-31", "2026-02-01"), ["31 Jan", "1 Feb"]);
  assert.deepEqual(at("2026-01-31T12:00:00Z", "2026-02-01T00:00:00Z"), ["31 Jan 12:00", "1 Feb 00:00"]);
  assert.deepEqual(at("2026-01-31T12:00:00Z", "2026-01-31T12:00:30Z"), ["31 Jan 12:00:00", "31 Jan 12:00:30"]);
  assert.deepEqual(at("2026-01-31"), ["31 Jan"]);
});
