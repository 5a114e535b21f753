use super::*;
use crate::findings::{Ingest, Limits, Scan};

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
    let steps = scan(kind, findings).remediation(&Filter::default());
    steps.into_iter().map(|step| (step.upgrade_to, step.clears)).collect()
}

#[test]
fn the_smallest_version_that_clears_the_most_is_proposed() {
    let findings = [("A", "p", "1.0.0", "1.0.1"), ("B", "p", "1.0.0", "1.2.0"), ("C", "p", "1.0.0", "1.1.0")];
    assert_eq!(steps("npm", &findings), [("1.2.0".to_owned(), 3)]);
    let step = &scan("npm", &findings).remediation(&Filter::default())[0];
    assert_eq!((step.ids.as_slice(), step.by_severity.high), (&["A".to_owned(), "B".into(), "C".into()][..], 3));
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
fn ranges_name_fixes_and_upper_bounds_do_not() {
    assert_eq!(steps("cargo", &[("A", "p", "1.9.0", ">= 3.1.0, >= 2.1.3, < 3.0.0")]), [("2.1.3".to_owned(), 1)]);
    assert_eq!(steps("npm", &[("A", "p", "4.0.0", ">=4.17.11")]), [("4.17.11".to_owned(), 1)]);
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
}
