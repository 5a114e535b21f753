//! A result of a log: one finding.

use super::UNIDENTIFIED;
use super::rules::{rule_id, title};
use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::findings::store::uuid::TEXT_LENGTH;
use crate::json::put::put;
use crate::json::{decimal, write_string};
use crate::wire::severity::Severity;

pub(super) fn write_result(store: &Store, row: u32, rule: u32, out: &mut String) {
    let text = |column: Column| store.text(column, row).unwrap_or_default();
    put(out, "{\"ruleId\":");
    write_string(rule_id(store, row), out);
    put(out, ",\"ruleIndex\":");
    decimal::write(rule.into(), out);
    put(out, ",\"level\":\"");
    put(out, level(store.class(row).severity()));
    put(out, "\",\"message\":{\"text\":");
    write_string(&message(store, row), out);
    put(out, "},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"");
    write_place(&[text(Column::Image), text(Column::Target)], out);
    // Code scanning accepts no result without a line. An image has no lines; like other scanners' logs this one names the first.
    put(out, "\"},\"region\":{\"startLine\":1}}}]");
    if let Some(uid) = store.uids.get(row).text(&mut [0; TEXT_LENGTH]).filter(|uid| !uid.is_empty()) {
        put(out, ",\"partialFingerprints\":{\"uid\":");
        write_string(uid, out);
        put(out, "}");
    }
    put(out, ",\"properties\":{");
    let mut separator = "";
    for column in [
        Column::Image,
        Column::Kind,
        Column::Target,
        Column::Package,
        Column::Severity,
        Column::InstalledVersion,
        Column::FixedVersion,
    ] {
        let Some(text) = store.text(column, row) else { continue };
        put(out, separator);
        separator = ",";
        write_string(column.name(), out);
        put(out, ":");
        write_string(text, out);
    }
    put(out, "}}");
}

/// Severities in SARIF's three words. `unknown` ranks above `low`, because it may be anything.
const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium | Severity::Unknown => "warning",
        Severity::Low => "note",
    }
}

fn message(store: &Store, row: u32) -> String {
    let text = |column: Column| store.text(column, row).unwrap_or_default();
    let mut message = match (text(Column::Package), text(Column::InstalledVersion)) {
        ("", "") => rule_id(store, row).to_owned(),
        ("", one) | (one, "") => one.to_owned(),
        (package, version) => [package, " ", version].concat(),
    };
    if store.class(row).is_fixable() {
        message.push_str(", fixed in ");
        message.push_str(text(Column::FixedVersion));
    }
    if let Some(title) = title(store, row) {
        message.push_str(": ");
        message.push_str(title);
    }
    literal(message)
}

/// The text as a message that has neither placeholders, which stand in braces, nor links, as in `[text](1)`.
fn literal(message: String) -> String {
    let has_link = message.as_bytes().windows(2).any(|pair| pair == b"](");
    if !has_link && !message.contains(['{', '}']) {
        return message;
    }
    let mut escaped = String::with_capacity(message.len() * 2);
    for c in message.chars() {
        match c {
            '{' | '}' => escaped.push(c),
            '[' | ']' | '\\' if has_link => escaped.push('\\'),
            _ => {}
        }
        escaped.push(c);
    }
    escaped
}

/// Appends texts as one relative path: what is not unreserved is percent-encoded, and no part of it leads elsewhere.
fn write_place(texts: &[&str], out: &mut String) {
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    let start = out.len();
    let segments = texts.iter().flat_map(|text| text.split('/'));
    for segment in segments.filter(|segment| !matches!(*segment, "" | "." | "..")) {
        if out.len() > start {
            put(out, "/");
        }
        for byte in segment.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                out.push(char::from(byte));
            } else {
                put(out, "%");
                out.extend(HEX.get(usize::from(byte >> 4)));
                out.extend(HEX.get(usize::from(byte & 15)));
            }
        }
    }
    if out.len() == start {
        put(out, UNIDENTIFIED);
    }
}
