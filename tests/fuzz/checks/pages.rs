//! Questions for pages of findings, answered twice: by the library, and by plain filters and sorts of all rows.

use super::choices::Choices;
use super::logins::folded;
use super::plain_findings::{Plain, rows_of_json, scan_of};
use scanfold::findings::{Filter, Query, Scan, Sort, SortKey};
use scanfold::wire::severity::Severity;
use serde_json::{Map, Value, json};
use std::cmp::Ordering;

/// Most findings, and most questions about them. Orders of so many that they are split are left to the tests of the code.
const ROWS: usize = 800;
const QUESTIONS: usize = 5;

/// The first line chooses filters, orders and pages, the second is searched for, the others are findings: a JSON array, or one a
/// line.
pub fn pages(data: &[u8]) {
    let mut lines = data.splitn(3, |byte| *byte == b'\n');
    let [choices, search, rest] = std::array::from_fn(|_| lines.next().unwrap_or_default());
    let rows = if rest.starts_with(b"[") { rows_of_json(rest) } else { Some(rows_of_lines(rest)) };
    let Some(rows) = rows else { return };
    let (scan, plain) = (scan_of(&rows), Plain::all(&rows));
    let search = String::from_utf8_lossy(search);
    let mut choices = Choices(choices);
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
}

/// Cells of a line, separated by tabs; an empty one is absent, and `_` is empty.
const CELLS: [&str; 10] =
    ["severity", "uid", "image", "kind", "target", "id", "package", "installed_version", "fixed_version", "title"];

/// A finding for each line; a star and one more character repeat the one before, under other uids.
fn rows_of_lines(data: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(data);
    let mut rows: Vec<Value> = Vec::new();
    for line in text.lines() {
        let count = line.strip_prefix('*').and_then(|rest| rest.chars().next());
        match (count, rows.last().cloned()) {
            (Some(count), Some(mut row)) => {
                for number in 0..count as usize % 128 {
                    row["uid"] = uid(number * 7 % 128).into();
                    rows.push(row.clone());
                }
            }
            _ => rows.push(row_of(line)),
        }
    }
    rows.truncate(ROWS);
    rows
}

/// Most uids are UUIDs, and a few occur twice.
fn uid(number: usize) -> String {
    match number % 16 {
        0 => format!("plain {number}"),
        1 => "123e4567-e89b-12d3-a456-426614174000".to_owned(),
        _ => format!("{number:08x}-0000-4000-8000-000000000000"),
    }
}

fn row_of(line: &str) -> Value {
    let mut cells = line.split('\t');
    let mut row = Map::new();
    for (name, cell) in CELLS.iter().zip(&mut cells).filter(|(_, cell)| !cell.is_empty()) {
        row.insert((*name).to_owned(), if cell == "_" { "" } else { cell }.into());
    }
    if let Some(epss) = cells.next().filter(|cell| !cell.is_empty()) {
        row.insert("epss_details".to_owned(), json!({ "epss": epss }));
    }
    if let Some(exploit) = cells.next() {
        row.insert("public_exploit".to_owned(), if exploit.is_empty() { json!({}) } else { json!([exploit]) });
    }
    Value::Object(row)
}

fn query(choices: &mut Choices, plain: &[Plain], search: &str) -> Query {
    let parts = choices.next() | choices.next() << 8;
    let mut part = (0..).map(|bit| parts >> bit & 1 == 1);
    let mut is_asked = || part.next() == Some(true);
    let text = is_asked().then(|| search.to_owned());
    let severity = is_asked().then(|| (0..choices.next() % 4).map(|_| choices.of(&Severity::ALL)).collect());
    let mut list = |name| is_asked().then(|| wanted(choices, plain, name));
    let [image, kind, target, package, id, installed_version] =
        ["image", "kind", "target", "package", "id", "installed_version"].map(&mut list);
    let [fixable, exploit] = [(); 2].map(|()| is_asked().then(|| choices.next() % 2 == 1));
    let min_epss = is_asked().then(|| choices.of(&[0.0, 0.1, 0.25, 0.5, 0.97, 1.0]));
    let filter =
        Filter { severity, image, kind, target, package, id, installed_version, fixable, exploit, min_epss, text };
    Query { filter, sort: sort(choices), ..Query::default() }
}

/// Texts that findings have, the empty one, and one that none has.
fn wanted(choices: &mut Choices, plain: &[Plain], name: &str) -> Vec<String> {
    let text = |place: usize| match plain.get(place % (plain.len() + 2)) {
        Some(finding) => finding.text(name),
        None if place.is_multiple_of(2) => "",
        None => "nowhere",
    };
    (0..choices.next() % 5).map(|_| text(choices.next()).to_owned()).collect()
}

fn sort(choices: &mut Choices) -> Vec<Sort> {
    let step = |choice: usize| Sort { by: SortKey::ALL[choice / 2 % SortKey::ALL.len()], descending: choice % 2 == 1 };
    (0..choices.next() % 4).map(|_| step(choices.next())).collect()
}

/// Whether a finding matches every part of a filter.
fn matches(finding: &Plain, filter: &Filter) -> bool {
    let listed = |list: &Option<Vec<String>>, name| {
        list.as_ref().is_none_or(|list| list.iter().any(|text| text == finding.text(name)))
    };
    filter.severity.as_ref().is_none_or(|list| list.contains(&finding.severity))
        && listed(&filter.image, "image")
        && listed(&filter.kind, "kind")
        && listed(&filter.target, "target")
        && listed(&filter.package, "package")
        && listed(&filter.id, "id")
        && listed(&filter.installed_version, "installed_version")
        && filter.fixable.is_none_or(|wanted| wanted == finding.is_fixable)
        && filter.exploit.is_none_or(|wanted| wanted == finding.is_exploitable)
        && filter.min_epss.is_none_or(|least| finding.epss.is_some_and(|epss| epss >= least))
        && filter.text.as_ref().is_none_or(|text| text.split_whitespace().all(|term| holds(finding, term)))
}

/// Whether what a term says of a finding is so.
fn holds(finding: &Plain, term: &str) -> bool {
    let without_case = |text: &str| -> String { text.chars().map(folded).collect() };
    let unwanted = term.strip_prefix('-').filter(|rest| !rest.is_empty());
    let term = without_case(unwanted.unwrap_or(term));
    let searched = ["id", "package", "title", "target", "image"];
    let is_there = searched.iter().any(|name| without_case(finding.text(name)).contains(&term));
    is_there == unwanted.is_none()
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
        _ => a.text(by.word()).cmp(b.text(by.word())),
    };
    if descending { order.reverse() } else { order }
}
