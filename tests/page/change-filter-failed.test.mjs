/**
 * What filtering changes does if they cannot be made a scan or that cannot answer, though the scans can be asked: it says so for as
 * long as that is asked for, and no longer. With the module gone it is told once.
 */
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { init, openScan, ScanfoldError } from "scanfold";

import { bundled } from "./bundled.mjs";

const [{ ChangeFilter }, { ChangeTally }] = await Promise.all(["change-filter", "tally"].map((file) => bundled(`www/src/scan/${file}.ts`)));
await init();
/** What the scans of the package have in common. */
const SCAN = Object.getPrototypeOf(await openScan([]));

const EVERYTHING = { where: {}, sort: [] };
const of = (text) => ({ where: { text }, sort: [] });
const refused = () => new ScanfoldError({ kind: "too_large", message: "no memory", hint: "memory: none" });
const gone = () => new ScanfoldError({ kind: "internal", message: "gone" });
const changes = (packages) =>
  packages.map((name, at) => ({
    before: null,
    after: { uid: String(at), image: "i", kind: "k", target: "t", id: `CVE-${at}`, package: name, severity: "low", installed_version: "1" },
  }));

/** A filter, what it was told, and how to wait until it tells something. */
function filtering() {
  const told = { turns: 0, broken: [] };
  let heard = () => undefined;
  const filter = new ChangeFilter(
    () => {
      told.turns += 1;
      heard();
    },
    (error) => {
      told.broken.push(error);
      heard();
    },
  );
  return { filter, told, turn: () => new Promise((resolve) => (heard = resolve)) };
}

/** Makes opening fail for as long as `error` gives one: by a finding that cannot be read. */
function unreadable(list, error) {
  const { after } = list[0];
  Object.defineProperty(after, "title", {
    enumerable: true,
    get() {
      const thrown = error();
      if (thrown !== null) throw thrown;
      return "t";
    },
  });
}

afterEach(() => mock.restoreAll());

test("changes that cannot be made a scan are listed whole, which is said until it is made after all", async () => {
  const list = changes(["curl", "zlib"]);
  let error = refused();
  unreadable(list, () => error);
  const { filter, turn } = filtering();
  let turned = turn();
  assert.equal(filter.matching(list, of("curl")), null);
  await turned;
  assert.equal(filter.matching(list, of("curl")), null);
  assert.equal(filter.failed.kind, "too_large");
  const whole = filter.matching(list, EVERYTHING);
  assert.deepEqual([whole.list.total, whole.model, filter.failed.kind], [2, null, "too_large"], "nothing counts them");
  assert.equal(filter.matching(list, of("zlib")), null);
  assert.equal(filter.failed.kind, "too_large");
  const unsorted = filter.matching(list, { where: {}, sort: [{ by: "package", descending: true }] });
  assert.deepEqual([unsorted.list.total, unsorted.sort], [2, []]);
  assert.equal(filter.failed.kind, "too_large", "the list stands, in its own order");

  error = null;
  filter.again();
  turned = turn();
  assert.equal(filter.matching(list, of("zlib")), null);
  await turned;
  assert.equal(filter.matching(list, of("zlib")).list.row(0).after.package, "zlib");
  assert.equal(filter.failed, null);
  filter.forget();
});

test("a question that is refused finds nothing, and the next one is asked", async () => {
  const list = changes(["curl", "curlie", "zlib"]);
  const { filter, turn } = filtering();
  const turned = turn();
  filter.matching(list, of("curl"));
  await turned;
  const ask = mock.method(SCAN, "findings", () => {
    throw refused();
  });
  const query = of("curl");
  assert.equal(filter.matching(list, query), null, "the whole list is not what was found");
  assert.equal(filter.failed.kind, "too_large");
  filter.matching(list, query);
  assert.equal(ask.mock.callCount(), 1, "asked once");
  ask.mock.restore();
  assert.equal(filter.matching(list, of("curli")).list.total, 1);
  assert.equal(filter.failed, null);
  filter.forget();
});

test("figures, and ways out of a filter that leaves none, are refused as rows are: no list is shown that is counted by nothing", async () => {
  const list = changes(["curl", "zlib"]);
  const { filter, told, turn } = filtering();
  const turned = turn();
  filter.matching(list, of("curl"));
  await turned;
  for (const text of ["curl", "x"]) {
    for (const question of ["rollup", "facets"]) {
      const ask = mock.method(SCAN, question, () => {
        throw refused();
      });
      assert.equal(filter.matching(list, of(text)), null);
      assert.equal(filter.failed.kind, "too_large");
      ask.mock.restore();
    }
    const found = filter.matching(list, of(text));
    assert.deepEqual([found.list.total, found.model.rollup().findings, filter.failed], text === "x" ? [0, 0, null] : [1, 1, null]);
    assert.deepEqual(found.model.ways().map(({ findings }) => findings), [2]);
  }
  assert.deepEqual(told.broken, []);
  filter.forget();
});

test("counts that are refused are not asked for again until that is wanted, and a module that is gone is told at once", async () => {
  const [before, scan] = await Promise.all([[], changes(["curl"])].map((list) => openScan(list.map(({ after }) => after))));
  const compared = { diff: scan.diff(before), scan, before, ignoreImage: false };
  const tally = new ChangeTally();
  const query = { where: { text: "curl" }, moves: false };
  const ask = mock.method(SCAN, "diff", () => {
    throw refused();
  });
  for (let draw = 0; draw < 3; draw += 1) assert.equal(tally.of(compared, query), null);
  assert.deepEqual([ask.mock.callCount(), tally.failed.kind], [1, "too_large"]);
  ask.mock.restore();
  tally.forget();
  assert.equal(tally.failed, null);
  const { of: count, persisting, difference, moves } = tally.of(compared, query);
  assert.deepEqual([count("added"), count("resolved"), persisting, difference.low, moves], [1, 0, 0, 1, null]);
  scan.dispose();
  assert.throws(() => tally.of(compared, { where: { text: "other" }, moves: true }), { kind: "disposed" });
  before.dispose();
});

test("with the module gone nothing is made again until another list is asked for", async () => {
  const list = changes(["curl"]);
  let reads = 0;
  unreadable(list, () => {
    reads += 1;
    return gone();
  });
  const { filter, told, turn } = filtering();
  const turned = turn();
  for (let draw = 0; draw < 3; draw += 1) filter.matching(list, of("curl"));
  await turned;
  for (let draw = 0; draw < 3; draw += 1) assert.equal(filter.matching(list, of("curl")), null);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([reads, told.broken.map(({ kind }) => kind), filter.failed], [1, ["internal"], null]);
  filter.forget();
});

test("a list that was made a scan is asked at once when it is listed again, and one that was left before that is begun anew", async () => {
  const [one, other, left] = ["curl", "zlib", "bash"].map((name) => changes([name]));
  const { filter, turn } = filtering();
  for (const list of [one, other]) {
    const turned = turn();
    assert.equal(filter.matching(list, of("l")), null);
    await turned;
    assert.equal(filter.matching(list, of("l")).list.total, 1);
  }
  assert.equal(filter.matching(left, of("b")), null);
  assert.equal(filter.matching(one, of("l")).list.row(0).after.package, "curl");
  await new Promise((resolve) => setTimeout(resolve, 20));
  const turned = turn();
  assert.equal(filter.matching(left, of("b")), null);
  await turned;
  assert.equal(filter.matching(left, of("b")).list.row(0).after.package, "bash");
  assert.equal(filter.matching(other, of("l")).list.row(0).after.package, "zlib");
  filter.forget();
  assert.equal(filter.matching(one, of("l")), null, "nothing is kept");
  filter.forget();
});
