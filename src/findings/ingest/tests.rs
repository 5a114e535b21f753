mod repeated;
mod templates;

use super::*;
use crate::findings::oracle::{self, scan_text};
use proptest::prelude::*;
use serde_json::{Value, json};

fn ingest(bytes: &[u8]) -> Result<Scan, IngestError> {
    let mut ingest = Ingest::new(Limits::default());
    ingest.push(bytes)?;
    ingest.finish()
}

fn ingest_in_pieces(bytes: &[u8], size: usize) -> Result<Scan, IngestError> {
    let mut ingest = Ingest::new(Limits::default());
    for chunk in bytes.chunks(size) {
        ingest.push(chunk)?;
    }
    ingest.finish()
}

fn read(text: &str) -> Scan {
    ingest(text.as_bytes()).unwrap_or_else(|error| panic!("{error:?} in {text}"))
}

/// A completed scan with these findings.
fn with_findings(findings: &str) -> String {
    format!(r#"{{"scan_id":"s","status":"completed","findings":{findings}}}"#)
}

fn fault(text: &str) -> (Fault, String) {
    match ingest(text.as_bytes()) {
        Err(IngestError::Json(error)) => (error.fault, error.pointer),
        Err(other) => panic!("{other:?} in {text}"),
        Ok(_) => panic!("accepted: {text}"),
    }
}

fn to_value(scan: &Scan) -> Value {
    let mut out = String::new();
    scan.write_json(&mut out);
    serde_json::from_str(&out).unwrap()
}

fn inconsistent(text: &str) -> Vec<String> {
    read(text).diagnostics().inconsistent.clone()
}

#[test]
fn a2_an_empty_body_is_a_fault() {
    assert_eq!(fault(""), (Fault::Truncated, String::new()));
    assert_eq!(fault(" \n"), (Fault::Truncated, String::new()));
}

#[test]
fn a18_an_answer_that_says_it_failed_is_refused_whatever_else_it_holds() {
    for (text, message) in [
        (r#"{"error":"scan not found"}"#, Some("scan not found")),
        (r#"{"error":{"code":1}}"#, None),
        (r#"{"message":"the w\u006frds","error":{"code":1}}"#, None),
        (r#"{"error":false,"message":7}"#, None),
        (r#"{"error":"","message":"m"}"#, Some("")),
        (r#"{"scan_id":7,"findings":"x","error":"a\u0062"}"#, Some("ab")),
    ] {
        let refused = IngestError::Refused(message.map(str::to_owned));
        assert_eq!(ingest(text.as_bytes()).err(), Some(refused), "{text}");
    }
    assert_eq!(read(r#"{"scan_id":"s","status":"x","error":null}"#).status(), "x");
}

#[test]
fn b4_a_body_cut_anywhere_is_a_fault() {
    let text = scan_text();
    for end in 0..text.trim_end().len() {
        assert!(ingest(&text.as_bytes()[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn b6_more_bytes_than_the_limit_are_refused_as_they_arrive() {
    let limits = Limits { max_bytes: 40, ..Limits::default() };
    let mut ingest = Ingest::new(limits);
    assert_eq!(ingest.push(br#"{"scan_id":"s","status":"#), Ok(()));
    assert_eq!(ingest.push(&[b' '; 40]), Err(IngestError::TooLarge));
    assert_eq!(ingest.push(b"x"), Err(IngestError::TooLarge));
    assert!(matches!(ingest.finish(), Err(IngestError::TooLarge)));
    let text = with_findings("[]");
    let within = |less: u64| {
        let mut ingest = Ingest::new(Limits { max_bytes: text.len() as u64 - less, ..Limits::default() });
        ingest.push(text.as_bytes())
    };
    assert_eq!((within(0), within(1)), (Ok(()), Err(IngestError::TooLarge)));
}

#[test]
fn b9_one_byte_order_mark_is_skipped_however_it_is_cut() {
    let text = "\u{feff}".to_owned() + &with_findings("[]");
    for size in 1..8 {
        assert_eq!(ingest_in_pieces(text.as_bytes(), size).unwrap().finding_count(), Some(0));
    }
}

#[test]
fn b10_invalid_utf8_is_a_fault_at_its_byte() {
    let mut bytes = with_findings(r#"[{"title":"ab?"}]"#).into_bytes();
    let at = bytes.iter().position(|&byte| byte == b'?').unwrap();
    bytes[at] = 0xC3;
    for size in [1, 7, 1000] {
        let Err(IngestError::Json(error)) = ingest_in_pieces(&bytes, size) else { panic!() };
        assert_eq!((error.fault, error.offset, &*error.pointer), (Fault::Utf8, Some(at as u64), "/findings/0/title"));
    }
}

#[test]
fn b11_b12_b13_what_is_not_json_is_a_fault() {
    for text in [
        "\u{0}",
        "<!doctype html>",
        ")]}'{}",
        "{'scan_id':1}",
        r#"{"scan_id":"s","status":"x",}"#,
        r#"{"scan_id":NaN}"#,
        r#"{"scan_id":01}"#,
        "{\"a\":\"\t\"}",
        r#"{"a":[1,]}"#,
        r#"{"a":{"b":1]}"#,
        r#"{"findings":[{]}"#,
        r#"{"findings":[{},]}"#,
        r#"{"findings":[{"uid":'x'}]}"#,
        r#"{"findings":[{"uid":"x",}]}"#,
        r#"{"findings":[}"#,
        r#"{"findings":[,{}]}"#,
        "{\"a\" 1}",
    ] {
        assert_eq!(fault(text).0, Fault::Syntax, "{text}");
    }
    assert_eq!(fault(&(with_findings("[]") + "{}")).0, Fault::TrailingData);
    assert_eq!(fault(&(with_findings("[]") + "\0")).0, Fault::TrailingData);
}

#[test]
fn b14_surrogates_are_repaired_and_counted_in_every_place() {
    let text = with_findings(
        r#"[{"uid":"\ud800","title":"\udc00\ud800","epss_details":{"\ud800":"\ud83d\ude00"},"x\ud800":"\udfff"}]"#,
    );
    let scan = read(&text);
    assert_eq!(scan.diagnostics().repaired_strings, 6);
    let row = &to_value(&scan)["findings"][0];
    assert_eq!(row["uid"], "\u{fffd}");
    assert_eq!(row["title"], "\u{fffd}\u{fffd}");
    assert_eq!(row["epss_details"], json!({ "\u{fffd}": "😀" }));
    assert_eq!(row["x\u{fffd}"], "\u{fffd}");
}

#[test]
fn b15_an_escaped_nul_is_kept() {
    assert_eq!(to_value(&read(&with_findings(r#"[{"title":"a\u0000"}]"#)))["findings"][0]["title"], "a\0");
}

#[test]
fn b16_decoded_values_are_bounded_in_depth_and_unnamed_ones_are_not() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let epss = |depth: usize| with_findings(&format!(r#"[{{"epss_details":{}}}]"#, nested(depth)));
    assert_eq!(read(&epss(124)).finding_count(), Some(1));
    assert_eq!(fault(&epss(125)), (Fault::TooDeep, "/findings/0/epss_details".into()));
    let deep = with_findings(&format!(r#"[{{"x":{0}}}],"y":{0}"#, nested(100_000)));
    for size in [1000, usize::MAX] {
        assert_eq!(ingest_in_pieces(deep.as_bytes(), size).unwrap().finding_count(), Some(1));
    }
}

#[test]
fn b18_numbers_in_open_objects_stay_as_written() {
    let digits = "1".repeat(100_000);
    let text = with_findings(&format!(r#"[{{"epss_details":{{"a":1e400,"b":{digits},"c":-0.0}}}}]"#));
    let mut out = String::new();
    read(&text).write_row(0, &mut out);
    assert_eq!(out, format!(r#"{{"epss_details":{{"a":1e400,"b":{digits},"c":-0.0}}}}"#));
}

#[test]
fn b23_arrays_and_scalars_are_no_objects() {
    for text in ["[]", "1", "null", "\"s\"", "true", r#"[1,null,"x"]"#] {
        assert_eq!(fault(text), (Fault::WrongType, String::new()), "{text}");
    }
    for row in ["[]", "1", "null", "\"s\"", "true"] {
        assert_eq!(fault(&with_findings(&format!("[{{}},{row}]"))), (Fault::WrongType, "/findings/1".into()), "{row}");
    }
}

#[test]
fn b24_odd_keys_are_inert() {
    let text = with_findings(
        r#"[{"__proto__":{"a":1},"constructor":1,"public_exploit":{"__proto__":1,"toString":[{"__proto__":0}]}}]"#,
    );
    let mut out = String::new();
    read(&text).write_row(0, &mut out);
    assert_eq!(out, r#"{"public_exploit":{"toString":[{}]},"constructor":1}"#);
}

#[test]
fn b26_more_rows_than_the_limit_are_refused() {
    let limits = Limits { max_rows: 2, ..Limits::default() };
    for (rows, refused) in [("[{},{}]", false), ("[{},{},{}]", true)] {
        let mut ingest = Ingest::rows(limits);
        assert_eq!(ingest.push(rows.as_bytes()) == Err(IngestError::TooLarge), refused);
    }
}

#[test]
fn b27_any_cut_gives_the_same_scan() {
    let text = scan_text();
    let whole = to_value(&read(&text));
    let diagnostics = read(&text).diagnostics().clone();
    for size in [1, 2, 3, 5, 17, 64, 257, 1000] {
        let scan = ingest_in_pieces(text.as_bytes(), size).unwrap();
        assert_eq!(to_value(&scan), whole, "pieces of {size}");
        assert_eq!(*scan.diagnostics(), diagnostics, "pieces of {size}");
    }
}

#[test]
fn running_figures_are_true_at_every_byte() {
    let text = with_findings(r#"[{"severity":"high"} , {"severity":"low","title":"{"},{"severity":"high"}]"#);
    let mut ingest = Ingest::new(Limits::default());
    for (at, byte) in text.bytes().enumerate() {
        ingest.push(&[byte]).unwrap();
        let so_far = &text[..=at];
        let rows = so_far.matches("\"}").count() as u32;
        let high = so_far.matches("\"high\"}").count() as u32;
        assert_eq!((ingest.findings(), ingest.by_severity().high, ingest.bytes()), (rows, high, at as u64 + 1));
    }
}

#[test]
fn c1_c2_absent_findings_are_not_none() {
    for text in [r#"{"scan_id":"s","status":"running"}"#, r#"{"scan_id":"s","status":"running","findings":null}"#] {
        let scan = read(text);
        assert_eq!((scan.complete(), scan.finding_count(), scan.rollup(&Default::default())), (false, None, None));
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
        (completed.complete(), completed.finding_count(), completed.diagnostics().inconsistent.len()),
        (true, None, 1)
    );
    let running = read(r#"{"scan_id":"s","status":"running","findings":[]}"#);
    assert_eq!(
        (running.complete(), running.finding_count(), running.diagnostics().inconsistent.len()),
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
    assert_eq!(scan.diagnostics().unknown_severities, [("negligible".to_owned(), 2), (String::new(), 1)]);
    assert!(scan.diagnostics().inconsistent.contains(&"2 findings without severity".to_owned()));
    assert_eq!(to_value(&scan)["findings"][0]["severity"], "CRITICAL");
    for value in ["1", "true", "[]", "{}"] {
        let text = with_findings(&format!(r#"[{{"severity":{value}}}]"#));
        assert_eq!(fault(&text), (Fault::WrongType, "/findings/0/severity".into()), "{value}");
    }
}

#[test]
fn c9_new_fields_are_kept_and_listed_once() {
    let text = r#"{"scan_id":"s","status":"completed","region":"eu","zone":[1],"findings":[{"cvss":7.5},{"cvss":{"a":[1]},"layer":null}]}"#;
    let scan = read(text);
    assert_eq!(scan.diagnostics().unknown_fields, ["region", "zone", "cvss", "layer"]);
    assert_eq!(to_value(&scan), serde_json::from_str::<Value>(text).unwrap());
}

#[test]
fn c10_the_scan_needs_its_fields_and_a_finding_does_not() {
    assert_eq!(fault(r#"{"status":"x"}"#), (Fault::Missing, "/scan_id".into()));
    assert_eq!(fault(r#"{"scan_id":"s","status":null}"#), (Fault::Missing, "/status".into()));
    assert_eq!(fault("{}"), (Fault::Missing, "/scan_id".into()));
    let scan = read(&with_findings("[{}]"));
    assert_eq!(to_value(&scan)["findings"], json!([{}]));
    let notes = scan.diagnostics().inconsistent.join("\n");
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
fn c16_strings_up_to_a_mebibyte_are_accepted() {
    for member in ["id", "uid", "unnamed"] {
        let row = |length: usize| with_findings(&format!(r#"[{{"{member}":"{}"}}]"#, "x".repeat(length)));
        assert_eq!(read(&row(1 << 20)).finding_count(), Some(1), "{member}");
        assert_eq!(fault(&row((1 << 20) + 1)), (Fault::TooLong, format!("/findings/0/{member}")));
    }
    let odd = with_findings(r#"[{"id":"","package":"\u202eabc😀"},{"id":"A"},{"id":"a"}]"#);
    assert_eq!(read(&odd).rollup(&Default::default()).unwrap().figures.unique_ids, 3);
}

#[test]
fn a_uid_that_is_a_uuid_is_held_to_the_limit_too() {
    let text = r#"[{"uid":"01234567-89ab-cdef-fedc-ba9876543210"}]"#;
    for (max_string, expected) in [(35, Some(Fault::TooLong)), (36, None)] {
        let mut ingest = Ingest::rows(Limits { max_string, ..Limits::default() });
        let fault = ingest.push(text.as_bytes()).err().map(|error| match error {
            IngestError::Json(error) => error.fault,
            other => panic!("{other:?}"),
        });
        assert_eq!(fault, expected);
    }
}

#[test]
fn c18_a_repeated_uid_is_noted_and_found_first() {
    let scan = read(&with_findings(r#"[{"uid":"a","title":"1"},{"uid":"b"},{"uid":"a","title":"2"},{"uid":"a"}]"#));
    assert_eq!(
        (scan.finding_count(), scan.find("a"), scan.find("b"), scan.find("c")),
        (Some(4), Some(0), Some(1), None)
    );
    let notes = scan.diagnostics().inconsistent.join("\n");
    assert!(notes.contains("2 findings with a uid that an earlier finding has"), "{notes}");
    assert!(!inconsistent(&with_findings(r#"[{"uid":"a"},{"uid":"b"},{}, {}]"#)).join("\n").contains("earlier"));
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

#[test]
fn a_failed_row_leaves_the_rows_before_it() {
    let mut ingest = Ingest::new(Limits::default());
    let text = with_findings(r#"[{"severity":"low"},{"severity":"high","id":1}]"#);
    assert!(ingest.push(text.as_bytes()).is_err());
    assert_eq!((ingest.findings(), ingest.by_severity().low, ingest.by_severity().high), (1, 1, 0));
}

proptest! {
    #[test]
    fn rows_out_are_rows_in(rows in prop::collection::vec(oracle::finding(), 0..12), style in 0u8..3) {
        let text = with_findings(&oracle::write(&rows, style));
        let scan = read(&text);
        let expected = oracle::read(&text);
        prop_assert_eq!(&to_value(&scan), &expected);
        for (row, expected) in (0u32..).zip(expected["findings"].as_array().unwrap()) {
            let mut out = String::new();
            scan.write_row(row, &mut out);
            prop_assert_eq!(&serde_json::from_str::<Value>(&out).unwrap(), expected);
        }
    }

    #[test]
    fn b27_chunking_changes_nothing(rows in prop::collection::vec(oracle::finding(), 0..6), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8), style in 0u8..3, damage in prop::option::of((any::<prop::sample::Index>(), any::<u8>()))) {
        let mut bytes = with_findings(&oracle::write(&rows, style)).into_bytes();
        if let Some((at, byte)) = damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.index(bytes.len())).collect();
        cuts.sort_unstable();
        let mut ingest = Ingest::new(Limits::default());
        let mut pushed = Ok(());
        let mut from = 0;
        for cut in cuts.into_iter().chain([bytes.len()]) {
            pushed = pushed.and_then(|()| ingest.push(&bytes[from..cut]));
            from = cut;
        }
        let whole = self::ingest(&bytes);
        let pieces = pushed.and_then(|()| ingest.finish());
        match (whole, pieces) {
            (Ok(whole), Ok(pieces)) => {
                prop_assert_eq!(to_value(&whole), to_value(&pieces));
                prop_assert_eq!(whole.diagnostics(), pieces.diagnostics());
            }
            (Err(whole), Err(pieces)) => prop_assert_eq!(whole, pieces),
            (whole, pieces) => prop_assert!(false, "whole {:?}, in pieces {:?}", whole.err(), pieces.err()),
        }
    }
}

#[test]
fn members_are_read_in_any_order_however_much_white_space_is_between_them() {
    for width in 0..50 {
        let space = &" ".repeat(width);
        let rows = [["id", "title", "package"], ["title", "package", "id"], ["package", "id", "title"]].map(|names| {
            let members = names.map(|name| [space, "\"", name, "\":", space, "\"of ", name, "\""].concat());
            ["{", &members.join(","), "}"].concat()
        });
        let text = with_findings(&["[", &[rows.as_slice(), &rows].concat().join(","), "]"].concat());
        assert_eq!(to_value(&read(&text)), serde_json::from_str::<Value>(&text).unwrap(), "{width}");
    }
}

#[test]
fn a_result_has_no_more_members_than_anybody_could_mean() {
    let read = |others: Vec<String>| {
        let named = ["\"scan_id\":\"s\"", "\"status\":\"running\""].map(str::to_owned);
        let members: Vec<String> = named.into_iter().chain(others).collect();
        let mut ingest = Ingest::new(Limits::default());
        let pushed = ingest.push(format!("{{{}}}", members.join(",")).as_bytes());
        pushed.and_then(|()| ingest.finish().map(|scan| scan.diagnostics().unknown_fields.len()))
    };
    let unlike = |members| read((2..members).map(|at| format!("\"x{at}\":{at}")).collect());
    let alike = |members| read((2..members).map(|at| format!("\"x\":{at}")).collect());
    // Names of one length that differ at their end are the slowest to tell apart.
    let long = |members| read((0..members).map(|at| format!("\"{at:0>4096}\":0")).collect());
    assert_eq!((unlike(4096), alike(4096), long(15)), (Ok(64), Ok(1), Ok(1)));
    for result in [unlike(4097), alike(4097), long(16)] {
        assert!(matches!(result, Err(IngestError::Json(error)) if error.fault == Fault::TooMany));
    }
}
