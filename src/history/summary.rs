//! What a person should be told about a history: its pace, its holes, and what does not fit.
//!
//! An absent scan looks exactly like a clean one, so a history without any readable scan counts as stale. Entries come as
//! columns, with numbers for texts that are only compared, and go out as their places: no text is copied.

use super::instant::{self, Instant};
use super::order::{Order, permutation};
use crate::compact::{bits_for, sort_by, sort_by_digits};
use serde::Serialize;

const WEEK_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// What counts as a pause, as stale and as a drop.
#[derive(Clone, Copy, Debug)]
pub struct SummaryOptions<'a> {
    /// The present, as the caller knows it.
    pub now: Instant<'a>,
    /// A longer pause between two scans is a gap.
    pub gap_ms: i64,
    /// A history whose last scan is longer ago is stale.
    pub stale_ms: i64,
    /// Share of the files, 0 to 1, whose loss from one scan to the next is a drop in coverage.
    pub coverage_drop: f64,
}

impl<'a> SummaryOptions<'a> {
    /// A week for gaps and staleness, half of the files for coverage.
    pub fn at(now: Instant<'a>) -> Self {
        SummaryOptions { now, gap_ms: WEEK_MS, stale_ms: WEEK_MS, coverage_drop: 0.5 }
    }
}

/// What a summary is made of, by column; what an entry does not have is `None`, 0, or not a number.
#[derive(Clone, Debug, Default)]
pub struct Entries<'a> {
    /// Timestamps as they came.
    pub timestamps: Vec<Option<&'a str>>,
    /// A number for each `scan_id`, from 1, at most as many as there are entries.
    pub ids: &'a [u32],
    /// The same for each repository, branch and prompt together.
    pub lines: &'a [u32],
    /// Files analysed.
    pub files: &'a [f64],
}

/// The figures of a history. Entries are named by their places.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HistorySummary {
    /// All entries.
    pub scans: u32,
    /// The oldest entry.
    pub first_at: Option<u32>,
    /// The latest entry.
    pub last_at: Option<u32>,
    /// Median of the pauses between neighbours in time; of two middle ones the mean.
    pub median_interval_ms: Option<f64>,
    /// Pauses longer than `gap_ms`, longest first, of equal ones the latest first.
    pub gaps: Vec<Gap>,
    /// From the latest entry to now; negative if its clock is ahead.
    pub since_last_ms: Option<i64>,
    /// The latest entry is longer ago than `stale_ms`, or there is none to go by.
    pub stale: bool,
    /// Places of entries that are later than the readable entry before them.
    pub out_of_order: Vec<u32>,
    /// Of each `scan_id` that occurs more than once the first entry, in order.
    pub duplicates: Vec<u32>,
    /// Places of entries without a readable timestamp.
    pub invalid_timestamps: Vec<u32>,
    /// Places of entries whose timestamp names no zone and was read as UTC.
    pub without_zone: Vec<u32>,
    /// Scans that read far fewer files than the one before on the same repository, branch and prompt; oldest first.
    pub coverage_drops: Vec<CoverageDrop>,
}

/// A pause between two scans that follow each other in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gap {
    /// The entry before the pause.
    pub from: u32,
    /// The entry after the pause.
    pub to: u32,
    /// Its length.
    pub ms: i64,
}

/// A scan that read far fewer files than the one before.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoverageDrop {
    /// The entry that read fewer.
    pub at: u32,
    /// Files before.
    pub from: f64,
    /// Files now.
    pub to: f64,
}

/// Sums a history up.
pub fn summarize(entries: &Entries<'_>, options: &SummaryOptions<'_>) -> HistorySummary {
    let readings: Vec<_> = entries.timestamps.iter().map(|text| instant::read((*text)?.as_bytes())).collect();
    let instants: Vec<_> = readings.iter().map(|reading| Some((*reading)?.instant)).collect();
    let timeline = timeline(&instants);
    let pauses = pauses(&timeline);
    let since_last_ms = timeline.last().map(|last| options.now.unix_ms() - last.instant.unix_ms());
    HistorySummary {
        scans: entries.timestamps.len() as u32,
        first_at: timeline.first().map(|moment| moment.at),
        last_at: timeline.last().map(|moment| moment.at),
        median_interval_ms: median(&pauses),
        gaps: gaps(&pauses, options.gap_ms),
        since_last_ms,
        stale: since_last_ms.is_none_or(|ms| ms > options.stale_ms),
        out_of_order: out_of_order(&instants),
        duplicates: duplicates(entries.ids),
        invalid_timestamps: places(&readings, |reading| reading.is_none()),
        without_zone: places(&readings, |reading| reading.is_some_and(|reading| !reading.has_zone)),
        coverage_drops: coverage_drops(&timeline, entries, options.coverage_drop),
    }
}

/// An entry with a readable timestamp.
#[derive(Clone, Copy)]
struct Moment<'a> {
    instant: Instant<'a>,
    at: u32,
}

/// Neighbours in time, and how far they are apart.
struct Pause<'a> {
    from: Moment<'a>,
    to: Moment<'a>,
    ms: i64,
}

/// Readable entries, oldest first. Of equal instants the one given first is the later: the service promises that order.
fn timeline<'a>(instants: &[Option<Instant<'a>>]) -> Vec<Moment<'a>> {
    let moment = |at: u32| Some(Moment { instant: (*instants.get(at as usize)?)?, at });
    permutation(instants, Order::Newest).into_iter().rev().filter_map(moment).collect()
}

fn pauses<'a>(timeline: &[Moment<'a>]) -> Vec<Pause<'a>> {
    let neighbours = timeline.iter().zip(timeline.iter().skip(1));
    let length = |from: &Moment, to: &Moment| to.instant.unix_ms() - from.instant.unix_ms();
    neighbours.map(|(from, to)| Pause { from: *from, to: *to, ms: length(from, to) }).collect()
}

fn median(pauses: &[Pause<'_>]) -> Option<f64> {
    // Neighbours in time are in order, so no pause is negative.
    let mut lengths: Vec<u64> = pauses.iter().map(|pause| pause.ms.unsigned_abs()).collect();
    let most = lengths.iter().copied().max()?;
    sort_by_digits(&mut lengths, 0, bits_for(most));
    let upper = lengths.get(lengths.len() / 2)?;
    let lower = lengths.get((lengths.len() - 1) / 2)?;
    Some((lower + upper) as f64 / 2.0)
}

fn gaps(pauses: &[Pause<'_>], gap_ms: i64) -> Vec<Gap> {
    let length = |at: u32| pauses.get(at as usize).map_or(0, |pause| pause.ms);
    let mut long: Vec<u32> = (0..pauses.len() as u32).rev().filter(|&at| length(at) > gap_ms).collect();
    sort_by(&mut long, &mut |a, b| length(b).cmp(&length(a)));
    let found = long.into_iter().filter_map(|at| pauses.get(at as usize));
    found.map(|pause| Gap { from: pause.from.at, to: pause.to.at, ms: pause.ms }).collect()
}

fn out_of_order(instants: &[Option<Instant<'_>>]) -> Vec<u32> {
    let readable: Vec<_> = (0..).zip(instants).filter_map(|(at, instant)| Some((at, (*instant)?))).collect();
    let neighbours = readable.iter().zip(readable.iter().skip(1));
    neighbours.filter(|(before, after)| after.1 > before.1).map(|(_, (at, _))| *at).collect()
}

fn duplicates(ids: &[u32]) -> Vec<u32> {
    let mut counts = ByNumber::of(ids, 0_u32);
    for &id in ids {
        if let Some(count) = counts.get(id) {
            *count += 1;
        }
    }
    let mut found = Vec::new();
    for (at, &id) in (0..).zip(ids) {
        if let Some(count) = counts.get(id)
            && std::mem::take(count) > 1
        {
            found.push(at);
        }
    }
    found
}

fn places<T>(items: &[T], holds: fn(&T) -> bool) -> Vec<u32> {
    (0..).zip(items).filter(|(_, item)| holds(item)).map(|(at, _)| at).collect()
}

/// Entries that name no count of files say nothing about coverage and are passed over.
fn coverage_drops(timeline: &[Moment<'_>], entries: &Entries<'_>, share: f64) -> Vec<CoverageDrop> {
    let mut latest = ByNumber::of(entries.lines, f64::NAN);
    let mut drops = Vec::new();
    for moment in timeline {
        let at = moment.at as usize;
        let (line, files) = (entries.lines.get(at).copied(), entries.files.get(at).copied());
        let Some((line, to)) = line.zip(files.filter(|files| !files.is_nan())) else { continue };
        let Some(latest) = latest.get(line) else { continue };
        let from = std::mem::replace(latest, to);
        if to < from && (from - to) / from >= share {
            drops.push(CoverageDrop { at: moment.at, from, to });
        }
    }
    drops
}

/// A value for each number of a column. 0 and numbers beyond the count of entries have none.
struct ByNumber<T>(Vec<T>);

impl<T: Clone> ByNumber<T> {
    fn of(numbers: &[u32], value: T) -> Self {
        ByNumber(vec![value; numbers.len()])
    }

    fn get(&mut self, number: u32) -> Option<&mut T> {
        self.0.get_mut((number as usize).checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests;
