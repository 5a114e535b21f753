/**
 * What the built package hands out of a comparison, and of the steps of a probability, against plain loops over the same
 * findings. The laws are the engine's own tests; this tests that every list, count and pair comes out under its own name.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openScan } from "scanfold";

import { SEVERITIES } from "../harness/severities.mjs";

/** Findings that differ in everything that a comparison goes by; the numbers decide which. */
const finding = (at) => ({
  uid: `uid-${at}`,
  image: `registry.example.com/app-${at % 5}:1`,
  kind: "npm",
  target: `package-lock-${at % 3}.json`,
  id: `CVE-2024-${at}`,
  package: `package-${at % 11}`,
  severity: SEVERITIES[at % 5],
  installed_version: `1.${at}.0`,
  ...(at % 2 === 0 ? {} : { fixed_version: `2.${at}.0` }),
  ...(at % 4 === 0 ? { public_exploit: { source: `source ${at}` } } : {}),
  epss_details: { epss: (at % 100) / 100 },
});

const range = (from, to) => Array.from({ length: to - from }, (_, step) => from + step);

/** A later scan of the same images: some are gone, some new, and of those that stay some became different in one thing or two. */
const changed = (at) => {
  const { fixed_version, public_exploit, ...rest } = finding(at);
  return {
    ...rest,
    ...(at % 7 === 0 ? { severity: SEVERITIES[(at + 1) % 5] } : {}),
    ...(at % 6 === 0 ? { fixed_version: `3.${at}.0` } : fixed_version === undefined ? {} : { fixed_version }),
    ...(at % 10 === 0 ? { public_exploit: { source: "new" } } : public_exploit === undefined ? {} : { public_exploit }),
  };
};

const [BEFORE, AFTER] = [range(0, 400).map(finding), range(60, 500).map(changed)];

const fixable = ({ fixed_version }) => fixed_version !== undefined;
const exploitable = ({ public_exploit }) => public_exploit !== undefined;

/** Both ways round, by `key`, which no two findings of a scan share. */
function expected(before, after, key) {
  const index = (findings) => new Map(findings.map((finding) => [key(finding), finding]));
  const [then, now] = [index(before), index(after)];
  const pairs = after.flatMap((after) => (then.has(key(after)) ? [{ before: then.get(key(after)), after }] : []));
  const [added, resolved] = [after.filter((finding) => !then.has(key(finding))), before.filter((finding) => !now.has(key(finding)))];
  const count = (findings, severity) => findings.filter((finding) => finding.severity === severity).length;
  return {
    added,
    resolved,
    persisting: pairs.length,
    severityChanged: pairs.filter(({ before, after }) => before.severity !== after.severity),
    becameFixable: pairs.filter(({ before, after }) => !fixable(before) && fixable(after)),
    exploitBecameKnown: pairs.filter(({ before, after }) => !exploitable(before) && exploitable(after)),
    delta: Object.fromEntries(SEVERITIES.map((severity) => [severity, count(added, severity) - count(resolved, severity)])),
  };
}

const sorted = (list) => list.toSorted((one, other) => ((one.after ?? one).id < (other.after ?? other).id ? -1 : 1));

function agrees({ matchedBy, ...found }, wanted, matched) {
  const lists = ["added", "resolved", "severityChanged", "becameFixable", "exploitBecameKnown"];
  const inOrder = (diff) => ({ ...diff, ...Object.fromEntries(lists.map((name) => [name, sorted(diff[name])])) });
  for (const name of lists) assert.ok(wanted[name].length > 0, `nothing is compared: ${name}`);
  assert.deepEqual(inOrder(found), inOrder(wanted));
  assert.deepEqual(matchedBy, { uid: 0, exact: 0, withoutTarget: 0, withoutVersion: 0, ...matched });
}

/** Both scans, opened. */
async function compared(before, after, options) {
  const [then, now] = [await openScan(before), await openScan(after)];
  const diff = now.diff(then, options);
  then.dispose();
  now.dispose();
  return diff;
}

test("each list of a comparison has its own findings, as they were and as they are", async () => {
  for (const [before, after] of [[BEFORE, AFTER], [AFTER, BEFORE.map((finding, at) => ({ ...finding, ...(at % 13 === 0 ? { fixed_version: "9", public_exploit: { a: 1 } } : {}) }))]]) {
    const wanted = expected(before, after, ({ uid }) => uid);
    agrees(await compared(before, after), wanted, { uid: wanted.persisting });
  }
});

test("findings that pair without a uid are counted by what they pair by", async () => {
  const renamed = (change) => AFTER.map((finding) => ({ ...finding, ...change(finding), uid: `other ${finding.uid}` }));
  for (const [tier, change, options] of [
    ["exact", () => ({})],
    ["withoutTarget", () => ({ target: "elsewhere" })],
    ["withoutVersion", () => ({ target: "elsewhere", installed_version: "5" })],
    ["exact", () => ({ image: "of another tag" }), { ignoreImage: true }],
  ]) {
    const after = renamed(change);
    const wanted = expected(BEFORE, after, ({ id }) => id);
    agrees(await compared(BEFORE, after, options), wanted, { [tier]: wanted.persisting });
  }
});

test("new findings are in the order of this scan, all others in that of the earlier one", async () => {
  // Both in an order of their own, and one uid several times, whose pairs are found one tier after another.
  const mixed = (findings, by) => findings.toSorted((one, other) => ((one.id.length + Number(one.id.slice(9)) * by) % 97) - ((other.id.length + Number(other.id.slice(9)) * by) % 97));
  const again = (findings) => findings.map((finding, at) => (at % 6 === 0 ? { ...finding, uid: "one of several" } : finding));
  const [before, after] = [again(mixed(BEFORE, 31)), again(mixed(AFTER, 47))];
  const [earlier, later] = [await openScan(before), await openScan(after)];
  const { added, resolved, severityChanged, becameFixable, exploitBecameKnown } = later.diff(earlier);
  const places = (list, findings) => findings.map(({ id }) => list.findIndex((one) => one.id === id));
  for (const [list, findings] of [
    [after, added],
    [before, resolved],
    ...[severityChanged, becameFixable, exploitBecameKnown].map((pairs) => [before, pairs.map((pair) => pair.before)]),
  ]) {
    const found = places(list, findings);
    assert.ok(found.length > 2 && !found.includes(-1), String(found));
    assert.deepEqual(found, found.toSorted((one, other) => one - other));
  }
  earlier.dispose();
  later.dispose();
});

test("changes are listed of findings that match, in an order, up to a limit, and counted beyond it", async () => {
  const [earlier, later] = [await openScan(BEFORE), await openScan(AFTER)];
  const whole = expected(BEFORE, AFTER, ({ uid }) => uid);
  const where = { severity: ["critical", "low"], kind: ["npm"] };
  const matches = ({ after, ...change }) => where.severity.includes((after ?? change).severity);
  const byId = (one, other) => ((one.after ?? one).id < (other.after ?? other).id ? 1 : -1);
  const lists = ["added", "resolved", "severityChanged", "becameFixable", "exploitBecameKnown"];
  const wanted = Object.fromEntries(lists.map((name) => [name, whole[name].filter(matches).toSorted(byId)]));
  const counts = Object.fromEntries(lists.map((name) => [name, wanted[name].length]));
  const sort = [{ by: "id", descending: true }];
  for (const [options, limit] of [[{ sort }, undefined], [{ sort, limit: 3 }, 3], [{ sort, limit: 0 }, 0], [{ sort, limit: Infinity }, undefined]]) {
    const { counts: told, delta, persisting, matchedBy, ...found } = later.diff(earlier, { where, ...options });
    assert.deepEqual(found, Object.fromEntries(lists.map((name) => [name, wanted[name].slice(0, limit)])));
    assert.deepEqual(told, "limit" in options ? counts : undefined);
    assert.equal(persisting, AFTER.filter(matches).length - counts.added);
    const count = (findings, severity) => findings.filter((finding) => finding.severity === severity).length;
    for (const severity of SEVERITIES) assert.equal(delta[severity], count(wanted.added, severity) - count(wanted.resolved, severity));
    assert.equal(matchedBy.uid, whole.persisting);
  }
  assert.ok(Object.values(counts).every((count) => count > 3), JSON.stringify(counts));
  assert.ok(!("counts" in later.diff(earlier)) && !("counts" in later.diff(earlier, { limit: undefined })));
  // `[]` is the default order, as of `findings`.
  const [{ added }, { rows }] = [later.diff(earlier, { sort: [] }), later.findings({ limit: Infinity })];
  const isNew = new Set(whole.added.map(({ uid }) => uid));
  assert.deepEqual(added, rows.filter(({ uid }) => isNew.has(uid)));
  earlier.dispose();
  later.dispose();
});

test("the steps of a probability come out as they were asked for, each with its count", async () => {
  const scan = await openScan(BEFORE);
  const steps = [0, 0.07, 0.1 + 0.2, 5e-324, 1];
  const { minEpss } = scan.facets({}, { dimensions: [], minEpss: steps });
  const count = (min) => BEFORE.filter(({ epss_details: { epss } }) => epss >= min).length;
  const inOrder = (list) => list.toSorted((one, other) => one.min - other.min);
  assert.deepEqual(inOrder(minEpss), inOrder(steps.map((min) => ({ min, count: count(min) }))));
  scan.dispose();
});
