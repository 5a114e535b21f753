//! The rows that match, as places in their blocks, or those that do not if they are fewer: what is counted then, block by block.

use super::{ByClass, zeros};
use crate::compact::parted;
use crate::findings::masks::{WIDTH, equal, places};
use crate::findings::store::Store;
use crate::findings::store::blocks::BLOCK;
use crate::findings::store::class::CLASSES;
use crate::findings::store::codes::with_codes;
use crate::findings::store::column::Column;

#[derive(Default)]
pub(super) struct PlacedRows {
    /// Block by block.
    places: Vec<u16>,
    /// By block: where its places end.
    ends: Vec<u32>,
    /// Whether the places are of the rows that do not match.
    inverted: bool,
}

impl PlacedRows {
    /// Of the rows that nothing refuses, of which there are `matching`, or of the others if these are fewer.
    pub fn of(refused: &[u8], matching: usize) -> Self {
        let inverted = matching > refused.len() / 2;
        let mut placed = PlacedRows {
            places: Vec::with_capacity(matching.min(refused.len() - matching)),
            ends: Vec::with_capacity(refused.len().div_ceil(BLOCK)),
            inverted,
        };
        for refused in refused.chunks(BLOCK) {
            for (start, refused) in (0u16..).step_by(WIDTH).zip(refused.chunks(WIDTH)) {
                let matching = equal(refused, 0);
                // The bits beyond the last row are no rows.
                let wanted = if inverted { !matching & u64::MAX >> (WIDTH - refused.len()) } else { matching };
                placed.places.extend(places(wanted).map(|place| start + place as u16));
            }
            placed.ends.push(placed.places.len() as u32);
        }
        placed
    }

    /// By block: its number and its places.
    fn by_block(&self) -> impl Iterator<Item = (usize, &[u16])> {
        parted(&self.places, &self.ends).enumerate()
    }

    /// What a place adds to a count, modulo 2^32: 1, or -1 for rows that do not match.
    fn step(&self) -> u32 {
        if self.inverted { u32::MAX } else { 1 }
    }

    /// Whether the places are of the rows that match.
    pub fn are_matching(&self) -> bool {
        !self.inverted
    }

    /// Adds the numbers of the rows that have a place, in store order.
    pub fn list(&self, rows: &mut Vec<u32>) {
        for (number, places) in self.by_block() {
            let first = (number * BLOCK) as u32;
            rows.extend(places.iter().map(|&place| first + u32::from(place)));
        }
    }

    /// The rows that match, by class.
    pub fn classes(&self, store: &Store) -> ByClass {
        let mut classes = if self.inverted { *store.by_class() } else { [0; CLASSES] };
        let step = self.step();
        for (number, places) in self.by_block() {
            let block = store.class_block(number);
            for class in places.iter().filter_map(|&place| block.get(place as usize)) {
                if let Some(count) = classes.get_mut(class.number()) {
                    *count = count.wrapping_add(step);
                }
            }
        }
        classes
    }

    /// The rows that match, by code of a column; `all` counts every row.
    pub fn counts(&self, store: &Store, column: Column, all: impl FnOnce() -> Vec<u32>) -> Vec<u32> {
        let mut counts = if self.inverted { all() } else { zeros(store, column) };
        let step = self.step();
        for (number, places) in self.by_block() {
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

    pub fn memory_bytes(&self) -> usize {
        self.places.capacity() * size_of::<u16>() + self.ends.capacity() * size_of::<u32>()
    }
}
