//! Steps of random findings against the definition, tried version by version.

use crate::findings::store::column::Column;
use crate::findings::{Dimension, Filter, Ingest, Limits, RemediationStep};
use crate::versions::{compare_versions, shared_parts};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::cmp::{Ordering, Reverse};

/// A step in words: image, package, installed version, proposal, findings, identifiers.
type Words = (String, String, String, String, u32, Vec<String>);

/// Findings cleared by severity, and all of them; most first.
type Weight = Reverse<([usize; 5], usize)>;

/// A version with the fix, and the one at which its range ends; empty if it has no end.
type Meant = (&'static str, &'static str);

/// Texts of fixed versions, and what they mean.
const FIXES: [(&str, &[Meant]); 19] = [
    ("", &[]),
    ("unfixed", &[]),
    ("1.0.1", &[("1.0.1", "")]),
    ("1.2.3, 2.0.1", &[("1.2.3", ""), ("2.0.1", "")]),
    ("2.0.1", &[("2.0.1", "")]),
    ("< 2.0.0", &[]),
    (">= 1.4.0", &[("1.4.0", "")]),
    ("2.3.1 | 1.2.5", &[("2.3.1", ""), ("1.2.5", "")]),
    ("1.4.0", &[("1.4.0", "")]),
    ("3.0.0-1", &[("3.0.0-1", "")]),
    ("1.2.5, 1.4.0, 3.0.0", &[("1.2.5", ""), ("1.4.0", ""), ("3.0.0", "")]),
    (">=1.2.5 <2.0.0", &[("1.2.5", "2.0.0")]),
    ("~> 1.2.1, >= 1.2.3, >= 2.0.1", &[("1.2.3", "1.3.0"), ("2.0.1", "")]),
    (">= 2.3.1, >= 1.2.5, < 1.4.0", &[("2.3.1", ""), ("1.2.5", "1.4.0")]),
    ("[1.4.0,2.0.0),[2.0.1,3.0.0)", &[("1.4.0", "2.0.0"), ("2.0.1", "3.0.0")]),
    ("1.10.0", &[("1.10.0", "")]),
    ("2.4.1, 1.3.0", &[("2.4.1", ""), ("1.3.0", "")]),
    (">=1.9.0 <2.0.0 || 2.10.0", &[("1.9.0", "2.0.0"), ("2.10.0", "")]),
    ("^1.2.3 || ~> 2.3.1", &[("1.2.3", "2.0.0"), ("2.3.1", "2.4.0")]),
];

/// What the definition says, tried version by version, nothing kept.
fn by_definition<'a>(rows: &'a [serde_json::Value]) -> Vec<Words> {
    let text = |row: &serde_json::Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let key = |row: &serde_json::Value| ["image", "package", "installed_version", "kind"].map(|name| text(row, name));
    let mut keys: Vec<_> = rows.iter().map(key).collect();
    keys.sort();
    keys.dedup();
    let mut steps: Vec<(Weight, Words)> = Vec::new();
    for group_key in keys {
        let fixable = |row: &&serde_json::Value| !text(row, "fixed_version").is_empty() && key(row) == group_key;
        let group: Vec<_> = rows.iter().filter(fixable).collect();
        let [image, package, installed, kind] = group_key;
        let order = |a: &str, b: &str| compare_versions(a, b, Some(&kind));
        let above = |a: &str, b: &str| order(a, b) == Some(Ordering::Greater);
        let fixes = |row: &'a serde_json::Value| -> Vec<(&'a str, &'a str)> {
            let fixed = row["fixed_version"].as_str().unwrap_or_default();
            // A text that is not in the table is one version.
            let itself = [(fixed, "")];
            let meaning = FIXES.iter().find(|(text, _)| *text == fixed).map_or(&itself[..], |(_, meaning)| meaning);
            meaning.iter().filter(|(version, _)| above(version, &installed)).copied().collect()
        };
        let clears = |version: &str, row: &'a serde_json::Value| {
            let fixes = fixes(row);
            let (open, closed): (Vec<_>, Vec<_>) = fixes.iter().partition(|(_, end)| end.is_empty());
            // A pre-release of the end is not within the range.
            let is_before = |end: &str| version.strip_prefix(end).is_some_and(|rest| rest.starts_with('-'));
            let is_at_least = |fix: &str| order(version, fix).is_some_and(Ordering::is_ge);
            let within = closed.iter().any(|(fix, end)| is_at_least(fix) && above(end, version) && !is_before(end));
            let equal = fixes.iter().any(|(fix, _)| order(fix, version) == Some(Ordering::Equal));
            if equal || within {
                return true;
            }
            if fixes.iter().any(|(fix, _)| order(fix, version).is_none()) {
                return false;
            }
            let below = open.iter().map(|(fix, _)| *fix).filter(|fix| above(version, fix));
            let next = fixes.iter().map(|(fix, _)| *fix).filter(|fix| above(fix, version));
            let below = below.max_by(|a, b| order(a, b).unwrap());
            let next = next.min_by(|a, b| order(a, b).unwrap());
            below
                .is_some_and(|below| next.is_none_or(|next| shared_parts(version, below) > shared_parts(version, next)))
        };
        let mut best: Option<((usize, bool), String)> = None;
        let mut versions: Vec<&str> = group.iter().flat_map(|row| fixes(row)).map(|(version, _)| version).collect();
        versions.sort_unstable();
        for version in versions.into_iter().map(str::to_owned) {
            let cleared = group.iter().filter(|row| clears(&version, row)).count();
            let major = |version: &str| {
                let (_, version) = version.split_once(':').unwrap_or(("", version));
                version.trim_start_matches('v').split('.').next().map(str::to_owned)
            };
            let weight = (cleared, major(&version) == major(&installed));
            let wins = best.as_ref().is_none_or(|(most, kept)| {
                weight > *most || weight == *most && order(&version, kept) == Some(Ordering::Less)
            });
            if wins {
                best = Some((weight, version));
            }
        }
        let Some((_, version)) = best else { continue };
        let cleared: Vec<_> = group.into_iter().filter(|row| clears(&version, row)).collect();
        let severities = ["critical", "high", "medium", "low", "unknown"]
            .map(|severity| cleared.iter().filter(|row| text(row, "severity") == severity).count());
        let mut ids: Vec<String> = cleared.iter().map(|row| text(row, "id")).collect();
        ids.sort();
        ids.dedup();
        let weight = Reverse((severities, cleared.len()));
        steps.push((weight, (image, package, installed, version, cleared.len() as u32, ids)));
    }
    steps.sort_by_key(|(weight, _)| *weight);
    steps.into_iter().map(|(_, words)| words).collect()
}

/// A finding in one of three images; of few packages and versions, so that many fixes of one meet.
fn row(
    packages: &'static [&'static str],
    installed: &'static [&'static str],
) -> impl Strategy<Value = serde_json::Value> {
    let pick = |texts: &'static [&str]| prop::sample::select(texts);
    let names = (pick(&["a", "b", "c"]), pick(&["npm", "debian", "npm"]), pick(packages), pick(installed));
    let found = (
        prop::sample::select(FIXES.map(|(fixed, _)| fixed).to_vec()),
        0..6,
        pick(&["critical", "high", "medium", "low", "unknown"]),
    );
    (names, found).prop_map(|((image, kind, package, installed), (fixed, id, severity))| {
        serde_json::json!({ "image": image, "kind": kind, "package": package, "installed_version": installed,
            "fixed_version": fixed, "id": format!("CVE-{id}"), "severity": severity })
    })
}

fn check(rows: &[serde_json::Value]) -> Result<(), TestCaseError> {
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(&serde_json::to_vec(rows).unwrap()).unwrap();
    let scan = ingest.finish().unwrap();
    let words = |step: RemediationStep| -> Result<Words, TestCaseError> {
        let word = |dimension: Dimension, value: u32| scan.word(dimension, value).to_owned();
        prop_assert!(scan.text_of(Column::FixedVersion, step.fixed_version).contains(step.upgrade_to));
        let ids = step.ids.iter().map(|&id| word(Dimension::Id, id)).collect();
        let (image, package) = (word(Dimension::Image, step.image), word(Dimension::Package, step.package));
        let installed = scan.text_of(Column::InstalledVersion, step.installed_version).to_owned();
        Ok((image, package, installed, step.upgrade_to.to_owned(), step.clears, ids))
    };
    let steps: Vec<Words> =
        scan.remediation(&Filter::default(), None).unwrap().into_iter().map(words).collect::<Result<_, _>>()?;
    prop_assert_eq!(steps, by_definition(rows));
    Ok(())
}

proptest! {
    #[test]
    fn steps_are_what_trying_every_version_says(
        rows in prop::collection::vec(row(&["p", "q"], &["1.0.0", "1.2.0", "2.0.0", ""]), 0..60),
    ) {
        check(&rows)?;
    }

    #[test]
    fn many_versions_of_one_package_are_no_other_matter(
        rows in prop::collection::vec(row(&["p"], &["1.0.0"]), 20..60),
    ) {
        check(&rows)?;
    }

    #[test]
    fn versions_that_rules_do_not_sort_are_compared_one_by_one(rows in unsorted()) {
        check(&rows)?;
    }
}

/// Upgrades, and what each clears, of findings of one package with these lists of fixed versions.
fn upgrades(kind: &str, lists: &[Vec<&str>]) -> Vec<(String, u32, Vec<u32>)> {
    let row = |(at, list): (usize, &Vec<&str>)| {
        serde_json::json!({ "image": "a", "kind": kind, "package": "p", "installed_version": "9.0", "fixed_version": list.join(", "),
            "id": format!("CVE-{at:02}"), "severity": "high" })
    };
    let rows: Vec<_> = lists.iter().enumerate().map(row).collect();
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(&serde_json::to_vec(&rows).unwrap()).unwrap();
    let scan = ingest.finish().unwrap();
    let steps = scan.remediation(&Filter::default(), None).unwrap();
    steps.into_iter().map(|step| (step.upgrade_to.to_owned(), step.clears, step.ids)).collect()
}

proptest! {
    #[test]
    fn the_order_of_what_is_listed_says_nothing(
        kind in prop::sample::select(vec!["os-pkgs", "", "rpm", "gemspec", "npm"]),
        lists in prop::collection::vec(prop::collection::vec(prop::sample::select([SYSTEM, SPELLINGS].concat()), 1..5), 1..30),
    ) {
        let turned: Vec<Vec<&str>> = lists.iter().map(|list| list.iter().rev().copied().collect()).collect();
        let steps = upgrades(kind, &lists);
        prop_assert!(steps.iter().all(|(_, clears, _)| *clears > 0), "{:?}", steps);
        prop_assert_eq!(steps, upgrades(kind, &turned));
    }
}

const SPELLINGS: &[&str] = &["10.0", "010.0", "10.00", "1:10", "10.0b", "10.0.beta", "11.0", "10.0.0.2"];

const SYSTEM: &[&str] = &[
    "9.1", "9.2", "9.3", "10.02", "10.0.1", "10.0+2", "10.03", "10.1", "10.01", "10.1+x", "v10.03", "10.0.2", "10.002",
    "10.0.3", "10.0a", "10.0+0",
];

/// Findings of one package of a kind whose rules do not order all versions, or have epochs; with more versions than few.
fn unsorted() -> impl Strategy<Value = Vec<serde_json::Value>> {
    const RPM: &[&str] = &[
        "9.0.1",
        "9.0.2-1",
        "9.0.2",
        "9.0.2-3",
        "0:9.0.2-2",
        "10.2",
        "10.2-3",
        "0:10.2-2",
        "10.2-10.el7",
        "0:10.3",
        "10.3-1",
        "1:9.1-1",
        "1:9.1",
        "9.1~rc1",
        "9.1^git1-1",
        "2.17-1",
        "10.0.6",
    ];
    const WORDS: &[&str] = &[
        "9.0.1",
        "9.0.2",
        "9.1",
        "1.13",
        "10.13",
        "10.13-java",
        "10.13.0.rc1",
        "10.13.0",
        "10.13.rc1",
        "10.14-java",
        "10.14",
        "10.14.0.a",
        "v10.15",
        "10.15.0",
        "10.15.beta",
    ];
    const EPOCHS: &[&str] = &[
        "9.1",
        "9.2-1",
        "1:9.1",
        "1:10.0",
        "2:9.5",
        "2:9.9",
        "1:9.6-1",
        "1:9.55",
        "2:1.0",
        "10.0",
        "0:10.0",
        "1:9.56~rc1",
        "1:9.57",
    ];
    let kinds = [("rpm", RPM), ("gemspec", WORDS), ("os-pkgs", SYSTEM), ("debian", EPOCHS), ("centos", EPOCHS)];
    prop::sample::select(kinds.to_vec()).prop_flat_map(|(kind, versions)| {
        let row = (prop::sample::select(versions), prop::sample::select(vec!["a", "b"]));
        prop::collection::vec(row, 9..50).prop_map(move |rows| {
            let row = |(at, (fixed, image)): (usize, &(&str, &str))| {
                serde_json::json!({ "image": image, "kind": kind, "package": "p", "installed_version": "9.0",
                    "fixed_version": fixed, "id": format!("CVE-{at}"), "severity": "high" })
            };
            rows.iter().enumerate().map(row).collect()
        })
    })
}
