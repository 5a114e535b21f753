//! Turns lines into findings of which many are alike, and into what is asked of them.

use super::choices::Choices;
use super::plain_findings::rows_of_json;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// Most findings.
const ROWS: usize = 800;

/// Questions about findings: what chooses them, what is searched for, and the findings.
pub struct Asked<'a> {
    pub choices: Choices<'a>,
    pub search: Cow<'a, str>,
    pub rows: Vec<Value>,
}

/// The first line chooses, the second is searched for, the others are findings: a JSON array, or one a line.
pub fn asked_of(data: &[u8]) -> Option<Asked<'_>> {
    let mut lines = data.splitn(3, |byte| *byte == b'\n');
    let [choices, search, rest] = std::array::from_fn(|_| lines.next().unwrap_or_default());
    let rows = if rest.starts_with(b"[") { rows_of_json(rest)? } else { rows_of_lines(rest) };
    Some(Asked { choices: Choices(choices), search: String::from_utf8_lossy(search), rows })
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
