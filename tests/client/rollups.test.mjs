/**
 * What the built package counts, whole, in groups and in facets, against plain loops over the same findings. The laws are the
 * engine's own tests; this tests that every number comes out under the name of what it counts.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openScan } from "scanfold";

import { SEVERITIES } from "../harness/severities.mjs";

/** A finding's value in each dimension. */
const DIMENSIONS = {
  severity: (finding) => finding.severity,
  image: (finding) => finding.image,
  kind: (finding) => finding.kind,
  target: (finding) => finding.target,
  package: (finding) => finding.package,
  id: (finding) => finding.id,
  fixable: (finding) => String(finding.fixed_version !== undefined),
  exploit: (finding) => String(finding.public_exploit !== undefined),
};

/** No two numbers of these are alike: neither of severities, nor of what is counted once. */
const FINDINGS = Array.from({ length: 300 }, (_, at) => ({
  uid: `uid-${at}`,
  image: `registry.example.com/app-${at % 3}:1`,
  kind: ["debian", "npm"][at % 2],
  target: `target-${at % 5}`,
  id: `CVE-2024-${at % 130}`,
  package: `package-${at % 17}`,
  severity: SEVERITIES[[20, 65, 140, 240, 300].findIndex((end) => (at * 7) % 300 < end)],
  installed_version: "1.0.0",
  ...(at % 7 === 0 ? { fixed_version: "2.0.0" } : {}),
  ...(at % 11 === 0 ? { public_exploit: { known: true } } : {}),
}));

const count = (findings, name, value) => findings.filter((finding) => DIMENSIONS[name](finding) === value).length;
const unique = (findings, name) => new Set(findings.map(DIMENSIONS[name])).size;

const figuresOf = (findings) => ({
  findings: findings.length,
  bySeverity: Object.fromEntries(SEVERITIES.map((severity) => [severity, count(findings, "severity", severity)])),
  uniqueIds: unique(findings, "id"),
  uniquePackages: unique(findings, "package"),
  uniqueImages: unique(findings, "image"),
  fixable: count(findings, "fixable", "true"),
  exploitable: count(findings, "exploit", "true"),
  worst: SEVERITIES.find((severity) => count(findings, "severity", severity) > 0) ?? null,
});

function groupsOf(findings, by) {
  const keyOf = (finding) => JSON.stringify(by.map((name) => DIMENSIONS[name](finding)));
  const keys = [...new Set(findings.map(keyOf))];
  return keys.map((key) => ({ key: JSON.parse(key), ...figuresOf(findings.filter((finding) => keyOf(finding) === key)) }));
}

const sorted = (list, key) => list.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
const inOrder = (groups) => sorted(groups, ({ key }) => JSON.stringify(key));

test("a rollup counts what plain loops count, whole and in groups of any dimensions", async () => {
  const whole = figuresOf(FINDINGS);
  const numbers = [...Object.values(whole.bySeverity), ...Object.values(whole).filter(Number.isInteger)];
  assert.equal(new Set(numbers).size, numbers.length, `no two are alike: ${numbers}`);
  const scan = await openScan(FINDINGS);
  for (const by of [[], ...Object.keys(DIMENSIONS).map((name) => [name]), ["image", "package"], ["severity", "fixable", "exploit"]]) {
    const { groups, ...figures } = scan.rollup({ by });
    assert.deepEqual(figures, whole);
    assert.deepEqual(inOrder(groups), by.length === 0 ? [] : inOrder(groupsOf(FINDINGS, by)), by.join());
  }
  scan.dispose();
});

test("facets count what plain loops count, for every dimension", async () => {
  const scan = await openScan(FINDINGS);
  const facets = scan.facets({}, { dimensions: Object.keys(DIMENSIONS) });
  for (const [name, of] of Object.entries(DIMENSIONS)) {
    const values = [...new Set(FINDINGS.map(of))].map((value) => ({ value, count: count(FINDINGS, name, value) }));
    const byValue = (list) => sorted(list, ({ value }) => value);
    assert.deepEqual(byValue(facets[name].filter((facet) => facet.count > 0)), byValue(values), name);
  }
  assert.deepEqual(Object.keys(facets).sort(), Object.keys(DIMENSIONS).sort());
  scan.dispose();
});

test("without findings every figure is zero and there is no worst", async () => {
  const scan = await openScan([]);
  assert.deepEqual(scan.rollup({ by: "image" }), { ...figuresOf([]), groups: [] });
  scan.dispose();
});
