/**
 * Fifteen real reports, imported as one scan: the page's counts equal those counted here from the raw files.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { dataFolder, withoutData } from "../harness/places.mjs";
import { bySeverity, count, figures, rowCount, tiles } from "./shown.mjs";
import { openTable } from "./steps.mjs";
import { newWorld } from "./world.mjs";

const skip = withoutData();
let world, findings;

before(async () => {
  if (skip) return;
  const folder = join(dataFolder(), "trivy", "2020-11-26");
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
  findings = files.flatMap((file) =>
    JSON.parse(readFileSync(file, "utf8")).flatMap(({ Vulnerabilities }) =>
      (Vulnerabilities ?? []).map((vulnerability) => ({ file, ...vulnerability, severity: vulnerability.Severity.toLowerCase() })),
    ),
  );
  world = await newWorld({
    prepare: (database, { platform, org }) =>
      database.run("import", "trivy", ...files, "--platform", platform, "--org", org, "--scan-id", "scan-real"),
  });
});
after(() => world?.stop());

test("the page shows what the raw reports hold", { skip, timeout: 60_000 }, async () => {
  const page = await openTable(world, "?scan=scan-real");
  assert.equal(findings.length, 2813);
  assert.equal(await rowCount(page), findings.length);
  assert.deepEqual(await tiles(page), bySeverity(findings));
  const shown = await figures(page);
  assert.equal(shown["Distinct ids"], new Set(findings.map(({ VulnerabilityID }) => VulnerabilityID)).size);
  assert.equal(shown.Packages, new Set(findings.map(({ PkgName }) => PkgName)).size);
  assert.equal(
    shown.Fixable,
    count(findings, ({ FixedVersion }) => (FixedVersion ?? "").trim() !== ""),
  );
  assert.equal(shown["Affected images"], new Set(findings.map(({ file }) => file)).size);
  await page.getByRole("tab", { name: "By package" }).click();
  await page.locator(".grid-groups .row[data-index='0']").waitFor();
  assert.equal(await rowCount(page), shown.Packages);
  await world.close();
});
