/** Where a finding stands in a list: the place at which that list has it, and what is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { isScanfoldError, openScan } from "scanfold";

const SEVERITIES = ["critical", "high", "medium", "low", "odd"];

/** Findings of which some share a uid, and some have none. */
const findings = Array.from({ length: 6_000 }, (_, at) => ({
  uid: at % 11 === 0 ? "" : at % 50 === 7 ? `shared-${at % 3}` : `uid-${(at * 7919) % 6_000}`,
  image: `image-${at % 17}`,
  kind: "npm",
  target: "t",
  id: `CVE-2026-${1000 + ((at * 31) % 900)}`,
  package: `p-${(at * 13) % 40}`,
  severity: SEVERITIES[(at * 5) % 5],
  installed_version: `1.${at % 9}`,
  ...(at % 4 === 0 && { fixed_version: `2.${at % 5}` }),
  ...(at % 3 === 0 && { epss_details: { epss: (at % 100) / 100 } }),
}));

const QUERIES = [
  undefined,
  { sort: [{ by: "id" }] },
  { sort: [{ by: "fixed_version", descending: true }, { by: "image" }] },
  { where: { severity: ["high", "unknown"], fixable: true }, sort: [{ by: "epss" }] },
  { where: { text: "p-1", image: ["image-3", "image-4"] }, offset: 5, limit: 0 },
  { where: { image: [] } },
];

test("a finding stands where the list has it, and those that the filter leaves out stand nowhere", async () => {
  const scan = await openScan(findings);
  const firsts = new Map(findings.map((finding, at) => [finding.uid, at]).reverse());
  for (const query of QUERIES) {
    const { rows } = scan.findings({ ...query, offset: 0, limit: Infinity });
    const texts = rows.map((row) => JSON.stringify(row));
    const listed = new Map(texts.map((text, at) => [text, at]).reverse());
    let found = 0;
    for (const [uid, at] of firsts) {
      if (uid === "" || at % 7 !== 0) continue;
      const expected = listed.get(JSON.stringify(scan.finding(uid))) ?? null;
      assert.equal(scan.position(uid, query), expected, `${uid} in ${JSON.stringify(query)}`);
      found += expected !== null;
    }
    assert.equal(found > 0, rows.length > 0);
  }
  assert.equal(scan.position("of nobody"), null);
  scan.dispose();
});

test("what breaks a rule is refused by its name, and a scan that is running has no positions", async () => {
  const scan = await openScan({ scan_id: "s", status: "running", created_at: "2026-03-14T06:00:00Z", repositories: [] });
  assert.equal(scan.position("u"), null);
  const refused = (path, ...args) => assert.throws(() => scan.position(...args), (error) => isScanfoldError(error, "invalid_argument") && error.path === path, path);
  refused("uid", 7);
  refused("uid");
  refused("uid", "\ud800");
  refused("query", "u", 7);
  refused("sort.by", "u", { sort: [{ by: "colour" }] });
  refused("where.kind", "u", { where: { kind: "npm" } });
  scan.dispose();
  assert.throws(() => scan.position("u"), (error) => isScanfoldError(error, "disposed"));
});
