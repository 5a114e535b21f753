/** Where a finding stands in the table's list, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScan } from "scanfold";

import { bundled } from "./bundled.mjs";

const { RowWindow } = await bundled("www/src/state/row-window.ts");

const finding = (uid, at) => ({ uid, image: `image-${at % 3}`, kind: "npm", target: "t", id: `CVE-2026-${1000 + at}`, package: "p", severity: "high", installed_version: "1" });
const SORT = [{ by: "id", descending: true }];

/** The list of a scan's findings, how often rows were asked for, and what was told to be broken. */
async function listOf(findings, where = {}) {
  const scan = await openScan(findings);
  let asks = 0;
  const counted = { finding: (uid) => scan.finding(uid), position: (...args) => scan.position(...args), findings: (query) => ((asks += 1), scan.findings(query)) };
  const broken = [];
  return { rows: new RowWindow(counted, where, SORT, (error) => broken.push(error)), asks: () => asks, scan, broken };
}

test("a finding of its own uid is found without looking through the rows", async () => {
  const findings = Array.from({ length: 5_000 }, (_, at) => finding(`u-${at}`, at));
  const { rows, asks } = await listOf(findings, { image: ["image-1"] });
  const before = asks();
  const indexOf = (at) => rows.indexOf({ uid: `u-${at}`, is: ({ id }) => id === `CVE-2026-${1000 + at}` }, () => true);
  assert.deepEqual([await indexOf(1), await indexOf(4999), await indexOf(0)], [1666, 0, -1]);
  assert.equal(asks(), before);
});

test("of several with one uid, or with none, the one that is meant is found", async () => {
  const findings = Array.from({ length: 3_000 }, (_, at) => finding(at % 2 === 0 ? "shared" : "", at));
  const { rows } = await listOf(findings);
  const indexOf = (at) => rows.indexOf({ uid: findings[at].uid, is: ({ id }) => id === `CVE-2026-${1000 + at}` }, () => true);
  assert.deepEqual([await indexOf(0), await indexOf(2), await indexOf(1501)], [2999, 2997, 1498]);
});

test("a search that is no longer wanted stops, and one of a scan that is gone says so", async () => {
  const findings = Array.from({ length: 3_000 }, (_, at) => finding("shared", at));
  const { rows, asks, scan, broken } = await listOf(findings);
  const before = asks();
  const wantedOnce = () => asks() === before;
  assert.equal(await rows.indexOf({ uid: "shared", is: () => false }, wantedOnce), -1);
  assert.equal(asks(), before + 1);
  scan.dispose();
  assert.equal(await rows.indexOf({ uid: "shared", is: () => true }, () => true), -1);
  assert.deepEqual(broken.map(({ kind }) => kind), ["disposed"]);
});
