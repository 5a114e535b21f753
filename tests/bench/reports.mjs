/**
 * Real reports as one answer of the service, if they are present (see `tests/harness/places.mjs`): every Trivy report of
 * every date. Trivy knows no scores and no exploits, so such findings have 11 members at most.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { dataFolder } from "../harness/places.mjs";

/** The name that rows and bodies know it by. */
export const REPORTS = "reports.json";

function uid(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/** Schema version 1 is a bare list and names no image. */
function findings(file, date) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const [image, results] = Array.isArray(report) ? [basename(file, ".json"), report] : [report.ArtifactName, report.Results ?? []];
  return results.flatMap(({ Target: target, Type: kind, Vulnerabilities: rows }, place) =>
    (rows ?? []).map((row, at) => ({
      uid: uid(`${date} ${file} ${place} ${at}`),
      image: `${image}@${date}`,
      kind: kind ?? "",
      target,
      id: row.VulnerabilityID,
      package: row.PkgName,
      severity: row.Severity.toLowerCase(),
      installed_version: row.InstalledVersion,
      fixed_version: row.FixedVersion,
      title: row.Title,
      primary_url: row.PrimaryURL ?? row.References?.[0],
    })),
  );
}

/** Bytes, or `null` if there are no reports. */
export function reportsBody() {
  const folder = dataFolder() && join(dataFolder(), "trivy");
  if (!folder) return null;
  const dates = readdirSync(folder).sort();
  const all = dates.flatMap((date) =>
    readdirSync(join(folder, date)).filter((name) => name.endsWith(".json")).sort().flatMap((name) => findings(join(folder, date, name), date)),
  );
  const answer = { scan_id: "reports", status: "completed", created_at: "2025-03-14T09:26:53Z", repositories: [], findings: all };
  return new TextEncoder().encode(JSON.stringify(answer));
}
