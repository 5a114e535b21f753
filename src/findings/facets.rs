//! For each dimension, each value with its count under all filters but the dimension's own.

use super::cache::Cache;
use super::dimension::{Dimension, Values};
use super::filter::Filter;
use super::selection::{ByClass, Selection};
use super::store::Store;
use super::store::class::{Class, by_severity, count_of};
use super::store::column::Column;
use super::store::dictionary::ABSENT;
use crate::compact::{bits_for, sort_by_digits};
use crate::memory::{OutOfMemory, ask_for};

/// Which facets are wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FacetOptions {
    /// Dimensions, or all of them.
    pub dimensions: Option<Vec<Dimension>>,
    /// Most values of each dimension. Default: all of them.
    pub limit: Option<usize>,
    /// Least probabilities to count findings for, each 0 to 1.
    pub min_epss: Option<Vec<f64>>,
}

/// A value and how many findings have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FacetValue {
    /// The value; [`Scan::word`](super::Scan::word) says what it means.
    pub value: u32,
    /// Findings with it.
    pub count: u32,
}

/// The values of one dimension, largest count first; severities in their own order, all five of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// The dimension.
    pub dimension: Dimension,
    /// Its values.
    pub values: Vec<FacetValue>,
}

/// How many findings have at least a probability.
#[derive(Clone, Debug, PartialEq)]
pub struct EpssStep {
    /// The probability.
    pub min: f64,
    /// Findings with it or a greater one.
    pub count: u32,
}

/// Facets in the order asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facets {
    /// Values of each dimension.
    pub values: Vec<Facet>,
    /// Counts of the probabilities asked for.
    pub min_epss: Option<Vec<EpssStep>>,
}

/// What facets are counted from.
struct Counter<'a> {
    store: &'a Store,
    cache: &'a Cache,
    selection: &'a Selection,
    limit: usize,
}

pub(crate) fn facets(
    store: &Store,
    cache: &Cache,
    filter: &Filter,
    options: &FacetOptions,
) -> Result<Facets, OutOfMemory> {
    ask_for(&[cache.bytes_for_selection(store, filter)])?;
    let selection = cache.selection(store, filter);
    let limit = options.limit.unwrap_or(usize::MAX);
    let counter = Counter { store, cache, selection: &selection, limit };
    let dimensions = options.dimensions.as_deref().unwrap_or(&Dimension::ALL);
    let min_epss = options.min_epss.as_deref().map(|steps| counter.epss(steps)).transpose()?;
    let values = dimensions.iter().map(|&dimension| counter.facet(dimension)).collect::<Result<_, _>>()?;
    Ok(Facets { values, min_epss })
}

impl Counter<'_> {
    /// The values of a dimension. What the dimension's own filter refuses is counted too.
    fn facet(&self, dimension: Dimension) -> Result<Facet, OutOfMemory> {
        let classes = || self.selection.by_class_but(dimension.bit());
        let mut values = match dimension.values() {
            Values::Texts(column) => self.texts(column, dimension)?,
            Values::Severities => severities(&classes()),
            Values::Flag(flag) => flags(&classes(), flag),
        };
        values.truncate(self.limit);
        Ok(Facet { dimension, values })
    }

    /// Findings with at least each of these probabilities, under all filters but that of the probability.
    fn epss(&self, steps: &[f64]) -> Result<Vec<EpssStep>, OutOfMemory> {
        let (store, all, filter) = (self.store, self.cache.all(self.store), &self.selection.filter);
        let others = filter.min_epss.map(|_| Filter { min_epss: None, ..filter.clone() });
        ask_for(&[others.as_ref().map_or(0, |others| self.cache.bytes_for_selection(store, others))])?;
        let others = others.map(|others| Selection::new(store, &others));
        let selection = others.as_ref().unwrap_or(self.selection);
        ask_for(&[selection.bytes_for_counts(store, all, Column::EpssDetails), steps.len() * size_of::<EpssStep>()])?;
        let counts = selection.counts(store, all, Column::EpssDetails);
        let known = || (0u32..).zip(counts).filter_map(|(code, count)| Some((store.epss_of(code)?, count)));
        let count = |min| known().filter(|(probability, _)| *probability >= min).map(|(_, count)| count).sum();
        Ok(steps.iter().map(|&min| EpssStep { min, count: count(min) }).collect())
    }

    fn texts(&self, column: Column, dimension: Dimension) -> Result<Vec<FacetValue>, OutOfMemory> {
        let (store, limit) = (self.store, self.limit);
        let codes = store.code_count(column);
        // The counts of this dimension, the codes by rank, the keys, twice, and the values.
        let [counts, code_of, keys, values] =
            [size_of::<u32>(), size_of::<u32>(), size_of::<u64>(), size_of::<FacetValue>()].map(|bytes| codes * bytes);
        let all_counts = self.selection.bytes_for_counts(store, self.cache.all(store), column);
        let ranks = self.cache.bytes_for_ranks(store, column);
        ask_for(&[all_counts, ranks, counts, code_of, keys, keys, values])?;
        let mut counts = self.selection.counts_but(store, self.cache.all(store), column, dimension);
        merge_absent(store, column, &mut counts);
        let ranks = self.cache.ranks(store, column);
        let most = counts.iter().copied().max().unwrap_or_default();
        let [rank_bits, count_bits] = [ranks.count, most].map(|most| bits_for(most.into()));
        // Largest count first, then the least text.
        let mut code_of = vec![ABSENT; ranks.count as usize];
        let mut keys = Vec::with_capacity(codes);
        for (code, &count) in (0u32..).zip(&counts).filter(|(_, count)| **count > 0) {
            let rank = ranks.get(code);
            if let Some(place) = code_of.get_mut(rank as usize) {
                *place = code;
            }
            keys.push(u64::from(most - count) << rank_bits | u64::from(rank));
        }
        sort_by_digits(&mut keys, 0, rank_bits + count_bits);
        keys.truncate(limit);
        let rank = |key: u64| (key & ((1 << rank_bits) - 1)) as usize;
        let value = |key: u64| FacetValue {
            value: code_of.get(rank(key)).copied().unwrap_or(ABSENT),
            count: most - (key >> rank_bits) as u32,
        };
        Ok(keys.into_iter().map(value).collect())
    }
}

fn severities(classes: &ByClass) -> Vec<FacetValue> {
    let counts = by_severity(classes).in_order();
    (0..).zip(counts).map(|(value, count)| FacetValue { value, count }).collect()
}

fn flags(classes: &ByClass, flag: fn(Class) -> bool) -> Vec<FacetValue> {
    let yes = FacetValue { value: 1, count: count_of(classes, &flag) };
    let no = FacetValue { value: 0, count: count_of(classes, &|class| !flag(class)) };
    let mut values = if yes.count > no.count { vec![yes, no] } else { vec![no, yes] };
    values.retain(|value| value.count > 0);
    values
}

/// Counts missing values and empty texts as one.
fn merge_absent(store: &Store, column: Column, counts: &mut [u32]) {
    if let Some(empty) = store.find(column, "")
        && let Some(count) = counts.get_mut(empty as usize)
    {
        let empties = std::mem::take(count);
        if let Some(count) = counts.get_mut(ABSENT as usize) {
            *count += empties;
        }
    }
}
