/** The assertions of cases that run in Node and in a page: what differs is told apart, and what cannot be told apart is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { equal, fails, rejection, throws } from "./check.mjs";

test("values are equal whatever the order of their members, and an absent member is an undefined one", () => {
  equal({ a: 1, b: [{ c: 2, d: undefined }] }, { b: [{ c: 2 }], a: 1 }, "members");
  equal([undefined, NaN, -0, null], [undefined, NaN, -0, null], "items");
});

test("what JSON would write alike is not equal", () => {
  for (const [one, other] of [[undefined, null], [[undefined], [null]], [[NaN], [null]], [0, -0], [Infinity, NaN], ["1", 1], [{ a: null }, {}], [[1, 2], [2, 1]]]) {
    assert.throws(() => equal(one, other, "these"), /^Error: these: expected /);
  }
});

test("what JSON would leave out or show as empty is refused", () => {
  for (const value of [() => {}, Symbol("s"), new Error("e"), new Map(), new Set(), new Blob([]), new (class Own {})()]) {
    for (const held of [value, [value], { value }]) assert.throws(() => equal(held, held, "these"), /^Error: compare what it/);
  }
});

test("a failure is wanted, of the kind that is named", async () => {
  const scanfold = { isScanfoldError: (error, kind) => error?.name === "Own" && (kind === undefined || error.kind === kind) };
  const own = Object.assign(new Error("e"), { name: "Own", kind: "network" });
  const raise = () => {
    throw own;
  };
  assert.equal(await rejection(Promise.reject(7), "it"), 7);
  assert.equal(await fails(scanfold, Promise.reject(own), "network"), own);
  assert.equal(throws(scanfold, raise, "network"), own);
  await assert.rejects(rejection(Promise.resolve(new Map()), "it"), /^Error: it: expected a failure, got \[object Map\]/);
  await assert.rejects(fails(scanfold, Promise.resolve(), "network"), /expected a failure, got undefined/);
  await assert.rejects(fails(scanfold, Promise.reject(own), "timeout"), /expected "timeout", got "network"/);
  await assert.rejects(fails(scanfold, Promise.reject(new Error("other")), "network"), /expected a ScanfoldError/);
  assert.throws(() => throws(scanfold, raise, "timeout"), /of kind timeout, got Own: e/);
  assert.throws(() => throws(scanfold, () => {}, "timeout"), /expected a failure of kind timeout/);
});
