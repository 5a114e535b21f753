//! The order of a dictionary's texts: a rank by code, so that sorting rows compares numbers.
//!
//! Code-point order, no locale. Equal texts have equal ranks, and absence ranks as the empty text.

use super::store::Store;
use super::store::column::Column;
use super::text_order::{bytes_to_sort, sorted_by_text};
use crate::compact::sort_by;
use std::cmp::Ordering;

/// Ranks of a dictionary's codes.
pub(crate) struct Ranks {
    /// Rank by code.
    pub of: Box<[u32]>,
    /// How many ranks there are.
    pub count: u32,
}

impl Ranks {
    /// Bytes that [`Ranks::new`] takes.
    pub fn bytes(store: &Store, column: Column) -> usize {
        bytes_to_sort(store.code_count(column))
    }

    /// Bytes that [`Ranks::by`] takes: the ranks, the codes in order, and the copy that sorting them needs.
    pub fn bytes_by(store: &Store, column: Column) -> usize {
        store.code_count(column) * 3 * size_of::<u32>()
    }

    /// By the texts of a column.
    pub fn new(store: &Store, column: Column) -> Self {
        let text = |code: u32| store.bytes_of(column, code);
        Ranks::of_sorted(sorted_by_text(store.code_count(column), &text), &|a, b| text(a) == text(b))
    }

    /// By any comparison of a column's codes. Nothing may come before [`ABSENT`](super::store::dictionary::ABSENT).
    #[inline(never)]
    pub fn by(store: &Store, column: Column, compare: &dyn Fn(u32, u32) -> Ordering) -> Self {
        let mut codes: Vec<u32> = (0..store.code_count(column) as u32).collect();
        sort_by(&mut codes, &mut |a, b| compare(a, b));
        Ranks::of_sorted(codes, &|a, b| compare(a, b).is_eq())
    }

    fn of_sorted(codes: Vec<u32>, are_equal: &dyn Fn(u32, u32) -> bool) -> Self {
        let mut of = vec![0; codes.len()].into_boxed_slice();
        let (mut rank, mut before) = (0, None);
        for code in codes {
            rank += u32::from(before.is_some_and(|before| !are_equal(before, code)));
            before = Some(code);
            if let Some(place) = of.get_mut(code as usize) {
                *place = rank;
            }
        }
        Ranks { of, count: rank + 1 }
    }

    #[inline(always)]
    pub fn get(&self, code: u32) -> u32 {
        self.of.get(code as usize).copied().unwrap_or_default()
    }
}
