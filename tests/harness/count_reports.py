"""Counts Trivy reports, as JSON: the second opinion to count-reports.mjs. Uses nothing but the standard library."""

import json
import os
import sys
from collections import Counter

SEVERITIES = ["critical", "high", "medium", "low", "unknown"]

rows = []
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    old = isinstance(report, list)
    image = os.path.basename(path).removesuffix(".json") if old else report["ArtifactName"]
    for result in report if old else report.get("Results") or []:
        rows += [(image, row) for row in result.get("Vulnerabilities") or []]

severities = Counter(row["Severity"].lower() for _, row in rows)
counts = {severity: severities.pop(severity, 0) for severity in SEVERITIES}
counts["unknown"] += sum(severities.values())
print(json.dumps({
    "findings": len(rows),
    "bySeverity": counts,
    "byImage": Counter(image for image, _ in rows),
    "byPackage": Counter(row["PkgName"] for _, row in rows),
    "uniqueIds": len({row["VulnerabilityID"] for _, row in rows}),
    "fixable": sum(1 for _, row in rows if row.get("FixedVersion")),
}))
