//! The rules of a log: one for each vulnerability identifier.

use super::UNIDENTIFIED;
use crate::findings::link::safe_url_text;
use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::findings::store::dictionary::ABSENT;
use crate::json::put::put;
use crate::json::write_string;
use crate::memory::{OutOfMemory, ask_for};
use crate::wire::severity::Severity;

/// The rule of a vulnerability identifier: its first row, and the first ones with a title and with a link.
pub(super) struct Rule {
    row: u32,
    title: Option<u32>,
    url: Option<u32>,
}

/// The rules of an export, in the order of their first results.
pub(super) struct Rules {
    pub found: Vec<Rule>,
    /// By code of the identifier.
    numbers: Vec<Option<u32>>,
    /// The code for findings without an identifier: that of [`UNIDENTIFIED`] if a finding has that text, else [`ABSENT`].
    unidentified: u32,
    /// The code of the empty text, if a finding has it.
    empty: Option<u32>,
}

impl Rules {
    pub fn of(store: &Store) -> Result<Rules, OutOfMemory> {
        let unidentified = store.find(Column::Id, UNIDENTIFIED).unwrap_or(ABSENT);
        let codes = store.code_count(Column::Id);
        ask_for(&[codes * size_of::<Option<u32>>()])?;
        Ok(Rules { found: Vec::new(), numbers: vec![None; codes], unidentified, empty: store.find(Column::Id, "") })
    }

    /// Notes what a row adds to its rule.
    pub fn look_at(&mut self, store: &Store, row: u32) -> Result<(), OutOfMemory> {
        let code = self.code(store, row);
        self.found.try_reserve(1)?;
        let Some(number) = self.numbers.get_mut(code as usize) else { return Ok(()) };
        let number = *number.get_or_insert(self.found.len() as u32);
        if number as usize == self.found.len() {
            self.found.push(Rule { row, title: None, url: None });
        }
        if let Some(rule) = self.found.get_mut(number as usize) {
            rule.title = rule.title.or_else(|| title(store, row).map(|_| row));
            rule.url = rule.url.or_else(|| help_uri(store, row).map(|_| row));
        }
        Ok(())
    }

    fn code(&self, store: &Store, row: u32) -> u32 {
        let code = Some(store.code(Column::Id, row));
        code.filter(|code| *code != ABSENT && Some(*code) != self.empty).unwrap_or(self.unidentified)
    }

    /// Its place among the rules.
    pub fn number(&self, store: &Store, row: u32) -> u32 {
        self.numbers.get(self.code(store, row) as usize).copied().flatten().unwrap_or_default()
    }
}

/// The identifier of a finding's rule.
pub(super) fn rule_id(store: &Store, row: u32) -> &str {
    store.text(Column::Id, row).filter(|id| !id.is_empty()).unwrap_or(UNIDENTIFIED)
}

pub(super) fn title(store: &Store, row: u32) -> Option<&str> {
    store.text(Column::Title, row).filter(|title| !title.is_empty())
}

fn help_uri(store: &Store, row: u32) -> Option<&str> {
    store.text(Column::PrimaryUrl, row).and_then(safe_url_text).filter(|url| is_uri(url))
}

pub(super) fn write_rule(store: &Store, rule: &Rule, out: &mut String) {
    let id = rule_id(store, rule.row);
    put(out, "{\"id\":");
    write_string(id, out);
    put(out, ",\"shortDescription\":{\"text\":");
    write_string(rule.title.and_then(|row| title(store, row)).unwrap_or(id), out);
    put(out, "}");
    if let Some(url) = rule.url.and_then(|row| help_uri(store, row)) {
        put(out, ",\"helpUri\":");
        write_string(url, out);
    }
    // The first row is the worst: that is the order of an export.
    if let Some(score) = score(store.class(rule.row).severity()) {
        put(out, ",\"properties\":{\"security-severity\":\"");
        put(out, score);
        put(out, "\",\"tags\":[\"security\"]}");
    }
    put(out, "}");
}

/// The middle of the range that code scanning calls by the same word, not a score that anybody gave. Code scanning reads four
/// severities from a rule's score, but only two from a result's level.
const fn score(severity: Severity) -> Option<&'static str> {
    match severity {
        Severity::Critical => Some("9.5"),
        Severity::High => Some("8.0"),
        Severity::Medium => Some("5.5"),
        Severity::Low => Some("2.0"),
        Severity::Unknown => None,
    }
}

/// Whether a safe link is a URI by RFC 3986, which allows less than browsers do. Addresses in brackets are not looked into.
fn is_uri(url: &str) -> bool {
    let is_legal = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&'()*+,;=%".contains(&byte);
    let is_escape = |rest: &str| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    // After the scheme and the two slashes.
    let authority = url.split(['/', '?', '#']).nth(2).unwrap_or_default();
    let has_port = |(host, port): (&str, &str)| !host.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    url.bytes().all(is_legal)
        && url.split('%').skip(1).all(is_escape)
        && url.matches('#').count() <= 1
        && authority.split_once(':').is_none_or(has_port)
}
