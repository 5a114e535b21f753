/**
 * Counts Trivy reports without any code of the project: what the package and the page have to agree with.
 *
 * `count_reports.py` does the same in another language; the two are compared wherever there is a Python. What two dates differ
 * by is counted there alone.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { SEVERITIES } from "./severities.mjs";

/** `[{ image, target, row }]` for every vulnerability of a report; schema version 1 is a bare list and names no image. */
function rows(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const results = Array.isArray(report) ? report : report.Results ?? [];
  const image = Array.isArray(report) ? basename(file, ".json") : report.ArtifactName;
  return results.flatMap((result) => (result.Vulnerabilities ?? []).map((row) => ({ image, target: result.Target, row })));
}

function tally(values) {
  const counts = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

export function countReports(files) {
  const all = files.flatMap(rows);
  const bySeverity = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0]));
  for (const { row } of all) {
    const severity = row.Severity.toLowerCase();
    bySeverity[SEVERITIES.includes(severity) ? severity : "unknown"] += 1;
  }
  return {
    findings: all.length,
    bySeverity,
    byImage: tally(all.map(({ image }) => image)),
    byPackage: tally(all.map(({ row }) => row.PkgName)),
    uniqueIds: new Set(all.map(({ row }) => row.VulnerabilityID)).size,
    fixable: all.filter(({ row }) => row.FixedVersion).length,
  };
}

/** A report's findings as the service would name their members, as far as a diff looks at them. No uid: no scanner of 2020 gave one. */
export const reportedFindings = (file) =>
  rows(file).map(({ image, target, row }) => ({
    image,
    target,
    id: row.VulnerabilityID,
    package: row.PkgName,
    severity: row.Severity.toLowerCase(),
    installed_version: row.InstalledVersion,
    fixed_version: row.FixedVersion,
  }));

/** The same counts by Python, or `null` if it is not installed. */
export const countReportsInPython = (files) => inPython("count_reports.py", files);

/** How two folders of reports differ, by the name of the report and for `all`; `null` without Python. */
export const diffReportsInPython = (earlier, later) => inPython("diff_reports.py", [earlier, later]);

function inPython(name, args) {
  const script = fileURLToPath(new URL(name, import.meta.url));
  try {
    return JSON.parse(execFileSync("python3", [script, ...args], { encoding: "utf8", maxBuffer: 64 << 20 }));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}
