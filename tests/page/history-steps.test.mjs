/**
 * What a click or a typed letter means in the agent history, where its table stands, and what is announced: decided without a
 * browser, and tested so.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { bundled } from "./bundled.mjs";

const { HistorySteps } = await bundled("www/src/history/steps.ts");
const { selectedHere, showEntry } = await bundled("www/src/history/table-place.ts");
const { TablePlaces } = await bundled("www/src/state/table-places.ts");
const { SpokenNews } = await bundled("www/src/history/spoken-news.ts");

const START = { repo: "acme/shop", entry: "", where: {}, from: "", until: "", list: "groups", by: "branch", zone: 0, sort: { by: "time", descending: true } };
const NAMED = { scan_id: "scan-1", branch: "main" };
const NAMELESS = { scan_id: "", branch: "main" };

/** A grid that keeps which rows it was to show. */
function newGrid() {
  const shown = [];
  return { shown, updateComplete: Promise.resolve(), show: (index) => shown.push(index) };
}

const newMemory = () => ({ generation: 1, inSight: "", tables: new TablePlaces() });

/** A view whose page is the one that was gone to last. */
function shownHistory(start = {}) {
  const [went, said, moved] = [[], [], []];
  const view = {
    memory: newMemory(),
    requestUpdate: () => undefined,
    page: { history: { ...START, ...start } },
    around: {
      go: (change, how) => {
        view.page = change(view.page);
        went.push(how);
      },
      announce: (text) => said.push(text),
    },
  };
  const toSelected = () => moved.push("selected");
  const hold = (part) => moved.push(`held ${part}`);
  const moves = { to: (...places) => moved.push(places), toLane: (branch) => moved.push(branch), toSelected, hold };
  return { steps: new HistorySteps(view, moves), memory: view.memory, went, said, moved, state: () => view.page.history };
}

describe("a step in a history", () => {
  test("typing in one field is one step, and typing in the next one another", () => {
    const { steps, went, state } = shownHistory();
    steps.typed({ from: "2026-01-01" });
    steps.typed({ from: "2026-01-02" });
    steps.typed(null);
    steps.typed({ until: "2026-02-01" });
    assert.deepEqual(went, ["push", "replace", "push"]);
    assert.deepEqual([state().from, state().until], ["2026-01-02", "2026-02-01"]);
  });

  test("a change made between two letters is not overwritten by the second", () => {
    const { steps, went } = shownHistory();
    steps.typed({ from: "2026-01-01" });
    steps.change({ list: "latest" });
    steps.typed({ from: "2026-01-02" });
    assert.deepEqual(went, ["push", "push", "push"]);
  });

  test("a scan without an id is selected by itself, until something else is", () => {
    const { steps, said } = shownHistory();
    steps.select(NAMELESS);
    assert.ok(steps.isChosen(NAMELESS) && !steps.isChosen({ ...NAMELESS }));
    assert.match(said.join(), /without an id, on/);
    steps.select(NAMED);
    assert.ok(steps.isChosen({ ...NAMED }) && !steps.isChosen(NAMELESS));
    steps.deselect("h1");
    assert.ok(!steps.isChosen(NAMED) && !steps.isChosen(NAMELESS));
  });

  test("among scans that share an id the selected one is meant, and the first if a link names it", () => {
    const { steps } = shownHistory();
    const [first, second] = [{ ...NAMED, branch: "old" }, { ...NAMED }];
    steps.select(second);
    assert.deepEqual([first, second].map(steps.isChosen), [true, true]);
    assert.equal(steps.placeOf([first, second]), 1);
    assert.equal(steps.placeOf([first, { ...NAMED }]), 0, "it is not among these");
    steps.select(NAMELESS);
    assert.equal(steps.placeOf([first, second]), -1);
    const linked = shownHistory({ entry: "scan-1" });
    assert.equal(linked.steps.placeOf([NAMELESS, first, second]), 1);
  });

  test("selecting outside the table makes it list scans; a row that is selected in it stays where it is", () => {
    const outside = shownHistory();
    outside.steps.select(NAMED);
    assert.deepEqual([outside.state().list, outside.moved], ["scans", ["selected"]]);
    const within = shownHistory({ list: "latest" });
    within.steps.selectRow(NAMED);
    assert.deepEqual([within.state().list, within.moved], ["latest", ["held data-grid"]]);
    const warned = shownHistory();
    warned.steps.selectWarned(NAMED);
    assert.deepEqual([warned.state().list, warned.moved], ["scans", ["held .history-warnings"]]);
    assert.deepEqual([outside.went, within.went, warned.went], [["replace"], ["replace"], ["replace"]]);
  });

  test("a group opens as its scans: a day by the range, others by the filter, and one without a value not at all", () => {
    const opened = (key, start) => {
      const { steps, went, state } = shownHistory(start);
      steps.openGroup({ key });
      return went.length === 0 ? null : state();
    };
    assert.deepEqual(opened("2026-01-02", { by: "day" }), { ...START, by: "day", from: "2026-01-02", until: "2026-01-02", list: "scans" });
    assert.deepEqual(opened("main", { where: { prompt: "hunt" } }), { ...START, where: { prompt: "hunt", branch: "main" }, list: "scans" });
    assert.equal(opened("", {}), null);
    assert.equal(opened("no day", { by: "day" }), null);
  });

  test("a branch is shown on all days if the range has none of its scans", () => {
    const lanes = [
      { branch: "main", scans: [NAMED] },
      { branch: "old", scans: [] },
    ];
    for (const [branch, from] of [["main", "2026-01-01"], ["old", ""]]) {
      const { steps, moved, state } = shownHistory({ from: "2026-01-01", entry: "scan-1" });
      steps.showBranch(branch, { lanes });
      assert.deepEqual([state().where, state().from, state().entry, moved], [{ branch }, from, "", [branch]]);
    }
  });
});

describe("the table of a history", () => {
  const rows = (list) => ({ list, scans: [{ scan_id: "scan-0" }, NAMED, NAMELESS] });
  const named = (scans) => scans.indexOf(NAMED);

  test("brings the selected row into sight once, and once more in another list", async () => {
    const grid = newGrid();
    const memory = newMemory();
    for (const list of ["scans", "scans", "latest"]) await showEntry(grid, memory, { state: { list, entry: "scan-1" }, rows: rows(list), placeOf: named });
    assert.deepEqual(grid.shown, [1, 1]);
  });

  test("waits for the list that has it, and leaves a row that was selected in it where it is", async () => {
    const grid = newGrid();
    const memory = newMemory();
    const state = { list: "scans", entry: "scan-1" };
    const show = (state, rows, placeOf = named) => showEntry(grid, memory, { state, rows, placeOf });
    await show(state, null);
    await show(state, rows("latest"));
    await show(state, { list: "scans", scans: [] });
    assert.deepEqual(grid.shown, []);
    await show(state, rows("scans"));
    assert.deepEqual(grid.shown, [1]);
    selectedHere(memory, { list: "scans", entry: "scan-0" });
    await show({ list: "scans", entry: "scan-0" }, rows("scans"), () => 0);
    assert.deepEqual(grid.shown, [1]);
  });
});

describe("a scan without an id", () => {
  test("is brought into sight in the table if it is selected elsewhere", async () => {
    const { steps, memory, state } = shownHistory({ list: "scans" });
    const grid = newGrid();
    const draw = () => showEntry(grid, memory, { state: state(), rows: { list: "scans", scans: [NAMED, NAMELESS, { ...NAMELESS }] }, placeOf: steps.placeOf });
    await draw();
    assert.deepEqual(grid.shown, [], "nothing is selected");
    steps.select(NAMELESS);
    await draw();
    await draw();
    assert.deepEqual(grid.shown, [1]);
  });
});

describe("an announcement about a history", () => {
  test("is said once, and taken back once when it no longer holds", () => {
    const spoken = new SpokenNews();
    const news = ["3 scans", "3 scans", "4 scans", "", ""].map((text) => spoken.news(text));
    assert.deepEqual(news, ["3 scans", null, "4 scans", "", null]);
  });

  test("says that a filter hides the selected scan if it was in sight before, but not on opening a link", () => {
    const spoken = new SpokenNews();
    const told = (hides) => {
      spoken.hides = hides;
      return spoken.hiding() !== null;
    };
    assert.deepEqual([true, false, true, true].map(told), [false, false, true, false]);
    spoken.startOver();
    assert.equal(told(true), false);
  });
});
