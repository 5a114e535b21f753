//! The order of a dictionary's texts: a rank by code, so that sorting rows compares numbers.
//!
//! Code-point order, no locale. Equal texts have equal ranks, and absence ranks as the empty text.

use super::store::Store;
use super::store::column::Column;
use crate::compact::sort_by;

/// Ranks of a dictionary's codes.
pub(crate) struct Ranks {
    /// Rank by code.
    pub of: Box<[u32]>,
    /// How many ranks there are.
    pub count: u32,
}

impl Ranks {
    #[inline(never)]
    pub fn new(store: &Store, column: Column) -> Self {
        let text = |code: u32| store.bytes_of(column, code);
        let mut codes: Vec<u32> = (0..store.code_count(column) as u32).collect();
        sort_by(&mut codes, &mut |a, b| text(a).cmp(text(b)));
        let mut of = vec![0; codes.len()].into_boxed_slice();
        let mut rank = 0;
        let mut previous: &[u8] = &[];
        for code in codes {
            if text(code) != previous {
                rank += 1;
                previous = text(code);
            }
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
