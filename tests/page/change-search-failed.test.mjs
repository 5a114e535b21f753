/**
 * What the search among changes does if it cannot be made or cannot answer, though the scans can be asked: it says so for as long as
 * that is asked for, and no longer. With the module gone it is told once.
 */
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { init, openScan, ScanfoldError } from "scanfold";

import { bundled } from "./bundled.mjs";

const { ChangeSearch } = await bundled("www/src/scan/change-search.ts");
await init();
/** What the scans of the package have in common. */
const SCAN = Object.getPrototypeOf(await openScan([]));

const EVERYTHING = { find: "", sort: [] };
const refused = () => new ScanfoldError({ kind: "too_large", message: "no memory", hint: "memory: none" });
const gone = () => new ScanfoldError({ kind: "internal", message: "gone" });
const changes = (packages) =>
  packages.map((name, at) => ({
    before: null,
    after: { uid: String(at), image: "i", kind: "k", target: "t", id: `CVE-${at}`, package: name, severity: "low", installed_version: "1" },
  }));

/** A search, what it was told, and how to wait until it tells something. */
function searching() {
  const told = { turns: 0, broken: [] };
  let heard = () => undefined;
  const search = new ChangeSearch(
    () => {
      told.turns += 1;
      heard();
    },
    (error) => {
      told.broken.push(error);
      heard();
    },
  );
  return { search, told, turn: () => new Promise((resolve) => (heard = resolve)) };
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

test("a search that cannot be made says so until nothing is searched, or it is made after all", async () => {
  const list = changes(["curl", "zlib"]);
  let error = refused();
  unreadable(list, () => error);
  const { search, turn } = searching();
  let turned = turn();
  assert.equal(search.matching(list, { find: "curl", sort: [] }), null);
  await turned;
  assert.equal(search.matching(list, { find: "curl", sort: [] }), null);
  assert.equal(search.failed.kind, "too_large");
  assert.equal(search.matching(list, EVERYTHING).list.total, 2);
  assert.equal(search.failed, null, "nothing is searched any more");
  assert.equal(search.matching(list, { find: "zlib", sort: [] }), null);
  assert.equal(search.failed.kind, "too_large");
  const unsorted = search.matching(list, { find: "", sort: [{ by: "package", descending: true }] });
  assert.deepEqual([unsorted.list.total, unsorted.sort], [2, []]);
  assert.equal(search.failed.kind, "too_large", "the list stands, in its own order");

  error = null;
  search.again();
  turned = turn();
  assert.equal(search.matching(list, { find: "zlib", sort: [] }), null);
  await turned;
  assert.equal(search.matching(list, { find: "zlib", sort: [] }).list.row(0).after.package, "zlib");
  assert.equal(search.failed, null);
  search.forget();
});

test("a question that is refused finds nothing, and the next one is asked", async () => {
  const list = changes(["curl", "curlie", "zlib"]);
  const { search, turn } = searching();
  const turned = turn();
  search.matching(list, { find: "curl", sort: [] });
  await turned;
  const ask = mock.method(SCAN, "findings", () => {
    throw refused();
  });
  const query = { find: "curl", sort: [] };
  assert.equal(search.matching(list, query), null, "the whole list is not what was found");
  assert.equal(search.failed.kind, "too_large");
  search.matching(list, query);
  assert.equal(ask.mock.callCount(), 1, "asked once");
  ask.mock.restore();
  assert.equal(search.matching(list, { find: "curli", sort: [] }).list.total, 1);
  assert.equal(search.failed, null);
  search.forget();
});

test("a search for other words that is refused offers none", async () => {
  const list = changes(["curl"]);
  const { search, told, turn } = searching();
  const turned = turn();
  search.matching(list, { find: "x", sort: [] });
  await turned;
  mock.method(SCAN, "rollup", () => {
    throw refused();
  });
  assert.equal(search.matching(list, { find: "x", sort: [] }).list.total, 0);
  const { turns } = told;
  assert.equal(search.finds("curl"), false);
  assert.deepEqual([search.failed, told.turns, told.broken.length], [null, turns, 0]);
  search.forget();
});

test("with the module gone nothing is made again until another list is asked for", async () => {
  const list = changes(["curl"]);
  let reads = 0;
  unreadable(list, () => {
    reads += 1;
    return gone();
  });
  const { search, told, turn } = searching();
  const turned = turn();
  for (let draw = 0; draw < 3; draw += 1) search.matching(list, { find: "curl", sort: [] });
  await turned;
  for (let draw = 0; draw < 3; draw += 1) assert.equal(search.matching(list, { find: "curl", sort: [] }), null);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([reads, told.broken.map(({ kind }) => kind), search.failed], [1, ["internal"], null]);
  search.forget();
});
