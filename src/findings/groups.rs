//! Groups of findings: those with the same values in up to three dimensions.
//!
//! If few combinations of values are possible, each row gets the number of its combination. If many are, rows are put in the
//! order of their groups.

mod few;
mod many;

use super::cache::Cache;
use super::dimension::{Dimension, MOST_DIMENSIONS, Values};
use super::selection::Selection;
use super::store::Store;
use super::store::class::{CLASSES, Class, Tally};
use super::store::codes::{wide, with_codes};
use super::store::column::Column;
use super::store::dictionary::ABSENT;
use crate::memory::{OutOfMemory, ask_for};
use crate::wire::severity::Severity;
use few::Few;
use many::Many;
use std::cmp::Ordering;

/// A value in each dimension: a dictionary code, a severity's number, or 0 and 1 for a flag.
pub type GroupKey = [u32; MOST_DIMENSIONS];

/// The values that groups stand for; some groups may have no rows.
pub(crate) struct GroupKeys {
    by: Vec<Dimension>,
    of_groups: Vec<GroupKey>,
}

impl GroupKeys {
    /// One group for each code of the column by which they are grouped.
    pub fn of_codes(by: &[Dimension], codes: usize) -> Self {
        GroupKeys {
            by: by.to_vec(),
            of_groups: (0..codes as u32).map(|code| with_value(GroupKey::default(), 0, code)).collect(),
        }
    }

    /// The group's values, one for each dimension.
    pub fn get(&self, group: usize) -> GroupKey {
        self.of_groups.get(group).copied().unwrap_or_default()
    }

    /// Orders two groups by their values: severities by severity, texts by code point.
    pub fn compare(&self, cache: &Cache, store: &Store, a: usize, b: usize) -> Ordering {
        let rank = |dimension: Dimension, value: u32| match dimension.column() {
            Some(column) => cache.ranks(store, column).get(value),
            None => value,
        };
        let (Some(a), Some(b)) = (self.of_groups.get(a), self.of_groups.get(b)) else { return Ordering::Equal };
        let pairs = self.by.iter().zip(a.iter().zip(b));
        pairs.fold(Ordering::Equal, |order, (by, (&a, &b))| order.then_with(|| rank(*by, a).cmp(&rank(*by, b))))
    }
}

/// Which rows belong to each group.
enum Members {
    /// With the bytes of its table.
    Few(Few, usize),
    Many(Many),
}

pub(crate) struct Groups<'a> {
    store: &'a Store,
    pub keys: GroupKeys,
    members: Members,
}

impl<'a> Groups<'a> {
    /// Groups of the rows that are selected. Distinct values will be asked for of the columns in `counted`.
    pub fn new(
        store: &'a Store,
        by: &[Dimension],
        selection: &Selection,
        counted: &[Column],
    ) -> Result<Self, OutOfMemory> {
        let (of_groups, members) = if let Some(table) = few::table_bytes(store, by, counted) {
            let values = store.len() as usize * size_of::<u32>() * by.len().min(2);
            // Keys take less than the table, even while their list grows.
            ask_for(&[values, table])?;
            let (keys, few) = Few::new(store, by, selection);
            (keys, Members::Few(few, table))
        } else {
            let (keys, many) = Many::new(store, by, selection)?;
            (keys, Members::Many(many))
        };
        Ok(Groups { store, keys: GroupKeys { by: by.to_vec(), of_groups }, members })
    }

    /// How many groups there are; some may have no rows.
    pub fn len(&self) -> usize {
        self.keys.of_groups.len()
    }

    /// Bytes that it takes to count rows, or distinct values in a column of so many codes.
    pub fn bytes_to_count(&self, codes: usize) -> usize {
        match self.members {
            Members::Few(_, table) => table,
            Members::Many(_) => (self.store.len() as usize + codes) * size_of::<u32>(),
        }
    }

    /// How many findings of each class the groups have.
    pub fn tallies(&self) -> Vec<Tally> {
        match &self.members {
            Members::Few(few, _) => few.tallies(self.store),
            Members::Many(many) => many.tallies(self.store),
        }
    }

    /// How many distinct values each group has in a column; the empty text and absence are one value.
    pub fn distinct(&self, column: Column) -> Vec<u32> {
        match &self.members {
            Members::Few(few, _) => few.distinct(self.store, column),
            Members::Many(many) => many.distinct(self.store, column),
        }
    }
}

fn with_value(mut key: GroupKey, place: usize, value: u32) -> GroupKey {
    if let Some(slot) = key.get_mut(place) {
        *slot = value;
    }
    key
}

/// A number above all values of a dimension.
fn value_count(store: &Store, dimension: Dimension) -> usize {
    match dimension.values() {
        Values::Texts(column) => store.code_count(column),
        Values::Severities => Severity::ALL.len(),
        Values::Flag(_) => 2,
    }
}

/// Every row's value in a dimension.
fn values(store: &Store, dimension: Dimension) -> Vec<u32> {
    match dimension.values() {
        Values::Texts(column) => codes(store, column),
        Values::Severities => of_classes(store, &|class| class.severity() as u32),
        Values::Flag(flag) => of_classes(store, &|class| flag(class).into()),
    }
}

/// The code of each row; a missing text and an empty one have the same.
fn codes(store: &Store, column: Column) -> Vec<u32> {
    let mut values = Vec::with_capacity(store.len() as usize);
    let empty = store.find(column, "").unwrap_or(ABSENT);
    for block in (0..store.blocks()).filter_map(|number| store.codes(column).block(number)) {
        with_codes!(block, codes => values.extend(codes.iter().map(|&code| {
            let code = wide(code);
            if code == empty { ABSENT } else { code }
        })));
    }
    values
}

fn of_classes(store: &Store, value: &dyn Fn(Class) -> u32) -> Vec<u32> {
    let table: [u32; CLASSES] = std::array::from_fn(|number| value(Class::at(number)));
    let mut values = Vec::with_capacity(store.len() as usize);
    for number in 0..store.blocks() {
        let classes = store.class_block(number).iter();
        values.extend(classes.map(|class| table.get(class.number()).copied().unwrap_or_default()));
    }
    values
}

/// What a value of a dimension means.
pub(crate) fn word_of(store: &Store, dimension: Dimension, value: u32) -> &str {
    match dimension.values() {
        Values::Texts(column) => store.text_of(column, value),
        Values::Severities => Severity::ALL.get(value as usize).map_or("", |severity| severity.word()),
        Values::Flag(_) if value == 0 => "false",
        Values::Flag(_) => "true",
    }
}
