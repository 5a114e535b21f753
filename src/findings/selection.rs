//! The findings that a filter means, and what several questions ask of them: how many there are of each class, and of each
//! code of a column.
//!
//! One pass over the filtered columns leaves a byte for each row: the dimensions that refuse it. What severity, fix and exploit
//! refuse depends on the class alone, so classes are counted before these refuse any row. Counting a column then visits the rows
//! that match, or those that do not if they are fewer.

mod placed;

use super::dimension::Dimension;
use super::filter::{Condition, Filter, Matcher};
use super::masks::{WIDTH, equal, places};
use super::store::Store;
use super::store::blocks::BLOCK;
use super::store::class::{CLASSES, Class};
use super::store::codes::with_codes;
use super::store::column::{COLUMNS, Column};
use super::store::dictionary::ABSENT;
use super::text_search::TextSearch;
use placed::PlacedRows;
use std::cell::OnceCell;

/// Findings by class.
pub(crate) type ByClass = [u32; CLASSES];

pub(crate) struct Selection {
    /// What is selected by.
    pub filter: Filter,
    /// By row: the dimensions that refuse it. Empty if nothing can refuse a row.
    refused: Vec<u8>,
    /// By class: findings that nothing but their class may refuse.
    unrefused: ByClass,
    /// By class: the dimensions that refuse it.
    refusing: [u8; CLASSES],
    /// Findings that match, by class.
    by_class: ByClass,
    /// The column that alone decides whether a row is refused, if there is one.
    only_column: Option<Column>,
    /// The rows that match. Empty if nothing can refuse a row.
    placed: PlacedRows,
    /// By column: findings that match, by code.
    counts: [OnceCell<Vec<u32>>; COLUMNS],
}

impl Selection {
    /// Bytes that making one takes. Three for each row: one in `refused`, one on average in `placed` (two bytes for at most half of
    /// the rows), one more if a search has many terms. One for each text, for the filters' tables. And the terms of a search.
    pub fn bytes(store: &Store, filter: &Filter) -> usize {
        let texts: usize = Column::ALL.into_iter().map(|column| store.code_count(column)).sum();
        let terms = filter.text.as_ref().map_or(0, |text| TextSearch::bytes_of_terms(text));
        3 * store.len() as usize + texts + terms
    }

    pub fn new(store: &Store, filter: &Filter) -> Self {
        let matcher = Matcher::new(store, filter);
        let is_open = matcher.is_open();
        let mut selection = Selection {
            filter: filter.clone(),
            refused: vec![0; if is_open { 0 } else { store.len() as usize }],
            unrefused: *store.by_class(),
            refusing: matcher.classes(),
            by_class: [0; CLASSES],
            only_column: matcher.only_column(),
            placed: PlacedRows::default(),
            counts: Default::default(),
        };
        if matcher.asks_rows() {
            let blocks = selection.refused.chunks_mut(BLOCK).enumerate();
            blocks.for_each(|(number, refused)| matcher.block(number, refused));
        }
        match (matcher.asks_rows(), matcher.asks_classes()) {
            (true, true) => selection.unrefused = selection.refuse_classes_counting(store),
            (true, false) => {
                selection.placed = PlacedRows::of(&selection.refused, unrefused_rows(&selection.refused));
                selection.unrefused = selection.placed.classes(store);
            }
            (false, _) => selection.refuse_classes(store),
        }
        selection.by_class = selection.by_class_but(0);
        if matcher.asks_classes() {
            selection.placed = PlacedRows::of(&selection.refused, selection.len() as usize);
        }
        selection
    }

    /// Refuses rows by their class, if nothing else refuses any.
    fn refuse_classes(&mut self, store: &Store) {
        let refusing = |class: &Class| self.refusing.get(class.number()).copied().unwrap_or_default();
        for (number, refused) in self.refused.chunks_mut(BLOCK).enumerate() {
            let rows = refused.iter_mut().zip(store.class_block(number));
            rows.for_each(|(refused, class)| *refused = refusing(class));
        }
    }

    /// Refuses rows by their class too. Returns the classes of the rows that nothing else refuses.
    fn refuse_classes_counting(&mut self, store: &Store) -> ByClass {
        let refusing = |class: &Class| self.refusing.get(class.number()).copied().unwrap_or_default();
        let mut classes = [0u32; CLASSES];
        for (number, refused) in self.refused.chunks_mut(BLOCK).enumerate() {
            for (refused, class) in refused.iter_mut().zip(store.class_block(number)) {
                if let Some(count) = classes.get_mut(class.number()) {
                    *count += u32::from(*refused == 0);
                }
                *refused |= refusing(class);
            }
        }
        classes
    }

    /// Whether nothing can refuse a row.
    pub fn is_open(&self) -> bool {
        self.refused.is_empty()
    }

    /// How many findings match.
    pub fn len(&self) -> u32 {
        self.by_class().iter().sum()
    }

    /// Findings that match, by class.
    pub fn by_class(&self) -> &ByClass {
        &self.by_class
    }

    /// Findings by class, under all filters but that of the dimension with this bit, which depends on the class alone.
    pub fn by_class_but(&self, bit: u8) -> ByClass {
        let mut classes = self.unrefused;
        for (count, refusing) in classes.iter_mut().zip(self.refusing) {
            *count *= u32::from(refusing & !bit == 0);
        }
        classes
    }

    /// For each row of a block, the dimensions that refuse it; empty if nothing can refuse a row.
    #[inline(always)]
    pub fn refused(&self, number: usize) -> &[u8] {
        let tail = self.refused.get(number * BLOCK..).unwrap_or_default();
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
        if self.is_open() {
            rows.extend(0..store.len());
        } else if self.placed.are_matching() {
            self.placed.list(&mut rows);
        } else {
            rows.extend((0..store.len()).filter(|&row| self.has(row)));
        }
        rows
    }

    /// Bytes that counts of a column take, those of all rows included; none if they are there.
    pub fn bytes_for_counts(&self, store: &Store, all: &Selection, column: Column) -> usize {
        let is_made = |of: &Selection| of.counts.get(column as usize).is_some_and(|counts| counts.get().is_some());
        let bytes = |of: &Selection| if is_made(of) { 0 } else { store.code_count(column) * size_of::<u32>() };
        bytes(self) + if std::ptr::eq(self, all) { 0 } else { bytes(all) }
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
        self.placed.counts(store, column, || all.counts(store, all, column).to_vec())
    }

    /// Findings by code of a dimension's column, under all filters but the dimension's own.
    pub fn counts_but(&self, store: &Store, all: &Selection, column: Column, dimension: Dimension) -> Vec<u32> {
        if self.only_column == Some(column) {
            return all.counts(store, all, column).to_vec();
        }
        let mut counts = self.counts(store, all, column).to_vec();
        if !self.filter.conditions().any(|condition| matches!(condition, Condition::List(of, _) if of == dimension)) {
            return counts;
        }
        let bit = dimension.bit();
        for number in 0..store.blocks() {
            let Some(block) = store.codes(column).block(number) else { continue };
            with_codes!(block, codes => for (codes, refused) in codes.chunks(WIDTH).zip(self.refused(number).chunks(WIDTH)) {
                for place in places(equal(refused, bit)) {
                    if let Some(count) = codes.get(place).and_then(|&code| counts.get_mut(code as usize)) {
                        *count += 1;
                    }
                }
            });
        }
        counts
    }

    /// How many different values the findings that match have in a column; the empty text and absence are one.
    pub fn distinct(&self, store: &Store, all: &Selection, column: Column) -> u32 {
        let counts = self.counts(store, all, column);
        let has = |code: u32| counts.get(code as usize).is_some_and(|&count| count > 0);
        let both = has(ABSENT) && store.find(column, "").is_some_and(has);
        counts.iter().filter(|&&count| count > 0).count() as u32 - u32::from(both)
    }

    pub fn memory_bytes(&self) -> usize {
        let counts: usize = self.counts.iter().filter_map(OnceCell::get).map(|counts| counts.capacity() * 4).sum();
        self.refused.capacity() + self.placed.memory_bytes() + counts
    }
}

/// How many rows nothing refuses.
fn unrefused_rows(refused: &[u8]) -> usize {
    refused.chunks(WIDTH).map(|refused| equal(refused, 0).count_ones() as usize).sum()
}

/// A count of nothing for each code of a column.
fn zeros(store: &Store, column: Column) -> Vec<u32> {
    vec![0; store.code_count(column)]
}

fn count_all(store: &Store, column: Column) -> Vec<u32> {
    let mut counts = zeros(store, column);
    for number in 0..store.blocks() {
        let Some(block) = store.codes(column).block(number) else { continue };
        with_codes!(block, codes => for &code in codes {
            if let Some(count) = counts.get_mut(code as usize) {
                *count += 1;
            }
        });
    }
    counts
}
