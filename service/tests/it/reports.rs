//! Real reports, if they are present: imported, served, and counted again by other means.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::process::{Served, scratch, succeed};
use crate::world::{API, ORG, RESULTS};

/// The folder of reports; `None` if the data is absent, which is printed.
fn reports(folder: &str) -> Option<Vec<PathBuf>> {
    let data = std::env::var_os("SCANFOLD_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    let Ok(entries) = std::fs::read_dir(data.join("trivy").join(folder)) else {
        eprintln!("skipped: there are no reports {folder}; SCANFOLD_DATA names the folder of real data");
        return None;
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    Some(files)
}

/// Imports all files as one scan and fetches it.
fn served(files: &[PathBuf]) -> Value {
    let (_folder, database) = scratch();
    let db = database.to_str().unwrap();
    succeed(["token", "create", "--kind", "api", "--org", ORG, "--token", API, "--db", db]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_scanfold-service"));
    command.args(["import", "trivy", "--db", db, "--platform", "github", "--org", ORG, "--scan-id", "real"]);
    let output = command.args(files).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let request = json!({ "platform": "github", "org": ORG, "scan_id": "real" }).to_string();
    Served::start(&database).post(RESULTS, API, &request).unwrap().json()
}

/// Id, package, installed version and severity of each vulnerability, straight from the reports.
fn expected(files: &[PathBuf]) -> Vec<[String; 4]> {
    let mut found = Vec::new();
    for file in files {
        let report: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        let sets = report.as_array().or_else(|| report["Results"].as_array()).unwrap();
        for vulnerability in sets.iter().filter_map(|set| set["Vulnerabilities"].as_array()).flatten() {
            let text = |name: &str| vulnerability[name].as_str().unwrap_or_default().to_owned();
            found.push([
                text("VulnerabilityID"),
                text("PkgName"),
                text("InstalledVersion"),
                text("Severity").to_lowercase(),
            ]);
        }
    }
    found.sort();
    found
}

/// How many findings and images a set of reports holds.
struct Counts {
    findings: usize,
    images: usize,
}

fn check(folder: &str, counts: Counts) {
    let Some(files) = reports(folder) else { return };
    let scan = served(&files);
    let findings = scan["findings"].as_array().unwrap();
    let mut answered: Vec<[String; 4]> = findings
        .iter()
        .map(|finding| {
            ["id", "package", "installed_version", "severity"].map(|name| finding[name].as_str().unwrap().to_owned())
        })
        .collect();
    answered.sort();
    assert_eq!(answered.len(), counts.findings);
    assert_eq!(answered, expected(&files));
    let summaries = scan["repositories"].as_array().unwrap();
    let sum = |name: &str| summaries.iter().map(|summary| summary[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("findings"), sum("images")), (counts.findings as u64, counts.images as u64));
    let uids: std::collections::BTreeSet<&str> =
        findings.iter().map(|finding| finding["uid"].as_str().unwrap()).collect();
    assert_eq!(uids.len(), counts.findings);
}

#[test]
fn real_reports_of_version_1_come_out_as_they_went_in() {
    for (folder, findings) in [("2020-04-14", 2461), ("2020-04-16", 2804), ("2020-11-26", 2813)] {
        check(folder, Counts { findings, images: 15 });
    }
}

#[test]
fn real_reports_of_version_2_come_out_as_they_went_in() {
    // Some of these are one image scanned with several settings, and have its findings, and their fingerprints, again.
    check("head", Counts { findings: 126, images: 52 });
}
