//! What a finding means, plainly from serde_json's tree.

use super::{is_allowed, oracle, read};
use scanfold::findings::{Scan, epss_of};
use scanfold::wire::severity::Severity;
use serde_json::Value;

/// Words in `fixed_version` that name no version, in lower case.
const NO_FIX: [&str; 6] = ["none", "n/a", "-", "not fixed", "won't fix", "wont-fix"];

/// A finding, its place in the scan, and what it means.
#[derive(Clone, Copy)]
pub struct Plain<'a> {
    pub row: u32,
    pub severity: Severity,
    pub is_fixable: bool,
    pub is_exploitable: bool,
    /// By the library's reading of the text, which has a target of its own.
    pub epss: Option<f64>,
    value: &'a Value,
}

impl<'a> Plain<'a> {
    pub fn all(rows: &'a [Value]) -> Vec<Plain<'a>> {
        let plain = |(row, value): (u32, &'a Value)| Plain {
            row,
            severity: severity(text(value, "severity")),
            is_fixable: is_fixable(text(value, "fixed_version")),
            is_exploitable: is_exploitable(&value["public_exploit"]),
            epss: value.get("epss_details").and_then(|details| epss_of(&details.to_string())),
            value,
        };
        (0..).zip(rows).map(plain).collect()
    }

    pub fn text(&self, name: &str) -> &'a str {
        text(self.value, name)
    }
}

/// The empty text if there is none.
fn text<'a>(finding: &'a Value, name: &str) -> &'a str {
    finding[name].as_str().unwrap_or_default()
}

fn severity(word: &str) -> Severity {
    match word.to_ascii_lowercase().as_str() {
        "critical" => Severity::Critical,
        "high" => Severity::High,
        "medium" => Severity::Medium,
        "low" => Severity::Low,
        _ => Severity::Unknown,
    }
}

fn is_fixable(version: &str) -> bool {
    // JavaScript trims the byte order mark, and not the next line.
    let version = version.trim_matches(|c: char| c == '\u{feff}' || c != '\u{85}' && c.is_whitespace());
    !version.is_empty() && !NO_FIX.contains(&version.to_ascii_lowercase().as_str())
}

fn is_exploitable(exploit: &Value) -> bool {
    match exploit {
        Value::Object(members) => !members.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => false,
    }
}

/// Those findings of a JSON array that the interface allows.
pub fn rows_of_json(text: &[u8]) -> Option<Vec<Value>> {
    let Ok(Value::Array(mut rows)) = oracle(text) else { return None };
    rows.retain(is_allowed);
    Some(rows)
}

/// A scan of findings as serde_json writes them: how else they may be written is for other targets.
pub fn scan_of(rows: &[Value]) -> Scan {
    let body = serde_json::to_vec(rows).expect("a tree can be written");
    read(&body, true, usize::MAX).unwrap_or_else(|error| panic!("{error:?}"))
}
