//! Figures of the findings, as a whole and by up to three dimensions.
//!
//! One pass counts classes by group, and one pass for each of id, package and image counts distinct values by group. Images,
//! which scanners write one after another, are counted run by run instead.

use super::cache::Cache;
use super::dimension::{Dimension, MOST_DIMENSIONS};
use super::filter::Filter;
use super::groups::{GroupKey, GroupKeys, Groups};
use super::runs::{Counted, MOST_CODES, RUNS_BYTES, count_runs};
use super::selection::Selection;
use super::store::Store;
use super::store::class::Tally;
use super::store::column::Column;
use crate::compact::sort_first_by;
use crate::memory::{OutOfMemory, ask_for};
use crate::wire::severity::{Severity, SeverityCounts};
use std::cmp::Ordering;

/// How groups are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupSort {
    /// Most critical findings first, then high, medium, low and unknown, then key.
    #[default]
    Severity,
    /// Most findings first, then key.
    Findings,
    /// By key.
    Key,
}

impl GroupSort {
    /// All of them, in the interface's order.
    pub const ALL: [GroupSort; 3] = [GroupSort::Severity, GroupSort::Findings, GroupSort::Key];

    /// The interface's word.
    pub const fn word(self) -> &'static str {
        match self {
            GroupSort::Severity => "severity",
            GroupSort::Findings => "findings",
            GroupSort::Key => "key",
        }
    }

    /// Reads the interface's word, exactly.
    pub fn from_word(word: &str) -> Option<GroupSort> {
        GroupSort::ALL.into_iter().find(|sort| sort.word() == word)
    }
}

/// What to roll up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RollupOptions {
    /// Dimensions to group by; at most three count.
    pub by: Vec<Dimension>,
    /// Which findings.
    pub filter: Filter,
    /// How groups are sorted. Default: by severity.
    pub sort: GroupSort,
    /// Most groups returned. Default: all of them.
    pub limit: Option<usize>,
}

/// Figures that answer different questions, side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Findings.
    pub findings: u32,
    /// Findings by severity.
    pub by_severity: SeverityCounts,
    /// Distinct vulnerability identifiers.
    pub unique_ids: u32,
    /// Distinct packages.
    pub unique_packages: u32,
    /// Distinct images.
    pub unique_images: u32,
    /// Findings with a known fix.
    pub fixable: u32,
    /// Findings with a known public exploit.
    pub exploitable: u32,
    /// The most severe severity that occurs.
    pub worst: Option<Severity>,
}

/// Figures of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollupGroup {
    /// One value for each dimension asked for, in that order, and zeros; [`Scan::word`](super::Scan::word) says what it means.
    pub key: GroupKey,
    /// The group's figures.
    pub figures: Figures,
}

/// Figures of all findings meant, and of their groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rollup {
    /// What it is grouped by; at most three dimensions.
    pub by: Vec<Dimension>,
    /// The figures of all.
    pub figures: Figures,
    /// The groups; empty if no dimension was asked for.
    pub groups: Vec<RollupGroup>,
}

pub(crate) fn rollup(store: &Store, cache: &Cache, options: &RollupOptions) -> Result<Rollup, OutOfMemory> {
    let by = options.by.get(..MOST_DIMENSIONS).unwrap_or(&options.by);
    ask_for(&[cache.bytes_for_selection(store, &options.filter)])?;
    let selection = cache.selection(store, &options.filter);
    let of_all = whole(store, cache, &selection)?;
    if by.is_empty() {
        return Ok(Rollup { by: Vec::new(), figures: of_all, groups: Vec::new() });
    }
    let (keys, figures) = match figures_by_image(store, by, &selection)? {
        Some(figures) => (GroupKeys::of_codes(by, figures.len()), figures),
        None => figures_by(store, by, &selection)?,
    };
    let figures_of = |at: usize| figures.get(at).copied().unwrap_or_default();
    let limit = options.limit.unwrap_or(usize::MAX);
    let numbers = figures.len() * size_of::<u32>();
    let ranks = by.iter().filter_map(|by| by.column()).map(|column| cache.bytes_for_ranks(store, column)).sum();
    ask_for(&[numbers, numbers, figures.len().min(limit) * size_of::<RollupGroup>(), ranks])?;
    let mut order = Vec::with_capacity(figures.len());
    order.extend((0..).zip(&figures).filter(|(_, figures)| figures.findings > 0).map(|(at, _)| at));
    sort_first_by(&mut order, limit, &mut |a, b| {
        let [a, b] = [a, b].map(|at| at as usize);
        let (left, right) = (figures_of(b), figures_of(a));
        let figures = match options.sort {
            GroupSort::Severity => left.by_severity.cmp(&right.by_severity),
            GroupSort::Findings => left.findings.cmp(&right.findings),
            GroupSort::Key => Ordering::Equal,
        };
        figures.then_with(|| keys.compare(cache, store, a, b))
    });
    let group = |at| RollupGroup { key: keys.get(at), figures: figures_of(at) };
    let groups = order.into_iter().map(|at| group(at as usize)).collect();
    Ok(Rollup { by: by.to_vec(), figures: of_all, groups })
}

/// Figures of all findings meant.
fn whole(store: &Store, cache: &Cache, selection: &Selection) -> Result<Figures, OutOfMemory> {
    ask_for(&UNIQUE.map(|(_, column, _)| selection.bytes_for_counts(store, cache.all(store), column)))?;
    let mut whole = of_tally(Tally::of(selection.by_class()));
    for (_, column, field) in UNIQUE {
        *field(&mut whole) = selection.distinct(store, cache.all(store), column);
    }
    Ok(whole)
}

/// Groups, and the figures of each.
fn figures_by(
    store: &Store,
    by: &[Dimension],
    selection: &Selection,
) -> Result<(GroupKeys, Vec<Figures>), OutOfMemory> {
    // Each group has one value of what it is grouped by.
    let counted = UNIQUE.iter().filter(|(dimension, ..)| !by.contains(dimension));
    let columns: Vec<Column> = counted.map(|(_, column, _)| *column).collect();
    let groups = Groups::new(store, by, selection, &columns)?;
    let codes = columns.iter().map(|column| store.code_count(*column)).max().unwrap_or_default();
    let [tallies, figures, counts] =
        [size_of::<Tally>(), size_of::<Figures>(), size_of::<u32>()].map(|bytes| groups.len() * bytes);
    ask_for(&[tallies, figures, counts, groups.bytes_to_count(codes)])?;
    let mut figures: Vec<Figures> = groups.tallies().into_iter().map(of_tally).collect();
    for (_, column, field) in UNIQUE {
        if columns.contains(&column) {
            figures.iter_mut().zip(groups.distinct(column)).for_each(|(figures, count)| *field(figures) = count);
        } else {
            figures.iter_mut().for_each(|figures| *field(figures) = figures.findings.min(1));
        }
    }
    Ok((groups.keys, figures))
}

/// Figures by code of the image, if all findings are meant and those of an image stand together.
fn figures_by_image(
    store: &Store,
    by: &[Dimension],
    selection: &Selection,
) -> Result<Option<Vec<Figures>>, OutOfMemory> {
    let codes = store.code_count(Column::Image);
    if by != [Dimension::Image] || !selection.is_open() || codes > MOST_CODES {
        return Ok(None);
    }
    ask_for(&[codes * (size_of::<Counted>() + size_of::<Figures>() + size_of::<GroupKey>()), RUNS_BYTES])?;
    let Some(groups) = count_runs(store, Column::Image, [Column::Id, Column::Package]) else { return Ok(None) };
    let figures = groups.into_iter().map(|Counted { tally, distinct: [unique_ids, unique_packages] }| {
        let figures = of_tally(tally);
        Figures { unique_ids, unique_packages, unique_images: figures.findings.min(1), ..figures }
    });
    Ok(Some(figures.collect()))
}

/// A figure that counts distinct values: the dimension, its column, and where the count goes.
type Unique = (Dimension, Column, fn(&mut Figures) -> &mut u32);

const UNIQUE: [Unique; 3] = [
    (Dimension::Id, Column::Id, |figures| &mut figures.unique_ids),
    (Dimension::Package, Column::Package, |figures| &mut figures.unique_packages),
    (Dimension::Image, Column::Image, |figures| &mut figures.unique_images),
];

/// All figures but the distinct values.
fn of_tally(tally: Tally) -> Figures {
    let Tally { by_severity, fixable, exploitable } = tally;
    let counts = by_severity.in_order();
    let worst = Severity::ALL.into_iter().zip(counts).find(|(_, count)| *count > 0).map(|(severity, _)| severity);
    Figures { findings: counts.iter().sum(), by_severity, fixable, exploitable, worst, ..Figures::default() }
}
