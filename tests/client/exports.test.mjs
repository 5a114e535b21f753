/** Exports of any findings, read back by programs that others wrote. */
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";
import { isScanfoldError, openScan } from "scanfold";

import { exported } from "../../pkg/lib/worker/exported.js";
import { assertExportsCount, assertSarif, readCsv } from "../harness/exports.mjs";

const text = fc.oneof(
  fc.constantFrom("", "a", "@scope/name", "=1+1", "+1", "-2", "\t=1", 'say "hi"', "a,b", "line\r\nbreak", "\n", "é𝄞", "#", "none"),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);

const finding = fc.record(
  {
    image: text,
    kind: text,
    target: text,
    id: text,
    package: text,
    severity: fc.constantFrom("critical", "high", "medium", "low", "unknown", "HIGH", "odd", ""),
    installed_version: text,
    fixed_version: text,
    title: text,
    primary_url: fc.oneof(text, fc.webUrl()),
    epss_details: fc.oneof(fc.constant({}), fc.record({ epss: fc.double({ min: 0, max: 1, noNaN: true }) })),
    public_exploit: fc.constantFrom({}, { source: "exploit-db" }),
  },
  { requiredKeys: [] },
);

const COLUMNS = ["image", "kind", "target", "id", "package", "severity", "installed_version", "fixed_version", "title", "primary_url"];

test("CSV reads back to the same cells", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(finding, { maxLength: 12 }), async (findings) => {
      const scan = await openScan(findings);
      const cells = (row) => JSON.stringify(COLUMNS.map((name) => row[name] ?? ""));
      const sorted = (rows) => rows.map(cells).sort();
      assert.deepEqual(sorted(readCsv(scan.toCsv({ raw: true }))), sorted(findings));
      for (const record of readCsv(scan.toCsv())) {
        for (const cell of Object.values(record)) assert.doesNotMatch(cell, /^[=+\-@\t\r]/, "a spreadsheet would run it");
      }
      scan.dispose();
    }),
    { numRuns: 200 },
  );
});

test("SARIF is valid, and every export counts what the rollup counts", async () => {
  const where = fc.record({ severity: fc.subarray(["high", "low", "unknown"]), fixable: fc.boolean(), text: fc.constantFrom("a", "") }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(fc.array(finding, { maxLength: 12 }), where, async (findings, where) => {
      const scan = await openScan(findings);
      assertExportsCount(scan, {});
      assertExportsCount(scan, where);
      scan.dispose();
    }),
    { numRuns: 200 },
  );
});

test("an export that is longer than a text can be is too large, and the scan goes on", async (t) => {
  const scan = await openScan([{ uid: "u" }]);
  // As an engine says it of half a gigabyte.
  const { mock } = t.mock.method(TextDecoder.prototype, "decode", () => {
    throw new RangeError("Invalid string length");
  });
  for (const ask of ["toCsv", "toMarkdown"]) {
    assert.throws(() => scan[ask](), (error) => isScanfoldError(error, "too_large") && /`where`/.test(error.hint) && error.cause instanceof RangeError, ask);
  }
  mock.restore();
  for (const ask of ["toCsv", "toMarkdown"]) assert.throws(() => scan[ask]({ wher: {} }), (error) => isScanfoldError(error, "invalid_argument"), ask);
  assert.equal(readCsv(scan.toCsv()).length, 1);
  scan.dispose();
});

test("the schema refuses what is no SARIF", () => {
  assert.throws(() => assertSarif({ version: "2.1.0", runs: [{ results: [] }] }), /tool/);
  assert.throws(() => assertSarif({ version: "2.0.0", runs: [] }), /version/);
});

test("a worker's export of a scan that is gone says so, whatever the format", async () => {
  const scan = await openScan([{ uid: "a" }]);
  const { type, size } = exported(scan, "json");
  assert.deepEqual([type, size > 0], ["application/json", true]);
  scan.dispose();
  for (const format of ["csv", "markdown", "sarif", "json"])
    assert.throws(() => exported(scan, format), (error) => isScanfoldError(error, "disposed"), format);
});
