//! What stands more than once: members of a result and of a finding, and rows that are alike.

use super::*;
use crate::findings::store::column::Column;
use crate::findings::{Dimension, RollupOptions};

#[test]
fn b21_b22_the_last_of_equal_keys_wins_and_is_noted() {
    let text = r#"{"scan_id":"a","zone":1,"findings":[{"uid":"1"}],"scan_id":"s","status":"completed","zone":2,
        "findings":[{"uid":"2","severity":"low","se\u0076erity":"high","x":1,"x":2,"epss_details":{"a":1,"a":2}}]}"#;
    let scan = read(text);
    assert_eq!((scan.scan_id(), scan.finding_count(), scan.by_severity().unwrap().high), ("s", Some(1), 1));
    assert_eq!(to_value(&scan)["findings"][0], json!({"uid":"2","severity":"high","x":2,"epss_details":{"a":2}}));
    assert_eq!(to_value(&scan)["zone"], 2);
    let notes = scan.diagnostics().unwrap().inconsistent.join("\n");
    for pointer in
        ["/scan_id", "/zone", "/findings ", "/findings/0/severity", "/findings/0/epss_details", "/findings/0 "]
    {
        assert!(notes.contains(pointer), "{pointer} in {notes}");
    }
}

#[test]
fn b21_a_value_of_a_wrong_type_that_another_replaces_is_all_that_is_told() {
    let scan = read(&with_findings(r#"[{"uid":"u","image":"i","id":"x","package":5,"title":"t","package":"p"}]"#));
    let twice: Vec<&String> =
        scan.diagnostics().unwrap().inconsistent.iter().filter(|note| note.contains("more than once")).collect();
    assert!(matches!(twice.as_slice(), [one] if one.starts_with("/findings/0/package ")), "{twice:?}");
}

#[test]
fn b21_of_findings_that_others_replace_nothing_is_told() {
    let text = r#"{"a":"\ud800","findings":[{"id":"\ud800","id":"x","zz":1,"severity":"odd"},{}],"b":1,"zz":2,"findings":[{"y":"\ud800"}],
        "scan_id":"s","status":"completed"}"#;
    for size in [1, 1000] {
        let scan = ingest_in_pieces(text.as_bytes(), size).unwrap();
        let told = scan.diagnostics().unwrap();
        assert_eq!(told.repaired_strings, 2);
        assert_eq!(
            (&*told.unknown_fields, &*told.unknown_severities),
            (&["a", "b", "zz", "y"].map(str::to_owned)[..], &[][..])
        );
        let about = |what: &str| told.inconsistent.iter().filter(|note| note.contains(what)).count();
        assert_eq!((about("more than once"), about("/findings is given"), about("1 finding without id")), (1, 1, 1));
    }
}

#[test]
fn b21_findings_that_replace_others_are_counted_as_they_are() {
    let row = |severity: &str, fixed: &str| {
        format!(r#"{{"uid":"{severity}","severity":"{severity}","fixed_version":"{fixed}"}}"#)
    };
    let (first, last) = ([row("critical", "1"), row("low", "")].join(","), row("medium", ""));
    let text = format!(r#"{{"scan_id":"s","status":"completed","findings":[{first}],"findings":[{last}]}}"#);
    let counted = |scan: &Scan| {
        let by = vec![Dimension::Severity, Dimension::Fixable];
        let rollup = scan.rollup(&RollupOptions { by, ..RollupOptions::default() }).unwrap().unwrap();
        let whole = scan.rollup(&RollupOptions::default()).unwrap().unwrap().figures;
        (whole, rollup.figures, rollup.groups, scan.find("critical"), scan.find("medium"))
    };
    assert_eq!(counted(&read(&text)), counted(&read(&with_findings(&format!("[{last}]")))));
}

#[test]
fn b21_of_a_repeated_member_the_type_of_the_last_value_counts() {
    for (text, pointer) in [
        (r#"{"scan_id":"s","status":5,"status":"x"}"#, None),
        (r#"{"scan_id":"s","status":"x","st\u0061tus":5}"#, Some("/status")),
        (r#"{"scan_id":5,"status":5,"scan_id":"s"}"#, Some("/status")),
        (r#"{"scan_id":"s","status":"x","repositories":[1],"repositories":[{}]}"#, None),
        (r#"{"scan_id":"s","status":"x","repositories":1,"repositories":[{},1]}"#, Some("/repositories/1")),
        (r#"{"scan_id":"s","status":"x","findings":1,"findings":[]}"#, None),
        (r#"{"scan_id":"s","status":"x","findings":1,"findings":null}"#, None),
        (r#"{"scan_id":"s","status":"x","findings":[],"findings":1}"#, Some("/findings")),
    ] {
        for size in [1, 1000] {
            let place = match ingest_in_pieces(text.as_bytes(), size) {
                Err(IngestError::Json(error)) => Some(error.pointer),
                other => other.map(|_| None).unwrap(),
            };
            assert_eq!(place.as_deref(), pointer, "{text} in pieces of {size}");
        }
    }
}

#[test]
fn b21_b14_what_a_member_of_the_result_holds_is_noted_and_mended() {
    let text = r#"{"scan_id":"s","status":"x","repositories":[{"a":1,"a":2}],"b":{"__proto__":1,"c":"\ud800"},"__proto__":{"x":1},"\ud801":0,"d":[{"e":1,"e":2}]}"#;
    let scan = read(text);
    let mut envelope = String::new();
    scan.write_envelope(&mut envelope);
    let mended =
        r#"{"scan_id":"s","status":"x","repositories":[{"a":1,"a":2}],"b":{"c":"�"},"�":0,"d":[{"e":1,"e":2}]}"#;
    assert_eq!(envelope, mended);
    assert_eq!(scan.repositories_json(), r#"[{"a":1,"a":2}]"#);
    let twice = scan.diagnostics().unwrap().inconsistent.iter().filter_map(|note| {
        note.strip_suffix(" is given more than once, or contains a member that is; the last value counts")
    });
    assert!(twice.eq(["/repositories", "/d"]));
    assert_eq!(scan.diagnostics().unwrap().repaired_strings, 2);
}

#[test]
fn b21_of_a_repeated_member_of_a_finding_the_type_of_the_last_value_counts() {
    let alike = r#"{"image":"i","id":"x","title":5,"package":"p","image":"i","title":"t"}"#;
    let first = r#"{"image":"i","id":"x","title":5,"package":"p","image":"i"}"#;
    for (rows, pointer) in [
        (r#"{"severity":5,"severity":"high"}"#.to_owned(), None),
        (r#"{"uid":[{"uid":1}],"x":"}","\u0075id":"u","severity":"high"}"#.to_owned(), None),
        (r#"{"epss_details":1,"severity":"high","epss_details":2,"epss_details":{}}"#.to_owned(), None),
        (r#"{"severity":"high","title":"t","severity":5}"#.to_owned(), Some("/findings/0/severity")),
        (r#"{"severity":5,"x":{"severity":"high"}}"#.to_owned(), Some("/findings/0/severity")),
        (r#"{"severity":5,"id":"#.to_owned(), Some("/findings/0/severity")),
        ([alike; 4].join(","), None),
        ([alike, alike, alike, first].join(","), Some("/findings/3/title")),
    ] {
        let text = with_findings(&format!("[{rows}]"));
        for size in 1..=text.len() {
            match (ingest_in_pieces(text.as_bytes(), size), pointer) {
                (Ok(scan), None) => {
                    assert_eq!(to_value(&scan), oracle::read(&text), "{text}");
                    assert!(
                        scan.diagnostics().unwrap().inconsistent.iter().any(|note| note.contains("more than once"))
                    );
                }
                (Err(IngestError::Json(error)), Some(pointer)) => assert_eq!(error.pointer, pointer, "{text}"),
                (other, _) => panic!("{:?} in {text}", other.err()),
            }
        }
    }
}

#[test]
fn oddities_of_a_repeated_row_are_noted_each_time() {
    let row = r#"{"image":"i","id":"d","title":"\ud800","package":"p","package":"q","epss_details":{"a":1,"a":2}}"#;
    let scan = read(&with_findings(&["[", &[row; 5].join(","), "]"].concat()));
    assert_eq!(scan.diagnostics().unwrap().repaired_strings, 5);
    let twice = scan.diagnostics().unwrap().inconsistent.iter().filter(|note| note.contains("more than once")).count();
    assert_eq!(twice, 10);
    for (row, repaired, twice) in [
        (r#"{"image":"i","id":"d","title":"\ud800","package":"p"}"#, 5, 0),
        (r#"{"image":"i","id":"d","title":"t","package":"p","package":"q"}"#, 0, 5),
        (r#"{"image":"i","id":"d","title":"t","package":"p"}"#, 0, 0),
        (r#"{"epss_details":{"a":1,"a":2},"epss_details":{"a":1,"a":2}}"#, 0, 5),
        (r#"{"x":{"a":1,"a":2},"x":1}"#, 0, 5),
    ] {
        let scan = read(&with_findings(&["[", &[row; 5].join(","), "]"].concat()));
        let told = scan.diagnostics().unwrap();
        assert_eq!(
            (told.repaired_strings, told.inconsistent.iter().filter(|note| note.contains("more than once")).count()),
            (repaired, twice)
        );
    }
}

#[test]
fn what_a_row_has_twice_is_noted_also_where_the_rest_is_as_in_others() {
    let rest = r#""image":"i","id":"d","title":"t","package":"p""#;
    for (before, after, name) in [(r#""uid":"1","uid":"2","#, "", "uid"), ("", r#","title":"u""#, "title")] {
        let (row, last) = (["{", rest, "}"].concat(), ["{", before, rest, after, "}"].concat());
        let scan = read(&with_findings(&["[", &[&*row; 4].join(","), ",", &last, "]"].concat()));
        let noted = scan.diagnostics().unwrap().inconsistent.iter().filter(|note| note.contains("more than once"));
        let expected = ["/findings/4/", name, " is given more than once"].concat();
        assert!(noted.map(|note| note.starts_with(&expected)).eq([true]), "{name}");
    }
}

#[test]
fn b21_b22_a_uid_that_comes_again_as_null_is_absent() {
    let uuid = "123e4567-e89b-12d3-a456-426614174000";
    for uid in ["a", "\\u0061", uuid] {
        let scan = read(&with_findings(&format!(r#"[{{"uid":"{uid}","uid":null}}]"#)));
        assert_eq!(to_value(&scan)["findings"], json!([{}]), "{uid}");
        assert!(scan.diagnostics().unwrap().inconsistent.contains(&"1 finding without uid".to_owned()), "{uid}");
    }
}

#[test]
fn a_row_whose_members_are_others_or_elsewhere_than_in_the_rows_before_has_none_twice() {
    let names = ["image", "kind", "target", "id", "package", "title", "primary_url"];
    let members = names.map(|name| format!(r#""{name}":"{name}""#));
    let mut rows = vec![members.to_vec(); 4];
    for from in 0..members.len() {
        for to in 0..members.len() {
            let mut row = members.to_vec();
            let member = row.remove(from);
            rows.push(row.clone());
            row.insert(to, member);
            rows.push(row.clone());
            row[to] = row[to].replace(r#":""#, r#":"2"#);
            rows.push(row);
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| format!("{{{}}}", row.join(","))).collect();
    let text = with_findings(&format!("[{}]", rows.join(",")));
    let scan = read(&text);
    assert_eq!(to_value(&scan), oracle::read(&text));
    assert!(!scan.diagnostics().unwrap().inconsistent.iter().any(|note| note.contains("more than once")));
}

#[test]
fn what_is_twice_in_one_value_is_not_noted_of_the_values_after_it() {
    let rows = r#"{"epss_details":{"a":1,"a":2},"public_exploit":{"a":1}},{"epss_details":{"b":1},"x":{"a":1},"y":[{}]},{"x":{"a":1,"a":2}}"#;
    let told = inconsistent(&with_findings(&format!("[{rows}]")));
    let twice = told.iter().filter_map(|note| {
        note.strip_suffix(" is given more than once, or contains a member that is; the last value counts")
    });
    assert!(twice.eq(["/findings/0/epss_details", "/findings/2"]), "{told:?}");
}

#[test]
fn of_many_members_that_stand_twice_the_first_64_are_told() {
    let rows = [r#"{"x":1,"x":2}"#; 100].join(",");
    let text = format!(r#"{{"scan_id":"s","scan_id":"s","status":"completed","findings":[{rows}]}}"#);
    let told = inconsistent(&text);
    let twice: Vec<&String> = told.iter().filter(|note| note.contains("more than once")).collect();
    assert_eq!(twice.len(), 64);
    assert!(twice[0].starts_with("/scan_id ") && twice[63].starts_with("/findings/62 "));
}

#[test]
fn whichever_member_of_a_finding_stands_twice_is_noted() {
    let columns = Column::ALL.into_iter().filter(|column| *column != Column::Unnamed);
    for name in columns.map(Column::name).chain(["uid"]) {
        let told = inconsistent(&with_findings(&format!(r#"[{{"{name}":null,"{name}":null}}]"#)));
        let twice: Vec<&String> = told.iter().filter(|note| note.contains("more than once")).collect();
        let expected = format!("/findings/0/{name} is given more than once");
        assert!(matches!(twice.as_slice(), [one] if one.starts_with(&expected)), "{name}: {told:?}");
    }
}

#[test]
fn of_bare_rows_what_stands_twice_is_placed_in_their_list() {
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(br#"[{},{"title":"t","title":"u"}]"#).unwrap();
    let told = ingest.finish().unwrap().diagnostics().unwrap().inconsistent.clone();
    assert_eq!(told.iter().filter(|note| note.starts_with("/1/title is given more than once")).count(), 1, "{told:?}");
}

#[test]
fn a_member_given_many_times_is_noted_once() {
    let again = r#""x":1,"#.repeat(100);
    let text =
        [r#"{"scan_id":"s","status":"completed","created_at":"t","repositories":[],"#, &again, r#""findings":[]}"#];
    assert_eq!(
        inconsistent(&text.concat()),
        ["/x is given more than once, or contains a member that is; the last value counts"]
    );
}
