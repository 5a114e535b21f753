//! Gives each row the number of its group: the combination of its values in one to three dimensions.

use super::cache::Cache;
use super::dimension::Dimension;
use super::rollup::MOST_DIMENSIONS;
use super::store::Store;
use super::store::column::Column;
use super::store::dictionary::ABSENT;
use crate::compact::sort_copies;
use crate::wire::severity::Severity;
use std::cmp::Ordering;

/// A value in each dimension: a dictionary code, a severity's number, or 0 and 1 for a flag.
type Key = [u32; MOST_DIMENSIONS];

pub(crate) struct Groups {
    by: Vec<Axis>,
    /// Group number, row by row.
    of_rows: Vec<u32>,
    keys: Vec<Key>,
}

/// A dimension with what is needed to read a row in it.
struct Axis {
    dimension: Dimension,
    /// The code of the empty text, which groups with absence.
    empty: Option<u32>,
    /// How many values there are.
    size: usize,
}

impl Axis {
    fn new(store: &Store, dimension: Dimension) -> Self {
        let column = dimension.column();
        let flags = if dimension == Dimension::Severity { Severity::ALL.len() } else { 2 };
        Axis {
            dimension,
            empty: column.and_then(|column| store.find(column, "")),
            size: column.map_or(flags, |column| store.code_count(column)),
        }
    }

    #[inline(always)]
    fn value(&self, store: &Store, row: u32) -> u32 {
        match self.dimension.column() {
            Some(column) => {
                let code = store.codes(column).get(row);
                if Some(code) == self.empty { ABSENT } else { code }
            }
            None => match self.dimension {
                Dimension::Severity => store.class(row).severity() as u32,
                Dimension::Fixable => store.class(row).is_fixable().into(),
                _ => store.class(row).is_exploitable().into(),
            },
        }
    }
}

/// Up to this many possible combinations, a table finds the group; beyond, sorting does.
const TABLE: usize = 1 << 22;

impl Groups {
    pub fn new(store: &Store, by: &[Dimension], rows: &[u32]) -> Self {
        let by: Vec<Axis> = by.iter().map(|&dimension| Axis::new(store, dimension)).collect();
        let combinations = by.iter().try_fold(1usize, |product, axis| product.checked_mul(axis.size));
        let mut groups = Groups { by, of_rows: Vec::with_capacity(rows.len()), keys: Vec::new() };
        match combinations.filter(|&combinations| combinations <= TABLE) {
            Some(combinations) => groups.number_by_table(store, rows, combinations),
            None => groups.number_by_sorting(store, rows),
        }
        groups
    }

    fn key_of(&self, store: &Store, row: u32) -> Key {
        let mut key = Key::default();
        key.iter_mut().zip(&self.by).for_each(|(value, axis)| *value = axis.value(store, row));
        key
    }

    fn number_by_table(&mut self, store: &Store, rows: &[u32], combinations: usize) {
        const NONE: u32 = u32::MAX;
        let mut numbers = vec![NONE; combinations];
        for &row in rows {
            let key = self.key_of(store, row);
            let place = self.by.iter().zip(key).fold(0, |place, (axis, value)| place * axis.size + value as usize);
            let Some(number) = numbers.get_mut(place) else { continue };
            if *number == NONE {
                *number = self.keys.len() as u32;
                self.keys.push(key);
            }
            self.of_rows.push(*number);
        }
    }

    fn number_by_sorting(&mut self, store: &Store, rows: &[u32]) {
        let mut keyed: Vec<(Key, u32)> = (0u32..).zip(rows).map(|(at, &row)| (self.key_of(store, row), at)).collect();
        sort_copies(&mut keyed, Ord::cmp);
        self.of_rows.resize(rows.len(), 0);
        for (key, at) in keyed {
            if self.keys.last() != Some(&key) {
                self.keys.push(key);
            }
            let number = self.keys.len() as u32 - 1;
            self.of_rows.get_mut(at as usize).into_iter().for_each(|group| *group = number);
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn of_rows(&self) -> &[u32] {
        &self.of_rows
    }

    /// The group's values, one for each dimension.
    pub fn key(&self, store: &Store, group: usize) -> Vec<String> {
        let key = self.keys.get(group).copied().unwrap_or_default();
        self.by.iter().zip(key).map(|(axis, value)| word_of(store, axis.dimension, value).to_owned()).collect()
    }

    /// Orders two groups by their values: severities by severity, texts by code point.
    pub fn compare(&self, cache: &Cache, store: &Store, a: usize, b: usize) -> Ordering {
        let rank = |axis: &Axis, value: u32| match axis.dimension.column() {
            Some(column) => cache.ranks(store, column).get(value),
            None => value,
        };
        let (Some(a), Some(b)) = (self.keys.get(a), self.keys.get(b)) else { return Ordering::Equal };
        let pairs = self.by.iter().zip(a.iter().zip(b));
        pairs.fold(Ordering::Equal, |order, (axis, (&a, &b))| order.then_with(|| rank(axis, a).cmp(&rank(axis, b))))
    }
}

fn word_of(store: &Store, dimension: Dimension, value: u32) -> &str {
    let column: Option<Column> = dimension.column();
    match (column, dimension) {
        (Some(column), _) => store.text_of(column, value),
        (None, Dimension::Severity) => Severity::ALL.get(value as usize).map_or("", |severity| severity.word()),
        (None, _) => {
            if value == 0 {
                "false"
            } else {
                "true"
            }
        }
    }
}
