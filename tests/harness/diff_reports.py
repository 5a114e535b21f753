"""Compares two dates of Trivy reports, image by image and all together, as JSON. Uses nothing but the standard library.

Findings of both dates are paired as multisets: first where image, target, id, package and installed version agree, then
without the target, then without the version too. Of findings that agree, those of equal severity are paired first.
"""

import json
import os
import sys
from collections import defaultdict


def findings(path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    old = isinstance(report, list)
    image = os.path.basename(path).removesuffix(".json") if old else report["ArtifactName"]
    for result in report if old else report.get("Results") or []:
        for row in result.get("Vulnerabilities") or []:
            key = (image, result.get("Target", ""), row["VulnerabilityID"], row["PkgName"], row.get("InstalledVersion", ""))
            yield key, row["Severity"].lower()


TIERS = [lambda k: k, lambda k: (k[0], *k[2:]), lambda k: (k[0], *k[2:4])]


def compare(before, after):
    changed = 0
    for tier in TIERS:
        groups = defaultdict(lambda: (defaultdict(list), defaultdict(list)))
        for side, rows in enumerate((before, after)):
            for key, severity in rows:
                groups[tier(key)][side][severity].append((key, severity))
        before, after = [], []
        for earlier, later in groups.values():
            for severity in list(earlier):
                same = min(len(earlier[severity]), len(later[severity]))
                del earlier[severity][:same], later[severity][:same]
            earlier, later = sum(earlier.values(), []), sum(later.values(), [])
            pairs = min(len(earlier), len(later))
            changed += pairs
            before += earlier[pairs:]
            after += later[pairs:]
    return {"added": len(after), "resolved": len(before), "severityChanged": changed}


earlier, later = sys.argv[1:]
names = sorted(name for name in os.listdir(earlier) if name.endswith(".json"))
sides = [{name: list(findings(os.path.join(folder, name))) for name in names} for folder in (earlier, later)]
found = {name: compare(sides[0][name], sides[1][name]) for name in names}
found["all"] = compare(*(sum(side.values(), []) for side in sides))
print(json.dumps(found))
