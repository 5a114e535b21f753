/**
 * What every export of a scan must hold, by readers that others wrote: csv-parse for CSV, ajv with the schema that Microsoft
 * publishes for SARIF.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";

import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { parse } from "csv-parse/sync";

import { SEVERITIES } from "./severities.mjs";

const schema = createRequire(import.meta.url)("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
// One pattern of the schema is invalid with the flag `u`.
const ajv = new Ajv({ strict: false, unicodeRegExp: false });
addFormats(ajv);
const isSarif = ajv.compile(schema);

/** CSV as records by column name. */
export const readCsv = (text) => parse(text, { columns: true, record_delimiter: "\r\n" });

/** Fails unless this is valid SARIF 2.1.0. */
export function assertSarif(log) {
  assert.ok(isSarif(log), `not SARIF 2.1.0: ${ajv.errorsText(isSarif.errors)}`);
}

/** Fails unless every export under a filter counts what the rollup counts. */
export function assertExportsCount(scan, where) {
  const { findings, bySeverity, fixable, exploitable, uniqueIds } = scan.rollup({ where });
  const records = readCsv(scan.toCsv({ where, raw: true }));
  const severityOf = ({ severity }) => SEVERITIES.find((known) => known === severity.toLowerCase()) ?? "unknown";
  const csvCounts = Object.fromEntries(SEVERITIES.map((severity) => [severity, records.filter((record) => severityOf(record) === severity).length]));
  assert.deepEqual(
    [records.length, csvCounts, records.filter((record) => record.fixable === "true").length, records.filter((record) => record.exploit === "true").length],
    [findings, bySeverity, fixable, exploitable],
    "CSV",
  );
  const sarif = scan.toSarif({ where });
  assertSarif(sarif);
  const [run] = sarif.runs;
  assert.deepEqual([run.results.length, run.tool.driver.rules.length], [findings, uniqueIds], "SARIF");
  const figure = (name) => Number(new RegExp(`^\\| ${name} \\| (\\d+) \\|$`, "m").exec(scan.toMarkdown({ where }))?.[1]);
  assert.deepEqual([figure("Findings"), figure("Fixable"), figure("Unique vulnerabilities")], [findings, fixable, uniqueIds], "Markdown");
}
