//! Results that are not quite what the interface promises: what is kept, what is noted, what is a fault and where.

use super::*;

#[test]
fn a18_an_answer_that_says_it_failed_is_refused_whatever_else_it_holds() {
    for (text, message) in [
        (r#"{"error":"scan not found"}"#, Some("scan not found")),
        (r#"{"error":{"code":1}}"#, None),
        (r#"{"message":"the w\u006frds","error":{"code":1}}"#, None),
        (r#"{"error":false,"message":7}"#, None),
        (r#"{"error":"","message":"m"}"#, Some("")),
        (r#"{"scan_id":7,"findings":"x","error":"a\u0062"}"#, Some("ab")),
        (r#"{"error":"failed","findings":[{"uid":"1"},{"uid":5}]}"#, Some("failed")),
        (
            &format!(r#"{{"error":"failed","findings":[{{"epss_details":{}}}]}}"#, "[".repeat(200) + &"]".repeat(200)),
            Some("failed"),
        ),
    ] {
        let refused = IngestError::Refused(message.map(str::to_owned));
        for size in [1, usize::MAX] {
            assert_eq!(ingest_in_pieces(text.as_bytes(), size).err(), Some(refused.clone()), "{text}");
        }
    }
    assert_eq!(read(r#"{"scan_id":"s","status":"x","error":null}"#).status(), "x");
}

#[test]
fn c1_c2_absent_findings_are_not_none() {
    for text in [r#"{"scan_id":"s","status":"running"}"#, r#"{"scan_id":"s","status":"running","findings":null}"#] {
        let scan = read(text);
        assert_eq!((scan.complete(), scan.finding_count(), scan.rollup(&Default::default())), (false, None, Ok(None)));
        assert_eq!(to_value(&scan), json!({"scan_id":"s","status":"running"}));
    }
    let empty = read(&with_findings("[ ]"));
    assert_eq!((empty.complete(), empty.finding_count()), (true, Some(0)));
    assert_eq!(to_value(&empty)["findings"], json!([]));
}

#[test]
fn c3_c4_status_and_findings_that_disagree_are_noted() {
    let completed = read(r#"{"scan_id":"s","status":"completed"}"#);
    assert_eq!(
        (completed.complete(), completed.finding_count(), completed.diagnostics().unwrap().inconsistent.len()),
        (true, None, 1)
    );
    let running = read(r#"{"scan_id":"s","status":"running","findings":[]}"#);
    assert_eq!(
        (running.complete(), running.finding_count(), running.diagnostics().unwrap().inconsistent.len()),
        (true, Some(0), 1)
    );
}

#[test]
fn c5_any_status_is_kept() {
    let scan = read(r#"{"scan_id":"s","status":"Queued ☂"}"#);
    assert_eq!((scan.status(), scan.complete()), ("Queued ☂", false));
}

#[test]
fn c6_unknown_severities_are_counted_and_kept() {
    let rows = r#"[{"severity":"CRITICAL"},{"severity":"negligible"},{"severity":""},{"severity":null},{},{"severity":"negligible"}]"#;
    let scan = read(&with_findings(rows));
    let counts = scan.by_severity().unwrap();
    assert_eq!((counts.critical, counts.unknown), (1, 5));
    assert_eq!(scan.diagnostics().unwrap().unknown_severities, [("negligible".to_owned(), 2), (String::new(), 1)]);
    assert!(scan.diagnostics().unwrap().inconsistent.contains(&"2 findings without severity".to_owned()));
    assert_eq!(to_value(&scan)["findings"][0]["severity"], "CRITICAL");
    for value in ["1", "true", "[]", "{}"] {
        let text = with_findings(&format!(r#"[{{"severity":{value}}}]"#));
        assert_eq!(fault(&text), (Fault::WrongType, "/findings/0/severity".into()), "{value}");
    }
}

#[test]
fn c6_severities_are_known_after_however_many_unknown_ones() {
    let words = (0..300).map(|at| format!("odd-{at}")).chain(["High".into(), "low".into(), "High".into()]);
    let rows: Vec<String> = words.map(|word| format!(r#"{{"severity":"{word}"}}"#)).collect();
    let counts = read(&with_findings(&format!("[{}]", rows.join(",")))).by_severity().unwrap();
    assert_eq!([counts.high, counts.low, counts.unknown], [2, 1, 300]);
}

#[test]
fn c6_of_very_many_unknown_severities_the_most_frequent_are_listed() {
    // Later words are more frequent, and of equally frequent ones later words come first in order.
    let words = (0..5000).flat_map(|at: u32| std::iter::repeat_n(format!("w{}", 9999 - at), 1 + at as usize / 1000));
    let rows: Vec<String> = words.map(|word| format!(r#"{{"severity":"{word}"}}"#)).collect();
    let scan = read(&with_findings(&format!("[{}]", rows.join(","))));
    let listed = &scan.diagnostics().unwrap().unknown_severities;
    let expected: Vec<(String, u32)> = (5000..6000).map(|at| (format!("w{at}"), 5)).collect();
    assert_eq!(*listed, expected);
}

#[test]
fn c9_new_fields_are_kept_and_listed_once() {
    let text = r#"{"scan_id":"s","status":"completed","region":"eu","zone":[1],"findings":[{"cvss":7.5},{"cvss":{"a":[1]},"layer":null}]}"#;
    let scan = read(text);
    assert_eq!(scan.diagnostics().unwrap().unknown_fields, ["region", "zone", "cvss", "layer"]);
    assert_eq!(to_value(&scan), serde_json::from_str::<Value>(text).unwrap());
}

#[test]
fn c9_a_new_field_that_rows_begin_with_is_kept_in_each() {
    let row = |name: &str| format!(r#"{{"{name}":1,"id":"x","title":"a title that is long enough"}}"#);
    let text = with_findings(&format!("[{}]", ["cvss", "cvss", "cvss", "layer"].map(row).join(",")));
    assert_eq!(to_value(&read(&text)), serde_json::from_str::<Value>(&text).unwrap());
}

#[test]
fn c10_the_scan_needs_its_fields_and_a_finding_does_not() {
    assert_eq!(fault(r#"{"status":"x"}"#), (Fault::Missing, "/scan_id".into()));
    assert_eq!(fault(r#"{"scan_id":"s","status":null}"#), (Fault::Missing, "/status".into()));
    assert_eq!(fault("{}"), (Fault::Missing, "/scan_id".into()));
    let scan = read(&with_findings("[{}]"));
    assert_eq!(to_value(&scan)["findings"], json!([{}]));
    let notes = scan.diagnostics().unwrap().inconsistent.join("\n");
    for name in ["uid", "image", "kind", "target", "id", "package", "severity", "installed_version"] {
        assert!(notes.contains(&format!("1 finding without {name}")), "{name} in {notes}");
    }
    assert!(!notes.contains("title"), "{notes}");
}

#[test]
fn c11_null_is_absent() {
    let row =
        r#"[{"uid":null,"image":null,"title":null,"fixed_version":null,"epss_details":null,"public_exploit":null}]"#;
    assert_eq!(to_value(&read(&with_findings(row)))["findings"], json!([{}]));
    let text = r#"{"scan_id":"s","status":"x","created_at":null,"repositories":null}"#;
    assert_eq!(to_value(&read(text)), json!({"scan_id":"s","status":"x"}));
}

#[test]
fn c12_wrong_types_are_faults_with_their_place() {
    for (member, value) in [
        ("uid", "1"),
        ("image", "[]"),
        ("title", "{}"),
        ("id", "false"),
        ("epss_details", "0.5"),
        ("public_exploit", "true"),
        ("primary_url", "12e3"),
    ] {
        let text = with_findings(&format!(r#"[{{}},{{"kind":"k","{member}":{value}}}]"#));
        assert_eq!(fault(&text), (Fault::WrongType, format!("/findings/1/{member}")), "{value}");
    }
    for (text, pointer) in [
        (r#"{"scan_id":1,"status":"x"}"#, "/scan_id"),
        (r#"{"scan_id":"s","status":["x"]}"#, "/status"),
        (r#"{"scan_id":"s","status":"x","created_at":12}"#, "/created_at"),
        (r#"{"scan_id":"s","status":"x","repositories":{}}"#, "/repositories"),
        (r#"{"scan_id":"s","status":"x","repositories":[{},"a/b"]}"#, "/repositories/1"),
        (r#"{"scan_id":"s","status":"x","findings":{}}"#, "/findings"),
        (r#"{"scan_id":"s","status":"x","findings":"none"}"#, "/findings"),
    ] {
        assert_eq!(fault(text), (Fault::WrongType, pointer.into()), "{text}");
    }
}

#[test]
fn what_is_wrong_between_rows_is_placed_at_their_list_wherever_a_chunk_ends() {
    let missing_comma = with_findings("[{},{} {}]");
    let cut = r#"{"findings":[{},{} "#;
    for size in [1, 1000] {
        for (text, fault) in [(missing_comma.as_str(), Fault::Syntax), (cut, Fault::Truncated)] {
            match ingest_in_pieces(text.as_bytes(), size) {
                Err(IngestError::Json(error)) => {
                    assert_eq!((error.fault, &*error.pointer), (fault, "/findings"), "{text}")
                }
                other => panic!("{:?} of {text}", other.map(|_| ())),
            }
        }
    }
}

#[test]
fn the_place_of_a_wrong_type_is_counted_from_the_first_byte() {
    let text = r#"{"scan_id":"s","status":"x","created_at":12}"#;
    for size in [1, 5, 1000] {
        let Err(IngestError::Json(error)) = ingest_in_pieces(text.as_bytes(), size) else { panic!() };
        assert_eq!((error.fault, error.offset), (Fault::WrongType, text.find("12").map(|at| at as u64)));
    }
}

#[test]
fn c13_dates_are_kept_as_they_are() {
    let text = r#"{"scan_id":"s","status":"x","created_at":"2024-02-30","completed_at":"soon"}"#;
    let scan = read(text);
    assert_eq!((scan.created_at(), scan.completed_at()), (Some("2024-02-30"), Some("soon")));
}

#[test]
fn c18_a_repeated_uid_is_noted_and_found_first() {
    let scan = read(&with_findings(r#"[{"uid":"a","title":"1"},{"uid":"b"},{"uid":"a","title":"2"},{"uid":"a"}]"#));
    assert_eq!(
        (scan.finding_count(), scan.find("a"), scan.find("b"), scan.find("c")),
        (Some(4), Some(0), Some(1), None)
    );
    let notes = scan.diagnostics().unwrap().inconsistent.join("\n");
    assert!(notes.contains("2 findings with a uid that an earlier finding has"), "{notes}");
    assert!(!inconsistent(&with_findings(r#"[{"uid":"a"},{"uid":"b"},{}, {}]"#)).join("\n").contains("earlier"));
}

#[test]
fn a_uid_is_found_however_it_is_escaped() {
    let uuid = "123e4567-e89b-12d3-a456-426614174000";
    let rows = format!(r#"[{{"uid":"\u0031{}"}},{{"uid":"{uuid}"}},{{"uid":"\u0061"}}]"#, &uuid[1..]);
    let scan = read(&with_findings(&rows));
    assert_eq!((scan.find(uuid), scan.find("a")), (Some(0), Some(2)));
    let repeated = "1 finding with a uid that an earlier finding has".to_owned();
    assert!(scan.diagnostics().unwrap().inconsistent.contains(&repeated));
}

#[test]
fn bare_rows_are_a_completed_scan_without_a_name() {
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(br#" [{"uid":"a","severity":"low"}] "#).unwrap();
    let scan = ingest.finish().unwrap();
    assert_eq!((scan.scan_id(), scan.status(), scan.finding_count()), ("", "completed", Some(1)));
    let mut ingest = Ingest::rows(Limits::default());
    let error = ingest.push(br#"[{},{"uid":1}]"#).unwrap_err();
    assert!(matches!(error, IngestError::Json(error) if error.pointer == "/1/uid"));
    assert!(Ingest::rows(Limits::default()).push(b"{}").is_err());
}
