//! A filter as lines of a list, in the words of the interface: it says which findings a summary is of.

use super::markdown::escape;
use crate::findings::filter::{Condition, Filter};
use crate::json::decimal;
use crate::json::put::put;

/// Most values of a condition that are named; the others are counted.
const NAMED: usize = 10;

/// Appends a line for each condition of the filter; nothing for one that every finding matches.
pub(super) fn write_filter(filter: &Filter, out: &mut String) {
    for condition in filter.conditions() {
        match condition {
            Condition::Severity(wanted) => write_list("severity", wanted.iter().map(|severity| severity.word()), out),
            Condition::List(dimension, wanted) => write_list(dimension.word(), wanted.iter().map(String::as_str), out),
            Condition::InstalledVersion(wanted) => {
                write_list("installed_version", wanted.iter().map(String::as_str), out);
            }
            Condition::Fixable(wanted) => write_flag("fixable", wanted, out),
            Condition::Exploit(wanted) => write_flag("exploit", wanted, out),
            Condition::MinEpss(least) => {
                // A share too small to be written is still not zero.
                put(out, if least > 0.0 && least < SMALLEST { "- EPSS: above " } else { "- EPSS: at least " });
                write_percent(least, out);
                put(out, " %\n");
            }
            Condition::Text(text) if text.trim().is_empty() => {}
            Condition::Text(text) => write_list("text", std::iter::once(text), out),
        }
    }
}

fn write_flag(name: &str, flag: bool, out: &mut String) {
    write_list(name, std::iter::once(if flag { "true" } else { "false" }), out);
}

/// The least share that is written.
const SMALLEST: f64 = 1e-6;

/// With four places at most, as EPSS is published; rounded down, so that "at least" is true of each finding. Before that, a small
/// addition makes up for the error of the division.
fn write_percent(share: f64, out: &mut String) {
    let parts = (share / SMALLEST + 1e-3) as u64;
    decimal::write(parts / 10_000, out);
    let mut rest = parts % 10_000;
    if rest > 0 {
        put(out, ".");
    }
    while rest > 0 {
        decimal::write(rest / 1_000, out);
        rest = rest % 1_000 * 10;
    }
}

fn write_list<'a>(name: &str, values: impl Iterator<Item = &'a str>, out: &mut String) {
    put(out, "- ");
    put(out, name);
    let mut others = 0;
    let mut values = values.peekable();
    if values.peek().is_none() {
        put(out, ": none of them");
    }
    for (at, value) in values.enumerate() {
        if at >= NAMED {
            others += 1;
            continue;
        }
        put(out, if at == 0 { ": " } else { ", " });
        match value {
            "" => put(out, "\"\""),
            value => escape(value, out),
        }
    }
    if others > 0 {
        put(out, " and ");
        decimal::write(others, out);
        put(out, " more");
    }
    put(out, "\n");
}
