//! For each dimension, each value with its count under all filters but the dimension's own.

use super::cache::Cache;
use super::dimension::Dimension;
use super::filter::{Filter, Matcher};
use super::store::Store;
use super::store::blocks::BLOCK;
use super::store::class::{CLASSES, Class};
use super::store::codes::with_codes;
use super::store::column::Column;
use super::store::dictionary::ABSENT;
use crate::compact::sort_copies;
use crate::wire::severity::Severity;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Which facets are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FacetOptions {
    /// Dimensions, or all of them.
    pub dimensions: Option<Vec<Dimension>>,
    /// Most values a dimension; all of them where it is not given.
    pub limit: Option<usize>,
}

/// A value and how many findings have it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct FacetValue {
    /// The value; `""` where findings have none.
    pub value: String,
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

/// Facets in the order asked for; serialised as a map from dimension to values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets(pub Vec<Facet>);

impl Serialize for Facets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for facet in &self.0 {
            map.serialize_entry(facet.dimension.word(), &facet.values)?;
        }
        map.end()
    }
}

/// Counts of one dimension under way.
struct Counter {
    dimension: Dimension,
    /// By code of the dimension's column, or by class.
    counts: Vec<u32>,
}

pub(crate) fn facets(store: &Store, cache: &Cache, filter: &Filter, options: &FacetOptions) -> Facets {
    let dimensions = options.dimensions.as_deref().unwrap_or(&Dimension::ALL);
    let mut counters: Vec<Counter> = dimensions
        .iter()
        .map(|&dimension| {
            let size = dimension.column().map_or(CLASSES, |column| store.code_count(column));
            Counter { dimension, counts: vec![0; size] }
        })
        .collect();
    let matcher = Matcher::new(store, filter);
    let mut refused = [0; BLOCK];
    for number in 0..store.blocks() {
        let refused = matcher.block(number, &mut refused);
        counters.iter_mut().for_each(|counter| counter.count(store, number, refused));
    }
    let limit = options.limit.unwrap_or(usize::MAX);
    Facets(counters.into_iter().map(|counter| counter.finish(store, cache, limit)).collect())
}

impl Counter {
    fn count(&mut self, store: &Store, number: usize, refused: &[u8]) {
        // Whatever the dimension itself refuses is counted all the same.
        let others = !self.dimension.bit();
        let counts = &mut self.counts;
        let mut add = |at: usize, refused: u8| {
            if let Some(count) = counts.get_mut(at) {
                *count += u32::from(refused & others == 0);
            }
        };
        let Some(column) = self.dimension.column() else {
            let classes = store.class_block(number).iter().zip(refused);
            return classes.for_each(|(class, refused)| add(class.number(), *refused));
        };
        let Some(block) = store.codes(column).block(number) else { return };
        with_codes!(block, codes => codes.iter().zip(refused).for_each(|(code, refused)| add(*code as usize, *refused)));
    }

    fn finish(mut self, store: &Store, cache: &Cache, limit: usize) -> Facet {
        let mut values = match self.dimension {
            Dimension::Severity => self.severities(),
            Dimension::Fixable => self.flags(Class::is_fixable),
            Dimension::Exploit => self.flags(Class::is_exploitable),
            Dimension::Image => self.texts(store, cache, Column::Image, limit),
            Dimension::Kind => self.texts(store, cache, Column::Kind, limit),
            Dimension::Target => self.texts(store, cache, Column::Target, limit),
            Dimension::Package => self.texts(store, cache, Column::Package, limit),
            Dimension::Id => self.texts(store, cache, Column::Id, limit),
        };
        values.truncate(limit);
        Facet { dimension: self.dimension, values }
    }

    fn of_classes(&self, wanted: impl Fn(Class) -> bool) -> u32 {
        let counts = self.counts.iter().enumerate().filter(|(class, _)| wanted(Class::at(*class)));
        counts.map(|(_, count)| count).sum()
    }

    fn severities(&self) -> Vec<FacetValue> {
        let count = |severity| self.of_classes(|class| class.severity() == severity);
        let value = |severity: Severity| FacetValue { value: severity.word().to_owned(), count: count(severity) };
        Severity::ALL.map(value).into()
    }

    fn flags(&self, flag: impl Fn(Class) -> bool) -> Vec<FacetValue> {
        let yes = FacetValue { value: "true".to_owned(), count: self.of_classes(&flag) };
        let no = FacetValue { value: "false".to_owned(), count: self.of_classes(|class| !flag(class)) };
        let mut values = if yes.count > no.count { vec![yes, no] } else { vec![no, yes] };
        values.retain(|value| value.count > 0);
        values
    }

    fn texts(&mut self, store: &Store, cache: &Cache, column: Column, limit: usize) -> Vec<FacetValue> {
        merge_absent(store, column, &mut self.counts);
        let ranks = cache.ranks(store, column);
        let present = (0u32..).zip(&self.counts).filter(|(_, count)| **count > 0);
        // Largest count first, then the least text.
        let mut keys: Vec<(u64, u32)> = present
            .map(|(code, &count)| (u64::from(u32::MAX - count) << 32 | u64::from(ranks.get(code)), code))
            .collect();
        if limit < keys.len() {
            keep_least(&mut keys, limit);
        }
        sort_copies(&mut keys, Ord::cmp);
        let count = |key: u64| u32::MAX - (key >> 32) as u32;
        keys.into_iter()
            .map(|(key, code)| FacetValue { value: store.text_of(column, code).to_owned(), count: count(key) })
            .collect()
    }
}

/// Drops all but the `count` least keys, in any order.
fn keep_least(keys: &mut Vec<(u64, u32)>, count: usize) {
    let (mut settled, mut open) = (Vec::new(), std::mem::take(keys));
    while settled.len() < count && !open.is_empty() {
        let pivot = open.get(open.len() / 2).copied().unwrap_or_default();
        let (below, mut above): (Vec<_>, Vec<_>) = open.into_iter().partition(|key| *key < pivot);
        if settled.len() + below.len() > count {
            open = below;
        } else {
            settled.extend(below);
            // The pivot is the least of the rest.
            if settled.len() < count {
                settled.push(pivot);
                above.retain(|key| *key != pivot);
            }
            open = above;
        }
    }
    *keys = settled;
}

/// A missing value groups with the empty text.
pub(crate) fn merge_absent(store: &Store, column: Column, counts: &mut [u32]) {
    if let Some(empty) = store.find(column, "")
        && let Some(count) = counts.get_mut(empty as usize)
    {
        let empties = std::mem::take(count);
        counts.get_mut(ABSENT as usize).into_iter().for_each(|count| *count += empties);
    }
}
