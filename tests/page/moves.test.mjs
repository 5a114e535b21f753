/** Which way severities moved, without a browser: told by the severities that the package reads in what the service wrote. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { init, openScan } from "scanfold";

import { bundled } from "./bundled.mjs";

await init();
const { chosenOf, movesOf } = await bundled("www/src/scan/diff-rows.ts");

const finding = (uid, severity) => ({ uid, severity, image: "i", kind: "k", target: "t", id: "CVE-1", package: "p", installed_version: "1", fixed_version: "", title: "", primary_url: "" });

/** What each finding was, and what it is. */
const CHANGES = { up: ["low", "CRITICAL"], little: ["Medium", "high"], down: ["Critical", "low"], lost: ["high", "odd"], told: ["", "critical"], stays: ["high", "HIGH"] };

const NONE = { added: [], resolved: [], becameFixable: [], exploitBecameKnown: [] };
const diff = {
  ...NONE,
  severityChanged: Object.entries(CHANGES)
    .filter(([name]) => name !== "stays")
    .map(([name, [was, is]]) => ({ before: finding(name, was), after: finding(name, is) })),
};
const chosen = (change, moved) => chosenOf(diff, { change, moved }).map(({ after }) => after.uid);

test("what rose and what fell are those of the list, in its order, and neither is what was or is unknown", () => {
  assert.deepEqual(chosen("severityChanged", "rose"), ["up", "little"]);
  assert.deepEqual(chosen("severityChanged", "fell"), ["down"]);
  assert.deepEqual(movesOf(diff).unknown.map(({ after }) => after.uid).sort(), ["lost", "told"]);
  assert.deepEqual(chosen("severityChanged", "").sort(), ["down", "little", "lost", "told", "up"]);
});

test("other kinds of changes have no way, and the same question has the same list", () => {
  assert.deepEqual(chosen("added", "rose"), []);
  const choice = { change: "severityChanged", moved: "rose" };
  assert.equal(chosenOf(diff, choice), chosenOf(diff, { ...choice }));
});

test("the package finds the same severities changed", async () => {
  const scans = await Promise.all([0, 1].map((at) => openScan(Object.entries(CHANGES).map(([name, severities]) => finding(name, severities[at])))));
  const changed = scans[1].diff(scans[0]).severityChanged.map(({ after }) => after.uid);
  for (const scan of scans) scan.dispose();
  assert.deepEqual(changed.sort(), ["down", "little", "lost", "told", "up"]);
});
