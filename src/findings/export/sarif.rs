//! A SARIF 2.1.0 log: one run, a rule for each vulnerability identifier, a result for each finding.

use super::PIECE;
use super::json::hand_over;
use super::rows::Rows;
use crate::findings::filter::Filter;
use crate::findings::link::safe_url_text;
use crate::findings::scan::Scan;
use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::findings::store::dictionary::ABSENT;
use crate::findings::store::uuid::TEXT_LENGTH;
use crate::json::put::put;
use crate::json::{decimal, write_string};
use crate::wire::severity::Severity;

const HEAD: &str = concat!(
    r#"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"#,
    r#""tool":{"driver":{"name":"scanfold","semanticVersion":""#,
    env!("CARGO_PKG_VERSION"),
    r#"","rules":["#
);

pub(super) struct Sarif {
    rows: Rows,
    rules: Option<Rules>,
    part: Part,
    /// What was written and not handed over.
    text: String,
}

enum Part {
    /// Rows are looked through for the rules, which stand before the results.
    Search,
    /// From this rule on.
    Rules(usize),
    /// Whether one was written.
    Results(bool),
    End,
}

/// Rows looked through at a time.
const SEARCHED: usize = 1 << 13;

impl Sarif {
    pub fn new(scan: &Scan, filter: &Filter) -> Sarif {
        let rules = scan.known().map(|(store, _)| Rules::of(store));
        Sarif { rows: Rows::new(scan, filter), rules, part: Part::Search, text: HEAD.to_owned() }
    }

    /// Appends what comes next, perhaps nothing; `false` where all was written.
    pub fn write(&mut self, scan: &Scan, out: &mut Vec<u8>) -> bool {
        self.part = match (&self.part, scan.known().zip(self.rules.as_mut())) {
            (Part::End, _) => return false,
            (_, None) => {
                // An empty list would say that nothing was found.
                put(&mut self.text, AFTER_RULES);
                put(&mut self.text, "\"invocations\":[{\"executionSuccessful\":false}]}]}");
                Part::End
            }
            (Part::Search, Some(((store, _), rules))) => {
                match (0..SEARCHED).try_for_each(|_| self.rows.next(scan).map(|row| rules.look_at(store, row))) {
                    Some(()) => Part::Search,
                    None => {
                        self.rows.rewind();
                        Part::Rules(0)
                    }
                }
            }
            (&Part::Rules(from), Some(((store, _), rules))) => {
                let mut at = from;
                while let Some(rule) = rules.found.get(at).filter(|_| self.text.len() < PIECE) {
                    put(&mut self.text, if at > 0 { "," } else { "" });
                    write_rule(store, rule, &mut self.text);
                    at += 1;
                }
                if at < rules.found.len() {
                    Part::Rules(at)
                } else {
                    put(&mut self.text, AFTER_RULES);
                    put(&mut self.text, "\"results\":[");
                    Part::Results(false)
                }
            }
            (&Part::Results(mut is_begun), Some(((store, _), rules))) => loop {
                if self.text.len() >= PIECE {
                    break Part::Results(is_begun);
                }
                let Some(row) = self.rows.next(scan) else {
                    put(&mut self.text, "]}]}");
                    break Part::End;
                };
                put(&mut self.text, if is_begun { "," } else { "" });
                write_result(store, row, rules.number(store, row), &mut self.text);
                is_begun = true;
            },
        };
        hand_over(&mut self.text, out);
        true
    }
}

const AFTER_RULES: &str = "]}},\"columnKind\":\"utf16CodeUnits\",";

/// What is said of a vulnerability identifier, by the rows that say it first.
struct Rule {
    row: u32,
    title: Option<u32>,
    url: Option<u32>,
}

/// The rules of an export, in the order of their first results.
struct Rules {
    found: Vec<Rule>,
    /// By code of the identifier.
    numbers: Vec<Option<u32>>,
    /// The code that stands for none.
    named: u32,
    empty: Option<u32>,
}

impl Rules {
    fn of(store: &Store) -> Rules {
        let named = store.find(Column::Id, UNIDENTIFIED).unwrap_or_default();
        let numbers = vec![None; store.code_count(Column::Id)];
        Rules { found: Vec::new(), numbers, named, empty: store.find(Column::Id, "") }
    }

    fn look_at(&mut self, store: &Store, row: u32) {
        let code = self.code(store, row);
        let Some(number) = self.numbers.get_mut(code as usize) else { return };
        let number = *number.get_or_insert(self.found.len() as u32);
        if number as usize == self.found.len() {
            self.found.push(Rule { row, title: None, url: None });
        }
        if let Some(rule) = self.found.get_mut(number as usize) {
            rule.title = rule.title.or_else(|| title(store, row).map(|_| row));
            rule.url = rule.url.or_else(|| help_uri(store, row).map(|_| row));
        }
    }

    fn code(&self, store: &Store, row: u32) -> u32 {
        let code = Some(store.code(Column::Id, row));
        code.filter(|code| *code != ABSENT && Some(*code) != self.empty).unwrap_or(self.named)
    }

    fn number(&self, store: &Store, row: u32) -> u32 {
        self.numbers.get(self.code(store, row) as usize).copied().flatten().unwrap_or_default()
    }
}

/// Stands for the identifier or the place that a finding does not have: they must not be empty.
const UNIDENTIFIED: &str = "unidentified";

/// The identifier of a finding's rule.
fn rule_id(store: &Store, row: u32) -> &str {
    store.text(Column::Id, row).filter(|id| !id.is_empty()).unwrap_or(UNIDENTIFIED)
}

fn title(store: &Store, row: u32) -> Option<&str> {
    store.text(Column::Title, row).filter(|title| !title.is_empty())
}

fn help_uri(store: &Store, row: u32) -> Option<&str> {
    store.text(Column::PrimaryUrl, row).and_then(safe_url_text).filter(|url| is_uri(url))
}

fn write_rule(store: &Store, rule: &Rule, out: &mut String) {
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

fn write_result(store: &Store, row: u32, rule: u32, out: &mut String) {
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
    // Code scanning takes no result without a line. An image has none: like other scanners' logs this one says the first.
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

/// Severities in SARIF's three words. `unknown` is not less than `low`: nobody knows.
const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium | Severity::Unknown => "warning",
        Severity::Low => "note",
    }
}

/// The middle of what code scanning calls by the same word: it tells four severities apart by the score of a rule, and only two
/// by the level of a result. No score of anybody's.
const fn score(severity: Severity) -> Option<&'static str> {
    match severity {
        Severity::Critical => Some("9.5"),
        Severity::High => Some("8.0"),
        Severity::Medium => Some("5.5"),
        Severity::Low => Some("2.0"),
        Severity::Unknown => None,
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

/// Whether a safe link is a URI as RFC 3986 has it, which is less than browsers take. Addresses in brackets are not looked into.
fn is_uri(url: &str) -> bool {
    let is_legal = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&'()*+,;=%".contains(&byte);
    let is_escape = |rest: &str| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    // Behind the scheme and the two slashes.
    let authority = url.split(['/', '?', '#']).nth(2).unwrap_or_default();
    let has_port = |(host, port): (&str, &str)| !host.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    url.bytes().all(is_legal)
        && url.split('%').skip(1).all(is_escape)
        && url.matches('#').count() <= 1
        && authority.split_once(':').is_none_or(has_port)
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
