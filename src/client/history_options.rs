//! Options of questions about a history as callers write them.

use crate::arguments::{Argument, Arguments, Invalid, one_of};
use crate::history::{self, Order, SummaryOptions};

/// What a history is grouped by: its fields, and last its days.
const KEYS: [&str; 6] = ["branch", "prompt", "commit_id", "service", "repo_name", "day"];

/// What a history is grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// A field, whose values the caller numbers.
    Field,
    /// The days of the timestamps, so many minutes east of UTC.
    Day(i32),
}

/// Which end comes first.
pub fn order(given: &Argument) -> Result<Order, Invalid> {
    let given = Arguments::of(given, "", "options", &["order"])?;
    Ok(match given.word("order", &["newest", "oldest"])? {
        Some("oldest") => Order::Oldest,
        _ => Order::Newest,
    })
}

/// What groups are made by.
pub fn grouping(given: &Argument) -> Result<Grouping, Invalid> {
    let given = Arguments::of(given, "", "options", &["by", "utcOffsetMinutes"])?;
    let by = given.word("by", &KEYS)?.ok_or_else(|| given.invalid("by", "is missing"))?;
    let offset = given.number("utcOffsetMinutes")?.unwrap_or(0.0);
    if offset.fract() != 0.0 || offset.abs() > 1_440.0 {
        return Err(given.invalid("utcOffsetMinutes", "must be whole minutes, at most a day either way"));
    }
    Ok(if by == "day" { Grouping::Day(offset as i32) } else { Grouping::Field })
}

/// Refuses what is not the name of a field.
pub fn check_field(name: Option<&str>) -> Result<(), Invalid> {
    let [fields @ .., _] = &KEYS;
    if name.is_some_and(|name| fields.contains(&name)) { Ok(()) } else { Err(Invalid::new("by", one_of(fields))) }
}

/// The present, and from which lengths and share on gaps, silence and drops are reported.
pub fn summary(given: &Argument) -> Result<SummaryOptions<'_>, Invalid> {
    let given = Arguments::of(given, "", "options", &["now", "gapMs", "staleMs", "coverageDrop"])?;
    let unreadable = || given.invalid("now", "must be a date and time in RFC 3339 format, or a Date");
    let now = given.text("now").map_err(|_| unreadable())?.ok_or_else(|| given.invalid("now", "is missing"))?;
    let mut options = SummaryOptions::at(history::instant::parse(now).ok_or_else(unreadable)?);
    if let Some(ms) = given.span("gapMs")? {
        options.gap_ms = ms as i64;
    }
    if let Some(ms) = given.span("staleMs")? {
        options.stale_ms = ms as i64;
    }
    if let Some(share) = given.number("coverageDrop")? {
        if !(0.0..=1.0).contains(&share) {
            return Err(given.invalid("coverageDrop", "must be a share from 0 to 1"));
        }
        options.coverage_drop = share;
    }
    Ok(options)
}

#[cfg(test)]
mod tests;
