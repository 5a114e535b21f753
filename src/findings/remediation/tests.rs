mod by_definition;

use super::*;
use crate::findings::{Dimension, Ingest, Limits, Scan};
use crate::versions::compare_versions;
use std::cmp::Ordering;

/// A scan of findings in one image: id, package, installed, fixed, all of one kind.
fn scan(kind: &str, findings: &[(&str, &str, &str, &str)]) -> Scan {
    let rows: Vec<serde_json::Value> = findings
        .iter()
        .map(|(id, package, installed, fixed)| {
            serde_json::json!({ "image": "i", "kind": kind, "id": id, "package": package, "severity": "high",
                "installed_version": installed, "fixed_version": fixed })
        })
        .collect();
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(&serde_json::to_vec(&rows).unwrap()).unwrap();
    ingest.finish().unwrap()
}

fn steps(kind: &str, findings: &[(&str, &str, &str, &str)]) -> Vec<(String, u32)> {
    let scan = scan(kind, findings);
    let steps = scan.remediation(&Filter::default(), None).unwrap();
    steps.into_iter().map(|step| (step.upgrade_to.to_owned(), step.clears)).collect()
}

#[test]
fn the_smallest_version_that_clears_the_most_is_proposed() {
    let findings = [("A", "p", "1.0.0", "1.0.1"), ("B", "p", "1.0.0", "1.2.0"), ("C", "p", "1.0.0", "1.1.0")];
    assert_eq!(steps("npm", &findings), [("1.2.0".to_owned(), 3)]);
    let scan = scan("npm", &findings);
    let step = &scan.remediation(&Filter::default(), None).unwrap()[0];
    let ids: Vec<&str> = step.ids.iter().map(|&id| scan.word(Dimension::Id, id)).collect();
    assert_eq!((ids.as_slice(), step.by_severity.high), (&["A", "B", "C"][..], 3));
}

#[test]
fn an_identifier_that_is_absent_and_one_that_is_empty_are_listed_once() {
    let row = |id: serde_json::Value| serde_json::json!({ "id": id, "package": "p", "installed_version": "1.0.0", "fixed_version": "1.0.1" });
    let rows = [row("A".into()), row("".into()), row(serde_json::Value::Null), row("A".into())];
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(&serde_json::to_vec(&rows).unwrap()).unwrap();
    let scan = ingest.finish().unwrap();
    let step = &scan.remediation(&Filter::default(), None).unwrap()[0];
    let ids: Vec<&str> = step.ids.iter().map(|&id| scan.word(Dimension::Id, id)).collect();
    assert_eq!((ids.as_slice(), step.clears), (&["", "A"][..], 4));
}

#[test]
fn a_list_is_read_as_the_ranges_it_has() {
    let of = |kind, installed, lists: &[&str]| {
        let names = ["A", "B", "C"];
        let findings: Vec<_> = lists.iter().zip(names).map(|(list, id)| (id, "p", installed, *list)).collect();
        steps(kind, &findings)
    };
    let step = |version: &str, clears| vec![(version.to_owned(), clears)];
    // Ranges of a list separate its release lines, whether they name the version at which they begin or leave it out.
    assert_eq!(of("npm", "1.0.0", &["1.2.3 || >=2.0.1", "2.0.0"])[0], ("2.0.1".to_owned(), 2));
    for (kind, list) in [("npm", "1.2.3, >2.0.0"), ("gemspec", "1.2.3, > 2.0.0"), ("maven", "[1.2.3],(2.0.0,)")] {
        assert_eq!(of(kind, "1.0.0", &[list, "2.0.0"])[0].1, 1, "{kind}: {list}");
        assert_eq!(of(kind, "1.0.0", &[list, "1.2.4"]), step("1.2.4", 2), "{kind}: {list}");
        assert_eq!(of(kind, "1.0.0", &[list, "2.0.1"]), step("2.0.1", 2), "{kind}: {list}");
    }
    assert_eq!(of("npm", "1.0.0", &["1.1.1 || >2.2.0", "2.1.1"])[0].1, 1);
    // A version that a package manager's bound leaves out does not have the fix, though it is installed.
    assert_eq!(of("npm", "1.2.5", &[">1.2", "1.2.6", "1.2.6, 1.3.0"]), step("1.3.0", 3));
    assert_eq!(of("npm", "1.5.0", &[">=1.2.0 !=1.5.0", "1.6.0"]), step("1.6.0", 2));
    // A release candidate begins the line of its release.
    assert_eq!(of("pip", "1.1", &["1.2rc1, 1.3.5", "1.2.4"]), step("1.2.4", 2));
    assert_eq!(of("pip", "4.0", &["5rc2, 6.1", "5.1"]), step("5.1", 2));
    // A bound that cannot be read may be any.
    assert_eq!(of("npm", "1.0.0", &[">=1.2.3, <2.x", "2.5.0"]), step("2.5.0", 1));
}

#[test]
fn a_range_that_names_no_version_is_cleared_by_one_that_another_finding_names() {
    let of = |kind, lists: &[&str]| {
        let findings: Vec<_> = lists.iter().map(|list| ("A", "p", "1.0.0", *list)).collect();
        steps(kind, &findings)
    };
    let step = |version: &str, clears| vec![(version.to_owned(), clears)];
    assert_eq!(of("npm", &[">1.2.0", "1.2.1"]), step("1.2.1", 2));
    assert_eq!(of("npm", &[">1.2.0", "1.2.0"]), step("1.2.0", 1));
    assert_eq!(of("npm", &[">1.0.0", "1.0.1"]), step("1.0.1", 2), "above what is installed");
    assert_eq!(of("npm", &[">1.2.0 <2.0.0 || >=2.0.1", "1.5.0"]), step("1.5.0", 2));
    assert_eq!(of("maven", &["(1.2.0,)", "1.2.1"]), step("1.2.1", 2));
    assert_eq!(of("gemspec", &["~> 2.3, > 2.3.4", "2.9.0"]), step("2.9.0", 2));
    assert_eq!(of("npm", &[">1.2.0"]), [], "nobody says which version that is");
    // Whatever else is in the list.
    for list in ["1.2.3.Final || >1.2.0", ">1.2.0 || 1.2.3.Final"] {
        assert!(of("conan", &[list, "1.2.3"]).contains(&("1.2.3".to_owned(), 2)), "{list}");
    }
    // More versions than are compared each with each.
    let many: Vec<String> = (1..30).map(|minor| format!("1.{minor}.0")).collect();
    let mut lists: Vec<&str> = many.iter().map(String::as_str).collect();
    lists.extend([">1.28.0 <1.29.1", ">1.29.0", ">3.0.0"]);
    assert_eq!(of("npm", &lists), step("1.29.0", 30));
}

#[test]
fn of_several_lines_the_one_installed_is_preferred() {
    assert_eq!(steps("npm", &[("A", "p", "9.0.1", "10.2.1, 9.0.6")]), [("9.0.6".to_owned(), 1)]);
    assert_eq!(
        steps("kubernetes", &[("A", "p", "1.26.2", "1.24.14, 1.25.9, 1.26.4, 1.27.1")]),
        [("1.26.4".to_owned(), 1)]
    );
}

#[test]
fn a_version_between_two_lines_is_not_taken_for_fixed() {
    let findings = [("A", "p", "9.0.1", "10.2.1, 9.0.6"), ("B", "p", "9.0.1", "10.0.0"), ("C", "p", "9.0.1", "10.0.0")];
    assert_eq!(steps("npm", &findings), [("10.2.1".to_owned(), 3)]);
    let findings = [("A", "p", "9.0.1", "10.2.1, 9.0.6"), ("B", "p", "9.0.1", "9.0.9")];
    assert_eq!(steps("npm", &findings), [("9.0.9".to_owned(), 2)]);
}

#[test]
fn of_several_fixes_below_a_version_the_nearest_says_of_which_line_it_is() {
    for list in ["1.2.5, 2.0.1, 3.0.0", "3.0.0, 2.0.1, 1.2.5", "2.0.1, 1.2.5, 3.0.0"] {
        let findings = [("A", "p", "1.0.0", list), ("B", "p", "1.0.0", "2.3.1"), ("C", "p", "1.0.0", "2.3.1")];
        assert_eq!(steps("npm", &findings), [("2.3.1".to_owned(), 3)], "{list}");
    }
    // The nearest is not the last by its text.
    let findings =
        [("A", "p", "8.0.0", "9.0.1, 10.0.1, 11.0.0"), ("B", "p", "8.0.0", "10.3.1"), ("C", "p", "8.0.0", "10.3.1")];
    assert_eq!(steps("npm", &findings), [("10.3.1".to_owned(), 3)]);
}

#[test]
fn of_several_fixes_above_a_version_the_nearest_says_of_which_line_it_is() {
    for list in ["3.0.0, 2.3.9, 2.0.1", "2.0.1, 2.3.9, 3.0.0", "2.3.9, 2.0.1, 3.0.0"] {
        let findings = [("A", "p", "2.0.0", list), ("B", "p", "2.0.0", "2.3.5"), ("C", "p", "2.0.0", "2.3.5")];
        assert_eq!(steps("npm", &findings), [("2.3.9".to_owned(), 3)], "{list}");
    }
    // The nearest is not the first by its text.
    let findings =
        [("A", "p", "9.0.0", "9.3.0, 9.5.0, 10.0.0"), ("B", "p", "9.0.0", "9.4.9"), ("C", "p", "9.0.0", "9.4.9")];
    assert_eq!(steps("npm", &findings), [("9.5.0".to_owned(), 3)]);
}

#[test]
fn of_equal_fixes_below_a_version_the_spelling_that_it_shares_more_with_says_of_which_line_it_is() {
    for list in ["1, 1.0, 1.1", "1.0, 1, 1.1"] {
        let findings = [("A", "p", "0.9", list), ("B", "p", "0.9", "1.0.5"), ("C", "p", "0.9", "1.0.5")];
        assert_eq!(steps("pypi", &findings), [("1.0.5".to_owned(), 3)], "{list}");
    }
}

#[test]
fn either_of_two_spellings_of_a_version_has_the_fixes_of_both() {
    for count in [2, 20] {
        let lower = (0..count).map(|at| format!(">=9.0.{at} <9.6.0"));
        let spellings = [">=9.5.0+b <9.6.0", ">=9.5.0 <9.6.0", "10.0.0"];
        let fixes: Vec<String> = lower.chain(spellings.map(str::to_owned)).collect();
        let findings: Vec<_> = fixes.iter().map(|fixed| ("A", "p", "8.0.0", fixed.as_str())).collect();
        assert_eq!(steps("npm", &findings), [("9.5.0".to_owned(), count + 2)]);
    }
}

#[test]
fn of_spellings_of_a_version_the_first_by_code_points_is_proposed_among_any_number() {
    for count in [2, 20] {
        let lower: Vec<String> = (0..count).map(|at| format!("9.{at}")).collect();
        let fixes = lower.iter().map(String::as_str).chain(["0:10.0", "10.0"]);
        let findings: Vec<_> = fixes.map(|fixed| ("A", "p", "8.0", fixed)).collect();
        assert_eq!(steps("debian", &findings), [("0:10.0".to_owned(), count + 2)]);
    }
}

#[test]
fn ranges_name_fixes_and_upper_bounds_do_not() {
    assert_eq!(steps("cargo", &[("A", "p", "1.9.0", ">= 3.1.0, >= 2.1.3, < 3.0.0")]), [("2.1.3".to_owned(), 1)]);
    assert_eq!(steps("npm", &[("A", "p", "4.0.0", ">=4.17.11")]), [("4.17.11".to_owned(), 1)]);
}

#[test]
fn no_constraint_that_a_proposal_stands_beside_excludes_it() {
    for (kind, installed, fixed, proposed) in [
        ("gemspec", "5.2.3", "~> 5.2.4, >= 5.2.4.3, >= 6.0.3.1", "5.2.4.3"),
        ("gemspec", "6.0.2", "~> 5.2.4, >= 5.2.4.3, >= 6.0.3.1", "6.0.3.1"),
        ("gemspec", "4.1.1", "~> 4.2.5, >= 4.2.5.1, ~> 4.1.14, >= 4.1.14.1", "4.1.14.1"),
        ("npm", "4.17.0", ">=4.17.11 <5.0.0", "4.17.11"),
        ("npm", "0.0.8", ">=0.2.1 <1.0.0 || >=1.2.3", "0.2.1"),
        ("npm", "1.0.1", ">=0.2.1 <1.0.0 || >=1.2.3", "1.2.3"),
        ("cargo", "0.8.1", "^0.8.4, >= 0.9.2", "0.8.4"),
        ("maven", "1.0.0", "[1.2,2.0)", "1.2"),
        ("maven", "1.0.0", "(1.2,2.0),[2.0.1,)", "2.0.1"),
        ("pip", "1.0", ">=1.2,<2.0", "1.2"),
    ] {
        assert_eq!(steps(kind, &[("A", "p", installed, fixed)]), [(proposed.to_owned(), 1)], "{kind}: {fixed}");
    }
}

#[test]
fn beyond_the_end_of_a_range_nothing_is_cleared() {
    let range = ("A", "p", "4.17.0", ">=4.17.11 <5.0.0");
    assert_eq!(steps("npm", &[range, ("B", "p", "4.17.0", "4.18.0")]), [("4.18.0".to_owned(), 2)]);
    assert_eq!(steps("npm", &[range, ("B", "p", "4.17.0", "5.0.0")]), [("4.17.11".to_owned(), 1)]);
    let rails = ("A", "p", "5.2.3", "~> 5.2.4, >= 5.2.4.3, >= 6.0.3.1");
    let newer = [rails, ("B", "p", "5.2.3", "5.3.0"), ("C", "p", "5.2.3", "5.3.0")];
    assert_eq!(steps("gemspec", &newer), [("6.0.3.1".to_owned(), 3)]);
}

#[test]
fn words_in_place_of_a_version_give_no_step() {
    for kind in ["debian", "rpm", "alpine", "npm", "pip", "maven", "gemspec", "os-pkgs", ""] {
        for word in
            ["unfixed", "TBD", "pending", "will_not_fix", "unknown", "end-of-life", "2.0)", "${next}", "1.2.3 (esm)"]
        {
            assert_eq!(steps(kind, &[("A", "p", "1.0", word)]), [], "{kind}: {word}");
        }
    }
}

#[test]
fn a_list_is_cleared_by_what_it_names_whatever_else_it_names() {
    // The rules of the system packages disagree on 2.0.1 and 2.0+2.
    let findings = [("A", "p", "1.0", "2.0.1, 2.0+2"), ("B", "p", "1.0", "2.0+1.1"), ("C", "p", "1.0", "2.0+1+2")];
    let scan = scan("os-pkgs", &findings);
    let step = &scan.remediation(&Filter::default(), None).unwrap()[0];
    assert_eq!((step.upgrade_to, step.clears), ("2.0+2", 3));
    assert!(scan.text_of(Column::FixedVersion, step.fixed_version).contains(step.upgrade_to));
}

/// Findings of one package, each with what `fixed` makes of its number.
fn many(count: usize, kind: &str, fixed: fn(usize) -> String) -> Vec<(String, u32)> {
    let texts: Vec<(String, String)> = (0..count).map(|at| (format!("CVE-{at}"), fixed(at))).collect();
    let findings: Vec<_> = texts.iter().map(|(id, fixed)| (id.as_str(), "p", "9.0.0", fixed.as_str())).collect();
    steps(kind, &findings)
}

#[test]
fn of_any_number_of_versions_the_one_that_clears_all_is_found() {
    assert_eq!(many(3000, "npm", |at| format!("9.0.{}", at + 1)), [("9.0.3000".to_owned(), 3000)]);
    assert_eq!(many(3000, "debian", |at| format!("9.1-{}", at + 1)), [("9.1-3000".to_owned(), 3000)]);
    let lines = |at: usize| format!("9.0.{}, 9.1.{at}, 10.2.{at}", at % 500 + 1);
    assert_eq!(many(3000, "npm", lines), [("9.0.500".to_owned(), 3000)]);
    let newer = |at: usize| if at == 7 { "10.1.0".to_owned() } else { format!("9.0.{}, 10.0.{at}", at + 1) };
    assert_eq!(many(300, "npm", newer), [("10.1.0".to_owned(), 300)]);
    let ranges = |at: usize| format!(">=9.0.{} <9.1.0 || >=9.1.{at} <10.0.0", at + 1);
    assert_eq!(many(300, "npm", ranges), [("9.0.300".to_owned(), 300)]);
}

#[test]
fn of_many_versions_too_nothing_is_cleared_by_a_guess() {
    // The rules of the system packages disagree on 10.0.1 and 10.0+2.
    let fixed = |at: usize| ["10.0.", "10.0+"][at % 2].to_owned() + &(at + 1).to_string();
    let found = many(60, "os-pkgs", fixed);
    let [(version, clears)] = found.as_slice() else { panic!("{found:?}") };
    let known = |at: &usize| compare_versions(version, &fixed(*at), Some("os-pkgs")).is_some_and(Ordering::is_ge);
    assert_eq!((0..60).filter(known).count() as u32, *clears);
    assert!((30..60).contains(clears), "{found:?}");
}

#[test]
fn without_a_comparable_fix_there_is_no_step() {
    for fixed in ["", "none", "latest", "0.9.0", "< 2.0.0"] {
        assert_eq!(steps("npm", &[("A", "p", "1.0.0", fixed)]), [], "{fixed}");
    }
}

#[test]
fn steps_that_clear_more_come_first() {
    let findings = [("A", "a", "1.0.0", "1.0.1"), ("B", "b", "1.0.0", "1.0.1"), ("C", "b", "1.0.0", "1.0.1")];
    assert_eq!(steps("npm", &findings), [("1.0.1".to_owned(), 2), ("1.0.1".to_owned(), 1)]);
    let scan = scan("npm", &findings);
    let clears = |limit| -> Vec<u32> {
        scan.remediation(&Filter::default(), limit).unwrap().iter().map(|step| step.clears).collect()
    };
    for (limit, expected) in [(0, &[][..]), (1, &[2]), (2, &[2, 1]), (9, &[2, 1])] {
        assert_eq!(clears(Some(limit)), expected, "{limit}");
    }
}

#[test]
fn packages_of_one_name_and_different_rules_are_different_packages() {
    let row = |id: &str, kind: &str, fixed: &str| serde_json::json!({ "id": id, "kind": kind, "package": "p", "installed_version": "1.0", "fixed_version": fixed });
    let rows = [
        row("A", "npm", "1.0.0-3"),
        row("B", "dpkg", "1.0-2"),
        row("C", "node-pkg", "1.0.1"),
        row("D", "deb", "1.0-2"),
    ];
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(&serde_json::to_vec(&rows).unwrap()).unwrap();
    let scan = ingest.finish().unwrap();
    let steps: Vec<_> = scan
        .remediation(&Filter::default(), None)
        .unwrap()
        .iter()
        .map(|step| (step.upgrade_to.to_owned(), step.clears))
        .collect();
    assert_eq!(steps, [("1.0-2".to_owned(), 2), ("1.0.1".to_owned(), 1)]);
}

#[test]
fn an_rpm_version_without_a_release_may_be_an_early_one() {
    let findings = |fixed: &[&'static str]| fixed.iter().map(|fixed| ("A", "p", "0.9-1", *fixed)).collect::<Vec<_>>();
    assert_eq!(steps("redhat", &findings(&["1.0-5.el8", "1.0", "1.0-9.el8"])), [("1.0-9.el8".to_owned(), 3)]);
    assert_eq!(steps("redhat", &findings(&["1.0-5.el8", "1.0"])), [("1.0-5.el8".to_owned(), 2)]);
    assert_eq!(steps("redhat", &findings(&["1.2", "1.0-3.el8, 1.2-5.el8"])), [("1.2-5.el8".to_owned(), 2)]);
}

#[test]
fn a_version_of_another_epoch_is_of_another_line() {
    let fixed = ["1:2.0-1, 2:2.1-1", "2:2.0-9", "2:2.0-9"];
    let findings: Vec<_> = fixed.iter().map(|fixed| ("A", "p", "1:1.0-1", *fixed)).collect();
    assert_eq!(steps("debian", &findings), [("2:2.1-1".to_owned(), 3)]);
}

#[test]
fn a_version_of_the_installed_major_is_found_after_others_that_clear_as_many() {
    // Once as the greatest of all, and once with a greater one beyond the end of every other list.
    for (end, beyond) in [("", None), (" <3:0", Some("3:1.0"))] {
        let lists = [">=1:10.0 <2:9.5 || >=2:9.9", ">=1:9.6 <1:11 || >=2:9.5"].map(|list| list.to_owned() + end);
        let singles =
            ["9.1", "9.2", "9.3", "9.4", "9.5", "9.55", "9.56", "9.57"].map(|from| format!(">=1:{from}{end}"));
        let fixes = lists.iter().chain(&singles).map(String::as_str).chain(beyond);
        let findings: Vec<_> = fixes.map(|fixed| ("A", "p", "1:9.0", fixed)).collect();
        assert_eq!(steps("debian", &findings), [("2:9.9".to_owned(), 10)], "{end}");
    }
}

#[test]
fn of_many_versions_that_are_sorted_the_greatest_is_tried() {
    let fixed = |at: usize| {
        (0..40).map(|line| format!("{}.{}.{at}", 9 + line, (at * 7 + line) % 1000)).collect::<Vec<_>>().join(", ")
    };
    let found = many(500, "npm", fixed);
    let [(version, clears)] = found.as_slice() else { panic!("{found:?}") };
    assert!(version.starts_with("48.") && *clears == 500, "{found:?}");
}

#[test]
fn as_many_versions_as_real_reports_list_are_all_tried_where_they_are_not_sorted() {
    // The greatest is beyond the end of the other ranges, and the one that clears them is the last by its text.
    let ranges = (0..62).map(|at| format!(">=2.{} <8.0", at + 10));
    let fixes: Vec<String> = ranges.chain([">=2.99+x <8.0".to_owned(), "10.0".to_owned()]).collect();
    let findings: Vec<_> = fixes.iter().map(|fixed| ("A", "p", "1.0", fixed.as_str())).collect();
    assert_eq!(findings.len(), 64);
    assert_eq!(steps("os-pkgs", &findings), [("2.99+x".to_owned(), 63)]);
}

#[test]
fn of_many_versions_that_are_not_sorted_the_greatest_is_tried() {
    // Before all others in the order of their texts, after them, and among them.
    for greatest in ["10.5", "3.5", "2.20000"] {
        let fixed = |at: usize| format!("2{}{}", [".", "+"][at % 2], at + 1);
        let fixed = |at: usize| if at == 150 { greatest.to_owned() } else { fixed(at) };
        let texts: Vec<(String, String)> = (0..300).map(|at| (format!("CVE-{at}"), fixed(at))).collect();
        let findings: Vec<_> = texts.iter().map(|(id, fixed)| (id.as_str(), "p", "1.0", fixed.as_str())).collect();
        assert_eq!(steps("os-pkgs", &findings), [(greatest.to_owned(), 300)]);
    }
}

#[test]
fn once_the_work_is_spent_only_the_greatest_is_tried() {
    for (kind, count) in [("npm", 40), ("npm", 4), ("os-pkgs", 40)] {
        let versions: Vec<String> = (0..count).map(|at| format!("1.{}", 10 + at)).collect();
        let all = versions.join(", ");
        let findings: Vec<_> = versions.iter().map(|_| ("A", "p", "1.0", all.as_str())).collect();
        let scan = scan(kind, &findings);
        let (store, _) = scan.known().unwrap();
        let proposed = |work: usize| {
            let work = Work::new(work);
            let family =
                Family::new(store, "1.0", Scheme::of_kind(kind), &[store.codes(Column::FixedVersion).get(0)], &work);
            let version = family.propose(&[(0, count)]).map(|version| family.version(version).to_owned());
            (version, work.left())
        };
        let (smallest, greatest) = (Some(versions[0].clone()), versions.last().cloned());
        assert_eq!(proposed(0), (greatest, 0), "{kind}");
        let (version, left) = proposed(1 << 20);
        assert_eq!(version, smallest, "{kind}");
        assert!(left < 1 << 20, "{kind}");
    }
}
