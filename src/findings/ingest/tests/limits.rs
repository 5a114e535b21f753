//! How much a result may hold.

use super::*;
use crate::json::{MOST_MEMBERS, MOST_NAME_BYTES};

#[test]
fn c28_words_that_are_too_long_begin_all_the_same() {
    let limits = Limits { max_string: 1000, ..Limits::default() };
    let long = r#"é\u00e9\ud83d\ude00"#.repeat(10_000);
    for before in ["", "x", "xy", "xyz"] {
        let body = [r#"{"scan_id":"s", "error": "no "#, before, &long, r#""}"#].concat();
        for size in [7, 4096, body.len()] {
            let mut ingest = Ingest::new(limits);
            let Err(IngestError::RefusedAtLength(words)) =
                body.as_bytes().chunks(size).try_for_each(|chunk| ingest.push(chunk))
            else {
                panic!("in pieces of {size}")
            };
            assert!(words.starts_with(&["no ", before, "éé😀éé"].concat()) && words.len() > 10_000, "{words:.40}");
        }
    }
    let title = with_findings(&[r#"[{"title":""#, &long, r#""}]"#].concat());
    let mut ingest = Ingest::new(limits);
    assert!(matches!(ingest.push(title.as_bytes()), Err(IngestError::Json(_))));
}

#[test]
fn b6_more_bytes_than_the_limit_are_refused_as_they_arrive() {
    let limits = Limits { max_bytes: 40, ..Limits::default() };
    let mut ingest = Ingest::new(limits);
    let too_large =
        |at| Err(IngestError::Json(Error { fault: Fault::TooLarge, pointer: String::new(), offset: Some(at) }));
    assert_eq!(ingest.push(br#"{"scan_id":"s","status":"#), Ok(()));
    assert_eq!(ingest.push(&[b' '; 40]), too_large(40));
    assert_eq!(ingest.push(b"x"), too_large(40));
    assert_eq!(ingest.finish().map(|_| ()), too_large(40));
    let text = with_findings("[]");
    let within = |less: u64| {
        let mut ingest = Ingest::new(Limits { max_bytes: text.len() as u64 - less, ..Limits::default() });
        ingest.push(text.as_bytes())
    };
    assert_eq!((within(0), within(1)), (Ok(()), too_large(text.len() as u64 - 1)));
}

#[test]
fn b16_decoded_values_are_bounded_in_depth_and_unnamed_ones_are_not() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let epss = |depth: usize| with_findings(&format!(r#"[{{"epss_details":{}}}]"#, nested(depth)));
    assert_eq!(read(&epss(124)).finding_count(), Some(1));
    assert_eq!(fault(&epss(125)), (Fault::TooDeep, "/findings/0/epss_details".into()));
    let rows = |depth: usize| format!(r#"[{{"epss_details":{}}}]"#, nested(depth));
    let is_read = |text: String| Ingest::rows(Limits::default()).push(text.as_bytes()).is_ok();
    assert_eq!([125, 126].map(|depth| is_read(rows(depth))), [true, false]);
    let within = |depth: usize| format!(r#"{{"scan_id":"s","status":"x","repositories":[{{"a":{}}}]}}"#, nested(depth));
    assert_eq!(read(&within(124)).finding_count(), None);
    assert_eq!(fault(&within(125)), (Fault::TooDeep, "/repositories".into()));
    let deep = with_findings(&format!(r#"[{{"x":{0}}}],"y":{0}"#, nested(100_000)));
    for size in [1000, usize::MAX] {
        assert_eq!(ingest_in_pieces(deep.as_bytes(), size).unwrap().finding_count(), Some(1));
    }
}

#[test]
fn b26_more_rows_than_the_limit_are_refused() {
    let limits = Limits { max_rows: 2, ..Limits::default() };
    assert_eq!(Ingest::rows(limits).push(b"[{},{}]"), Ok(()));
    for size in [1, 8, usize::MAX] {
        let mut ingest = Ingest::rows(limits);
        let taken = b"[{},{},{}]".chunks(size).try_for_each(|chunk| ingest.push(chunk));
        let error = Error { fault: Fault::TooLarge, pointer: "/2".to_owned(), offset: Some(7) };
        assert_eq!(taken, Err(IngestError::Json(error)), "in pieces of {size}");
    }
}

#[test]
fn c16_strings_up_to_a_mebibyte_are_accepted() {
    for member in ["id", "uid", "title", "unnamed"] {
        let row = |length: usize| with_findings(&format!(r#"[{{"{member}":"{}"}}]"#, "x".repeat(length)));
        assert_eq!(read(&row(1 << 20)).finding_count(), Some(1), "{member}");
        assert_eq!(fault(&row((1 << 20) + 1)), (Fault::TooLong, format!("/findings/0/{member}")));
    }
    let odd = with_findings(r#"[{"id":"","package":"\u202eabc😀"},{"id":"A"},{"id":"a"}]"#);
    assert_eq!(read(&odd).rollup(&Default::default()).unwrap().unwrap().figures.unique_ids, 3);
}

#[test]
fn c16_what_counts_of_a_string_is_what_it_stands_for() {
    for member in ["id", "uid", "title", "unnamed"] {
        let within = |length: usize| {
            let row = format!(r#"[{{"{member}":"{}"}}]"#, r"\u0041".repeat(length));
            Ingest::rows(Limits { max_string: 8, ..Limits::default() }).push(row.as_bytes()).is_ok()
        };
        assert_eq!((within(8), within(9)), (true, false), "{member}");
    }
}

#[test]
fn c16_a_name_in_the_result_is_held_to_the_limit_of_strings() {
    let text = br#"{"scan_id":"s","abcdefgh":1,"#;
    for (max_string, expected) in [(8, Ok(())), (7, Err((Fault::TooLong, Some(16))))] {
        let mut ingest = Ingest::new(Limits { max_string, ..Limits::default() });
        let told = ingest.push(text).map_err(|error| match error {
            IngestError::Json(error) => (error.fault, error.offset),
            other => panic!("{other:?}"),
        });
        assert_eq!(told, expected);
    }
}

#[test]
fn c16_a_name_in_a_finding_is_held_to_the_limit_of_strings() {
    let is_read = |max_string: usize, name: &str| {
        let row = format!(r#"[{{"{name}":1}}]"#);
        Ingest::rows(Limits { max_string, ..Limits::default() }).push(row.as_bytes()).is_ok()
    };
    for name in ["abcdefgh", r"\u0061bcdefgh"] {
        assert_eq!([8, 7].map(|max_string| is_read(max_string, name)), [true, false], "{name}");
    }
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
fn a_result_has_no_more_members_than_anybody_could_mean() {
    let read = |others: Vec<String>| {
        let named = ["\"scan_id\":\"s\"", "\"status\":\"running\""].map(str::to_owned);
        let members: Vec<String> = named.into_iter().chain(others).collect();
        let mut ingest = Ingest::new(Limits::default());
        let pushed = ingest.push(format!("{{{}}}", members.join(",")).as_bytes());
        pushed.and_then(|()| ingest.finish().map(|scan| scan.diagnostics().unwrap().unknown_fields.len()))
    };
    let unlike = |members| read((2..members).map(|at| format!("\"x{at}\":{at}")).collect());
    let alike = |members| read((2..members).map(|at| format!("\"x\":{at}")).collect());
    // Names of one length that differ at their end are the slowest to tell apart.
    let long = |members| read((0..members).map(|at| format!("\"{at:0>4096}\":0")).collect());
    assert_eq!((unlike(MOST_MEMBERS), alike(MOST_MEMBERS), long(15)), (Ok(64), Ok(1), Ok(1)));
    // The limit is for all names together: the two that a result must have take 13 bytes.
    let of_bytes = |bytes: usize| read(vec![format!("\"{}\":0", "x".repeat(bytes - 13))]);
    assert_eq!(of_bytes(MOST_NAME_BYTES), Ok(1));
    for result in [unlike(MOST_MEMBERS + 1), alike(MOST_MEMBERS + 1), long(16), of_bytes(MOST_NAME_BYTES + 1)] {
        assert!(matches!(result, Err(IngestError::Json(error)) if error.fault == Fault::TooMany));
    }
}

#[test]
fn a_name_too_many_is_told_with_the_place_where_it_begins() {
    let text = ["{ \"", &"x".repeat(MOST_NAME_BYTES + 1), "\":0"].concat();
    let error = Error { fault: Fault::TooMany, pointer: String::new(), offset: Some(2) };
    assert_eq!(Ingest::new(Limits::default()).push(text.as_bytes()), Err(IngestError::Json(error)));
}
