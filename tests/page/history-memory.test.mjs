/** What is kept of the history that was read last, and when it is requested again, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan } from "./answers.mjs";
import { bundled } from "./bundled.mjs";

const { HistoryMemory } = await bundled("www/src/state/history-memory.ts");

const SCANS = [agentScan("acme/shop", 0, 1)];

/** A memory whose service answers when the test says so. */
function newMemory() {
  const asked = [];
  const history = ({ repo }, { signal }) =>
    new Promise((answer, fail) => {
      asked.push({ repo, answer, fail, signal });
    });
  const memory = new HistoryMemory({ listen: () => undefined, client: async () => ({ agentScans: { history } }) });
  const settled = () => new Promise(setImmediate);
  const answered = async (scans = SCANS) => {
    await settled();
    asked.at(-1).answer(scans);
    await settled();
  };
  const failed = async () => {
    await settled();
    asked.at(-1).fail(new Error("of no service"));
    await settled();
  };
  return { memory, asked, answered, failed };
}

test("unfolded lists, and the selection that the table was scrolled to, belong to one repository", async () => {
  const { memory, asked, answered } = newMemory();
  memory.open(1, "acme/shop");
  await answered();
  [memory.lanesUnfolded, memory.inSight] = [true, "scans scan-0"];
  assert.equal(memory.open(1, "acme/shop"), false);
  assert.deepEqual([memory.lanesUnfolded, memory.inSight, asked.length], [true, "scans scan-0", 1]);
  assert.equal(memory.open(1, "acme/other"), true);
  assert.deepEqual([memory.lanesUnfolded, memory.inSight, memory.known], [false, "", null]);
  await answered([]);
  assert.deepEqual(asked.map(({ repo }) => repo), ["acme/shop", "acme/other"]);
});

test("another connection knows nothing yet, and its first request ends the tries of the one before", async () => {
  const { memory, asked, answered } = newMemory();
  memory.open(1, "acme/shop");
  await answered();
  memory.open(2, "acme/shop");
  assert.equal(memory.phase.kind, "loading");
  await new Promise(setImmediate);
  memory.open(3, "acme/shop");
  assert.equal(asked[1].signal.aborted, true);
  await answered();
  assert.equal(memory.known.scans.length, 1);
});

test("coming back to the view is enough to ask again for what failed, and what was known stays", async () => {
  const { memory, asked, answered, failed } = newMemory();
  memory.open(1, "acme/shop");
  await answered();
  void memory.read("acme/shop");
  await failed();
  assert.deepEqual([memory.phase.kind, memory.known.scans.length, memory.reading], ["failed", 1, false]);
  assert.equal(memory.open(1, "acme/shop"), false, "still there");
  memory.leave();
  assert.equal(memory.open(1, "acme/shop"), true);
  assert.equal(memory.known.scans.length, 1);
  await answered();
  assert.deepEqual([memory.phase.kind, asked.length], ["ready", 3]);
});

test("a read that is stopped stays stopped, ignores a late answer, and leaves what was known already", async () => {
  const { memory, answered } = newMemory();
  memory.open(1, "acme/shop");
  memory.stop();
  await answered();
  assert.equal(memory.phase.kind, "stopped");
  void memory.read("acme/shop");
  await answered();
  void memory.read("acme/shop");
  memory.stop();
  assert.deepEqual([memory.phase.kind, memory.reading], ["ready", false]);
  assert.equal(memory.known.scans.length, 1);
});

test("the page asks for nothing without a repository", async () => {
  const { memory, asked } = newMemory();
  memory.open(1, "");
  await new Promise(setImmediate);
  assert.deepEqual([memory.phase.kind, asked.length, memory.reading], ["idle", 0, false]);
});
