//! What must hold for any bytes: the bodies of the fuzz targets, which the replay of the corpus shares.
//!
//! The oracle is serde_json. Where it is stricter than `JSON.parse` (unpaired surrogates, numbers beyond a double, depth),
//! the difference is named and everything else must agree.

#![allow(dead_code, unused_imports)]

mod addresses;
mod answers;
mod arguments;
mod choices;
mod comparisons;
mod counts;
mod csv;
mod edits;
mod errors;
mod exact;
mod leads_of_teams;
mod links;
mod logins;
mod logins_of_teams;
mod long_errors;
mod merged_lists;
mod merges;
mod pages;
mod pairs_by_tiers;
mod plain_filters;
mod plain_findings;
mod possible_renames;
mod probabilities;
mod recipe;
mod recipe_of_arguments;
mod recipe_of_findings;
mod recipe_of_teams;
mod removals;
mod retry_after;
mod rosters;
mod secrets;
mod summaries;
mod team_changes;
mod three_states;
mod timelines;
mod timestamps;
mod versions;

pub use addresses::base_url;
pub use answers::{history, removal, team};
pub use arguments::arguments;
pub use comparisons::comparisons;
pub use counts::counts;
pub use edits::edits;
pub use errors::errors;
pub use links::links;
pub use logins::logins;
pub use long_errors::long_errors;
pub use pages::pages;
pub use probabilities::probabilities;
pub use retry_after::retry_after;
pub use timelines::timelines;
pub use timestamps::timestamp;
pub use versions::versions;

use scanfold::findings::{
    Column, CsvOptions, DiffOptions, Filter, Ingest, IngestError, Limits, MarkdownOptions, Query, ROW_CODES,
    RollupOptions, Scan,
};
use scanfold::json::{Fault, parse as parse_tree};
use scanfold::versions::compare_versions;
use serde_json::Value;

/// The tree parser reads what serde_json reads, and refuses what it refuses.
pub fn parse(data: &[u8]) {
    let ours = parse_tree(data, &Limits::default());
    match oracle(data) {
        Ok(theirs) => {
            let ours = ours.unwrap_or_else(|error| panic!("refused, {error:?}"));
            let again: Value = serde_json::from_str(&ours.to_json().expect("there is memory for it"))
                .expect("what is written is JSON");
            assert_eq!(again, theirs);
        }
        Err(Refusal::Strict) => assert!(ours.is_err(), "accepted, {ours:?}"),
        Err(Refusal::Stricter) => {}
    }
}

/// However a body is cut, the scan and the errors are the same; and the scan holds what serde_json reads.
pub fn ingest(data: &[u8]) {
    let Some((&seed, body)) = data.split_first() else { return };
    let bare = body.trim_ascii_start().first() == Some(&b'[');
    let whole = read(body, bare, usize::MAX);
    for size in [1, usize::from(seed % 61) + 2] {
        match (&whole, read(body, bare, size)) {
            (Ok(whole), Ok(pieces)) => {
                assert_eq!(to_text(whole), to_text(&pieces));
                assert_eq!(whole.diagnostics(), pieces.diagnostics());
            }
            (Err(whole), Err(pieces)) => assert_eq!(*whole, pieces),
            (whole, pieces) => panic!("whole {:?}, in pieces of {size} {:?}", whole.as_ref().err(), pieces.err()),
        }
    }
    match (oracle(body), whole) {
        (Ok(theirs), Ok(scan)) => {
            let ours: Value = serde_json::from_str(&to_text(&scan)).expect("what is written is JSON");
            if bare {
                assert_eq!(ours["findings"], without_nulls(&theirs));
            } else {
                assert_eq!(ours, result_of(&theirs));
            }
        }
        (Ok(theirs), Err(error)) if bare && theirs.as_array().is_some_and(|rows| rows.iter().all(is_allowed)) => {
            panic!("refused, {error:?}")
        }
        (Ok(_), Err(IngestError::Json(error))) => assert!(
            matches!(error.fault, Fault::WrongType | Fault::Missing | Fault::TooDeep | Fault::TooLong),
            "legal JSON, {error:?}"
        ),
        (Err(Refusal::Strict), Ok(_)) => panic!("accepted"),
        _ => {}
    }
}

/// Rows that are nearly alike: each is read as it would be alone, whatever the rows before it taught.
pub fn rows(data: &[u8]) {
    let rows = recipe::rows(data);
    let legal: Vec<&String> =
        rows.iter().filter(|row| read(bracketed(&[row]).as_bytes(), true, usize::MAX).is_ok()).collect();
    let body = bracketed(&legal);
    let scan = read(body.as_bytes(), true, usize::MAX).unwrap_or_else(|error| panic!("{error:?} in {body}"));
    for (at, row) in (0u32..).zip(&legal) {
        let alone = read(bracketed(&[row]).as_bytes(), true, usize::MAX).expect("it was read before");
        let (mut ours, mut expected) = (String::new(), String::new());
        scan.write_row(at, &mut ours);
        alone.write_row(0, &mut expected);
        assert_eq!(ours, expected);
        if let Ok(theirs) = oracle(row.as_bytes()) {
            assert_eq!(serde_json::from_str::<Value>(&ours).expect("a row is JSON"), without_nulls(&theirs));
        }
    }
    for row in rows.iter().filter(|row| oracle(row.as_bytes()).is_ok_and(|row| is_allowed(&row))) {
        assert!(legal.contains(&row), "refused: {row}");
    }
    // A row that is refused alone is refused after the others too.
    for row in rows.iter().filter(|row| !legal.contains(row)) {
        let mut all = legal.clone();
        all.push(row);
        assert!(read(bracketed(&all).as_bytes(), true, usize::MAX).is_err(), "accepted: {row}");
    }
    if let Some(body) = damaged(&legal, data)
        && oracle(&body) == Err(Refusal::Strict)
    {
        assert!(read(&body, true, usize::MAX).is_err(), "accepted: {}", String::from_utf8_lossy(&body));
    }
}

/// The rows, and once more the last of them with one byte changed.
fn damaged(rows: &[&String], data: &[u8]) -> Option<Vec<u8>> {
    let (last, [place, choice]) = (rows.last()?, data.last_chunk()?);
    let mut row = last.as_bytes().to_vec();
    let place = usize::from(*place) % row.len();
    row[place] = b"{}[],:\"\\ 0"[usize::from(*choice) % 10];
    Some([bracketed(rows).strip_suffix(']')?.as_bytes(), b",", &row, b"]"].concat())
}

/// Exports of any findings count what the rollup counts, and read back.
pub fn exports(data: &[u8]) {
    let rows = recipe::rows(data);
    let legal: Vec<&String> =
        rows.iter().filter(|row| read(bracketed(&[row]).as_bytes(), true, usize::MAX).is_ok()).collect();
    let scan = read(bracketed(&legal).as_bytes(), true, usize::MAX).expect("each row is legal");
    let rollup = scan.rollup(&RollupOptions::default()).expect("there is memory").expect("it is complete");
    let findings = rollup.figures.findings as usize;
    assert_eq!(findings, legal.len());

    let order = scan
        .query(&Query { limit: findings, ..Query::default() })
        .expect("there is memory")
        .expect("it is complete")
        .rows;
    for raw in [true, false] {
        let lines = csv::read(&scan.to_csv(&CsvOptions { raw, ..CsvOptions::default() }).expect("it is short"));
        assert_eq!(lines.len(), findings + 1);
        let epss = lines[0].iter().position(|name| *name == "epss");
        assert!(epss.is_some_and(|place| place >= 11), "it is after the texts");
        for (line, row) in lines.iter().skip(1).zip(&order) {
            assert_eq!(line.len(), lines[0].len());
            let mut text = String::new();
            scan.write_row(*row, &mut text);
            let row: Value = serde_json::from_str(&text).expect("a row is JSON");
            for (cell, name) in line.iter().zip(&lines[0]).take_while(|(_, name)| *name != "epss") {
                let original = row[name].as_str().unwrap_or("");
                let undone = if raw { None } else { cell.strip_prefix('\'') };
                assert!(cell == original || undone == Some(original), "{name}: {cell:?} for {original:?}");
                assert!(raw || !cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\0']), "{cell:?}");
            }
        }
    }

    let json: Value = serde_json::from_str(&scan.to_json().expect("it is short")).expect("a result is JSON");
    for (at, written) in (0..).zip(json["findings"].as_array().expect("it is complete")) {
        let mut text = String::new();
        scan.write_row(at, &mut text);
        assert_eq!(serde_json::from_str::<Value>(&text).as_ref().ok(), Some(written));
    }

    let sarif: Value =
        serde_json::from_str(&scan.to_sarif(&Filter::default()).expect("it is short")).expect("SARIF is JSON");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(findings));
    let markdown = scan.to_markdown(&MarkdownOptions::default()).expect("it is short");
    let table = markdown.lines().filter(|line| line.starts_with('|'));
    table.for_each(|line| assert!(line.ends_with('|') && !line.contains(['<', '>']), "{line}"));

    let turned: Vec<&String> = legal.iter().rev().copied().collect();
    let turned = read(bracketed(&turned).as_bytes(), true, usize::MAX).expect("each row is legal");
    for other in [&scan, &turned] {
        let same = other.diff(&scan, &DiffOptions::default()).expect("there is memory").expect("both are complete");
        assert_eq!((same.added.len(), same.resolved.len(), same.persisting as usize), (0, 0, findings));
        assert!(same.severity_changed.is_empty(), "{same:?}");
    }
    scan.remediation(&Filter::default(), None).expect("there is memory");
    for pair in legal.windows(2) {
        let order = compare_versions(pair[0], pair[1], None);
        assert_eq!(compare_versions(pair[1], pair[0], None), order.map(std::cmp::Ordering::reverse));
    }
}

fn bracketed(rows: &[&String]) -> String {
    let rows: Vec<&str> = rows.iter().map(|row| row.as_str()).collect();
    ["[", &rows.join(","), "]"].concat()
}

fn read(body: &[u8], bare: bool, size: usize) -> Result<Scan, IngestError> {
    let mut ingest = if bare { Ingest::rows(Limits::default()) } else { Ingest::new(Limits::default()) };
    for chunk in body.chunks(size) {
        ingest.push(chunk)?;
    }
    ingest.finish()
}

fn to_text(scan: &Scan) -> String {
    scan.to_json().unwrap_or_default()
}

/// Why serde_json refuses a text.
#[derive(Debug, PartialEq)]
enum Refusal {
    /// It is no JSON.
    Strict,
    /// It is JSON, or may be, that serde_json does not take.
    Stricter,
}

fn oracle(data: &[u8]) -> Result<Value, Refusal> {
    let data = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data);
    match serde_json::from_slice(data) {
        Ok(mut value) => {
            drop_proto(&mut value);
            Ok(value)
        }
        Err(error) => {
            let text = error.to_string();
            let named = ["surrogate", "end of hex escape", "number out of range", "recursion limit"];
            Err(if named.iter().any(|name| text.contains(name)) { Refusal::Stricter } else { Refusal::Strict })
        }
    }
}

fn drop_proto(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("__proto__");
            members.values_mut().for_each(drop_proto);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_proto),
        _ => {}
    }
}

/// The members of a finding that count as absent if they are `null`.
const NAMED: [&str; ROW_CODES - 1] = [
    "uid",
    "image",
    "kind",
    "target",
    "id",
    "package",
    "severity",
    "installed_version",
    "fixed_version",
    "title",
    "primary_url",
    "epss_details",
    "public_exploit",
];

/// Whether a finding is one that the interface allows, and no limit is near: it must not be refused.
fn is_allowed(finding: &Value) -> bool {
    let Value::Object(members) = finding else { return false };
    let fits = |(name, value): (&String, &Value)| match Column::from_name(name) {
        Some(column) if column.is_json() => value.is_null() || value.is_object() || value.is_array(),
        Some(_) => value.is_null() || value.is_string(),
        None => name != "uid" || value.is_null() || value.is_string(),
    };
    members.iter().all(fits) && depth(finding) < 100
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or_default(),
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

/// A whole result as the scan writes it: without the named members that are `null`.
fn result_of(theirs: &Value) -> Value {
    let mut result = theirs.clone();
    if let Some(members) = result.as_object_mut() {
        members.retain(|name, value| !value.is_null() || !RESULT.contains(&name.as_str()));
        if let Some(findings) = members.get_mut("findings") {
            *findings = without_nulls(findings);
        }
    }
    result
}

/// The members of a result that have a name in the interface.
const RESULT: [&str; 7] = ["scan_id", "status", "created_at", "completed_at", "repositories", "findings", "error"];

fn without_nulls(findings: &Value) -> Value {
    let mut findings = findings.clone();
    let rows = match &mut findings {
        Value::Array(rows) => rows.as_mut_slice(),
        row => std::slice::from_mut(row),
    };
    for row in rows.iter_mut().filter_map(Value::as_object_mut) {
        row.retain(|name, value| !value.is_null() || !NAMED.contains(&name.as_str()));
    }
    findings
}
