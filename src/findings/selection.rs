//! The findings that a filter means, and what several questions ask of them: how many there are of each class, and of each
//! code of a column.
//!
//! One pass over the filtered columns leaves a byte for each row: the dimensions that refuse it. What severity, fix and exploit
//! refuse depends on the class alone, so classes are counted before these refuse any row. Counting a column then visits the rows
//! that match, or those that do not if they are fewer.

use super::dimension::Dimension;
use super::filter::{Filter, Matcher, Part};
use super::masks::{WIDTH, equal, places};
use super::store::Store;
use super::store::blocks::BLOCK;
use super::store::class::{CLASSES, Class};
use super::store::codes::with_codes;
use super::store::column::{COLUMNS, Column};
use super::store::dictionary::ABSENT;
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
            unrefused: *store.by_class(),
            refusing: matcher.classes(),
            by_class: [0; CLASSES],
            only_column: matcher.only_column(),
            places: Vec::new(),
            ends: Vec::new(),
            inverted: is_open,
            counts: Default::default(),
        };
        if matcher.asks_rows() {
            let blocks = selection.refused.chunks_mut(BLOCK).enumerate();
            blocks.for_each(|(number, refused)| matcher.block(number, refused));
        }
        match (matcher.asks_rows(), matcher.asks_classes()) {
            (true, true) => selection.unrefused = selection.refuse_classes_counting(store),
            (true, false) => {
                selection.place(selection.unrefused_rows());
                selection.unrefused = selection.count_classes(store);
            }
            (false, _) => selection.refuse_classes(store),
        }
        selection.by_class = selection.by_class_but(0);
        if matcher.asks_classes() {
            selection.place(selection.len() as usize);
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

    /// How many rows nothing refuses so far.
    fn unrefused_rows(&self) -> usize {
        self.refused.chunks(WIDTH).map(|refused| equal(refused, 0).count_ones() as usize).sum()
    }

    /// Notes the places of the rows that nothing refuses, of which there are `matching`, or of the others if these are fewer.
    fn place(&mut self, matching: usize) {
        let rows = self.refused.len();
        self.inverted = matching > rows / 2;
        self.places = Vec::with_capacity(matching.min(rows - matching));
        for refused in self.refused.chunks(BLOCK) {
            for (start, refused) in (0u16..).step_by(WIDTH).zip(refused.chunks(WIDTH)) {
                let matching = equal(refused, 0);
                // The bits beyond the last row are no rows.
                let wanted = if self.inverted { !matching & u64::MAX >> (WIDTH - refused.len()) } else { matching };
                self.places.extend(places(wanted).map(|place| start + place as u16));
            }
            self.ends.push(self.places.len());
        }
    }

    /// By class: the rows that `places` say match.
    fn count_classes(&self, store: &Store) -> ByClass {
        let mut classes = if self.inverted { *store.by_class() } else { [0; CLASSES] };
        let step = self.step();
        for (number, places) in self.placed() {
            let block = store.class_block(number);
            for class in places.iter().filter_map(|&place| block.get(place as usize)) {
                if let Some(count) = classes.get_mut(class.number()) {
                    *count = count.wrapping_add(step);
                }
            }
        }
        classes
    }

    /// What a row of `places` adds to a count, modulo 2^32: 1, or -1 for rows that do not match.
    fn step(&self) -> u32 {
        if self.inverted { u32::MAX } else { 1 }
    }

    /// By block: its number and its `places`.
    fn placed(&self) -> impl Iterator<Item = (usize, &[u16])> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let blocks = starts.zip(&self.ends).enumerate();
        blocks.map(|(number, (&start, &end))| (number, self.places.get(start..end).unwrap_or_default()))
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
            return rows;
        }
        if self.inverted {
            rows.extend((0..store.len()).filter(|&row| self.has(row)));
            return rows;
        }
        for (number, places) in self.placed() {
            let first = (number * BLOCK) as u32;
            rows.extend(places.iter().map(|&place| first + u32::from(place)));
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
        let mut counts = if self.inverted { all.counts(store, all, column).to_vec() } else { zeros(store, column) };
        let step = self.step();
        for (number, places) in self.placed() {
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

    /// Findings by code of a dimension's column, under all filters but the dimension's own.
    pub fn counts_but(&self, store: &Store, all: &Selection, column: Column, dimension: Dimension) -> Vec<u32> {
        if self.only_column == Some(column) {
            return all.counts(store, all, column).to_vec();
        }
        let mut counts = self.counts(store, all, column).to_vec();
        if !self.filter.parts().any(|part| matches!(part, Part::List(of, _) if of == dimension)) {
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
        self.refused.capacity() + self.places.capacity() * 2 + self.ends.capacity() * size_of::<usize>() + counts
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
            if let Some(count) = counts.get_mut(code as usize) {
                *count += 1;
            }
        });
    }
    counts
}
