/** What the figures, the warnings and the timeline of a history say, without a browser and at a time that is given. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { init } from "scanfold";

import { agentScan } from "./answers.mjs";
import { bundled } from "./bundled.mjs";
import { DAY_MS } from "./days.mjs";
import { said } from "./said.mjs";

await init();
const { historyModel } = await bundled("www/src/history/history-model.ts");
const { cards } = await bundled("www/src/history/cards.ts");
const { warnings } = await bundled("www/src/history/warnings.ts");
const { bands, pauses } = await bundled("www/src/history/bands.ts");
const { everywhere } = await bundled("www/src/history/everywhere.ts");
const { scaleOf } = await bundled("www/src/history/scale.ts");
const { legend } = await bundled("www/src/history/legend.ts");
const { filterBar } = await bundled("www/src/history/filter-bar.ts");
const { oddities } = await bundled("www/src/history/oddities.ts");
const { spoken } = await bundled("www/src/history/spoken.ts");
const { unseen } = await bundled("www/src/history/unseen.ts");
const { noMatch } = await bundled("www/src/history/no-match.ts");

const NOW = new Date("2026-03-31T12:00:00Z");
const now = NOW.getTime();
const UNFILTERED = { where: {}, from: "", until: "", zone: 0, stale: 0 };
const nothing = () => undefined;

const stamp = (days) => new Date(now - days * DAY_MS).toISOString();
const dayOf = (days) => stamp(days).slice(0, 10);
const scan = (number, days, more = {}) => agentScan("acme/shop", number, 0, { timestamp: stamp(days), ...more });
const model = (scans, filter = {}) => historyModel(scans, { ...UNFILTERED, ...filter }, NOW);
const figures = (known, state = UNFILTERED) => said(cards({ model: known, state, now, onNarrow: nothing }));
const warned = (known, state = UNFILTERED) => said(warnings({ model: known, state, now, onNarrow: nothing, onBranch: nothing, onEntry: nothing }));
const scaleFor = (known, width = 1000) => scaleOf({ span: known.span, end: known.at.getTime(), zone: known.zone, width, endText: "now" });

describe("the figures", () => {
  test("three stale branches are named, however many there are, and all are counted", () => {
    const known = model(["a", "b", "c", "d"].map((branch, at) => scan(at, 20 + at, { branch })));
    assert.match(figures(known), /Stale branches 4 of 4 a, b, c(?! *,)/);
  });

  test("a drop counts even if some scans do not say how many files they read", () => {
    const known = model([scan(0, 0, { num_files: 10 }), scan(1, 1), scan(2, 2, { num_files: null })]);
    assert.match(figures(known), /Coverage drops 1 e\.g\. 100 → 10 files/);
    assert.match(figures(model([scan(0, 0, { num_files: null })])), /Coverage drops not known no scan says how many files it read/);
  });

  test("under a range they say that they are about it, and whether it was read long ago", () => {
    const scans = [scan(0, 1), scan(1, 30)];
    assert.match(figures(model(scans)), /Last scan 1 day ago .*Stale branches 0 of 1/);
    assert.match(figures(model(scans, { until: dayOf(20) })), /Last scan in the range 4 weeks ago .*Stale under this filter 1 of 1/);
    assert.match(figures({ ...model(scans), aged: true }), /Stale branches when read 0 of 1/);
  });

  test("the interval says whether it is that of one branch or of all together", () => {
    const scans = [scan(0, 1), scan(1, 2), scan(2, 1, { branch: "dev" })];
    assert.match(figures(model(scans)), /between scans, all branches together/);
    assert.match(figures(model(scans, { where: { branch: "main" } })), /Median interval 1 d between scans of this branch/);
  });
});

describe("what is worth a look", () => {
  test("the first four of more are shown, and all are counted, a hundred of a kind in the list", () => {
    const known = model(Array.from({ length: 104 }, (_, at) => scan(at, 20, { branch: `b${at}` })));
    const text = warned(known);
    assert.match(text, /^Worth a look 105 Gap no branch was scanned for 20 d, .* Stale b2 had its last scan 2 weeks ago 101 more Stale b3 /);
    assert.match(text, /and 4 more$/);
    assert.equal(text.match(/Stale /g).length, 100);
  });

  test("at the end of a range it says how long a branch had gone without a scan by then", () => {
    const known = model([scan(0, 40)], { until: dayOf(20) });
    assert.match(warned(known), /Stale under this filter main had gone 20 d 12 h without a scan by the end of the range; the last one before that was 1 month ago$/);
  });
});

describe("the bands of a lane", () => {
  const at = (...days) => model(days.map((day, number) => scan(number, day)));

  test("pauses on the same few pixels share one, which tells of the longest and counts them all", () => {
    const known = at(1, 10, 30, 38, 3000);
    const [lane] = known.lanes;
    const narrow = pauses(lane, scaleFor(known, 300));
    assert.deepEqual(narrow.map(({ count, gap: { ms } }) => [count, ms / DAY_MS]), [[1, 2962], [3, 20]]);
    assert.deepEqual(pauses(lane, scaleFor(known, 90_000)).map(({ count }) => count), [1, 1, 1, 1]);
  });

  test("each is at least a pixel wide, and shows its length only if that has room", () => {
    const drawn = (known, width) => said(bands(known.lanes[0], 20, scaleFor(known, width), { scan: "scan", until: "until now", zone: 0, onGap: () => null }));
    const known = at(20, 40);
    assert.match(drawn(known, 1000), /main: no scan from 19 Feb 2026, 12:00 to 11 Mar 2026, 12:00 \(20 d\) 20 d /);
    assert.match(drawn(known, 1000), /main: no scan from 11 Mar 2026, 12:00 until now \(20 d\) 20 days without a scan, until now$/);
    assert.match(drawn(known, 60), /\(20 d\)$/, "no length");
  });
});

describe("times in which no branch was scanned", () => {
  const scans = [scan(0, 20), scan(1, 40), scan(2, 20, { branch: "dev" }), scan(3, 20, { prompt: "other" })];
  const told = (known) => said(everywhere(known, scaleFor(known), 80));

  test("each such time is reported, one that lasts too, and says what was missing", () => {
    assert.equal(told(model(scans)), "No branch was scanned from 19 Feb 2026, 12:00 to 11 Mar 2026, 12:00 (20 d) No branch was scanned since 11 Mar 2026, 12:00 (20 d)");
    assert.match(told(model(scans, { where: { prompt: "threat-hunt" } })), /^No branch had a matching scan from .* No branch had a matching scan since /);
  });
});

describe("what is odd", () => {
  const told = (scans, at = now) => oddities(model(scans), at).map(({ word, total, scans: of, text }) => [word, total, of.map((one) => `${one.scan_id} ${said({ strings: ["", ""], values: [text(one)] })}`)]);

  test("a scan that was dated in the future is said to have been so, once that time has come", () => {
    const scans = [scan(0, -1), scan(1, 1)];
    assert.deepEqual(told(scans), [["Future", "1 time in the future", ["scan-0 is dated 1 day in the future"]]]);
    assert.deepEqual(told(scans, now + 2 * DAY_MS), [["Future", "1 time in the future", ["scan-0 was dated later than it was read"]]]);
  });

  test("an id of several scans is reported once", () => {
    assert.deepEqual(told([scan(0, 1), scan(0, 2), scan(0, 3)]), [["Id", "1 scan id more than once", ["scan-0 is the id of more than one scan"]]]);
  });
});

test("a screen reader hears what is shown, and with a filter also beside a failure", () => {
  const known = { scans: [scan(0, 1), scan(1, 2)] };
  const told = (phase, shown, more = {}) => spoken({ phase: { kind: phase }, reading: false, retry: null, known, ...more }, shown);
  assert.deepEqual([told("ready", null), told("ready", 1)], ["2 scans", "1 of 2 scans"]);
  assert.deepEqual([told("failed", null), told("failed", 1)], ["", "1 of 2 scans"]);
  assert.deepEqual([told("ready", null, { reading: true }), told("stopped", null), told("loading", null, { known: null })], ["Loading the history", "Loading was cancelled", ""]);
});

test("nothing is said about a selected scan if there is none, or if it is shown", () => {
  const known = model([scan(0, 1), scan(1, 40)], { from: dayOf(10) });
  const told = (entry) => said(unseen({ model: known, entry, isChosen: ({ scan_id }) => entry !== "" && scan_id === entry, now, onClear: nothing, onDismiss: nothing }));
  assert.deepEqual([told(""), told("scan-0")], ["", ""]);
  assert.match(told("scan-1"), /^Hidden by the filters The selected scan scan-1, on main, 1 month ago, does not match them\. Clear filters Dismiss$/);
  assert.match(told("scan-9"), /^Not in this history .* Dismiss$/);
});

test("without a scan under the filters it says how long there was none, and whose", () => {
  const told = (filter) => said(noMatch({ model: model([scan(0, 1), scan(1, 40), scan(2, 41, { branch: "dev" })], filter), state: { ...UNFILTERED, ...filter }, now, onSwap: nothing, onWiden: nothing, onClear: nothing }));
  const range = { from: dayOf(30), until: dayOf(20) };
  assert.match(told(range), /No branch was scanned for 39 d, from 19 Feb 2026, 12:00 UTC, 1 month ago, to 30 Mar 2026, 12:00 UTC, 1 day ago\. That says nothing about the code: it was not looked at\. Show the scans around it Clear all filters$/);
  assert.match(told({ ...range, where: { branch: "dev" } }), /dev was not scanned for 41 d, from .* until now\./);
  const partial = told({ ...range, where: { prompt: "threat-hunt" } });
  assert.match(partial, /There was no matching scan for 39 d/);
  assert.doesNotMatch(partial, /not looked at/);
  assert.match(told({ from: dayOf(10), until: dayOf(20) }), /the range ends before it begins.* Swap the two days Clear all filters$/);
});

test("the legend has seven prompts, counts the others, and explains only what is drawn", () => {
  const prompts = (count) => model(Array.from({ length: count }, (_, at) => scan(at, at / 10, { prompt: `p${at}` })));
  assert.doesNotMatch(said(legend(prompts(7), null)), /shape|drawn together|any branch|shorter/);
  assert.match(said(legend(prompts(8), null)), /\(1 more shares the last shape\)/);
  assert.match(said(legend(prompts(9), null)), /\(2 more share the last shape\)/);
});

describe("the filters", () => {
  const bar = (state, here = 0) => said(filterBar({ model: model([scan(0, 1)], state), state: { ...UNFILTERED, ...state }, here, onChange: nothing, onTyped: nothing, onRemove: nothing }));

  test("the device's own time zone is marked among the zones, and that of a link is offered", () => {
    assert.match(bar({}, 120), /UTC\+02:00 \(here\)/);
    assert.doesNotMatch(bar({}, 0), /\(here\)/, "UTC is every page's");
    assert.match(bar({ zone: 17 }), /UTC\+00:17/);
  });

  test("a value of a link that the history does not have is offered, and is set", () => {
    assert.match(bar({ where: { branch: "gone" } }), /Branch all gone main/);
    assert.match(bar({ where: { branch: "gone" } }), /Branch gone × Clear all 0 of 1 scan/);
  });
});
