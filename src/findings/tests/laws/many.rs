//! The laws of selections and orders of many findings: several blocks, and orders made part by part.

use super::*;

/// More than a block.
const ROWS: u32 = 18_000;

/// Findings that differ in every column, in no order, some without a value.
pub(super) fn rows() -> Vec<Value> {
    let mut state = 0x9E37_79B9_u32;
    let mut below = move |most: u32| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state % most
    };
    let severities = ["critical", "high", "medium", "low", "low", "low", "unknown"];
    let row = |at: u32| {
        serde_json::json!({
            "uid": format!("{:08x}-0000-4000-a000-{at:012x}", below(1 << 20)),
            "image": format!("image:{}", at / 900),
            "kind": (below(9) > 0).then(|| format!("kind-{}", below(4))),
            "package": format!("package-{}", below(300)),
            "id": format!("CVE-{}", below(2_000)),
            "severity": severities[below(7) as usize],
            "fixed_version": if below(3) == 0 { "" } else { "1.2" },
            "epss_details": (below(4) > 0).then(|| serde_json::json!({ "epss": f64::from(below(1_000)) / 1_000.0 })),
            "public_exploit": (below(20) == 0).then(|| serde_json::json!({ "known": true })),
        })
    };
    (0..ROWS).map(row).collect()
}

pub(super) fn filters() -> Vec<Filter> {
    let texts = |texts: &[&str]| Some(texts.iter().map(|text| (*text).to_owned()).collect());
    vec![
        Filter::default(),
        Filter { severity: Some(vec![Severity::Low, Severity::Unknown]), ..Default::default() },
        Filter { severity: Some(vec![Severity::Unknown]), exploit: Some(false), ..Default::default() },
        Filter { kind: texts(&["kind-1", ""]), fixable: Some(true), ..Default::default() },
        // Its findings stand together, on both sides of a block's end.
        Filter { image: texts(&["image:18"]), ..Default::default() },
        Filter { min_epss: Some(0.5), kind: texts(&["kind-0", "kind-1", "kind-2"]), ..Default::default() },
        Filter { text: Some("package-2 -cve-1".to_owned()), ..Default::default() },
        Filter { package: texts(&["package-7"]), id: texts(&["CVE-7"]), ..Default::default() },
        Filter { severity: Some(Vec::new()), ..Default::default() },
    ]
}

#[test]
fn pages_of_many_findings_are_slices_of_one_total_order() {
    let (scan, plain) = scan(&rows());
    let by = |word: &str, descending: bool| Sort { by: SortKey::from_word(word).unwrap(), descending };
    let sorts =
        [vec![], vec![by("severity", true), by("package", false)], vec![by("kind", false)], vec![by("id", true)]];
    for sort in sorts {
        for filter in filters() {
            let mut expected = matching(&plain, &filter);
            expected.sort_by(|a, b| compare_all(a, b, &sort));
            // From the end to the beginning, so that parts are read before those ahead of them.
            for (offset, limit) in [(17_990, 100), (9_000, 300), (5_000, 0), (1_090, 5_000), (0, 100), (0, 20_000)] {
                let query = Query { filter: filter.clone(), sort: sort.clone(), offset, limit };
                let page = scan.query(&query).unwrap().unwrap();
                assert_eq!(page.total as usize, expected.len());
                let rows = expected.iter().skip(offset).take(limit).map(|finding| finding.row);
                assert!(rows.eq(page.rows), "{filter:?} {sort:?} {offset}");
            }
        }
    }
}

#[test]
fn findings_asked_for_in_two_orders_in_turns_come_in_each() {
    let (scan, plain) = scan(&rows());
    let sorts = [vec![], vec![Sort { by: SortKey::Package, descending: true }]];
    for filter in filters() {
        for sort in sorts.iter().chain(&sorts) {
            let mut expected = matching(&plain, &filter);
            expected.sort_by(|a, b| compare_all(a, b, sort));
            let page =
                scan.query(&Query { filter: filter.clone(), sort: sort.clone(), ..Query::default() }).unwrap().unwrap();
            assert!(expected.iter().take(100).map(|finding| finding.row).eq(page.rows), "{filter:?} {sort:?}");
        }
    }
}

#[test]
fn a_page_is_in_order_wherever_it_ends() {
    let (scan, plain) = scan(&rows());
    for sort in [vec![], vec![Sort { by: SortKey::Kind, descending: true }]] {
        let mut expected: Vec<&Plain> = plain.iter().collect();
        expected.sort_by(|a, b| compare_all(a, b, &sort));
        // From the beginning: each page has one row that nobody has looked at.
        for (offset, pair) in expected.windows(2).enumerate() {
            let page =
                scan.query(&Query { sort: sort.clone(), offset, limit: 2, ..Query::default() }).unwrap().unwrap();
            assert!(pair.iter().map(|finding| finding.row).eq(page.rows), "{sort:?} {offset}");
        }
    }
}

const WIDE: [&str; 5] = ["image", "target", "installed_version", "package", "id"];

/// Findings with many texts in each of these columns, and half of them without any, so that the next column decides too.
fn wide_rows() -> Vec<Value> {
    let row = |at: u32| {
        let of = |place: u32| at.wrapping_mul(2 * place + 0x9E37_79B1).rotate_left(7 * place + 3);
        let text = |(place, name): (u32, &str)| {
            let text = if of(place) % 2 == 0 { String::new() } else { (of(place) % 30_000).to_string() };
            (name.to_owned(), Value::String(text))
        };
        (0..).zip(WIDE).map(text).collect::<serde_json::Map<_, _>>().into()
    };
    (0..ROWS).map(row).collect()
}

#[test]
fn an_order_by_many_columns_of_many_texts_is_total_too() {
    let (scan, plain) = scan(&wide_rows());
    let sort: Vec<Sort> =
        WIDE.map(|word| Sort { by: SortKey::from_word(word).unwrap(), descending: word == "id" }).into();
    let mut expected: Vec<&Plain> = plain.iter().collect();
    expected.sort_by(|a, b| compare_all(a, b, &sort));
    let page = scan.query(&Query { sort, limit: usize::MAX, ..Query::default() }).unwrap().unwrap();
    assert!(expected.into_iter().map(|finding| finding.row).eq(page.rows));
}

#[test]
fn many_groups_of_many_texts_have_the_figures_that_counting_says() {
    let (scan, plain) = scan(&wide_rows());
    let by = vec![Dimension::Image, Dimension::Target, Dimension::Package];
    for filter in [Filter::default(), Filter { text: Some("1".to_owned()), ..Default::default() }] {
        let options = RollupOptions { by: by.clone(), filter: filter.clone(), sort: GroupSort::Key, limit: None };
        let rollup = scan.rollup(&options).unwrap().unwrap();
        let matching = matching(&plain, &filter);
        let mut groups: BTreeMap<Vec<String>, Vec<&Plain>> = BTreeMap::new();
        for &finding in &matching {
            groups.entry(by.iter().map(|dimension| finding.key(*dimension)).collect()).or_default().push(finding);
        }
        let expected: Vec<_> = groups.into_iter().map(|(key, findings)| (key, figures(&findings))).collect();
        assert_eq!(rollup.figures, figures(&matching));
        assert!(keyed(&scan, &rollup) == expected, "{filter:?}");
    }
}

#[test]
fn figures_and_facets_of_many_findings_are_what_counting_says() {
    let (scan, plain) = scan(&rows());
    for filter in filters() {
        let matching = matching(&plain, &filter);
        let rollup = scan.rollup(&RollupOptions { filter: filter.clone(), ..Default::default() }).unwrap().unwrap();
        assert_eq!(rollup.figures, figures(&matching), "{filter:?}");
        assert_eq!(scan.matching(&filter), matching.iter().map(|finding| finding.row).collect::<Vec<_>>());
        let grouped = RollupOptions { by: vec![Dimension::Kind], filter: filter.clone(), ..Default::default() };
        let grouped = scan.rollup(&grouped).unwrap().unwrap();
        assert_eq!(grouped.figures, rollup.figures);
        let refusals: Vec<_> = plain.iter().map(|finding| finding.refusals(&filter)).collect();
        for facet in scan.facets(&filter, &FacetOptions::default()).unwrap().unwrap().values {
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            for (finding, refusals) in plain.iter().zip(&refusals) {
                if refusals.iter().all(|refusal| *refusal == Some(facet.dimension)) {
                    *counts.entry(finding.key(facet.dimension)).or_default() += 1;
                }
            }
            let word = |value: u32| scan.word(facet.dimension, value).to_owned();
            let found =
                facet.values.iter().filter(|value| value.count > 0).map(|value| (word(value.value), value.count));
            assert_eq!(found.collect::<BTreeMap<_, _>>(), counts, "{filter:?} {:?}", facet.dimension);
        }
    }
}

#[test]
fn groups_have_the_figures_that_counting_says_whether_few_are_possible_or_many() {
    use Dimension::{Exploit, Fixable, Id, Image, Kind, Package, Severity};
    let (scan, plain) = scan(&rows());
    for by in
        [vec![Kind], vec![Severity, Kind, Fixable], vec![Image, Package], vec![Package, Exploit, Id], vec![Id, Id]]
    {
        for filter in filters().into_iter().step_by(2) {
            let expected = groups_of(&matching(&plain, &filter), &by, GroupSort::Findings);
            for limit in [usize::MAX, 1, 60] {
                let options = RollupOptions {
                    by: by.clone(),
                    filter: filter.clone(),
                    sort: GroupSort::Findings,
                    limit: Some(limit),
                };
                let groups = keyed(&scan, &scan.rollup(&options).unwrap().unwrap());
                let expected: Vec<_> = expected.iter().take(limit).cloned().collect();
                assert!(groups == expected, "{by:?} {filter:?} {limit}");
            }
        }
    }
}

#[test]
fn images_have_the_figures_that_counting_says_whether_they_come_in_one_piece_or_not() {
    let rows = rows();
    let with = |more: Value| rows.iter().cloned().chain([more]).collect::<Vec<_>>();
    let again = rows[5].clone();
    let empty = serde_json::json!({ "image": "image:new", "package": "", "severity": "high" });
    let nameless = serde_json::json!({ "image": "" });
    // An empty text and none are one value, of the image and of what is counted in it.
    let of = |image: &[Value]| rows.iter().chain(image).cloned().collect::<Vec<_>>();
    let images = of(&[nameless.clone(), serde_json::json!({ "id": "x" })]);
    let packages = of(&[empty.clone(), serde_json::json!({ "image": "image:new" })]);
    // Images of few findings and of more, one after another.
    let of_length = |length: usize| {
        rows.iter().take(length).cloned().map(move |mut row| {
            row["image"] = length.to_string().into();
            row
        })
    };
    let lengths: Vec<Value> = (1..70).flat_map(of_length).collect();
    for rows in [rows.clone(), with(again), with(empty), with(nameless), images, packages, lengths] {
        let (scan, plain) = scan(&rows);
        let options = RollupOptions { by: vec![Dimension::Image], sort: GroupSort::Key, ..Default::default() };
        let rollup = scan.rollup(&options).unwrap().unwrap();
        let mut images: BTreeMap<Vec<String>, Vec<&Plain>> = BTreeMap::new();
        for finding in &plain {
            images.entry(vec![finding.key(Dimension::Image)]).or_default().push(finding);
        }
        let expected: Vec<_> = images.into_iter().map(|(image, findings)| (image, figures(&findings))).collect();
        assert_eq!(keyed(&scan, &rollup), expected);
        assert_eq!(rollup.figures, figures(&plain.iter().collect::<Vec<_>>()));
    }
}

#[test]
fn an_installed_version_is_asked_for_and_sorted_by_its_text_however_many_there_are() {
    // So many different texts that repeated ones are not looked for any more.
    let mut versions: Vec<String> = (0..ROWS + 100).map(|at| format!("1.{at}")).collect();
    versions.extend(["1.7", "", "1.8", "1.7"].map(str::to_owned));
    // The last of those with one version comes first by uid.
    let row = |(at, version): (u32, &String)| {
        let uid = format!("{:06}", 900_000 - at);
        serde_json::json!({ "installed_version": version, "uid": uid })
    };
    let rows: Vec<Value> = (0..).zip(&versions).map(row).chain([serde_json::json!({})]).collect();
    let (scan, plain) = scan(&rows);
    let sort = vec![Sort { by: SortKey::InstalledVersion, descending: false }];
    let mut expected: Vec<&Plain> = plain.iter().collect();
    expected.sort_by(|a, b| compare_all(a, b, &sort));
    let page = scan.query(&Query { sort, limit: usize::MAX, ..Query::default() }).unwrap().unwrap();
    assert!(expected.into_iter().map(|finding| finding.row).eq(page.rows));
    for asked in [vec!["1.7"], vec!["1.8", "1.7"], vec![""], vec!["", "1.9", "nowhere"], vec![]] {
        let texts = asked.iter().map(|text| (*text).to_owned()).collect();
        let filter = Filter { installed_version: Some(texts), ..Default::default() };
        let expected: Vec<u32> = matching(&plain, &filter).iter().map(|finding| finding.row).collect();
        assert_eq!(scan.matching(&filter), expected, "{asked:?}");
    }
}

#[test]
fn findings_of_more_identifiers_than_narrow_codes_name_are_found_and_counted() {
    let row = |at: u32| serde_json::json!({ "image": (at / 30_000).to_string(), "id": at.to_string(), "package": (at % 999).to_string() });
    let (scan, plain) = scan(&(0..70_000).map(row).collect::<Vec<_>>());
    let texts = |texts: &[&str]| Some(texts.iter().map(|text| (*text).to_owned()).collect());
    for filter in [
        Filter::default(),
        Filter { package: texts(&["7"]), ..Default::default() },
        Filter { id: texts(&["3", "65535", "65536", "69999"]), ..Default::default() },
        Filter { text: Some("-999".to_owned()), ..Default::default() },
    ] {
        let mut expected = matching(&plain, &filter);
        assert_eq!(scan.matching(&filter), expected.iter().map(|finding| finding.row).collect::<Vec<_>>());
        let by = vec![Dimension::Image];
        let rollup = scan.rollup(&RollupOptions { by, filter: filter.clone(), ..Default::default() }).unwrap().unwrap();
        assert_eq!(rollup.figures, figures(&expected), "{filter:?}");
        assert_eq!(rollup.groups.iter().map(|group| group.figures.unique_ids).sum::<u32>(), rollup.figures.findings);
        let ids = FacetOptions { dimensions: Some(vec![Dimension::Id]), ..Default::default() };
        let ids = scan.facets(&filter, &ids).unwrap().unwrap().values.remove(0).values;
        assert!(ids.iter().all(|id| id.count == 1));
        let sort = vec![Sort { by: SortKey::Id, descending: true }];
        expected.sort_by(|a, b| compare_all(a, b, &sort));
        let page = scan.query(&Query { filter, sort, limit: usize::MAX, ..Query::default() }).unwrap().unwrap();
        assert!(expected.into_iter().map(|finding| finding.row).eq(page.rows));
    }
}
