/** Chunks of a source, on their way to a worker: the same bytes, in pieces of a size that pays. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

import { JoinedReader } from "../../pkg/lib/worker/joined.js";

const MOST = 1 << 18;

/** A reader of these chunks in turn, and how often it was asked and ended. A function among them is called in its turn. */
function given(chunks) {
  const said = { reads: 0, cancels: 0 };
  const reader = {
    async read() {
      const chunk = chunks[said.reads++];
      return typeof chunk === "function" ? chunk() : chunk;
    },
    cancel: () => void (said.cancels += 1),
  };
  return { said, joined: new JoinedReader(reader) };
}

/** So many bytes, each told from its neighbours. */
const bytes = (length, from = 0) => Uint8Array.from({ length }, (_, at) => (from + at) % 251);

async function all(joined) {
  const pieces = [];
  for (let piece; (piece = await joined.read()); await turn()) pieces.push(piece);
  return pieces;
}

test("small chunks go out together, large ones in parts, and nothing is lost", async () => {
  const whole = bytes(4 * MOST + 7);
  for (const size of [100, 1000, MOST - 1, MOST, MOST + 1, 3 * MOST + 5]) {
    const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.slice(at * size, (at + 1) * size));
    const pieces = await all(given(chunks).joined);
    assert.deepEqual(Buffer.concat(pieces), Buffer.from(whole), `${size}`);
    assert.ok(pieces.every(({ length }) => length > 0 && length <= MOST), `${size}`);
    // The first is not waited for; the end may be cut twice.
    assert.ok(pieces.length <= Math.ceil(whole.length / MOST) + 2, `${pieces.length} pieces of ${size}`);
  }
});

test("the first chunk waits for no other", async () => {
  const { joined } = given([bytes(3), () => new Promise(() => {})]);
  assert.deepEqual(await joined.read(), bytes(3));
});

test("no more is read ahead than there is room for", async () => {
  const { joined, said } = given(Array(100).fill(bytes(MOST / 4)));
  await joined.read();
  for (let turns = 0; turns < 50; turns += 1) await turn();
  assert.equal(said.reads, 5);
});

test("a buffer that is filled time and again, and empty chunks", async () => {
  const buffer = new Uint8Array(2);
  const filled = [10, 20, 30].map((value) => () => buffer.fill(value));
  const pieces = await all(given([filled[0], bytes(0), filled[1], bytes(0), filled[2]]).joined);
  assert.deepEqual([...Buffer.concat(pieces)], [10, 10, 20, 20, 30, 30]);
});

test("chunks before a failure, before the end or before something that is not bytes are handed out first", async () => {
  const broken = new RangeError("it broke");
  const failing = given([bytes(1), bytes(2, 1), () => Promise.reject(broken)]);
  assert.deepEqual(await failing.joined.read(), bytes(1));
  await turn();
  assert.deepEqual(await failing.joined.read(), bytes(2, 1));
  await assert.rejects(failing.joined.read(), broken);
  await assert.rejects(failing.joined.read(), broken);
  const strange = given([bytes(1), null]);
  assert.deepEqual([await strange.joined.read(), await strange.joined.read()], [bytes(1), null]);
  const empty = given([]);
  assert.deepEqual([await empty.joined.read(), await empty.joined.read()], [undefined, undefined]);
  for (const { joined } of [failing, strange, empty]) joined.cancel();
  // What has ended by itself is told nothing.
  assert.deepEqual([failing, strange, empty].map(({ said }) => said.cancels), [0, 1, 0]);
});

test("bytes that are taken away before they have gone out are a failure", async () => {
  const takings = {
    transferred: (buffer) => structuredClone(null, { transfer: [buffer] }),
    // A part of them is left, but less than was to go out next.
    shrunk: (buffer) => buffer.resize(2 * MOST + 5),
  };
  for (const [name, take] of Object.entries(takings)) {
    const chunk = new Uint8Array(new ArrayBuffer(3 * MOST, { maxByteLength: 3 * MOST }));
    const { joined, said } = given([chunk]);
    await joined.read();
    take(chunk.buffer);
    await assert.rejects(all(joined), /detached|taken away/, name);
    joined.cancel();
    assert.equal(said.cancels, 1, name);
  }
});

test("empty chunks before the first byte are waited past", async () => {
  for (const end of [[bytes(3)], []]) {
    const { joined } = given([bytes(0), bytes(0), ...end]);
    assert.deepEqual(await joined.read(), end[0]);
  }
});

test("whoever waits when it is cancelled is told of the end, whatever comes then", async () => {
  for (const late of [() => Promise.reject(new RangeError("too late")), () => null]) {
    let come;
    const { joined } = given([() => new Promise((resolve) => (come = () => resolve(late())))]);
    const waiting = joined.read();
    await turn();
    joined.cancel();
    come();
    assert.equal(await waiting, undefined);
  }
});

test("nothing is read once it is cancelled", async () => {
  const { joined, said } = given(Array(100).fill(bytes(10)));
  await joined.read();
  joined.cancel();
  joined.cancel();
  const { reads } = said;
  for (let turns = 0; turns < 20; turns += 1) await turn();
  assert.ok(said.reads <= reads + 1);
  assert.equal(said.cancels, 1);
});
