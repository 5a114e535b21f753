//! The laws of findings, held against slow and obvious twins that work on serde_json's reading of the same bytes.

mod changes;
mod many;
mod orders;

use super::oracle::{Plain, finding};
use super::*;
use crate::wire::severity::{Severity, SeverityCounts};
use proptest::prelude::*;
use serde_json::Value;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

impl Plain {
    /// The dimensions of a filter that refuse this finding; `None` stands for what is no dimension.
    fn refusals(&self, filter: &Filter) -> Vec<Option<Dimension>> {
        let mut refusals = Vec::new();
        let mut check = |dimension: Option<Dimension>, holds: bool| {
            if !holds {
                refusals.push(dimension);
            }
        };
        let listed = |list: &Option<Vec<String>>, name: &str| match list {
            Some(list) => list.iter().any(|text| text == self.text(name)),
            None => true,
        };
        let severities = filter.severity.as_ref().is_none_or(|list| list.contains(&self.severity()));
        check(Some(Dimension::Severity), severities);
        check(Some(Dimension::Image), listed(&filter.image, "image"));
        check(Some(Dimension::Kind), listed(&filter.kind, "kind"));
        check(Some(Dimension::Target), listed(&filter.target, "target"));
        check(Some(Dimension::Package), listed(&filter.package, "package"));
        check(Some(Dimension::Id), listed(&filter.id, "id"));
        check(Some(Dimension::Fixable), filter.fixable.is_none_or(|wanted| wanted == self.fixable()));
        check(Some(Dimension::Exploit), filter.exploit.is_none_or(|wanted| wanted == self.exploit()));
        check(None, listed(&filter.installed_version, "installed_version"));
        check(None, filter.min_epss.is_none_or(|least| self.epss().is_some_and(|epss| epss >= least)));
        let searched = ["id", "package", "title", "target", "image"].map(|name| self.text(name).to_lowercase());
        let terms = filter.text.as_deref().unwrap_or_default().split_whitespace().all(|term| {
            let (wanted, term) = match term.strip_prefix('-') {
                Some(rest) if !rest.is_empty() => (false, rest),
                _ => (true, term),
            };
            searched.iter().any(|text| text.contains(&term.to_lowercase())) == wanted
        });
        check(None, terms);
        refusals
    }
}

fn scan(rows: &[Value]) -> (Scan, Vec<Plain>) {
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(&serde_json::to_vec(rows).unwrap()).unwrap();
    let plain = (0u32..).zip(rows).map(|(row, value)| Plain { row, value: value.clone() }).collect();
    (ingest.finish().unwrap(), plain)
}

fn counts(findings: &[&Plain]) -> SeverityCounts {
    let of = |severity| findings.iter().filter(|finding| finding.severity() == severity).count() as u32;
    SeverityCounts {
        critical: of(Severity::Critical),
        high: of(Severity::High),
        medium: of(Severity::Medium),
        low: of(Severity::Low),
        unknown: of(Severity::Unknown),
    }
}

fn figures(findings: &[&Plain]) -> Figures {
    let unique = |name: &str| findings.iter().map(|finding| finding.text(name)).collect::<BTreeSet<_>>().len() as u32;
    let count = |holds: fn(&Plain) -> bool| findings.iter().filter(|finding| holds(finding)).count() as u32;
    Figures {
        findings: findings.len() as u32,
        by_severity: counts(findings),
        unique_ids: unique("id"),
        unique_packages: unique("package"),
        unique_images: unique("image"),
        fixable: count(Plain::fixable),
        exploitable: count(Plain::exploit),
        worst: findings.iter().map(|finding| finding.severity()).min(),
    }
}

/// Groups by definition, none if no dimension is asked for.
fn groups_of(findings: &[&Plain], by: &[Dimension], sort: GroupSort) -> Vec<(Vec<String>, Figures)> {
    let mut groups: BTreeMap<Vec<String>, Vec<&Plain>> = BTreeMap::new();
    for finding in findings.iter().filter(|_| !by.is_empty()) {
        let key = by.iter().map(|dimension| finding.key(*dimension)).collect();
        groups.entry(key).or_default().push(finding);
    }
    // Flags order as `false`, `true`, as their words do; severities order by severity.
    let place = |key: &[String]| -> Vec<String> {
        let severity = |word: &String| Severity::from_word(word).map(|severity| (severity as u8).to_string());
        let place = |(word, dimension): (&String, &Dimension)| match dimension {
            Dimension::Severity => severity(word).unwrap(),
            _ => word.clone(),
        };
        key.iter().zip(by).map(place).collect()
    };
    let mut groups: Vec<_> = groups.into_iter().map(|(key, findings)| (key, figures(&findings))).collect();
    groups.sort_by_key(|(key, _)| place(key));
    match sort {
        GroupSort::Severity => groups.sort_by_key(|(_, figures)| Reverse(figures.by_severity)),
        GroupSort::Findings => groups.sort_by_key(|(_, figures)| Reverse(figures.findings)),
        GroupSort::Key => {}
    }
    groups
}

fn rows() -> impl Strategy<Value = Vec<Value>> {
    prop::collection::vec(finding(), 0..24)
}

fn texts() -> impl Strategy<Value = Option<Vec<String>>> {
    let text =
        prop::sample::select(vec!["", "a", "b", "alpine:3.10", "CVE-2020-1", "openssl", "os-pkgs/alpine", "nowhere"]);
    prop::option::weighted(0.2, prop::collection::vec(text.prop_map(str::to_owned), 0..4))
}

fn filter() -> impl Strategy<Value = Filter> {
    let severity =
        prop::option::weighted(0.3, prop::collection::vec(prop::sample::select(Severity::ALL.to_vec()), 0..4));
    let flag = || prop::option::weighted(0.2, any::<bool>());
    let epss = prop::option::weighted(0.2, prop::sample::select(vec![0.0, 0.25, 0.5, 0.9, 1.0]));
    let search =
        prop::sample::select(vec!["a", "OPEN", "cve -a", "é", "É -b", "-", " ", "alp 3.10", "zzz", "-c a b", "😀"]);
    let search = prop::option::weighted(0.2, search.prop_map(str::to_owned));
    let lists = (texts(), texts(), texts(), texts(), texts(), texts());
    (severity, lists, flag(), flag(), epss, search).prop_map(|(severity, lists, fixable, exploit, min_epss, text)| {
        let (image, kind, target, package, id, installed_version) = lists;
        Filter { severity, image, kind, target, package, id, installed_version, fixable, exploit, min_epss, text }
    })
}

/// A probability, or one that findings have to the last digit.
fn step() -> impl Strategy<Value = f64> {
    prop_oneof![0.0f64..=1.0, prop::sample::select(vec![0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0])]
}

fn dimensions(most: usize) -> impl Strategy<Value = Vec<Dimension>> {
    prop::sample::subsequence(Dimension::ALL.to_vec(), 0..=most).prop_shuffle()
}

fn matching<'a>(plain: &'a [Plain], filter: &Filter) -> Vec<&'a Plain> {
    plain.iter().filter(|finding| finding.refusals(filter).is_empty()).collect()
}

fn sort_key() -> impl Strategy<Value = Sort> {
    let by = prop::sample::select(SortKey::ALL.to_vec());
    (by, any::<bool>()).prop_map(|(by, descending)| Sort { by, descending })
}

/// How two findings compare in one step, as the documentation has it.
fn compare(a: &Plain, b: &Plain, sort: Sort) -> Ordering {
    let name = match sort.by {
        // The declaration has the most severe first, and the most severe is the greatest.
        SortKey::Severity => return directed(Reverse(a.severity()).cmp(&Reverse(b.severity())), sort.descending),
        SortKey::Fixable => return directed(a.fixable().cmp(&b.fixable()), sort.descending),
        SortKey::Exploit => return directed(a.exploit().cmp(&b.exploit()), sort.descending),
        SortKey::Epss => {
            return match (a.epss(), b.epss()) {
                (Some(a), Some(b)) => directed(a.total_cmp(&b), sort.descending),
                (a, b) => a.is_none().cmp(&b.is_none()),
            };
        }
        SortKey::FixedVersion => return absent_last(a.text("fixed_version"), b.text("fixed_version"), sort.descending),
        SortKey::Title => return absent_last(a.text("title"), b.text("title"), sort.descending),
        SortKey::Id => "id",
        SortKey::Package => "package",
        SortKey::Image => "image",
        SortKey::Target => "target",
        SortKey::Kind => "kind",
        SortKey::InstalledVersion => "installed_version",
    };
    directed(a.text(name).cmp(b.text(name)), sort.descending)
}

fn absent_last(a: &str, b: &str, descending: bool) -> Ordering {
    a.is_empty().cmp(&b.is_empty()).then(directed(a.cmp(b), descending))
}

fn directed(order: Ordering, descending: bool) -> Ordering {
    if descending { order.reverse() } else { order }
}

fn compare_all(a: &Plain, b: &Plain, sort: &[Sort]) -> Ordering {
    let by = |by: SortKey, descending: bool| compare(a, b, Sort { by, descending });
    let asked = sort.iter().fold(Ordering::Equal, |order, sort| order.then_with(|| compare(a, b, *sort)));
    asked
        .then_with(|| by(SortKey::Severity, true))
        .then_with(|| by(SortKey::Exploit, true))
        .then_with(|| by(SortKey::Epss, true))
        .then_with(|| by(SortKey::Fixable, true))
        .then_with(|| by(SortKey::Package, false))
        .then_with(|| by(SortKey::Id, false))
        .then_with(|| a.text("uid").cmp(b.text("uid")))
        .then_with(|| a.row.cmp(&b.row))
}

fn add(a: SeverityCounts, b: SeverityCounts) -> SeverityCounts {
    SeverityCounts {
        critical: a.critical + b.critical,
        high: a.high + b.high,
        medium: a.medium + b.medium,
        low: a.low + b.low,
        unknown: a.unknown + b.unknown,
    }
}

/// The texts of codes, asked for until all are there, and cut where JavaScript cuts them.
fn all_texts(scan: &Scan, column: Option<Column>, codes: Vec<u32>) -> Vec<String> {
    let mut texts = Vec::new();
    while texts.len() < codes.len() {
        let mut ends = codes[texts.len()..].to_vec();
        let run: Vec<u16> = scan.texts(column, &mut ends).encode_utf16().collect();
        let cut = ends.iter().position(|&end| end == NO_TEXT).unwrap_or(ends.len());
        assert!(cut > 0 && (run.len() <= 1 << 15 || cut == 1) && ends[cut..].iter().all(|&end| end == NO_TEXT));
        let starts = [0].into_iter().chain(ends.iter().copied());
        let text = |(start, end): (u32, &u32)| String::from_utf16(&run[start as usize..*end as usize]).unwrap();
        texts.extend(starts.zip(&ends[..cut]).map(text));
    }
    texts
}

/// The values of a group.
fn words(scan: &Scan, by: &[Dimension], group: &RollupGroup) -> Vec<String> {
    by.iter().zip(group.key).map(|(dimension, value)| scan.word(*dimension, value).to_owned()).collect()
}

fn keyed(scan: &Scan, rollup: &Rollup) -> Vec<(Vec<String>, Figures)> {
    rollup.groups.iter().map(|group| (words(scan, &rollup.by, group), group.figures)).collect()
}

#[test]
fn i1_a_completed_scan_of_nothing_has_zeros() {
    let (scan, _) = scan(&[]);
    let rollup = scan.rollup(&RollupOptions { by: vec![Dimension::Image], ..Default::default() }).unwrap().unwrap();
    assert_eq!((rollup.figures, rollup.groups), (Figures::default(), Vec::new()));
    assert!(scan.query(&Query::default()).unwrap().unwrap().rows.is_empty());
}

#[test]
fn a_dimension_of_one_value_keeps_the_values_of_the_others() {
    let (scan, _) = scan(&[serde_json::json!({ "image": "", "fixed_version": "1", "kind": "k" })]);
    let by = vec![Dimension::Image, Dimension::Fixable, Dimension::Kind];
    let rollup = scan.rollup(&RollupOptions { by, ..Default::default() }).unwrap().unwrap();
    assert_eq!(words(&scan, &rollup.by, &rollup.groups[0]), ["", "true", "k"]);
}

#[test]
fn no_identifier_and_an_empty_one_are_one_of_a_group_however_many_others_there_are() {
    for others in [1, 62, 63, 64, 127, 128, 200] {
        let mut rows: Vec<Value> =
            (0..others).map(|at| serde_json::json!({ "id": at.to_string(), "severity": "low" })).collect();
        let nameless = [serde_json::json!({ "id": "", "severity": "high" }), serde_json::json!({ "severity": "high" })];
        rows.extend(nameless);
        let (scan, plain) = scan(&rows);
        let options = RollupOptions { by: vec![Dimension::Severity], ..Default::default() };
        let expected = groups_of(&plain.iter().collect::<Vec<_>>(), &options.by, options.sort);
        assert_eq!(keyed(&scan, &scan.rollup(&options).unwrap().unwrap()), expected, "{others}");
    }
}

#[test]
fn probabilities_below_the_least_that_is_asked_for_are_counted_too() {
    let row = |epss: f64| serde_json::json!({ "epss_details": { "epss": epss } });
    let (scan, _) = scan(&[0.1, 0.4, 0.8].map(row));
    let filter = Filter { min_epss: Some(0.5), ..Default::default() };
    let options = FacetOptions { min_epss: Some(vec![0.0, 0.4, 0.9]), ..Default::default() };
    let steps = scan.facets(&filter, &options).unwrap().unwrap().min_epss.unwrap();
    assert_eq!(steps.iter().map(|step| step.count).collect::<Vec<_>>(), [3, 2, 0]);
}

#[test]
fn all_findings_after_an_offset_may_be_asked_for() {
    let (scan, _) = scan(&["a", "b", "c"].map(|id| serde_json::json!({ "id": id })));
    let page = |offset: usize| scan.query(&Query { offset, limit: usize::MAX, ..Query::default() }).unwrap().unwrap();
    for (offset, rows) in [(0, vec![0, 1, 2]), (1, vec![1, 2]), (3, vec![]), (9, vec![]), (usize::MAX, vec![])] {
        assert_eq!(page(offset), Page { total: 3, offset, rows });
    }
}

#[test]
fn filters_of_as_many_findings_have_pages_of_their_own() {
    let (scan, _) = scan(&["a", "b", "c"].map(|id| serde_json::json!({ "id": id })));
    for id in [0, 1, 2, 0].map(|row| ["a", "b", "c"][row]) {
        let filter = Filter { id: Some(vec![id.to_owned()]), ..Default::default() };
        let expected = scan.matching(&filter);
        assert_eq!(scan.query(&Query { filter, ..Query::default() }).unwrap().unwrap().rows, expected, "{id}");
    }
}

#[test]
fn i5_groups_may_have_any_name() {
    let rows: Vec<Value> =
        ["__proto__", "constructor", "hasOwnProperty"].map(|image| serde_json::json!({ "image": image })).into();
    let (scan, _) = scan(&rows);
    let rollup = scan.rollup(&RollupOptions { by: vec![Dimension::Image], ..Default::default() }).unwrap().unwrap();
    let keys: Vec<&str> = rollup.groups.iter().map(|group| scan.word(Dimension::Image, group.key[0])).collect();
    assert_eq!(keys, ["__proto__", "constructor", "hasOwnProperty"]);
}

#[test]
fn a_row_beyond_the_last_is_not_written() {
    let (scan, _) = scan(&[serde_json::json!({ "id": "a" })]);
    let written = |row: u32| {
        let mut out = String::new();
        scan.write_row(row, &mut out);
        out
    };
    assert_eq!([0, 1, u32::MAX].map(written), [r#"{"id":"a"}"#, "", ""]);
}

proptest! {
    #[test]
    fn a_rollup_is_what_counting_says(
        rows in rows(),
        filter in filter(),
        by in dimensions(3),
        sort in prop::sample::select(GroupSort::ALL.to_vec()),
        limit in prop::option::of(0usize..5),
    ) {
        let (scan, plain) = scan(&rows);
        let options = RollupOptions { by: by.clone(), filter: filter.clone(), sort, limit };
        let rollup = scan.rollup(&options).unwrap().unwrap();
        let matching = matching(&plain, &filter);
        prop_assert_eq!(rollup.figures, figures(&matching));
        let mut expected = groups_of(&matching, &by, sort);
        expected.truncate(limit.unwrap_or(usize::MAX));
        prop_assert_eq!(&rollup.by, &by);
        prop_assert_eq!(keyed(&scan, &rollup), expected);
    }

    #[test]
    fn i2_counts_add_up_and_merge(a in rows(), b in rows(), filter in filter()) {
        let rollup = |rows: &[Value]| {
            let by = vec![Dimension::Image];
            scan(rows).0.rollup(&RollupOptions { filter: filter.clone(), by, ..Default::default() }).unwrap().unwrap()
        };
        let (left, right, both) = (rollup(&a), rollup(&b), rollup(&[a.clone(), b.clone()].concat()));
        prop_assert_eq!(both.figures.by_severity, add(left.figures.by_severity, right.figures.by_severity));
        prop_assert_eq!(both.figures.findings, left.figures.findings + right.figures.findings);
        prop_assert_eq!(both.figures.fixable, left.figures.fixable + right.figures.fixable);
        prop_assert_eq!(both.figures.exploitable, left.figures.exploitable + right.figures.exploitable);
        let counts = both.figures.by_severity;
        prop_assert_eq!(counts.critical + counts.high + counts.medium + counts.low + counts.unknown, both.figures.findings);
        let groups: u32 = both.groups.iter().map(|group| group.figures.findings).sum();
        prop_assert_eq!(groups, both.figures.findings);
    }

    #[test]
    fn i3_unknown_severities_are_all_listed(rows in rows()) {
        let (scan, plain) = scan(&rows);
        let listed: u32 = scan.diagnostics().unwrap().unknown_severities.iter().map(|(_, count)| count).sum();
        let odd = plain.iter().filter(|finding| finding.value["severity"].as_str().is_some_and(|word| Severity::from_word(word).is_none()));
        prop_assert_eq!(listed as usize, odd.count());
    }

    #[test]
    fn the_order_of_findings_changes_no_figure(rows in rows().prop_shuffle(), by in dimensions(3)) {
        let options = RollupOptions { by, ..Default::default() };
        let mut reversed = rows.clone();
        reversed.reverse();
        let figures = |rows: &[Value]| {
            let (scan, _) = scan(rows);
            let rollup = scan.rollup(&options).unwrap().unwrap();
            (rollup.figures, keyed(&scan, &rollup))
        };
        prop_assert_eq!(figures(&rows), figures(&reversed));
    }

    #[test]
    fn facets_are_what_counting_says(rows in rows(), filter in filter()) {
        let (scan, plain) = scan(&rows);
        let facets = scan.facets(&filter, &FacetOptions::default()).unwrap().unwrap();
        prop_assert_eq!(facets.values.len(), Dimension::ALL.len());
        for facet in facets.values {
            let others = |finding: &&Plain| finding.refusals(&filter).iter().all(|refusal| *refusal == Some(facet.dimension));
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            for finding in plain.iter().filter(others) {
                *counts.entry(finding.key(facet.dimension)).or_default() += 1;
            }
            let mut expected: Vec<(String, u32)> = counts.into_iter().collect();
            expected.sort_by_key(|(value, count)| (Reverse(*count), value.clone()));
            if facet.dimension == Dimension::Severity {
                let count = |word: &str| expected.iter().find(|(value, _)| value == word).map_or(0, |(_, count)| *count);
                expected = Severity::ALL.map(|severity| (severity.word().to_owned(), count(severity.word()))).into();
            }
            let word = |value: u32| scan.word(facet.dimension, value).to_owned();
            let values: Vec<(String, u32)> = facet.values.into_iter().map(|value| (word(value.value), value.count)).collect();
            prop_assert_eq!(values, expected, "{:?}", facet.dimension);
        }
    }

    #[test]
    fn steps_of_probability_are_counted_under_all_other_filters(rows in rows(), filter in filter(), steps in prop::collection::vec(step(), 0..4)) {
        let (scan, plain) = scan(&rows);
        let options = FacetOptions { min_epss: Some(steps.clone()), dimensions: Some(Vec::new()), ..Default::default() };
        let facets = scan.facets(&filter, &options).unwrap().unwrap();
        let count = |min| matching(&plain, &Filter { min_epss: Some(min), ..filter.clone() }).len() as u32;
        let expected: Vec<EpssStep> = steps.into_iter().map(|min| EpssStep { min, count: count(min) }).collect();
        prop_assert_eq!(facets, Facets { values: Vec::new(), min_epss: Some(expected) });
    }

    #[test]
    fn a_limited_facet_is_the_beginning_of_the_whole(rows in rows(), filter in filter(), limit in 0usize..5) {
        let (scan, _) = scan(&rows);
        let whole = scan.facets(&filter, &FacetOptions::default()).unwrap().unwrap();
        let cut = scan.facets(&filter, &FacetOptions { limit: Some(limit), ..Default::default() }).unwrap().unwrap();
        for (whole, cut) in whole.values.iter().zip(&cut.values) {
            prop_assert_eq!(whole.values.get(..limit.min(whole.values.len())).unwrap(), cut.values.as_slice());
        }
    }

    #[test]
    fn a_page_is_a_slice_of_one_total_order(rows in rows(), filter in filter(), sort in prop::collection::vec(sort_key(), 0..3), offset in 0usize..30, limit in 0usize..30) {
        let (scan, plain) = scan(&rows);
        let mut expected = matching(&plain, &filter);
        expected.sort_by(|a, b| compare_all(a, b, &sort));
        let expected: Vec<u32> = expected.into_iter().map(|finding| finding.row).collect();
        // Asked twice: what is kept from the first answer must not change the second.
        for _ in 0..2 {
            let page = scan.query(&Query { filter: filter.clone(), sort: sort.clone(), offset, limit }).unwrap().unwrap();
            prop_assert_eq!(page.total as usize, expected.len());
            let end = (offset + limit).min(expected.len());
            prop_assert_eq!(page.rows.as_slice(), expected.get(offset.min(end)..end).unwrap());
        }
        prop_assert_eq!(scan.matching(&filter), matching(&plain, &filter).iter().map(|finding| finding.row).collect::<Vec<_>>());
    }

    #[test]
    fn a_position_is_a_place_in_the_whole_list(rows in rows(), filter in filter(), sort in prop::collection::vec(sort_key(), 0..3)) {
        let (scan, plain) = scan(&rows);
        let query = Query { filter, sort, offset: 0, limit: usize::MAX };
        let listed = scan.query(&query).unwrap().unwrap().rows;
        // What a page leaves out is in the list all the same.
        let narrow = Query { offset: 7, limit: 1, ..query.clone() };
        for uid in plain.iter().filter_map(|finding| finding.value["uid"].as_str()).chain(["nowhere"]) {
            let first = scan.find(uid);
            let expected = listed.iter().position(|row| Some(*row) == first);
            prop_assert_eq!(scan.position(uid, &query), Ok(expected));
            prop_assert_eq!(scan.position(uid, &narrow), Ok(expected));
        }
    }

    #[test]
    fn rows_by_code_are_rows_by_name(rows in rows(), widen in prop_oneof![Just(0usize), Just(9_000)]) {
        // Long titles, so that runs of texts end.
        let rows: Vec<Value> = rows.into_iter().map(|mut row| {
            if let Some(Value::String(title)) = row.get_mut("title") {
                title.push_str(&"é".repeat(widen));
            }
            row
        }).collect();
        let (scan, plain) = scan(&rows);
        // One row more than there are.
        let numbers: Vec<u32> = (0..rows.len() as u32 + 1).collect();
        let codes = scan.codes(&numbers);
        prop_assert_eq!(codes.len(), numbers.len() * ROW_CODES);
        let columns = Column::ALL.into_iter().map(Some).chain([None]);
        for (place, column) in columns.enumerate().filter(|(_, column)| *column != Some(Column::Unnamed)) {
            let codes = codes[place * numbers.len()..][..numbers.len()].to_vec();
            prop_assert!(codes.iter().all(|code| *code < scan.code_counts()[place]));
            let name = column.map_or("uid", Column::name);
            let expected: Vec<Option<&Value>> =
                plain.iter().map(|finding| finding.value.get(name).filter(|value| !value.is_null())).chain([None]).collect();
            let present: Vec<Option<&Value>> =
                expected.iter().zip(&codes).filter(|(_, code)| **code != 0).map(|(value, _)| *value).collect();
            prop_assert!(expected.iter().zip(&codes).all(|(value, code)| value.is_none() == (*code == 0)));
            let texts = all_texts(&scan, column, codes.into_iter().filter(|code| *code != 0).collect());
            let value = |text: String| match column {
                Some(column) if column.is_json() => serde_json::from_str(text.strip_suffix(',').unwrap()).unwrap(),
                _ => Value::String(text),
            };
            let values: Vec<Value> = texts.into_iter().map(value).collect();
            prop_assert_eq!(values.iter().map(Some).collect::<Vec<_>>(), present);
        }
    }

    #[test]
    fn the_first_finding_of_a_uid_is_found(rows in rows()) {
        let (scan, plain) = scan(&rows);
        // After some look-ups, a table answers.
        for finding in plain.iter().cycle().take(plain.len() * 2).chain(plain.iter().cycle().take(40)) {
            let Some(uid) = finding.value["uid"].as_str() else { continue };
            let first = plain.iter().find(|other| other.value["uid"].as_str() == Some(uid)).unwrap();
            prop_assert_eq!(scan.find(uid), Some(first.row));
            prop_assert_eq!(scan.find("nowhere"), None);
        }
    }
}
