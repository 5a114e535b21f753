//! The findings that a filter means, and what several questions ask of them: how many there are of each class, and of each
//! code of a column.
//!
//! One pass over the filtered columns leaves a byte for each row: the dimensions that refuse it. Counting a column then visits
//! the rows that match, or those that do not where they are fewer.

use super::filter::{Filter, Matcher};
use super::store::Store;
use super::store::blocks::BLOCK;
use super::store::class::CLASSES;
use super::store::codes::with_codes;
use super::store::column::{COLUMNS, Column};
use super::store::dictionary::ABSENT;
use std::cell::OnceCell;

/// Findings by class.
pub(crate) type ByClass = [u32; CLASSES];

/// A block of which nothing is refused.
static OPEN: [u8; BLOCK] = [0; BLOCK];

/// Values that a row's byte can have.
const BYTES: usize = 1 << u8::BITS;

pub(crate) struct Selection {
    /// What is selected by.
    pub filter: Filter,
    /// By row: the dimensions that refuse it. Empty where nothing refuses any.
    refused: Vec<u8>,
    /// By that byte: findings by class.
    classes: Vec<ByClass>,
    /// The rows that match, or those that do not: their places in their blocks.
    places: Vec<u16>,
    /// By block: where its places end.
    ends: Vec<usize>,
    /// Whether `places` are of the rows that do not match.
    inverted: bool,
    /// By column: findings that match, by code.
    counts: [OnceCell<Vec<u32>>; COLUMNS],
}

impl Selection {
    pub fn new(store: &Store, filter: &Filter) -> Self {
        let matcher = Matcher::new(store, filter);
        let is_open = matcher.is_open();
        let mut selection = Selection {
            filter: filter.clone(),
            refused: vec![0; if is_open { 0 } else { store.len() as usize }],
            classes: vec![[0; CLASSES]; BYTES],
            places: Vec::new(),
            ends: Vec::new(),
            inverted: is_open,
            counts: Default::default(),
        };
        if is_open {
            selection.classes.iter_mut().take(1).for_each(|classes| *classes = *store.by_class());
        } else {
            selection.count_classes(store, &matcher);
            selection.place(store.len());
        }
        selection
    }

    fn count_classes(&mut self, store: &Store, matcher: &Matcher) {
        for (number, refused) in self.refused.chunks_mut(BLOCK).enumerate() {
            matcher.block(number, refused);
            for (refused, class) in refused.iter().zip(store.class_block(number)) {
                if let Some(classes) = self.classes.get_mut(usize::from(*refused))
                    && let Some(count) = classes.get_mut(class.number())
                {
                    *count += 1;
                }
            }
        }
    }

    fn place(&mut self, rows: u32) {
        let matching = self.len();
        self.inverted = matching > rows / 2;
        self.places = Vec::with_capacity(matching.min(rows - matching) as usize);
        let mut placed = [0; BLOCK];
        for refused in self.refused.chunks(BLOCK) {
            // Every place is written and only some are counted: whether a row matches cannot be foreseen.
            let mut count = 0;
            for (place, refused) in (0u16..).zip(refused) {
                placed.get_mut(count).into_iter().for_each(|slot| *slot = place);
                count += usize::from((*refused == 0) != self.inverted);
            }
            self.places.extend_from_slice(placed.get(..count).unwrap_or_default());
            self.ends.push(self.places.len());
        }
    }

    /// Whether nothing refuses any row.
    pub fn is_open(&self) -> bool {
        self.refused.is_empty()
    }

    /// How many findings match.
    pub fn len(&self) -> u32 {
        self.by_class().iter().sum()
    }

    /// Findings that match, by class.
    pub fn by_class(&self) -> &ByClass {
        self.classes.first().unwrap_or(&[0; CLASSES])
    }

    /// Findings by class that all match but for the dimension with this bit.
    pub fn by_class_but(&self, bit: u8) -> ByClass {
        let mut classes = *self.by_class();
        let only = self.classes.get(usize::from(bit)).into_iter().flatten();
        classes.iter_mut().zip(only).for_each(|(count, only)| *count += only);
        classes
    }

    /// For each row of a block, the dimensions that refuse it.
    #[inline(always)]
    pub fn refused(&self, number: usize) -> &[u8] {
        let Some(tail) = self.refused.get(number * BLOCK..).filter(|tail| !tail.is_empty()) else { return &OPEN };
        tail.get(..BLOCK).unwrap_or(tail)
    }

    /// Whether a row matches.
    #[inline(always)]
    pub fn has(&self, row: u32) -> bool {
        self.refused.get(row as usize).is_none_or(|refused| *refused == 0)
    }

    /// Numbers of the rows that match, in store order.
    pub fn rows(&self, store: &Store) -> Vec<u32> {
        let mut rows = Vec::with_capacity(self.len() as usize);
        if self.inverted {
            rows.extend((0..store.len()).filter(|&row| self.has(row)));
            return rows;
        }
        let mut start = 0;
        for (number, &end) in self.ends.iter().enumerate() {
            let first = (number * BLOCK) as u32;
            rows.extend(self.places.get(start..end).into_iter().flatten().map(|&place| first + u32::from(place)));
            start = end;
        }
        rows
    }

    /// Findings that match by code of a column. `all` is the selection of all rows.
    pub fn counts(&self, store: &Store, all: &Selection, column: Column) -> &[u32] {
        let [first, ..] = &self.counts;
        self.counts.get(column as usize).unwrap_or(first).get_or_init(|| self.count(store, all, column))
    }

    fn count(&self, store: &Store, all: &Selection, column: Column) -> Vec<u32> {
        if self.refused.is_empty() {
            return if std::ptr::eq(self, all) {
                count_all(store, column)
            } else {
                all.counts(store, all, column).to_vec()
            };
        }
        let mut counts = if self.inverted { all.counts(store, all, column).to_vec() } else { zeros(store, column) };
        // Where rows that do not match are visited, they are taken off.
        let step = if self.inverted { u32::MAX } else { 1 };
        let mut start = 0;
        for (number, &end) in self.ends.iter().enumerate() {
            let places = self.places.get(start..end).unwrap_or_default();
            start = end;
            let Some(block) = store.codes(column).block(number) else { continue };
            with_codes!(block, codes => for &place in places {
                if let Some(&code) = codes.get(place as usize)
                    && let Some(count) = counts.get_mut(code as usize)
                {
                    *count = count.wrapping_add(step);
                }
            });
        }
        counts
    }

    /// Findings by code of a column that all match but for the dimension with this bit.
    pub fn counts_but(&self, store: &Store, all: &Selection, column: Column, bit: u8) -> Vec<u32> {
        let mut counts = self.counts(store, all, column).to_vec();
        if self.classes.get(usize::from(bit)).is_none_or(|only| only.iter().all(|&count| count == 0)) {
            return counts;
        }
        for number in 0..store.blocks() {
            let Some(block) = store.codes(column).block(number) else { continue };
            with_codes!(block, codes => for (&code, &refused) in codes.iter().zip(self.refused(number)) {
                if let Some(count) = counts.get_mut(code as usize) {
                    *count += u32::from(refused == bit);
                }
            });
        }
        counts
    }

    /// How many values of a column the findings have that match; the empty text and absence are one.
    pub fn distinct(&self, store: &Store, all: &Selection, column: Column) -> u32 {
        let counts = self.counts(store, all, column);
        let has = |code: u32| counts.get(code as usize).is_some_and(|&count| count > 0);
        let both = has(ABSENT) && store.find(column, "").is_some_and(has);
        counts.iter().filter(|&&count| count > 0).count() as u32 - u32::from(both)
    }

    pub fn memory_bytes(&self) -> usize {
        let counts: usize = self.counts.iter().filter_map(OnceCell::get).map(|counts| counts.capacity() * 4).sum();
        let classes = self.classes.capacity() * size_of::<ByClass>();
        self.refused.capacity() + self.places.capacity() * 2 + self.ends.capacity() * 4 + classes + counts
    }
}

fn zeros(store: &Store, column: Column) -> Vec<u32> {
    vec![0; store.code_count(column)]
}

fn count_all(store: &Store, column: Column) -> Vec<u32> {
    let mut counts = zeros(store, column);
    for number in 0..store.blocks() {
        let Some(block) = store.codes(column).block(number) else { continue };
        with_codes!(block, codes => for &code in codes {
            counts.get_mut(code as usize).into_iter().for_each(|count| *count += 1);
        });
    }
    counts
}
