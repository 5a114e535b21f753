//! What a person should be told about a history: its pace, its holes, and what does not fit.
//!
//! An absent scan looks exactly like a clean one, so a history without any readable scan counts as stale. Texts in the
//! result are the entries' own, never rewritten.

use super::instant::{self, Instant};
use super::keyed::Keyed;
use super::merge::merge_sort;
use super::order::{Order, permutation};
use crate::wire::history::AgentScan;
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

/// The figures of a history.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HistorySummary {
    /// All entries.
    pub scans: u32,
    /// Timestamp of the oldest entry, as it came.
    pub first_at: Option<String>,
    /// Timestamp of the latest entry, as it came.
    pub last_at: Option<String>,
    /// Median of the pauses between neighbours in time; of two middle ones the mean, rounded down.
    pub median_interval_ms: Option<i64>,
    /// Pauses longer than `gap_ms`, longest first, of equal ones the latest first.
    pub gaps: Vec<Gap>,
    /// From the latest entry to now; negative where its clock is ahead.
    pub since_last_ms: Option<i64>,
    /// The latest entry is longer ago than `stale_ms`, or there is none to go by.
    pub stale: bool,
    /// Places of entries that are later than the readable entry before them.
    pub out_of_order: Vec<u32>,
    /// Each `scan_id` that occurs more than once, in order of first occurrence.
    pub duplicates: Vec<String>,
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
    /// Timestamp before the pause, as it came.
    pub from: String,
    /// Timestamp after the pause, as it came.
    pub to: String,
    /// Its length.
    pub ms: i64,
}

/// A scan that read far fewer files than the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoverageDrop {
    /// The scan that read fewer; empty where the entry names none.
    pub scan_id: String,
    /// Files before.
    pub from: u64,
    /// Files now.
    pub to: u64,
}

/// Sums a history up.
pub fn summarize(scans: &[AgentScan], options: &SummaryOptions<'_>) -> HistorySummary {
    let readings: Vec<_> = scans.iter().map(|scan| instant::read(scan.timestamp.as_deref()?.as_bytes())).collect();
    let instants: Vec<_> = readings.iter().map(|reading| Some((*reading)?.instant)).collect();
    let timeline = timeline(scans, &instants);
    let pauses = pauses(&timeline);
    let since_last_ms = timeline.last().map(|last| options.now.unix_ms() - last.instant.unix_ms());
    HistorySummary {
        scans: scans.len() as u32,
        first_at: timeline.first().map(Moment::text),
        last_at: timeline.last().map(Moment::text),
        median_interval_ms: median(&pauses),
        gaps: gaps(&pauses, options.gap_ms),
        since_last_ms,
        stale: since_last_ms.is_none_or(|ms| ms > options.stale_ms),
        out_of_order: out_of_order(&instants),
        duplicates: duplicates(scans),
        invalid_timestamps: places(&readings, |reading| reading.is_none()),
        without_zone: places(&readings, |reading| reading.is_some_and(|reading| !reading.has_zone)),
        coverage_drops: coverage_drops(&timeline, options.coverage_drop),
    }
}

/// An entry with a readable timestamp.
#[derive(Clone, Copy)]
struct Moment<'a> {
    instant: Instant<'a>,
    scan: &'a AgentScan,
}

impl Moment<'_> {
    fn text(&self) -> String {
        self.scan.timestamp.clone().unwrap_or_default()
    }
}

/// Neighbours in time, and how far they are apart.
struct Pause<'a> {
    from: Moment<'a>,
    to: Moment<'a>,
    ms: i64,
}

/// Readable entries, oldest first. Of equal instants the one given first is the later: the service promises that order.
fn timeline<'a>(scans: &'a [AgentScan], instants: &[Option<Instant<'a>>]) -> Vec<Moment<'a>> {
    let moment = |at: u32| {
        let (scan, instant) = (scans.get(at as usize)?, instants.get(at as usize)?);
        Some(Moment { instant: (*instant)?, scan })
    };
    permutation(instants, Order::Newest).into_iter().rev().filter_map(moment).collect()
}

fn pauses<'a>(timeline: &[Moment<'a>]) -> Vec<Pause<'a>> {
    let neighbours = timeline.iter().zip(timeline.iter().skip(1));
    neighbours
        .map(|(from, to)| Pause { from: *from, to: *to, ms: to.instant.unix_ms() - from.instant.unix_ms() })
        .collect()
}

fn median(pauses: &[Pause<'_>]) -> Option<i64> {
    let length = |at: u32| pauses.get(at as usize).map_or(0, |pause| pause.ms);
    // The middle is the same from either end, and equal lengths may stand in any order.
    let sorted = merge_sort((0..pauses.len() as u32).collect(), &|a, b| length(a) < length(b));
    let length = |rank: usize| sorted.get(rank).map(|&at| length(at));
    let upper = length(sorted.len() / 2)?;
    let lower = length((sorted.len() - 1) / 2)?;
    Some((lower + upper) / 2)
}

fn gaps(pauses: &[Pause<'_>], gap_ms: i64) -> Vec<Gap> {
    let length = |at: u32| pauses.get(at as usize).map_or(0, |pause| pause.ms);
    let long = (0..pauses.len() as u32).rev().filter(|&at| length(at) > gap_ms);
    let sorted = merge_sort(long.collect(), &|a, b| length(a) > length(b));
    let found = sorted.into_iter().filter_map(|at| pauses.get(at as usize));
    found.map(|pause| Gap { from: pause.from.text(), to: pause.to.text(), ms: pause.ms }).collect()
}

fn out_of_order(instants: &[Option<Instant<'_>>]) -> Vec<u32> {
    let readable: Vec<_> = (0..).zip(instants).filter_map(|(at, instant)| Some((at, (*instant)?))).collect();
    let neighbours = readable.iter().zip(readable.iter().skip(1));
    neighbours.filter(|(before, after)| after.1 > before.1).map(|(_, (at, _))| *at).collect()
}

fn duplicates(scans: &[AgentScan]) -> Vec<String> {
    let ids = Keyed::of(scans.iter().map(|scan| scan.scan_id.clone().unwrap_or_default()));
    let repeated = ids.in_list_order().filter(|(id, places)| places.len() > 1 && !id.is_empty());
    repeated.map(|(id, _)| id.to_owned()).collect()
}

fn places<T>(items: &[T], holds: fn(&T) -> bool) -> Vec<u32> {
    (0..).zip(items).filter(|(_, item)| holds(item)).map(|(at, _)| at).collect()
}

/// Entries that name no count of files say nothing about coverage and are passed over.
fn coverage_drops(timeline: &[Moment<'_>], share: f64) -> Vec<CoverageDrop> {
    let counted: Vec<_> = timeline.iter().filter_map(|moment| Some((moment.scan, moment.scan.num_files?))).collect();
    let lines = Keyed::of(counted.iter().map(|(scan, _)| line(scan)));
    let mut earlier = vec![None; counted.len()];
    for (_, places) in lines.iter() {
        for (before, &at) in places.iter().zip(places.iter().skip(1)) {
            if let Some(slot) = earlier.get_mut(at) {
                *slot = counted.get(*before).map(|(_, files)| *files);
            }
        }
    }
    let pairs = counted.iter().zip(earlier).filter_map(|((scan, to), from)| Some((scan, from?, *to)));
    let drops = pairs.filter(|(_, from, to)| to < from && (from - to) as f64 / *from as f64 >= share);
    drops.map(|(scan, from, to)| CoverageDrop { scan_id: scan.scan_id.clone().unwrap_or_default(), from, to }).collect()
}

/// What tells lines of scans apart: repository, branch and prompt, each with its length so that no two run together.
fn line(scan: &AgentScan) -> String {
    let mut key = String::new();
    for part in [&scan.repo_name, &scan.branch, &scan.prompt] {
        let part = part.as_deref().unwrap_or_default();
        key.push_str(&part.len().to_string());
        key.push(':');
        key.push_str(part);
    }
    key
}

#[cfg(test)]
mod tests;
