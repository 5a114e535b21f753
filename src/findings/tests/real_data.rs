//! Real rescans of real images, held against counts made in another way.
//!
//! The reports are found through `SCANFOLD_DATA`, or beside the repository; if they are absent, the tests say that they skip.
//! Trivy's reports become findings as the data's description says.

use super::*;
use serde_json::{Map, Value, json};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const DATES: [&str; 3] = ["2020-04-14", "2020-04-16", "2020-11-26"];

fn folder(date: &str) -> Option<PathBuf> {
    let named = std::env::var_os("SCANFOLD_DATA").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("../shared/data"));
    let folder =
        named.into_iter().chain(beside).map(|root| root.join("trivy").join(date)).find(|folder| folder.is_dir());
    if folder.is_none() {
        eprintln!("skipped: no trivy/{date} in SCANFOLD_DATA or beside the repository");
    }
    folder
}

/// The findings of each report of a date, by the report's name.
fn reports(date: &str) -> Option<BTreeMap<String, Vec<Value>>> {
    let files = std::fs::read_dir(folder(date)?).unwrap().map(|entry| entry.unwrap().path());
    let reports = files.map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let report: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        (name.clone(), findings(&name, &report))
    });
    Some(reports.collect())
}

fn findings(name: &str, report: &Value) -> Vec<Value> {
    let image = report["ArtifactName"].as_str().unwrap_or(name);
    let results = report.as_array().or_else(|| report["Results"].as_array());
    let of_result = |result: &Value| -> Vec<Value> {
        let kind: Vec<&str> = ["Class", "Type"].iter().filter_map(|name| result[name].as_str()).collect();
        let vulnerabilities = result["Vulnerabilities"].as_array().cloned().unwrap_or_default();
        vulnerabilities.iter().map(|found| finding(image, &kind.join("/"), &result["Target"], found)).collect()
    };
    let mut findings: Vec<Value> = results.into_iter().flatten().flat_map(of_result).collect();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for finding in &mut findings {
        let names = ["image", "target", "id", "package", "installed_version"];
        let key = names.map(|name| finding[name].as_str().unwrap_or_default()).join("|");
        let count = seen.entry(key.clone()).or_default();
        if finding["uid"].is_null() {
            finding["uid"] = format!("{key}|{count}").into();
        }
        *count += 1;
    }
    findings
}

fn finding(image: &str, kind: &str, target: &Value, found: &Value) -> Value {
    let mut finding = Map::new();
    finding.insert("image".into(), image.into());
    finding.insert("kind".into(), kind.into());
    finding.insert("target".into(), target.clone());
    finding.insert("severity".into(), found["Severity"].as_str().unwrap_or_default().to_lowercase().into());
    for (name, theirs) in [
        ("uid", "Fingerprint"),
        ("id", "VulnerabilityID"),
        ("package", "PkgName"),
        ("installed_version", "InstalledVersion"),
        ("fixed_version", "FixedVersion"),
        ("title", "Title"),
        ("primary_url", "PrimaryURL"),
    ] {
        if let Some(value) = found.get(theirs) {
            finding.insert(name.into(), value.clone());
        }
    }
    Value::Object(finding)
}

fn scan(findings: &[Value]) -> Scan {
    let body = json!({ "scan_id": "s", "status": "completed", "findings": findings });
    let mut ingest = Ingest::new(Limits::default());
    for chunk in serde_json::to_vec(&body).unwrap().chunks(4096) {
        ingest.push(chunk).unwrap();
    }
    ingest.finish().unwrap()
}

/// Added, resolved and severity changes, counted as multisets of plain tuples.
fn count(before: &[Value], after: &[Value]) -> (usize, usize, usize) {
    let (mut before, mut after): (Vec<&Value>, Vec<&Value>) = (before.iter().collect(), after.iter().collect());
    let mut changed = 0;
    let tiers: [&[&str]; 4] = [
        &["uid"],
        &["image", "target", "id", "package", "installed_version"],
        &["image", "id", "package", "installed_version"],
        &["image", "id", "package"],
    ];
    for tier in tiers {
        let key = |finding: &Value| -> Vec<String> {
            tier.iter().map(|name| finding[*name].as_str().unwrap_or_default().to_owned()).collect()
        };
        let mut later: BTreeMap<Vec<String>, Vec<&Value>> = BTreeMap::new();
        after.iter().for_each(|finding| later.entry(key(finding)).or_default().push(finding));
        let mut alone = Vec::new();
        for finding in before {
            let Some(candidates) = later.get_mut(&key(finding)).filter(|candidates| !candidates.is_empty()) else {
                alone.push(finding);
                continue;
            };
            let same = candidates.iter().position(|other| other["severity"] == finding["severity"]);
            changed += usize::from(same.is_none());
            candidates.remove(same.unwrap_or(0));
        }
        before = alone;
        after = later.into_values().flatten().collect();
    }
    (after.len(), before.len(), changed)
}

fn numbers(diff: &ScanDiff) -> (usize, usize, usize) {
    (diff.added.len(), diff.resolved.len(), diff.severity_changed.len())
}

#[test]
fn the_reports_hold_as_many_findings_as_they_should() {
    for (date, expected) in DATES.into_iter().zip([2461, 2804, 2813]) {
        let Some(reports) = reports(date) else { return };
        let all: Vec<Value> = reports.into_values().flatten().collect();
        let scan = scan(&all);
        assert_eq!((date, scan.finding_count()), (date, Some(expected)));
        let json = scan.to_json().unwrap();
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["findings"], Value::from(all));
    }
}

#[test]
fn the_rescan_of_centos_7_shows_what_really_changed() {
    let (Some(before), Some(after)) = (reports(DATES[0]), reports(DATES[1])) else { return };
    let diff = scan(&after["centos-7"]).diff(&scan(&before["centos-7"]), &DiffOptions::default()).unwrap().unwrap();
    assert_eq!(numbers(&diff), (84, 19, 465));
}

#[test]
fn every_pair_of_dates_differs_as_an_independent_count_says() {
    for (from, to) in [(0, 1), (1, 2), (0, 2), (2, 0)] {
        let (Some(before), Some(after)) = (reports(DATES[from]), reports(DATES[to])) else { return };
        for (name, earlier) in &before {
            let later = &after[name];
            let diff = scan(later).diff(&scan(earlier), &DiffOptions::default()).unwrap().unwrap();
            assert_eq!(numbers(&diff), count(earlier, later), "{name} {} {}", DATES[from], DATES[to]);
        }
        let all = |reports: &BTreeMap<String, Vec<Value>>| reports.values().flatten().cloned().collect::<Vec<_>>();
        let (before, after) = (all(&before), all(&after));
        let diff = scan(&after).diff(&scan(&before), &DiffOptions::default()).unwrap().unwrap();
        assert_eq!(numbers(&diff), count(&before, &after));
    }
}

#[test]
fn installed_is_less_than_fixed_for_every_package_of_an_operating_system() {
    let mut pairs = 0;
    for date in DATES.into_iter().chain(["head"]) {
        let Some(reports) = reports(date) else { return };
        for finding in reports.into_values().flatten() {
            let kind = finding["kind"].as_str().unwrap();
            if date == "head" && !kind.starts_with("os-pkgs") {
                continue;
            }
            let installed = finding["installed_version"].as_str().unwrap_or_default();
            let Some(fixed) = finding["fixed_version"].as_str().filter(|fixed| is_fixable(Some(fixed))) else {
                continue;
            };
            for fixed in fixed.split(", ") {
                // Without the kind too: both versions of each pair have a form that only one system writes.
                for kind in [kind, ""] {
                    assert_eq!(
                        crate::versions::compare_versions(installed, fixed, Some(kind)),
                        Some(Ordering::Less),
                        "{kind:?}: {installed} {fixed}"
                    );
                }
                pairs += 1;
            }
        }
    }
    assert!(pairs > 1000, "{pairs} pairs");
}

#[test]
fn an_upgrade_is_found_wherever_a_fix_above_the_installed_version_is_listed() {
    let mut checked = 0;
    let dates = || DATES.into_iter().chain(["head"]);
    if dates().any(|date| folder(date).is_none()) {
        return;
    }
    for (name, findings) in dates().filter_map(reports).flatten() {
        let scan = scan(&findings);
        let steps = scan.remediation(&Filter::default(), None).unwrap();
        let text = |column, code| scan.text_of(column, code);
        let upgraded: BTreeSet<[&str; 3]> = steps
            .iter()
            .map(|step| {
                [
                    text(Column::Image, step.image),
                    text(Column::Package, step.package),
                    text(Column::InstalledVersion, step.installed_version),
                ]
            })
            .collect();
        for finding in &findings {
            let of = |name: &str| finding[name].as_str().unwrap_or_default();
            let is_above = |fixed: &str| {
                crate::versions::compare_versions(of("installed_version"), fixed.trim(), Some(of("kind")))
                    == Some(Ordering::Less)
            };
            if of("fixed_version").split(',').any(is_above) {
                let place = [of("image"), of("package"), of("installed_version")];
                assert!(upgraded.contains(&place), "{name}: {place:?}");
                checked += 1;
            }
        }
        let cleared: u32 = steps.iter().map(|step| step.clears).sum();
        let fixable = scan.rollup(&RollupOptions::default()).unwrap().unwrap().figures.fixable;
        assert!(cleared <= fixable, "{name}: {cleared} of {fixable}");
    }
    assert!(checked > 1000, "{checked} findings");
}
