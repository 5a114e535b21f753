//! Questions for pages of findings, and for places in their lists, answered twice: by the library, and by plain filters and sorts of
//! all rows.

use super::choices::Choices;
use super::plain_filters::{filter, matches};
use super::plain_findings::{Plain, scan_of};
use super::recipe_of_findings::{Asked, asked_of};
use scanfold::findings::{Query, Scan, Sort, SortKey};
use std::cmp::Ordering;

/// Most questions. Orders of so many findings that they are split are left to the tests of the code.
const QUESTIONS: usize = 5;

/// Findings whose place is asked for.
const PLACES: usize = 8;

/// Asks for pages by filters and orders that the first line chooses.
pub fn pages(data: &[u8]) {
    let Some(Asked { mut choices, search, rows }) = asked_of(data) else { return };
    let (scan, plain) = (scan_of(&rows), Plain::all(&rows));
    // What a question leaves behind may serve the next, so some are asked again.
    let mut asked: Vec<Query> = Vec::new();
    for _ in 0..QUESTIONS {
        let earlier = asked.get(choices.next() % 8).cloned();
        let mut query = earlier.unwrap_or_else(|| query(&mut choices, &plain, &search));
        if choices.next() % 4 == 1 {
            query.sort = sort(&mut choices);
        }
        query.offset = choices.of(&[0, 0, 1, plain.len() / 2, plain.len(), usize::MAX]);
        query.limit = choices.of(&[100, usize::MAX, 0, 1, plain.len() / 3]);
        check(&scan, &plain, &query);
        asked.push(query);
        if choices.is_over() {
            return;
        }
    }
}

fn check(scan: &Scan, plain: &[Plain], query: &Query) {
    let mut expected: Vec<&Plain> = plain.iter().filter(|finding| matches(finding, &query.filter)).collect();
    expected.sort_by(|a, b| in_order(a, b, &query.sort));
    let rows: Vec<u32> = expected.iter().map(|finding| finding.row).skip(query.offset).take(query.limit).collect();
    let page = scan.query(query).expect("there is memory").expect("it is complete");
    assert_eq!((page.total as usize, page.offset), (expected.len(), query.offset), "{query:?}");
    assert_eq!(page.rows, rows, "{query:?}");
    for finding in plain.iter().filter(|finding| !finding.text("uid").is_empty()).take(PLACES) {
        let uid = finding.text("uid");
        let first = plain.iter().find(|other| other.text("uid") == uid).map(|other| other.row);
        let place = expected.iter().position(|other| Some(other.row) == first);
        assert_eq!(scan.position(uid, query), Ok(place), "{uid} in {query:?}");
    }
}

fn query(choices: &mut Choices, plain: &[Plain], search: &str) -> Query {
    Query { filter: filter(choices, plain, search), sort: sort(choices), ..Query::default() }
}

fn sort(choices: &mut Choices) -> Vec<Sort> {
    let step = |choice: usize| Sort { by: SortKey::ALL[choice / 2 % SortKey::ALL.len()], descending: choice % 2 == 1 };
    (0..choices.next() % 4).map(|_| step(choices.next())).collect()
}

/// By the steps asked for, then those of the default order, then uid, then place.
fn in_order(a: &Plain, b: &Plain, sort: &[Sort]) -> Ordering {
    let default = [
        (SortKey::Severity, true),
        (SortKey::Exploit, true),
        (SortKey::Epss, true),
        (SortKey::Fixable, true),
        (SortKey::Package, false),
        (SortKey::Id, false),
    ];
    let asked = sort.iter().map(|step| (step.by, step.descending));
    let decided =
        asked.chain(default).map(|(by, descending)| compare(a, b, by, descending)).find(|order| order.is_ne());
    decided.unwrap_or_else(|| a.text("uid").cmp(b.text("uid")).then(a.row.cmp(&b.row)))
}

fn compare(a: &Plain, b: &Plain, by: SortKey, descending: bool) -> Ordering {
    let order = match by {
        // The most severe is declared first, and is the greatest.
        SortKey::Severity => b.severity.cmp(&a.severity),
        SortKey::Fixable => a.is_fixable.cmp(&b.is_fixable),
        SortKey::Exploit => a.is_exploitable.cmp(&b.is_exploitable),
        SortKey::Epss => match (a.epss, b.epss) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            // Last in both directions.
            (a, b) => return a.is_none().cmp(&b.is_none()),
        },
        SortKey::FixedVersion | SortKey::Title if a.text(by.word()).is_empty() != b.text(by.word()).is_empty() => {
            return a.text(by.word()).is_empty().cmp(&b.text(by.word()).is_empty());
        }
        _ => a.text(by.word()).cmp(b.text(by.word())),
    };
    if descending { order.reverse() } else { order }
}
