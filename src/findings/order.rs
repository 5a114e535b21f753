//! Puts rows in order: ranks packed into words and sorted by digits, so no two texts are compared while sorting.
//!
//! Whatever is asked for, the default order decides what it leaves open, then `uid`, then place in the scan: every order is
//! total, and pages of it never overlap.

mod fields;
mod keys;
mod split_rows;

use super::cache::Cache;
use super::store::Store;
use super::store::uids::Uid;
use super::store::uuid::TEXT_LENGTH;
use crate::compact::{bits_for, sort_by, sort_by_digits};
use crate::memory::{OutOfMemory, ask_for};
use fields::{Field, fields, pack_words};
pub use keys::{Sort, SortKey};
pub(crate) use split_rows::SplitRows;
use std::cmp::Ordering;

/// Rows in an order, in which findings that differ in nothing but uid may still be in store order.
///
/// Such ties are short as a rule, and few are ever looked at: [`Order::settled`] puts them right where they are.
pub(crate) struct Order<'a> {
    store: &'a Store,
    fields: Vec<Field<'a>>,
}

impl<'a> Order<'a> {
    pub fn new(store: &'a Store, cache: &'a Cache, sort: &[Sort]) -> Result<Self, OutOfMemory> {
        Ok(Order { store, fields: fields(store, cache, sort)? })
    }

    /// Sorts `rows`, which are in store order, except for short ties.
    pub fn sort(&self, rows: &mut [u32]) -> Result<(), OutOfMemory> {
        // Twice the keys; ties are sorted after them, and take less.
        ask_for(&[rows.len() * 2 * size_of::<u64>()])?;
        let row_bits = bits_for(self.store.len().into());
        let mask = self.row_mask();
        // A key is a word of fields above the row's own number: sorting keys carries the rows along.
        let mut keys: Vec<u64> = rows.iter().map(|&row| row.into()).collect();
        for word in pack_words(&self.fields, u64::BITS - row_bits).iter().rev() {
            keys.iter_mut().for_each(|key| *key &= mask);
            let mut shift = row_bits;
            for field in word.iter().rev() {
                field.add(self.store, &mut keys, mask, shift);
                shift += field.bits;
            }
            sort_by_digits(&mut keys, row_bits, shift);
        }
        rows.iter_mut().zip(&keys).for_each(|(row, key)| *row = (key & mask) as u32);
        self.settle_long_ties(rows);
        Ok(())
    }

    /// The bits of a key that are its row.
    fn row_mask(&self) -> u64 {
        (1 << bits_for(self.store.len().into())) - 1
    }

    /// Settles all ties longer than [`LONG_TIE`], and perhaps some that are nearly as long.
    fn settle_long_ties(&self, rows: &mut [u32]) {
        // Wherever a longer run begins, it holds one of the rows looked at and the row two steps on.
        let step = LONG_TIE / 3;
        let mut at = 0;
        while at + 2 * step < rows.len() {
            // If two rows far apart tie, so do all between them.
            if !self.tie(rows, at, at + 2 * step) {
                at += step;
                continue;
            }
            let (start, end) = self.run_around(rows, at, usize::MAX);
            if let Some(ties) = rows.get_mut(start..end) {
                self.settle(ties);
            }
            at = end;
        }
    }

    /// The rows at `start..end` of sorted rows, ties settled.
    pub fn settled(&self, rows: &[u32], start: usize, end: usize) -> Result<Vec<u32>, OutOfMemory> {
        // A longer run is settled already, so it does not matter how far it goes.
        let first = self.run_around(rows, start, LONG_TIE).0;
        let last = if end > start { self.run_around(rows, end - 1, LONG_TIE).1 } else { first };
        ask_for(&[(last - first + end - start) * size_of::<u32>()])?;
        let mut part = rows.get(first..last).unwrap_or_default().to_vec();
        let is_tie = |a: &u32, b: &u32| self.is_tie(*a, *b);
        part.chunk_by_mut(is_tie)
            .filter(|ties| ties.len() > 1 && ties.len() <= LONG_TIE)
            .for_each(|ties| self.settle(ties));
        Ok(part.get(start - first..end - first).unwrap_or_default().to_vec())
    }

    /// The run of ties that the row at `at` belongs to, up to a limit of rows to either side.
    fn run_around(&self, rows: &[u32], at: usize, most: usize) -> (usize, usize) {
        let (mut start, mut end) = (at, (at + 1).min(rows.len()));
        while start > 0 && at - start < most && self.tie(rows, start - 1, start) {
            start -= 1;
        }
        while end - at <= most && self.tie(rows, at, end) {
            end += 1;
        }
        (start, end)
    }

    fn tie(&self, rows: &[u32], a: usize, b: usize) -> bool {
        rows.get(a).zip(rows.get(b)).is_some_and(|(&a, &b)| self.is_tie(a, b))
    }

    /// How many of these rows come before `row`.
    pub fn count_before(&self, rows: impl Iterator<Item = u32>, row: u32) -> usize {
        let values: Vec<u32> = self.fields.iter().map(|field| field.value(self.store, row)).collect();
        let is_before = |other: u32| {
            let fields = self.fields.iter().zip(&values);
            let by_field = fields.map(|(field, value)| field.value(self.store, other).cmp(value)).find(|by| by.is_ne());
            let decided = by_field.unwrap_or_else(|| compare_uids(self.store, other, row).then(other.cmp(&row)));
            decided.is_lt()
        };
        rows.filter(|&other| is_before(other)).count()
    }

    /// Whether two rows differ in nothing but uid and place.
    fn is_tie(&self, a: u32, b: u32) -> bool {
        self.fields.iter().all(|field| field.value(self.store, a) == field.value(self.store, b))
    }
}

/// Ties of more rows than this are settled when rows are sorted, shorter ones when somebody looks.
const LONG_TIE: usize = 384;

/// Up to this many ties are sorted by insertion.
const FEW_TIES: usize = 48;

impl Order<'_> {
    /// Puts rows that tie in the order of their uids, then of their places.
    fn settle(&self, ties: &mut [u32]) {
        let mut packed = Vec::with_capacity(ties.len().min(FEW_TIES));
        for &row in ties.iter() {
            // Packed uids order as numbers as their texts do.
            match self.store.uids.get(row) {
                Uid::Packed(uid) if ties.len() <= FEW_TIES => packed.push((uid, row)),
                _ => return sort_by(ties, &mut |a, b| compare_uids(self.store, a, b).then(a.cmp(&b))),
            }
        }
        for end in 1..packed.len() {
            let mut at = end;
            while let Some([before, here]) = packed.get_mut(at.wrapping_sub(1)..=at)
                && here < before
            {
                std::mem::swap(before, here);
                at -= 1;
            }
        }
        ties.iter_mut().zip(&packed).for_each(|(tie, (_, row))| *tie = *row);
    }
}

fn compare_uids(store: &Store, a: u32, b: u32) -> Ordering {
    match (store.uids.get(a), store.uids.get(b)) {
        (Uid::Packed(a), Uid::Packed(b)) => a.cmp(&b),
        (a, b) => {
            let (mut left, mut right) = ([0; TEXT_LENGTH], [0; TEXT_LENGTH]);
            a.text(&mut left).unwrap_or_default().cmp(b.text(&mut right).unwrap_or_default())
        }
    }
}
