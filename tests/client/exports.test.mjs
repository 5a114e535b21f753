/** Exports of any findings, read back by programs that others wrote. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import fc from "fast-check";
import { isScanfoldError, openScan } from "scanfold";

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

test("CSV has the order of the pages", async () => {
  const keys = ["severity", "id", "package", "image", "target", "kind", "installed_version", "fixed_version", "title", "epss", "fixable", "exploit"];
  const sort = fc.array(fc.record({ by: fc.constantFrom(...keys), descending: fc.boolean() }), { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(fc.array(finding, { maxLength: 12 }), sort, async (findings, sort) => {
      const scan = await openScan(findings.map((each, at) => ({ ...each, uid: `u${at}` })));
      const expected = scan.findings({ sort }).rows.map(({ uid }) => uid);
      assert.deepEqual(readCsv(scan.toCsv({ sort })).map(({ uid }) => uid), expected);
      assert.deepEqual(readCsv(await (await scan.export("csv", { sort })).text()).map(({ uid }) => uid), expected);
      scan.dispose();
    }),
    { numRuns: 100 },
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

describe("a file", () => {
  const FORMATS = {
    csv: (scan, options) => scan.toCsv(options),
    markdown: (scan, options) => scan.toMarkdown(options),
    sarif: (scan, options) => scan.toSarif(options),
    json: (scan) => scan.toJSON(),
  };
  const read = async (scan, format, options) => {
    const text = await (await scan.export(format, options)).text();
    return format === "sarif" || format === "json" ? JSON.parse(text) : text;
  };
  const many = (count) => Array.from({ length: count }, (_, at) => ({ uid: `u${at}`, id: `n${at % 100}`, severity: "low", title: "t".repeat(100) }));

  test("holds what the methods give", async () => {
    const where = fc.record({ severity: fc.subarray(["high", "low", "unknown"]), fixable: fc.boolean() }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(fc.array(finding, { maxLength: 12 }), where, async (findings, where) => {
        const scan = await openScan(findings);
        for (const [format, make] of Object.entries(FORMATS)) {
          const options = format === "json" ? undefined : { where };
          assert.deepEqual(await read(scan, format, options), make(scan, options), format);
        }
        scan.dispose();
      }),
      { numRuns: 100 },
    );
  });

  test("of a scan that is running, and of what has members of its own at any place", async () => {
    for (const source of [
      { scan_id: "s", status: "running", created_at: "2026-01-01T00:00:00Z", repositories: [], more: { a: [1] } },
      '{"findings":[{"uid":"u","n":12345678901234567890.50,"epss_details":{"__proto__":1,"epss":0.50}}],"status":"completed","scan_id":"s","constructor":{}}',
    ]) {
      const scan = await openScan(source);
      for (const [format, make] of Object.entries(FORMATS)) assert.deepEqual(await read(scan, format), make(scan), format);
      scan.dispose();
    }
  });

  test("says what it is", async () => {
    const scan = await openScan([{ uid: "u" }]);
    const types = await Promise.all(Object.keys(FORMATS).map(async (format) => (await scan.export(format)).type));
    assert.deepEqual(types, ["text/csv;charset=utf-8", "text/markdown;charset=utf-8", "application/sarif+json", "application/json"]);
    scan.dispose();
  });

  test("of many findings leaves turns to others, and is whole though the scan is disposed of", async () => {
    const scan = await openScan(many(50_000));
    for (const [format, make] of Object.entries(FORMATS)) {
      if (format === "markdown") continue;
      const expected = make(scan);
      let turns = 0;
      let isOver = false;
      const count = () => {
        turns += 1;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      const found = await scan.export(format);
      isOver = true;
      assert.ok(turns > 3, `${format}: ${turns} turns`);
      const text = await found.text();
      assert.deepEqual(format === "csv" ? text : JSON.parse(text), expected, format);
    }
    const begun = scan.export("csv");
    const expected = scan.toCsv();
    scan.dispose();
    assert.equal(await (await begun).text(), expected);
    await assert.rejects(scan.export("csv"), (error) => isScanfoldError(error, "disposed"));
  });

  test("of long texts is no less whole", async () => {
    const text = (at) => `é${at}`.repeat(300_000);
    const scan = await openScan(Array.from({ length: 3 }, (_, at) => ({ uid: "u", id: "n", title: text(at), package: text(at), target: text(at) })));
    for (const [format, make] of Object.entries(FORMATS)) assert.deepEqual(await read(scan, format), make(scan), format);
    scan.dispose();
  });

  test("ends by its signal", async () => {
    const scan = await openScan(many(50_000));
    const reason = new Error("left");
    await assert.rejects(scan.export("csv", { signal: AbortSignal.abort(reason) }), reason);
    const leaving = new AbortController();
    const begun = scan.export("sarif", { signal: leaving.signal });
    setImmediate(() => leaving.abort(reason));
    await assert.rejects(begun, reason);
    assert.equal(scan.findings().total, 50_000);
    scan.dispose();
  });

  test("that cannot be is refused by the argument's name", async () => {
    const scan = await openScan([{ uid: "u" }]);
    for (const [path, ...asked] of [
      ["format", "pdf"],
      ["format", "toString"],
      ["format", undefined],
      ["format", ["csv"]],
      ["format", Object.create(null)],
      ["format", { toString: () => assert.fail("is not asked") }],
      ["where", "json", { where: {} }],
      ["by", "csv", { by: "kind" }],
      ["where.severity", "sarif", { where: { severity: "high" } }],
      ["options", "csv", 7],
      ["signal", "markdown", { signal: {} }],
    ])
      await assert.rejects(scan.export(...asked), (error) => isScanfoldError(error, "invalid_argument") && error.path === path, path);
    scan.dispose();
  });

  test("for which there is no room is too large, and the scan goes on", async () => {
    const scan = await openScan([{ uid: "u" }]);
    const full = class {
      constructor() {
        throw new RangeError("Array buffer allocation failed");
      }
    };
    for (const name of ["Uint8Array", "Blob"]) {
      const own = globalThis[name];
      globalThis[name] = full;
      try {
        await assert.rejects(scan.export("csv"), (error) => isScanfoldError(error, "too_large") && error.cause instanceof RangeError, name);
      } finally {
        globalThis[name] = own;
      }
    }
    assert.equal(readCsv(await (await scan.export("csv")).text()).length, 1);
    scan.dispose();
  });
});
