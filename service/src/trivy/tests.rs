//! Small reports of both versions, and what each becomes.

use serde_json::{Value, json};

use super::*;
use crate::store::scans::{self, Completion, ScanKey};

/// The findings as a service would answer them.
fn findings(import: Import) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let mut connection = crate::store::connect(&folder.path().join("t.db"), crate::store::Mode::Create).unwrap();
    let key = ScanKey { platform: "github", org: "o".into(), cloud: "aws", scan_id: "s".into() };
    let transaction = connection.transaction().unwrap();
    assert!(import.finish().insert(&transaction, &key, 0, Completion::At(0)).unwrap());
    let scan = scans::find(&transaction, &key).unwrap().unwrap();
    let piece = scans::piece(&transaction, scan.row, 0).unwrap().unwrap_or_default();
    serde_json::from_str(&format!("[{}]", String::from_utf8(piece).unwrap())).unwrap()
}

fn vulnerability() -> Value {
    json!({
        "VulnerabilityID": "CVE-2019-1549", "PkgName": "openssl", "InstalledVersion": "1.1.1c-r0",
        "FixedVersion": "1.1.1d-r0", "Title": "openssl: information disclosure in fork()", "Severity": "MEDIUM",
        "PrimaryURL": "https://avd.aquasec.com/nvd/cve-2019-1549"
    })
}

#[test]
fn version_1_takes_the_image_from_the_file_name() {
    let mut import = Import::default();
    let report = json!([{ "Target": "alpine:3.10 (alpine 3.10.2)", "Type": "alpine", "Vulnerabilities": [vulnerability()] }, { "Target": "x" }]);
    import.report("alpine-310.json", &report.to_string()).unwrap();
    let [found] = findings(import).try_into().unwrap();
    assert_eq!(found["image"], "alpine-310");
    assert_eq!(found["kind"], "alpine");
    assert_eq!(found["target"], "alpine:3.10 (alpine 3.10.2)");
    assert_eq!(found["id"], "CVE-2019-1549");
    assert_eq!(found["package"], "openssl");
    assert_eq!(found["severity"], "medium");
    assert_eq!(found["installed_version"], "1.1.1c-r0");
    assert_eq!(found["fixed_version"], "1.1.1d-r0");
    assert_eq!(found["primary_url"], "https://avd.aquasec.com/nvd/cve-2019-1549");
    assert!(found.get("epss_details").is_none());
}

#[test]
fn the_oldest_reports_name_the_distribution_in_the_target_only() {
    for (target, kind) in [
        ("alpine:3.10 (alpine 3.10.2)", "alpine"),
        ("app/package-lock.json", "unknown"),
        ("odd ()", "unknown"),
        ("amazon:2 (amazon 2 (Karoo))", "amazon"),
        ("odd)", "unknown"),
    ] {
        let set = ResultSet { target: target.to_owned(), class: None, kind: None, vulnerabilities: None };
        assert_eq!(super::kind(&set), kind, "{target}");
    }
}

#[test]
fn version_2_names_its_image_and_keeps_fingerprint_and_enrichment() {
    let mut found = vulnerability();
    found["Fingerprint"] = json!("sha256:00ff");
    found["epss_details"] = json!({ "epss": 0.5 });
    found["public_exploit"] = Value::Null;
    found["Severity"] = json!("BANANA");
    let report = json!({ "SchemaVersion": 2, "ArtifactName": "app:1", "Results": [
        { "Target": "app:1 (debian 12.5)", "Class": "os-pkgs", "Type": "debian", "Vulnerabilities": [found] },
        { "Target": "cfg", "Class": "custom" } ] });
    let mut import = Import::default();
    import.report("report.json", &report.to_string()).unwrap();
    let [found] = findings(import).try_into().unwrap();
    assert_eq!(found["image"], "app:1");
    assert_eq!(found["uid"], "sha256:00ff");
    assert_eq!(found["severity"], "unknown");
    assert_eq!(found["epss_details"], json!({ "epss": 0.5 }));
    assert!(found.get("public_exploit").is_none());
}

#[test]
fn reports_span_from_the_first_to_the_last_of_those_that_say_when_they_were_made() {
    let mut import = Import::default();
    let mut made = |created_at: Value| {
        let report = json!({ "SchemaVersion": 2, "CreatedAt": created_at });
        import.report("a.json", &report.to_string()).unwrap();
        import.made()
    };
    assert_eq!(made(Value::Null), None);
    assert_eq!(made(json!("0001-01-01T00:00:00Z")), None, "what a conversion writes where there is none");
    assert_eq!(made(json!("1970-01-01T00:00:00Z")), None);
    assert_eq!(made(json!("2021-08-25T12:20:30.000000005Z")), Some((1_629_894_030_000, 1_629_894_030_000)));
    assert_eq!(made(json!("2021-08-25T14:20:29.5+02:00")), Some((1_629_894_029_500, 1_629_894_030_000)));
    assert_eq!(made(json!("2021-08-25T12:21:00Z")), Some((1_629_894_029_500, 1_629_894_060_000)));
    import.report("b.json", "[]").unwrap();
    assert_eq!(import.made(), Some((1_629_894_029_500, 1_629_894_060_000)));
}

#[test]
fn equal_findings_get_different_uids_and_the_same_ones_again() {
    let report = json!([{ "Target": "t", "Vulnerabilities": [vulnerability(), vulnerability()] }]).to_string();
    let uids = || {
        let mut import = Import::default();
        import.report("a.json", &report).unwrap();
        findings(import).into_iter().map(|finding| finding["uid"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = uids();
    assert_ne!(first[0], first[1]);
    assert_eq!(first, uids());
    assert_eq!(crate::request::uuid(&first[0]).as_ref(), Some(&first[0]));
}

#[test]
fn what_is_no_report_is_an_error_of_one_line() {
    let whole = json!({ "SchemaVersion": 2, "ArtifactName": "a", "Results": [{ "Target": "t", "Vulnerabilities": [vulnerability()] }] }).to_string();
    let bad = [
        "",
        "null",
        "7",
        "hello",
        "{}",
        "{\"SchemaVersion\":3}",
        "[7]",
        "[{}]",
        "[{\"Vulnerabilities\":[]}]",
        "[[\"t\"]]",
        "[[\"t\",null,null,[]]]",
        "[{\"Target\":\"t\",\"Vulnerabilities\":[[\"CVE-1\",\"p\",null,null,null,null,null,null,null,null]]}]",
        "{\"SchemaVersion\":2,\"Results\":{}}",
        "{\"SchemaVersion\":2,\"CreatedAt\":\"yesterday\"}",
        "[{\"Target\":\"t\",\"Vulnerabilities\":[{}]}]",
        "[{\"Target\":\"t\",\"Vulnerabilities\":[{\"VulnerabilityID\":\"CVE-1\"}]}]",
        "[{\"Target\":\"t\",\"Vulnerabilities\":[{\"VulnerabilityID\":\"CVE-1\",\"PkgName\":\"p\",\"epss_details\":[]}]}]",
    ];
    for text in bad {
        let error = Import::default().report("x.json", text).unwrap_err();
        assert!(!error.to_string().contains('\n'), "{text}");
    }
    for end in 0..whole.len() {
        assert!(Import::default().report("x.json", &whole[..end]).is_err(), "cut at {end}");
    }
    assert!(Import::default().report("x.json", &whole).is_ok());
}

/// A report of one vulnerability with this enrichment.
fn enriched(name: &str, enrichment: &str) -> String {
    let found = vulnerability().to_string().replacen('{', &format!("{{\"{name}\":{enrichment},"), 1);
    format!("[{{\"Target\":\"t\",\"Vulnerabilities\":[{found}]}}]")
}

#[test]
fn enrichment_nests_as_deep_as_an_answer_can_be_read() {
    let nested = |levels: usize| {
        let inner = levels - 1;
        format!("{{\"a\":{}{}}}", "[".repeat(inner), "]".repeat(inner))
    };
    for name in ["epss_details", "public_exploit"] {
        let mut import = Import::default();
        import.report("a.json", &enriched(name, &nested(124))).unwrap();
        // Serde reads 127 levels, as the client does.
        let answer = json!({ "findings": findings(import) }).to_string();
        assert!(serde_json::from_str::<Value>(&answer).is_ok(), "{name}");
        for levels in [125, 100_000] {
            let error = Import::default().report("a.json", &enriched(name, &nested(levels))).unwrap_err();
            assert_eq!(error.to_string(), format!("{name} nests more than 124 levels deep"));
        }
    }
}

#[test]
fn brackets_in_the_texts_of_enrichment_are_no_levels_and_its_values_are_not_read() {
    let brackets = "[{".repeat(200);
    let shallow = vec!["[]"; 200].join(",");
    let [in_text, after_a_mark] = ["", "\\\""].map(|before| format!("\"{before}{brackets}\""));
    for inner in [&in_text, &after_a_mark, &format!("[{shallow}]"), "\"\\ud800\"", "1e999"] {
        let report = enriched("epss_details", &format!("{{\"a\":{inner}}}"));
        assert!(Import::default().report("a.json", &report).is_ok(), "{inner}");
    }
    let after_a_backslash = format!("{{\"\\\\\":{}{}}}", "[".repeat(124), "]".repeat(124));
    let error = Import::default().report("a.json", &enriched("epss_details", &after_a_backslash)).unwrap_err();
    assert!(matches!(error, ReportError::TooDeep(_)));
}

#[test]
fn a_fingerprint_that_comes_again_is_no_uid_again() {
    let mut found = vulnerability();
    found["Fingerprint"] = json!("sha256:00ff");
    let report = json!({ "SchemaVersion": 2, "ArtifactName": "app:1", "Results": [{ "Target": "t", "Vulnerabilities": [found] }] });
    let mut import = Import::default();
    (0..3).for_each(|_| import.report("a.json", &report.to_string()).unwrap());
    let found = findings(import);
    let uids: std::collections::BTreeSet<&str> = found.iter().map(|finding| finding["uid"].as_str().unwrap()).collect();
    assert_eq!((found[0]["uid"].as_str(), uids.len()), (Some("sha256:00ff"), 3));
}
