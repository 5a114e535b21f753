use crate::findings::store::uuid::TEXT_LENGTH;
use crate::findings::tests::oracle::finding;
use crate::findings::uid_index::two_of_one_hash;
use crate::findings::{DiffOptions, Ingest, Limits, MatchedBy, Scan, ScanDiff, is_exploitable, is_fixable};
use proptest::prelude::*;
use serde_json::{Value, json};

fn scan(rows: &[Value]) -> Scan {
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(&serde_json::to_vec(rows).unwrap()).unwrap();
    ingest.finish().unwrap()
}

fn diff(before: &[Value], after: &[Value]) -> ScanDiff {
    scan(after).diff(&scan(before), &DiffOptions::default()).unwrap().unwrap()
}

/// uid, image, target, id, package, installed version.
fn row(parts: [&str; 6]) -> Value {
    let [uid, image, target, id, package, installed] = parts;
    json!({ "uid": uid, "image": image, "target": target, "id": id, "package": package, "installed_version": installed,
        "severity": "high" })
}

fn with(mut row: Value, name: &str, value: Value) -> Value {
    row[name] = value;
    row
}

#[test]
fn tiers_of_identity_match_in_turn() {
    let before = row(["1", "i", "t", "d", "p", "v"]);
    for (after, expected) in [
        (row(["1", "x", "x", "x", "x", "x"]), MatchedBy { uid: 1, ..Default::default() }),
        (row(["2", "i", "t", "d", "p", "v"]), MatchedBy { exact: 1, ..Default::default() }),
        (row(["2", "i", "x", "d", "p", "v"]), MatchedBy { without_target: 1, ..Default::default() }),
        (row(["2", "i", "x", "d", "p", "x"]), MatchedBy { without_version: 1, ..Default::default() }),
        (row(["2", "i", "t", "d", "x", "v"]), MatchedBy::default()),
        (row(["2", "x", "t", "d", "p", "v"]), MatchedBy::default()),
    ] {
        let diff = diff(std::slice::from_ref(&before), std::slice::from_ref(&after));
        assert_eq!(diff.matched_by, expected, "{after}");
        let matched = expected != MatchedBy::default();
        assert_eq!((diff.added.is_empty(), diff.resolved.is_empty()), (matched, matched), "{after}");
    }
}

#[test]
fn an_empty_uid_identifies_nothing() {
    let one = |uid, id| row([uid, "i", "t", id, "p", "v"]);
    let named = diff(&["a", "b", "c"].map(|id| one("", id)), &["x", "c", "y"].map(|id| one("", id)));
    assert_eq!((named.added.len(), named.resolved.len(), named.persisting), (2, 2, 1));
    assert_eq!(named.matched_by, MatchedBy { exact: 1, ..Default::default() });
    let mixed = diff(&[one("1", "a"), one("", "b")], &[one("", "b"), one("1", "z")]);
    assert_eq!(mixed.matched_by, MatchedBy { uid: 1, exact: 1, ..Default::default() });
    let scan = scan(&[one("", "a"), one("", "b")]);
    assert!(!scan.diagnostics().unwrap().inconsistent.iter().any(|sentence| sentence.contains("earlier finding")));
}

#[test]
fn the_image_can_be_left_out_of_identity() {
    let (before, after) =
        (scan(&[row(["1", "a:1", "t", "d", "p", "v"])]), scan(&[row(["2", "a:2", "t", "d", "p", "v"])]));
    assert_eq!(after.diff(&before, &DiffOptions::default()).unwrap().unwrap().persisting, 0);
    assert_eq!(
        after
            .diff(&before, &DiffOptions { ignore_image: true, ..DiffOptions::default() })
            .unwrap()
            .unwrap()
            .matched_by
            .exact,
        1
    );
}

#[test]
fn where_the_image_is_left_out_findings_of_one_image_pair_before_others() {
    let of = |image: &str, severity: &str| with(row(["", image, "t", "d", "p", "v"]), "severity", severity.into());
    let ignoring = |before: &[Value], after: &[Value]| {
        scan(after).diff(&scan(before), &DiffOptions { ignore_image: true, ..DiffOptions::default() }).unwrap().unwrap()
    };
    let images = ["a", "b", "c"];
    for stays in images {
        let (all, one) = (images.map(|image| of(image, "high")), [of(stays, "high")]);
        let others: Vec<u32> = (0..).zip(images).filter(|(_, image)| *image != stays).map(|(row, _)| row).collect();
        assert_eq!(ignoring(&all, &one).resolved, others, "{stays}");
        assert_eq!(ignoring(&one, &all).added, others, "{stays}");
    }
    // Equal severities count for more than equal images: no change is reported without need.
    let change = ignoring(&[of("a", "high"), of("b", "low")], &[of("a", "low"), of("b", "high")]);
    assert_eq!((change.persisting, change.severity_changed), (2, vec![]));
    let change = ignoring(&[of("a", "high"), of("b", "high")], &[of("b", "low"), of("c", "high")]);
    assert_eq!(change.severity_changed, [(1, 0)]);
    // Among those that share no image, the target decides before the image.
    let of = |image: &str, target: &str| row(["", image, target, "d", "p", "v"]);
    let change = ignoring(&[of("a", "t"), of("b", "s")], &[of("c", "u")]);
    assert_eq!((change.matched_by.without_target, change.resolved), (1, vec![0]));
}

#[test]
fn where_the_image_is_left_out_findings_of_one_image_and_severity_pair_before_others_that_agree_in_no_more() {
    let of = |image: &str, fix: &str, exploit: Value| {
        let row = with(row(["", image, "t", "d", "p", "v"]), "fixed_version", fix.into());
        with(row, "public_exploit", exploit)
    };
    let known = || json!({ "a": 1 });
    let before = [of("a", "2", Value::Null), of("b", "", Value::Null), of("c", "", Value::Null)];
    let after = [of("a", "", known()), of("b", "2", known()), of("c", "", known())];
    let change = scan(&after)
        .diff(&scan(&before), &DiffOptions { ignore_image: true, ..DiffOptions::default() })
        .unwrap()
        .unwrap();
    assert_eq!((change.persisting, change.became_fixable), (3, vec![(1, 1)]));
}

#[test]
fn changes_of_a_persisting_finding_are_told_by_kind() {
    let before = row(["1", "i", "t", "d", "p", "v"]);
    let after = with(with(before.clone(), "severity", "low".into()), "fixed_version", "2".into());
    let after = with(after, "public_exploit", json!({ "a": 1 }));
    let change = diff(std::slice::from_ref(&before), std::slice::from_ref(&after));
    assert_eq!(
        (change.severity_changed, change.became_fixable, change.exploit_became_known),
        (vec![(0, 0)], vec![(0, 0)], vec![(0, 0)])
    );
    let back = diff(std::slice::from_ref(&after), std::slice::from_ref(&before));
    assert_eq!((back.severity_changed.len(), back.became_fixable.len(), back.exploit_became_known.len()), (1, 0, 0));
    let titled = with(with(before.clone(), "title", "new".into()), "epss_details", json!({ "epss": 1 }));
    let quiet = diff(&[before], &[titled]);
    assert_eq!((quiet.persisting, quiet.severity_changed.len(), quiet.added.len()), (1, 0, 0));
}

#[test]
fn findings_of_one_identity_are_paired_as_often_as_they_occur() {
    let one = row(["", "i", "t", "d", "p", "v"]);
    let low = with(one.clone(), "severity", "low".into());
    let change = diff(&[one.clone(), low.clone()], &[low.clone(), one.clone(), one.clone()]);
    assert_eq!((change.persisting, change.added.len(), change.severity_changed.len()), (2, 1, 0));
    assert_eq!((change.delta.high, change.delta.low), (1, 0));
}

#[test]
fn of_several_findings_of_one_identity_those_of_equal_severity_pair_before_others() {
    let of = |severity: &str, fixed: &str| {
        with(with(row(["", "i", "t", "d", "p", "v"]), "severity", severity.into()), "fixed_version", fixed.into())
    };
    let change = diff(&[of("low", ""), of("medium", "")], &[of("low", "2")]);
    assert_eq!((change.resolved, change.severity_changed, change.became_fixable), (vec![1], vec![], vec![(0, 0)]));
    let change = diff(&[of("high", ""), of("medium", "")], &[of("medium", "2"), of("low", "")]);
    assert_eq!((change.severity_changed, change.became_fixable), (vec![(0, 1)], vec![(1, 0)]));
}

#[test]
fn of_several_findings_of_one_identity_and_severity_those_that_agree_in_fix_and_exploit_pair_before_others() {
    let plain = row(["", "i", "t", "d", "p", "v"]);
    let fixed = with(plain.clone(), "fixed_version", "2".into());
    let known = with(plain.clone(), "public_exploit", json!({ "a": 1 }));
    let both = with(fixed.clone(), "public_exploit", json!({ "a": 1 }));
    for (other, same) in [(&plain, &known), (&known, &plain), (&plain, &fixed), (&known, &fixed), (&fixed, &both)] {
        let change = diff(&[other.clone(), same.clone()], std::slice::from_ref(same));
        assert_eq!((change.persisting, change.resolved), (1, vec![0]), "{same}");
        assert_eq!((change.became_fixable, change.exploit_became_known), (vec![], vec![]), "{same}");
        let change = diff(std::slice::from_ref(same), &[other.clone(), same.clone()]);
        assert_eq!((change.persisting, change.added), (1, vec![0]), "{same}");
    }
}

#[test]
fn of_several_findings_with_one_uid_those_pair_that_agree_in_more() {
    let of = |image: &str, target: &str, severity: &str| {
        with(row(["u", image, target, "d", "p", "v"]), "severity", severity.into())
    };
    let change = diff(&[of("a", "t", "low")], &[of("b", "t", "low"), of("a", "t", "high")]);
    assert_eq!((change.matched_by.uid, change.added, change.severity_changed), (1, vec![0], vec![(0, 1)]));
    let change = diff(&[of("a", "s", "low"), of("a", "t", "low")], &[of("b", "t", "low"), of("a", "t", "high")]);
    assert_eq!((change.matched_by.uid, change.persisting), (2, 2));
    assert_eq!(change.severity_changed, [(1, 1)]);
    let of = |package: &str, version: &str| row(["u", "i", "t", "d", package, version]);
    let change = diff(&[of("q", "1")], &[of("p", "2"), of("q", "2")]);
    assert_eq!((change.matched_by.uid, change.added), (1, vec![0]), "also without the version");
}

#[test]
fn a_scan_that_has_no_findings_yet_cannot_be_compared() {
    let mut running = Ingest::new(Limits::default());
    running.push(br#"{"scan_id":"s","status":"running"}"#).unwrap();
    let running = running.finish().unwrap();
    assert_eq!(running.diff(&scan(&[]), &DiffOptions::default()), Ok(None));
    assert_eq!(scan(&[]).diff(&running, &DiffOptions::default()), Ok(None));
}

fn rows() -> impl Strategy<Value = Vec<Value>> {
    prop::collection::vec(finding(), 0..16)
}

proptest! {
    #[test]
    fn i9_a_scan_does_not_differ_from_itself(rows in rows().prop_shuffle()) {
        let mut other = rows.clone();
        other.reverse();
        let diff = diff(&rows, &other);
        prop_assert_eq!((diff.added.len(), diff.resolved.len(), diff.persisting as usize), (0, 0, rows.len()));
        prop_assert!(diff.severity_changed.is_empty());
    }

    #[test]
    fn i9_the_order_of_rows_changes_nothing_but_their_numbers(
        (before, shuffled) in rows().prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle())),
        (after, turned) in rows().prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle())),
    ) {
        let told = |rows: &[Value], numbers: &[u32]| {
            let names = ["uid", "image", "target", "id", "package", "installed_version", "severity"];
            let text = |row: &Value| names.map(|name| row[name].as_str().unwrap_or_default().to_ascii_lowercase());
            let mut told: Vec<_> = numbers.iter().map(|&row| text(&rows[row as usize])).collect();
            told.sort();
            told
        };
        let (one, other) = (diff(&before, &after), diff(&shuffled, &turned));
        prop_assert_eq!(told(&after, &one.added), told(&turned, &other.added));
        prop_assert_eq!(told(&before, &one.resolved), told(&shuffled, &other.resolved));
        prop_assert_eq!(one.matched_by, other.matched_by);
        prop_assert_eq!(one.severity_changed.len(), other.severity_changed.len());
    }

    #[test]
    fn findings_of_one_identity_change_their_severity_as_seldom_as_can_be(
        before in prop::collection::vec((0..5_usize, 0..4_usize), 0..9),
        after in prop::collection::vec((0..5_usize, 0..4_usize), 0..9),
        uid in prop::sample::select(vec!["", "u"]),
    ) {
        let words = ["critical", "high", "medium", "low", "unknown"];
        let one = |&(severity, more): &(usize, usize)| {
            let row = with(row([uid, "i", "t", "d", "p", "v"]), "severity", words[severity].into());
            let row = if more & 1 == 1 { with(row, "fixed_version", "2".into()) } else { row };
            if more & 2 == 2 { with(row, "public_exploit", json!({ "a": 1 })) } else { row }
        };
        let rows = |findings: &[(usize, usize)]| -> Vec<Value> { findings.iter().map(one).collect() };
        let diff = diff(&rows(&before), &rows(&after));
        let of = |findings: &[(usize, usize)], severity| findings.iter().filter(|finding| finding.0 == severity).count();
        let agree: usize = (0..5).map(|severity| of(&before, severity).min(of(&after, severity))).sum();
        prop_assert_eq!(diff.persisting as usize, before.len().min(after.len()));
        prop_assert_eq!(diff.severity_changed.len(), diff.persisting as usize - agree);
    }

    #[test]
    fn i9_a_diff_backwards_is_the_mirror(before in rows(), after in rows()) {
        let (forth, back) = (diff(&before, &after), diff(&after, &before));
        prop_assert_eq!(&forth.added, &back.resolved);
        prop_assert_eq!(&forth.resolved, &back.added);
        prop_assert_eq!((forth.persisting, forth.matched_by), (back.persisting, back.matched_by));
        let mut mirrored: Vec<(u32, u32)> = back.severity_changed.iter().map(|&(a, b)| (b, a)).collect();
        mirrored.sort_unstable();
        let mut changed = forth.severity_changed.clone();
        changed.sort_unstable();
        prop_assert_eq!(changed, mirrored);
        prop_assert_eq!(forth.delta.in_order(), back.delta.in_order().map(|count| -count));
    }

    #[test]
    fn i9_what_is_there_is_what_was_there_with_the_changes(before in rows(), after in rows()) {
        let diff = diff(&before, &after);
        prop_assert_eq!(before.len() - diff.resolved.len(), diff.persisting as usize);
        prop_assert_eq!(after.len() - diff.added.len(), diff.persisting as usize);
        let matched = diff.matched_by;
        prop_assert_eq!(matched.uid + matched.exact + matched.without_target + matched.without_version, diff.persisting);
        let counts = |rows: &[Value]| scan(rows).by_severity().unwrap();
        let place = |row: &Value| {
            let word = row["severity"].as_str().unwrap_or_default().to_ascii_lowercase();
            ["critical", "high", "medium", "low"].iter().position(|known| *known == word).unwrap_or(4)
        };
        let mut change = diff.delta.in_order();
        for &(was, is) in &diff.severity_changed {
            change[place(&before[was as usize])] -= 1;
            change[place(&after[is as usize])] += 1;
        }
        let (before, after) = (counts(&before).in_order(), counts(&after).in_order());
        prop_assert_eq!(change.to_vec(), before.iter().zip(after).map(|(was, is)| i64::from(is) - i64::from(*was)).collect::<Vec<_>>());
    }

    #[test]
    fn i9_fixes_and_exploits_add_up_by_what_became_known(before in rows(), after in rows()) {
        let (forth, back) = (diff(&before, &after), diff(&after, &before));
        let fixable = |row: &Value| is_fixable(row["fixed_version"].as_str());
        let exploitable = |row: &Value| is_exploitable(&row["public_exploit"].to_string());
        let check = |holds: &dyn Fn(&Value) -> bool, became: &[(u32, u32)], ceased: &[(u32, u32)]| {
            prop_assert!(became.iter().all(|&(was, is)| !holds(&before[was as usize]) && holds(&after[is as usize])));
            let all = |rows: &[Value]| rows.iter().filter(|row| holds(row)).count() as i64;
            let of = |rows: &[Value], numbers: &[u32]| numbers.iter().filter(|&&row| holds(&rows[row as usize])).count() as i64;
            let gained = of(&after, &forth.added) - of(&before, &forth.resolved);
            prop_assert_eq!(all(&after) - all(&before), gained + became.len() as i64 - ceased.len() as i64);
            Ok(())
        };
        check(&fixable, &forth.became_fixable, &back.became_fixable)?;
        check(&exploitable, &forth.exploit_became_known, &back.exploit_became_known)?;
    }
}

#[test]
fn uids_pair_in_whatever_order_the_findings_come() {
    let before: Vec<Value> = (0..400).map(|at| row([&format!("b{at}"), "i", "t", &at.to_string(), "p", "v"])).collect();
    let named = |at: usize| row([&format!("b{at}"), "x", "x", "x", "x", "x"]);
    let new = |at: usize| row([&format!("n{at}"), "y", "y", "y", "y", "y"]);
    // In the same order with long runs of others between them, backwards, and by turns from both ends.
    let same: Vec<Value> = (0..400)
        .flat_map(|at| {
            if at % 50 == 0 { (0..20).map(|n| new(at * 20 + n)).chain([named(at)]).collect() } else { vec![named(at)] }
        })
        .collect();
    let backwards: Vec<Value> = (0..400).rev().map(named).collect();
    let turns: Vec<Value> = (0..200).flat_map(|at| [named(at), named(399 - at)]).collect();
    for (after, added) in [(same, 160), (backwards, 0), (turns, 0)] {
        let diff = diff(&before, &after);
        assert_eq!((diff.matched_by.uid, diff.added.len(), diff.resolved.len()), (400, added, 0));
    }
}

/// So many findings that their texts are told apart by hash, if nobody needs their order.
const MANY: usize = 1_200;

#[test]
fn what_a_tier_leaves_out_pairs_in_the_order_of_the_texts() {
    let others = |place: usize| -> Vec<Value> {
        let mut texts = ["", "i", "t", "d", "p", "v"].map(str::to_owned);
        (0..MANY)
            .map(|at| {
                texts[place] = format!("other {at}");
                row(texts.each_ref().map(String::as_str))
            })
            .collect()
    };
    for (place, ignore_image) in [(1, true), (2, false), (5, false)] {
        for at in 0..12 {
            let named = |name: &str| {
                let name = format!("{name}{at}");
                let mut texts = ["", "i", "t", "d", "p", "v"];
                texts[place] = &name;
                row(texts)
            };
            let before = [vec![named("b"), named("a")], others(place)].concat();
            let after = [others(place), vec![named("c")]].concat();
            let options = DiffOptions { ignore_image, ..DiffOptions::default() };
            let diff = scan(&after).diff(&scan(&before), &options).unwrap().unwrap();
            // The first text of the one is paired with the first of the other.
            assert_eq!((diff.resolved, diff.added), (vec![0], vec![]), "{place} {at}");
        }
    }
}

#[test]
fn what_else_scans_hold_does_not_change_how_repeated_uids_pair() {
    let one = |uid: &str, id: &str| row([uid, "i", "t", id, "p", "v"]);
    for others in [0, MANY] {
        let others: Vec<Value> = (0..others).map(|at| one(&format!("other {at}"), &format!("other {at}"))).collect();
        for at in 0..12 {
            let [a, b, c] = ["a", "b", "c"].map(|id| format!("{id}{at}"));
            let before = [others.clone(), vec![one("u", &b), one("u", &a)]].concat();
            let after = [others.clone(), vec![one("u", &c), one("v", &b)]].concat();
            let diff = diff(&before, &after);
            let found = (diff.matched_by.uid as usize - others.len(), diff.matched_by.exact);
            assert_eq!((found, diff.added.len(), diff.resolved.len()), ((1, 1), 0, 0), "{at}");
        }
    }
}

#[test]
fn uids_that_share_a_hash_pair_each_with_its_own() {
    let named = |uid: &str, id: &str| row([uid, "i", "t", id, "p", "v"]);
    let alike = two_of_one_hash(0).map(|uid| uid.text(&mut [0; TEXT_LENGTH]).unwrap().to_owned());
    let [one, other] = &alike;
    // After so many others that a counterpart has to be searched everywhere.
    let others = |name: &str| (0..20).map(|at| named(&format!("{name}{at}"), name)).collect::<Vec<_>>();
    let before = [others("b"), vec![named(one, "1"), named(other, "2")]].concat();
    let after = [others("a"), vec![named(other, "3"), named(one, "4")]].concat();
    let diff = diff(&before, &after);
    assert_eq!((diff.matched_by, diff.persisting), (MatchedBy { uid: 2, ..Default::default() }, 2));
}

#[test]
fn many_uids_pair_in_whatever_order_the_findings_come() {
    let of = |at: u64| {
        let number = at.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let uid = if at.is_multiple_of(3) {
            format!("plain {at}")
        } else {
            format!("{:08x}-0000-4000-8000-{at:012x}", number >> 32)
        };
        row([&uid, "i", "t", "d", "p", "v"])
    };
    let before: Vec<Value> = (0..9_000).map(of).collect();
    let after: Vec<Value> = (0..9_000).map(|at| of(at * 7_919 % 9_000 + at % 2 * 9_000)).collect();
    let diff = diff(&before, &after);
    let known = |at: u64| at * 7_919 % 9_000 + at % 2 * 9_000 < 9_000;
    assert_eq!(diff.matched_by.uid as usize, (0..9_000).filter(|&at| known(at)).count());
}

#[test]
fn pairs_that_are_kept_answer_the_same_comparison_alone() {
    let of = |image: &'static str, ids: std::ops::Range<u32>| -> Vec<Value> {
        ids.map(|id| row([&format!("{image}{id}"), image, "t", &id.to_string(), "p", "v"])).collect()
    };
    let (one, other, rows) = (of("a", 0..40), of("b", 20..60), of("a", 30..70));
    let [plain, ignoring] = [false, true].map(|ignore_image| DiffOptions { ignore_image, ..DiffOptions::default() });
    let after = scan(&rows);
    let (first, second) = (scan(&one), scan(&other));
    let turns = [(&first, &one), (&second, &other)];
    for turn in [0, 0, 1, 0, 1, 1, 0] {
        let (before, same) = turns[turn];
        for options in [&plain, &plain, &ignoring, &plain] {
            let fresh = scan(&rows).diff(&scan(same), options).unwrap();
            assert_eq!(after.diff(before, options).unwrap(), fresh, "{turn} {options:?}");
        }
    }
    // A scan that takes the place of one that is gone is another.
    let mut place = Box::new(scan(&one));
    let was = after.diff(&place, &plain).unwrap();
    *place = scan(&other);
    assert_ne!(after.diff(&place, &plain).unwrap(), was);
}
