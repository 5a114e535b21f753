//! Counts of findings, made twice: by the library, and by adding up findings one by one.

use super::choices::Choices;
use super::plain_filters::{filter, matches};
use super::plain_findings::{Plain, scan_of};
use super::recipe_of_findings::{Asked, asked_of};
use scanfold::findings::{Dimension, FacetOptions, Figures, Filter, GroupSort, RollupOptions, Scan};
use scanfold::wire::severity::{Severity, SeverityCounts};
use std::collections::{BTreeMap, BTreeSet};

/// Most questions.
const QUESTIONS: usize = 5;

/// The worst first.
const SEVERITIES: [(Severity, &str); 5] = [
    (Severity::Critical, "critical"),
    (Severity::High, "high"),
    (Severity::Medium, "medium"),
    (Severity::Low, "low"),
    (Severity::Unknown, "unknown"),
];

/// Asks for counts by filters and groups that the first line chooses.
pub fn counts(data: &[u8]) {
    let Some(Asked { mut choices, search, rows }) = asked_of(data) else { return };
    let (scan, plain) = (scan_of(&rows), Plain::all(&rows));
    // One dimension of all findings may be counted in a way of its own.
    for by in Dimension::ALL {
        check_rollup(&scan, &plain, &RollupOptions { by: vec![by], ..RollupOptions::default() });
    }
    for _ in 0..QUESTIONS {
        let filter = filter(&mut choices, &plain, &search);
        check_facets(&mut choices, &scan, &plain, &filter);
        check_rollup(&scan, &plain, &rollup(&mut choices, filter));
        if choices.is_over() {
            return;
        }
    }
}

fn rollup(choices: &mut Choices, filter: Filter) -> RollupOptions {
    let mut by: Vec<Dimension> = Vec::new();
    for _ in 0..choices.next() % 4 {
        let dimension = choices.of(&Dimension::ALL);
        if !by.contains(&dimension) {
            by.push(dimension);
        }
    }
    let sort = choices.of(&[GroupSort::Severity, GroupSort::Findings, GroupSort::Key]);
    RollupOptions { by, filter, sort, limit: choices.of(&[None, Some(0), Some(1), Some(3)]) }
}

fn check_rollup(scan: &Scan, plain: &[Plain], options: &RollupOptions) {
    let RollupOptions { by, filter, sort, limit } = options;
    let rollup = scan.rollup(options).expect("there is memory").expect("it is complete");
    let meant: Vec<&Plain> = plain.iter().filter(|finding| matches(finding, filter)).collect();
    assert_eq!(rollup.figures, figures(&meant), "{options:?}");
    let mut members: BTreeMap<Vec<Value>, Vec<&Plain>> = BTreeMap::new();
    for finding in meant.into_iter().filter(|_| !by.is_empty()) {
        members.entry(by.iter().map(|by| Value::of(finding, *by)).collect()).or_default().push(finding);
    }
    let mut groups: Vec<(Vec<Value>, Figures)> =
        members.into_iter().map(|(key, members)| (key, figures(&members))).collect();
    // A stable sort keeps the order of keys among equals.
    match sort {
        GroupSort::Severity => groups.sort_by_key(|(_, figures)| std::cmp::Reverse(in_order(&figures.by_severity))),
        GroupSort::Findings => groups.sort_by_key(|(_, figures)| std::cmp::Reverse(figures.findings)),
        GroupSort::Key => {}
    }
    groups.truncate(limit.unwrap_or(usize::MAX));
    let told = |key: &[u32]| by.iter().zip(key).map(|(by, value)| scan.word(*by, *value)).collect::<Vec<_>>();
    let ours: Vec<_> = rollup.groups.iter().map(|group| (told(&group.key), group.figures)).collect();
    let theirs: Vec<_> =
        groups.iter().map(|(key, figures)| (key.iter().map(|value| value.word).collect(), *figures)).collect();
    assert_eq!(ours, theirs, "{options:?}");
}

fn check_facets(choices: &mut Choices, scan: &Scan, plain: &[Plain], filter: &Filter) {
    let limit = choices.of(&[None, Some(0), Some(2)]);
    let least = [0.0, 0.1, 0.5, 1.0];
    let options = FacetOptions { dimensions: None, limit, min_epss: Some(least.to_vec()) };
    let facets = scan.facets(filter, &options).expect("there is memory").expect("it is complete");
    assert_eq!(facets.values.len(), Dimension::ALL.len());
    for facet in facets.values {
        let by = facet.dimension;
        let others = but(filter, by);
        let mut counts: BTreeMap<Value, u32> = BTreeMap::new();
        if by == Dimension::Severity {
            counts.extend(SEVERITIES.iter().zip(0..).map(|((_, word), place)| (Value { place, word }, 0)));
        }
        for finding in plain.iter().filter(|finding| matches(finding, &others)) {
            *counts.entry(Value::of(finding, by)).or_default() += 1;
        }
        let mut counts: Vec<(&str, u32)> = counts.into_iter().map(|(value, count)| (value.word, count)).collect();
        if by != Dimension::Severity {
            counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        }
        counts.truncate(limit.unwrap_or(usize::MAX));
        let ours: Vec<_> = facet.values.iter().map(|value| (scan.word(by, value.value), value.count)).collect();
        assert_eq!(ours, counts, "{by:?} under {filter:?}");
    }
    let others = Filter { min_epss: None, ..filter.clone() };
    let steps = facets.min_epss.expect("steps were asked for");
    for (step, min) in steps.iter().zip(least) {
        let reaches = |finding: &&Plain| finding.epss.is_some_and(|epss| epss >= min) && matches(finding, &others);
        assert_eq!((step.min, step.count as usize), (min, plain.iter().filter(reaches).count()), "{filter:?}");
    }
    assert_eq!(steps.len(), least.len());
}

/// A filter without what it asks of one dimension.
fn but(filter: &Filter, dimension: Dimension) -> Filter {
    let mut others = filter.clone();
    match dimension {
        Dimension::Severity => others.severity = None,
        Dimension::Image => others.image = None,
        Dimension::Kind => others.kind = None,
        Dimension::Target => others.target = None,
        Dimension::Package => others.package = None,
        Dimension::Id => others.id = None,
        Dimension::Fixable => others.fixable = None,
        Dimension::Exploit => others.exploit = None,
    }
    others
}

/// A value of a dimension: severities stand in their own order, all others in that of their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Value<'a> {
    place: usize,
    word: &'a str,
}

impl<'a> Value<'a> {
    fn of(finding: &Plain<'a>, dimension: Dimension) -> Value<'a> {
        let flag = |holds: bool| if holds { "true" } else { "false" };
        let word = match dimension {
            Dimension::Severity => {
                let found = SEVERITIES.iter().position(|(severity, _)| *severity == finding.severity);
                let place = found.expect("all are named");
                return Value { place, word: SEVERITIES[place].1 };
            }
            Dimension::Image => finding.text("image"),
            Dimension::Kind => finding.text("kind"),
            Dimension::Target => finding.text("target"),
            Dimension::Package => finding.text("package"),
            Dimension::Id => finding.text("id"),
            Dimension::Fixable => flag(finding.is_fixable),
            Dimension::Exploit => flag(finding.is_exploitable),
        };
        Value { place: 0, word }
    }
}

fn figures(findings: &[&Plain]) -> Figures {
    let count = |holds: fn(&Plain) -> bool| findings.iter().filter(|finding| holds(finding)).count() as u32;
    let distinct = |name| findings.iter().map(|finding| finding.text(name)).collect::<BTreeSet<_>>().len() as u32;
    Figures {
        findings: findings.len() as u32,
        by_severity: SeverityCounts {
            critical: count(|finding| finding.severity == Severity::Critical),
            high: count(|finding| finding.severity == Severity::High),
            medium: count(|finding| finding.severity == Severity::Medium),
            low: count(|finding| finding.severity == Severity::Low),
            unknown: count(|finding| finding.severity == Severity::Unknown),
        },
        unique_ids: distinct("id"),
        unique_packages: distinct("package"),
        unique_images: distinct("image"),
        fixable: count(|finding| finding.is_fixable),
        exploitable: count(|finding| finding.is_exploitable),
        worst: SEVERITIES
            .into_iter()
            .map(|(severity, _)| severity)
            .find(|severity| findings.iter().any(|finding| finding.severity == *severity)),
    }
}

fn in_order(counts: &SeverityCounts) -> [u32; 5] {
    [counts.critical, counts.high, counts.medium, counts.low, counts.unknown]
}
