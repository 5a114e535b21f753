/** Times and lengths of time in words, without a browser. `now` is always given. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { init } from "scanfold";

import { bundled } from "./bundled.mjs";
import { said } from "./said.mjs";

await init();
const { ago, ahead, dayIn, dated, duration, moment, readWhen, when } = await bundled("www/src/parts/time.ts");
const { missedAs, nextTry, reason } = await bundled("www/src/parts/retry.ts");

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const NOW = Date.parse("2026-03-31T12:00:00Z");
const after = (ms) => new Date(NOW + ms).toISOString();

test("a length of time is in its two largest units, and not in units that lie apart", () => {
  const lengths = [[-5, "0 ms"], [999, "999 ms"], [90 * SECOND, "1 min 30 s"], [HOUR + 5 * SECOND, "1 h"], [DAY + 59 * MINUTE, "1 d"], [1234 * DAY + 5 * HOUR + MINUTE, "1,234 d 5 h"], [2 * DAY, "2 d"]];
  assert.deepEqual(lengths.map(([ms]) => duration(ms)), lengths.map(([, text]) => text));
});

test("how long ago is counted in whole units that have passed, or are left", () => {
  const lengths = [[-999, "just now"], [-59 * SECOND, "59 seconds ago"], [-35 * HOUR, "1 day ago"], [-13 * DAY, "1 week ago"], [47 * HOUR, "in 1 day"]];
  assert.deepEqual(lengths.map(([ms]) => ago(NOW + ms, NOW)), lengths.map(([, text]) => text));
});

test("a time slightly ahead of this clock counts as now; one further ahead is said to be in the future", () => {
  assert.equal(said(when(after(5 * MINUTE), NOW)), "just now");
  assert.equal(said(when(after(6 * MINUTE), NOW)), "in 6 minutes");
  assert.equal(said(ahead(after(5 * MINUTE), NOW)), "just now");
  assert.equal(said(ahead(after(6 * MINUTE), NOW)), "6 minutes in the future");
  assert.equal(said(ahead(after(-HOUR), NOW)), "1 hour ago");
});

test("a time that is not given reads differently from one that cannot be read", () => {
  for (const none of ["", null, undefined]) assert.equal(said(when(none, NOW)), "not given");
  for (const text of [when, ahead, dated].map((how) => said(how("yesterday", NOW, 60)))) assert.equal(text, "“yesterday” (not a readable time)");
});

test("a day is that of the zone, and there is none if its year does not have four digits", () => {
  assert.deepEqual([dayIn(Date.parse("2026-03-31T23:30:00Z"), 60), dayIn(Date.parse("2026-03-31T23:30:00Z"), 0)], ["2026-04-01", "2026-03-31"]);
  assert.deepEqual([dayIn(Date.parse("9999-12-31T23:30:00Z"), 60), dayIn(Date.parse("9999-12-31T23:30:00Z"), 0)], ["", "9999-12-31"]);
});

test("a moment less than a day away is by the device's clock, any other with its date, in UTC", () => {
  assert.match(moment(NOW - DAY + 1, NOW), /^\d\d:\d\d:00 UTC/);
  assert.equal(moment(NOW - DAY, NOW), "30 Mar 2026, 12:00:00 UTC");
  assert.equal(moment(NOW + DAY, NOW), "1 Apr 2026, 12:00:00 UTC");
});

test("what was read within a minute was read just now", () => {
  assert.deepEqual([said(readWhen(NOW - MINUTE + 1, NOW)), said(readWhen(NOW - MINUTE, NOW))], ["just now", "1 minute ago"]);
});

describe("why a request is tried again", () => {
  test("is said in words for what came instead of an answer", () => {
    const causes = [
      [{ error: "rate_limited", status: 429 }, "The service asked to wait"],
      [{ error: "timeout" }, "The service took too long"],
      [{ error: "server_error", status: 502 }, "The service answered 502"],
      [{ error: "server_error" }, "The connection broke off"],
      [{ error: "network" }, "The connection broke off"],
    ];
    assert.deepEqual(causes.map(([cause]) => reason(cause)), causes.map(([, text]) => text));
  });

  test("its time is counted down in whole seconds, and not shown once it is due", () => {
    const tries = [[3001, "in 4 s (2 of 3)"], [1, "in 1 s (2 of 3)"], [0, "(2 of 3)"], [-50, "(2 of 3)"]];
    assert.deepEqual(tries.map(([ms]) => nextTry({ at: NOW + ms, attempt: 2, of: 3 }, NOW)), tries.map(([, text]) => text));
  });

  test("the words distinguish what came instead of an answer", () => {
    const causes = [
      [{ error: "timeout", status: 200 }, "The service took too long"],
      [{ error: "network" }, "The service did not answer"],
      [{ error: "server_error", status: 503 }, "The service answered that it is busy (503)"],
      [{ error: "network", status: 200 }, "The answer broke off"],
      [{ error: "server_error", status: 500 }, "The service answered 500"],
    ];
    assert.deepEqual(causes.map(([cause]) => missedAs(cause)), causes.map(([, text]) => text));
  });
});
