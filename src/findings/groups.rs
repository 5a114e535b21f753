//! Gives each row the number of its group: the combination of its values in up to three dimensions.
//!
//! A dimension at a time, each in one pass over its column; rows that a filter refuses belong to a group after the last.

use super::cache::Cache;
use super::dimension::{Dimension, MOST_DIMENSIONS, Values};
use super::selection::Selection;
use super::store::Store;
use super::store::blocks::BLOCK;
use super::store::class::{CLASSES, Class};
use super::store::codes::{wide, with_codes};
use super::store::column::Column;
use super::store::dictionary::ABSENT;
use crate::compact::mixed;
use crate::wire::severity::Severity;
use std::cmp::Ordering;

/// A value in each dimension: a dictionary code, a severity's number, or 0 and 1 for a flag.
pub type Key = [u32; MOST_DIMENSIONS];

/// The values that groups stand for; some groups may have no rows.
pub(crate) struct GroupKeys {
    by: Vec<Dimension>,
    of_groups: Vec<Key>,
}

/// Groups, and the rows in them.
pub(crate) struct Groups {
    pub keys: GroupKeys,
    /// By row: its group's number, or the number of groups for a row that is refused.
    of_rows: Vec<u32>,
}

impl GroupKeys {
    /// One group for each code of the column by which they are grouped.
    pub fn of_codes(by: &[Dimension], codes: usize) -> Self {
        GroupKeys {
            by: by.to_vec(),
            of_groups: (0..codes as u32).map(|code| with_value(Key::default(), 0, code)).collect(),
        }
    }

    /// The group's values, one for each dimension.
    pub fn get(&self, group: usize) -> Key {
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

impl Groups {
    pub fn new(store: &Store, by: &[Dimension], selection: &Selection) -> Self {
        let keys = GroupKeys { by: by.to_vec(), of_groups: vec![Key::default()] };
        let mut groups = Groups { keys, of_rows: vec![0; store.len() as usize] };
        for (place, &dimension) in by.iter().enumerate() {
            let (values, count) = values(store, dimension);
            groups.divide(place, &values, count, store.seed());
        }
        groups.refuse(selection);
        groups
    }

    /// Divides all groups by another dimension, whose values are below `count`.
    fn divide(&mut self, place: usize, values: &[u32], count: usize, seed: u64) {
        if let [only] = *self.keys.of_groups {
            self.of_rows.copy_from_slice(values);
            self.keys.of_groups = (0..count as u32).map(|value| with_value(only, place, value)).collect();
            return;
        }
        let mut numbers = Numbers::new(self.len().saturating_mul(count), self.of_rows.len(), seed);
        let mut keys = Vec::new();
        for (group, &value) in self.of_rows.iter_mut().zip(values) {
            let number = numbers.of(u64::from(*group) * count as u64 + u64::from(value));
            if number as usize == keys.len() {
                keys.push(with_value(self.keys.get(*group as usize), place, value));
            }
            *group = number;
        }
        self.keys.of_groups = keys;
    }

    fn refuse(&mut self, selection: &Selection) {
        let refused_group = self.len() as u32;
        for (number, groups) in self.of_rows.chunks_mut(BLOCK).enumerate() {
            for (group, refused) in groups.iter_mut().zip(selection.refused(number)) {
                *group = if *refused == 0 { *group } else { refused_group };
            }
        }
    }

    /// How many groups there are, those without rows included.
    pub fn len(&self) -> usize {
        self.keys.of_groups.len()
    }

    /// Group numbers of the rows of one block.
    #[inline(always)]
    pub fn block(&self, number: usize) -> &[u32] {
        let tail = self.of_rows.get(number * BLOCK..).unwrap_or_default();
        tail.get(..BLOCK).unwrap_or(tail)
    }
}

fn with_value(mut key: Key, place: usize, value: u32) -> Key {
    if let Some(slot) = key.get_mut(place) {
        *slot = value;
    }
    key
}

/// Every row's value in a dimension, and a number above all of them.
fn values(store: &Store, dimension: Dimension) -> (Vec<u32>, usize) {
    match dimension.values() {
        Values::Texts(column) => (codes(store, column), store.code_count(column)),
        Values::Severities => (of_classes(store, &|class| class.severity() as u32), Severity::ALL.len()),
        Values::Flag(flag) => (of_classes(store, &|class| flag(class).into()), 2),
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

/// Numbers combinations in the order of their first appearance.
struct Numbers {
    /// If there are few combinations: by combination, one more than its number.
    table: Vec<u32>,
    /// If there are many: a table with open addressing, of one more than the number.
    slots: Vec<u32>,
    combinations: Vec<u64>,
    count: u32,
    /// Of hashes: the service chooses the codes, and could make them collide under a seed that it knows.
    seed: u64,
}

/// Up to this many combinations have a place each.
const TABLE: usize = 1 << 22;
/// And up to this many times the rows: memory that a module has asked for is never given back.
const SPARSE: usize = 64;

impl Numbers {
    fn new(combinations: usize, rows: usize, seed: u64) -> Self {
        let few = combinations <= TABLE.min(rows.saturating_mul(SPARSE));
        let slots = if few { 0 } else { (rows * 2).next_power_of_two() };
        Numbers {
            table: vec![0; if few { combinations } else { 0 }],
            slots: vec![0; slots],
            combinations: Vec::new(),
            count: 0,
            seed,
        }
    }

    #[inline(always)]
    fn of(&mut self, combination: u64) -> u32 {
        let few = !self.table.is_empty();
        let slot = match few {
            true => self.table.get_mut(combination as usize),
            false => {
                let mask = self.slots.len().wrapping_sub(1);
                let mut at = (mixed(combination, self.seed) >> 32) as usize & mask;
                // Half of the slots are free, so the search ends.
                while let Some(known) = self.slots.get(at).and_then(|slot| slot.checked_sub(1))
                    && self.combinations.get(known as usize) != Some(&combination)
                {
                    at = (at + 1) & mask;
                }
                self.slots.get_mut(at)
            }
        };
        let Some(slot) = slot else { return 0 };
        if *slot == 0 {
            self.count += 1;
            *slot = self.count;
            if !few {
                self.combinations.push(combination);
            }
        }
        *slot - 1
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: usize = 1 << 14;

    /// The most slots in a row that are taken once these combinations are numbered.
    fn longest_search(combinations: &[u64], seed: u64) -> usize {
        let mut numbers = Numbers::new(usize::MAX, ROWS, seed);
        for (number, combination) in (0..).zip(combinations) {
            assert_eq!(numbers.of(*combination), number);
        }
        assert!(combinations.first().is_none_or(|first| numbers.of(*first) == 0));
        numbers.slots.split(|slot| *slot == 0).map(<[u32]>::len).max().unwrap()
    }

    #[test]
    fn a_search_ends_where_every_row_has_a_combination_of_its_own() {
        let each: Vec<u64> = (0..ROWS as u64).map(|row| row.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
        assert!(longest_search(&each, 1) < 100);
    }

    #[test]
    fn combinations_made_to_share_a_place_under_one_seed_do_not_under_another() {
        let few = |combination: &u64| (mixed(*combination, 1) >> 32) as usize & (ROWS * 2 - 1) < 16;
        let made: Vec<u64> = (0..1 << 24).filter(few).take(ROWS / 4).collect();
        assert!(longest_search(&made, 1) == made.len());
        assert!(longest_search(&made, 2) < 100);
        // What a bare product would put into one row of slots.
        let product =
            |combination: &u64| combination.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 & (ROWS as u64 * 2 - 1) < 16;
        let made: Vec<u64> = (0..1 << 24).filter(product).take(ROWS / 4).collect();
        assert!(longest_search(&made, 1) < 100);
    }
}
