//! What is JSON, wherever a chunk ends, and what is none; rows out are rows in.

use super::*;

#[test]
fn a2_an_empty_body_is_a_fault() {
    assert_eq!(fault(""), (Fault::Truncated, String::new()));
    assert_eq!(fault(" \n"), (Fault::Truncated, String::new()));
}

#[test]
fn b4_a_body_cut_anywhere_is_a_fault_at_its_end() {
    let text = "\u{feff}".to_owned() + &scan_text();
    for end in 0..text.trim_end().len() {
        let Err(IngestError::Json(error)) = ingest(&text.as_bytes()[..end]) else { panic!("cut at {end}") };
        assert_eq!((error.fault, error.offset), (Fault::Truncated, Some(end as u64)));
    }
}

#[test]
fn b9_one_byte_order_mark_is_skipped_however_it_is_cut() {
    let text = "\u{feff}".to_owned() + &with_findings("[]");
    for size in 1..8 {
        assert_eq!(ingest_in_pieces(text.as_bytes(), size).unwrap().finding_count(), Some(0));
    }
    // What ends a number or a word may stand inside the first text after it.
    let text = "\u{feff}{\"scan_id\":\"a, b]} c\",\"status\":\"x\"}";
    for size in 1..text.len() {
        assert_eq!(ingest_in_pieces(text.as_bytes(), size).unwrap().scan_id(), "a, b]} c", "in pieces of {size}");
    }
}

#[test]
fn b10_invalid_utf8_is_a_fault_at_its_byte() {
    for title in ["ab?", r"a\nb?", r"ab?\n", r"ab?\u00e9 and more"] {
        let mut bytes = with_findings(&format!(r#"[{{"title":"{title}"}}]"#)).into_bytes();
        let at = bytes.iter().position(|&byte| byte == b'?').unwrap();
        bytes[at] = 0xC3;
        for size in [1, 7, 1000] {
            let Err(IngestError::Json(error)) = ingest_in_pieces(&bytes, size) else { panic!("{title}") };
            let place = (error.fault, error.offset, &*error.pointer);
            assert_eq!(place, (Fault::Utf8, Some(at as u64), "/findings/0/title"), "{title}");
        }
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
    assert_eq!(fault("{}x").0, Fault::TrailingData);
    assert_eq!(fault(&(with_findings("[]") + "\0")).0, Fault::TrailingData);
}

#[test]
fn b14_surrogates_are_repaired_and_counted_in_every_place() {
    let text = with_findings(
        r#"[{"uid":"\ud800","title":"\udc00\ud800","epss_details":{"\ud800":"\ud83d\ude00"},"x\ud800":"\udfff"}]"#,
    );
    let scan = read(&text);
    assert_eq!(scan.diagnostics().unwrap().repaired_strings, 6);
    let row = &to_value(&scan)["findings"][0];
    assert_eq!(row["uid"], "\u{fffd}");
    assert_eq!(row["title"], "\u{fffd}\u{fffd}");
    assert_eq!(row["epss_details"], json!({ "\u{fffd}": "😀" }));
    assert_eq!(row["x\u{fffd}"], "\u{fffd}");
}

#[test]
fn quotes_at_the_ends_of_texts_are_kept() {
    let text = r#"{"scan_id":"\"s\"","status":"\"","findings":[{"uid":"\"u\"","title":"\"t\""}]}"#;
    assert_eq!(to_value(&read(text)), serde_json::from_str::<Value>(text).unwrap());
}

#[test]
fn b15_an_escaped_nul_is_kept() {
    assert_eq!(to_value(&read(&with_findings(r#"[{"title":"a\u0000"}]"#)))["findings"][0]["title"], "a\0");
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
    let nameless = r#"[{"":1,"id":"x"},{"id":"y","":{"":"2"}}]"#;
    let expected: Value = serde_json::from_str(nameless).unwrap();
    assert_eq!(to_value(&read(&with_findings(nameless)))["findings"], expected);
}

#[test]
fn b24_of_a_member_that_is_not_kept_nothing_is_told() {
    let member = r#""__proto__":{"a":"\ud800"},"__proto__":{"b":1,"b":2}"#;
    let row = ["{", member, r#","id":"x"}"#].concat();
    let text = ["{", member, r#","scan_id":"s","status":"completed","findings":["#, &row, "]}"].concat();
    let told = read(&text);
    let told = told.diagnostics().unwrap();
    assert_eq!((told.unknown_fields.len(), told.repaired_strings), (0, 0));
    assert!(!told.inconsistent.iter().any(|note| note.contains("more than once")), "{:?}", told.inconsistent);
}

#[test]
fn b27_any_cut_gives_the_same_scan() {
    let text = scan_text();
    let whole = to_value(&read(&text));
    let diagnostics = read(&text).diagnostics().unwrap().clone();
    for size in [1, 2, 3, 5, 17, 64, 257, 1000] {
        let scan = ingest_in_pieces(text.as_bytes(), size).unwrap();
        assert_eq!(to_value(&scan), whole, "pieces of {size}");
        assert_eq!(*scan.diagnostics().unwrap(), diagnostics, "pieces of {size}");
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
                prop_assert_eq!(whole.diagnostics().unwrap(), pieces.diagnostics().unwrap());
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
fn b12_what_is_no_json_is_told_with_the_member_that_it_is_in() {
    for (text, pointer) in [
        (r#"{"scan_id":nope}"#, "/scan_id"),
        (r#"{"scan_id":"s","a/b":{"x":01}}"#, "/a~1b"),
        (r#"{"repositories":[}"#, "/repositories"),
        (r#"{"findings":nope}"#, "/findings"),
        (r#"{"findings":[{nope}]}"#, "/findings/0"),
        (r#"{"findings":[{"uid":nope}]}"#, "/findings/0/uid"),
        (r#"{"findings":[{"uid":"u" "id":"x"}]}"#, "/findings/0"),
        (r#"{"findings":[{"id":"x",}]}"#, "/findings/0"),
        (r#"{"findings":[{} {}]}"#, "/findings"),
        (r#"{"scan_id":"s" "status":"x"}"#, ""),
    ] {
        assert_eq!(fault(text), (Fault::Syntax, pointer.to_owned()), "{text}");
    }
}
