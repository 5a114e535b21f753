//! Orders by single keys, and what decides if they tie.

use super::*;

#[test]
fn i4_severities_are_totally_ordered() {
    assert!(Severity::ALL.is_sorted_by(|a, b| a < b));
}

#[test]
fn ties_of_any_length_are_in_the_order_of_their_uids() {
    let even = [1, 2, 30, 100, 256, 383, 384, 385, 500, 700, 2000].map(|ties| vec![ties]);
    // With short ties in between, a long tie begins anywhere, and the last rows are one tie.
    let mixed = [vec![100, 385], vec![60, 500], vec![127, 386, 1, 40], vec![1600, 90, 410]];
    for ties in even.into_iter().chain(mixed) {
        // One id after another has so many findings that differ only in uid, in no order.
        let ends = ties.iter().cycle().scan(0, |end, ties| {
            *end += ties;
            Some(*end)
        });
        let ends: Vec<u32> = ends.take_while(|end| *end < 2100).collect();
        let row = |at: u32| {
            let uid = format!("{:08x}-0000-4000-a000-000000000000", at.wrapping_mul(0x9E37_79B1));
            let id = format!("{:04}", ends.partition_point(|end| *end <= at));
            serde_json::json!({ "id": id, "uid": if at % 50 == 7 { "z".repeat(at as usize % 9) } else { uid } })
        };
        let rows: Vec<Value> = (0..2100).map(row).collect();
        let (scan, plain) = scan(&rows);
        let mut expected: Vec<&Plain> = plain.iter().collect();
        expected.sort_by(|a, b| compare_all(a, b, &[]));
        let expected: Vec<u32> = expected.into_iter().map(|finding| finding.row).collect();
        // Pages begin and end in the middle of ties too.
        let pages = [(0, 5000), (0, 1), (1, 1), (399, 10), (1000, 100), (2099, 5), (3000, 5), (50, 0)];
        for (offset, limit) in pages.into_iter().chain((2..2100).step_by(29).map(|offset| (offset, 3))) {
            let page = scan.query(&Query { offset, limit, ..Default::default() }).unwrap().unwrap();
            let end = (offset + limit).min(expected.len());
            assert_eq!(
                page.rows.as_slice(),
                expected.get(offset.min(end)..end).unwrap(),
                "{ties:?} ties, {offset} + {limit}"
            );
        }
    }
}

#[test]
fn the_surest_exploit_comes_before_one_that_nobody_has_estimated() {
    let (scan, _) =
        scan(&[serde_json::json!({ "uid": "a" }), serde_json::json!({ "uid": "b", "epss_details": { "epss": 1 } })]);
    for sort in [vec![], vec![Sort { by: SortKey::Epss, descending: false }]] {
        assert_eq!(scan.query(&Query { sort, ..Default::default() }).unwrap().unwrap().rows, [1, 0]);
    }
}

#[test]
fn probabilities_come_in_the_order_asked_for_and_findings_without_one_last() {
    let details = [
        serde_json::json!(null),
        serde_json::json!({ "epss": 0.5 }),
        serde_json::json!({ "epss": 0 }),
        serde_json::json!({ "percentile": 0.9 }),
        serde_json::json!({ "epss": 1 }),
        serde_json::json!({ "epss": -1 }),
    ];
    let (scan, _) = scan(&details.map(|details| serde_json::json!({ "epss_details": details })));
    for (descending, expected) in [(false, [2, 1, 4, 0, 3, 5]), (true, [4, 1, 2, 0, 3, 5])] {
        let sort = vec![Sort { by: SortKey::Epss, descending }];
        assert_eq!(scan.query(&Query { sort, ..Default::default() }).unwrap().unwrap().rows, expected);
    }
}

#[test]
fn known_exploits_come_first_or_last_as_asked_and_the_default_order_decides_among_them() {
    let known = serde_json::json!({ "sources": ["a list"] });
    let (scan, _) = scan(&[
        serde_json::json!({ "uid": "a", "severity": "low", "public_exploit": known }),
        serde_json::json!({ "uid": "b", "severity": "critical", "public_exploit": {} }),
        serde_json::json!({ "uid": "c", "severity": "high", "public_exploit": known }),
    ]);
    for (descending, expected) in [(false, [1, 2, 0]), (true, [2, 0, 1])] {
        let sort = vec![Sort { by: SortKey::Exploit, descending }];
        assert_eq!(scan.query(&Query { sort, ..Default::default() }).unwrap().unwrap().rows, expected);
    }
}

#[test]
fn a_missing_text_sorts_as_an_empty_one() {
    for word in ["id", "package", "image", "target", "kind", "installed_version"] {
        let (scan, _) = scan(&[
            serde_json::json!({ "uid": "c", word: "a" }),
            serde_json::json!({ "uid": "b" }),
            serde_json::json!({ "uid": "a", word: "" }),
        ]);
        for (descending, expected) in [(false, [2, 1, 0]), (true, [0, 2, 1])] {
            let sort = vec![Sort { by: SortKey::from_word(word).unwrap(), descending }];
            assert_eq!(scan.query(&Query { sort, ..Default::default() }).unwrap().unwrap().rows, expected, "{word}");
        }
    }
}
