//! Results for pairs of numbers, each found once.

use std::cell::Cell;

/// Up to this many pairs, the result of each is kept.
pub(super) const PAIRS: usize = 1 << 18;

/// The results for pairs of numbers below a height and a width.
pub(super) struct Known<T> {
    width: usize,
    /// Empty if there are too many pairs.
    pairs: Vec<Cell<Option<T>>>,
}

impl<T: Copy> Known<T> {
    pub fn new(height: usize, width: usize) -> Self {
        let pairs = height.saturating_mul(width);
        Known { width, pairs: vec![Cell::new(None); if pairs <= PAIRS { pairs } else { 0 }] }
    }

    /// Whether results are kept.
    pub fn is_kept(&self) -> bool {
        !self.pairs.is_empty()
    }

    /// The result for a pair, which `find` works out unless it is kept.
    pub fn of(&self, a: u32, b: u32, find: impl FnOnce() -> T) -> T {
        let place = self.pairs.get(a as usize * self.width + b as usize);
        place.and_then(Cell::get).unwrap_or_else(|| {
            let found = find();
            if let Some(place) = place {
                place.set(Some(found));
            }
            found
        })
    }
}
