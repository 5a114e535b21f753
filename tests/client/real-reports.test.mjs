/**
 * Real reports, end to end: imported by the service, fetched and counted by the package, and compared with counts made
 * from the raw files by a few lines of JavaScript and, if it is installed, of Python.
 */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { after, describe, test } from "node:test";

import * as scanfold from "scanfold";

import { countReports, countReportsInPython, diffReportsInPython, reportedFindings } from "../harness/count-reports.mjs";
import { assertExportsCount } from "../harness/exports.mjs";
import { dataFolder, withoutData } from "../harness/places.mjs";
import { API_TOKEN, newDatabase, ORG, startService } from "../harness/service.mjs";

const DATES = ["2020-04-14", "2020-04-16", "2020-11-26", "head"];

const reports = (date) => {
  const folder = join(dataFolder(), "trivy", date);
  return readdirSync(folder).filter((name) => name.endsWith(".json")).sort().map((name) => join(folder, name));
};

const counts = (groups) => Object.fromEntries(groups.map((group) => [group.key[0], group.findings]));

/** The rollup in the words of the raw counts. */
const counted = (scan) => {
  const { findings, bySeverity, uniqueIds, fixable } = scan.rollup();
  return {
    findings,
    bySeverity,
    byImage: counts(scan.rollup({ by: "image" }).groups),
    byPackage: counts(scan.rollup({ by: "package" }).groups),
    uniqueIds,
    fixable,
  };
};

describe("real reports", { skip: withoutData() }, () => {
  let service;
  after(() => service?.stop());

  test("each date's reports, imported as one scan, roll up to what the raw files count", { timeout: 120_000 }, async (t) => {
    const database = await newDatabase();
    for (const date of DATES) {
      await database.run("import", "trivy", ...reports(date), "--platform", "github", "--org", ORG, "--scan-id", date);
    }
    service = await startService({ database });
    const client = await scanfold.createClient({ baseUrl: service.baseUrl, apiToken: API_TOKEN });
    for (const date of DATES) {
      await t.test(date, async (t) => {
        const scan = await client.containerScans.open({ platform: "github", org: ORG, scan_id: date });
        const expected = countReports(reports(date));
        assert.deepEqual(counted(scan), expected);
        assertExportsCount(scan, {});
        assertExportsCount(scan, { severity: ["critical", "high"], fixable: true });
        t.diagnostic(`${date}: ${expected.findings} findings, ${expected.uniqueIds} ids, ${expected.fixable} fixable`);
        scan.dispose();
      });
    }
    client.dispose();
  });

  test("every pair of dates differs as Python counts it, image by image and as a whole", { timeout: 120_000 }, async (t) => {
    const rescans = DATES.filter((date) => date !== "head");
    const pairs = rescans.flatMap((from) => rescans.map((to) => [from, to])).filter(([from, to]) => from !== to);
    const opened = async (files) => scanfold.openScan(files.flatMap(reportedFindings));
    for (const [from, to] of pairs) {
      const counted = diffReportsInPython(dirname(reports(from)[0]), dirname(reports(to)[0]));
      if (counted === null) return t.skip("no python3 on PATH");
      const groups = { all: () => true, ...Object.fromEntries(reports(from).map((file) => [basename(file), (other) => basename(other) === basename(file)])) };
      assert.deepEqual(Object.keys(counted).sort(), Object.keys(groups).sort());
      for (const [name, isOf] of Object.entries(groups)) {
        const [before, after] = [await opened(reports(from).filter(isOf)), await opened(reports(to).filter(isOf))];
        const { added, resolved, severityChanged } = after.diff(before);
        const found = { added: added.length, resolved: resolved.length, severityChanged: severityChanged.length };
        assert.deepEqual(found, counted[name], `${name} from ${from} to ${to}`);
        before.dispose();
        after.dispose();
      }
    }
  });

  test("two languages count the raw files alike", (t) => {
    for (const date of DATES) {
      const second = countReportsInPython(reports(date));
      if (second === null) return t.skip("no python3 on PATH");
      assert.deepEqual(countReports(reports(date)), second);
    }
  });
});
