//! Groups of which few are possible: every combination of values is one, and each row has its group's number.

use super::{GroupKey, value_count, values, with_value};
use crate::findings::dimension::Dimension;
use crate::findings::selection::Selection;
use crate::findings::store::Store;
use crate::findings::store::blocks::BLOCK;
use crate::findings::store::class::{CLASSES, Tally};
use crate::findings::store::codes::{wide, with_codes};
use crate::findings::store::column::Column;
use crate::findings::store::dictionary::ABSENT;

/// Most bytes of a table of all groups.
const ROOM: usize = 1 << 23;
/// And most bytes for each row: clearing a large table would take longer than what few rows need without one.
const ROOM_OF_A_ROW: usize = 64;

pub(super) struct Few {
    /// By row: its group's number, or the number of groups for a row that is refused.
    of_rows: Vec<u32>,
    /// How many groups there are, those without rows included.
    count: usize,
}

/// Bytes of a table of all groups, to count rows or distinct values in `counted`; `None` if they are many.
pub(super) fn table_bytes(store: &Store, by: &[Dimension], counted: &[Column]) -> Option<usize> {
    let groups = by.iter().fold(1, |product: usize, by| product.saturating_mul(value_count(store, *by)));
    let words = counted.iter().map(|column| words(store, *column)).max().unwrap_or_default();
    let of_a_group = (words * size_of::<u64>()).max(size_of::<[u32; CLASSES]>());
    let most = ROOM.min((store.len() as usize).saturating_mul(ROOM_OF_A_ROW));
    Some(groups.saturating_add(1).saturating_mul(of_a_group)).filter(|bytes| *bytes <= most)
}

/// Words of bits for the codes of a column.
fn words(store: &Store, column: Column) -> usize {
    store.code_count(column).div_ceil(u64::BITS as usize)
}

impl Few {
    pub fn new(store: &Store, by: &[Dimension], selection: &Selection) -> (Vec<GroupKey>, Few) {
        let mut keys = vec![GroupKey::default()];
        let mut of_rows = Vec::new();
        for (place, &dimension) in by.iter().enumerate() {
            let (values, count) = (values(store, dimension), value_count(store, dimension) as u32);
            keys = keys.iter().flat_map(|key| (0..count).map(|value| with_value(*key, place, value))).collect();
            // The values of the first dimension are numbers of groups already.
            if place == 0 {
                of_rows = values;
            } else {
                of_rows.iter_mut().zip(values).for_each(|(group, value)| *group = *group * count + value);
            }
        }
        let mut few = Few { of_rows, count: keys.len() };
        few.refuse(selection);
        (keys, few)
    }

    fn refuse(&mut self, selection: &Selection) {
        let refused_group = self.count as u32;
        for (number, groups) in self.of_rows.chunks_mut(BLOCK).enumerate() {
            for (group, refused) in groups.iter_mut().zip(selection.refused(number)) {
                *group = if *refused == 0 { *group } else { refused_group };
            }
        }
    }

    /// By block: its number and the groups of its rows.
    fn blocks(&self) -> impl Iterator<Item = (usize, &[u32])> {
        self.of_rows.chunks(BLOCK).enumerate()
    }

    pub fn tallies(&self, store: &Store) -> Vec<Tally> {
        let mut by_class = vec![[0u32; CLASSES]; self.count + 1];
        for (number, groups) in self.blocks() {
            for (class, &group) in store.class_block(number).iter().zip(groups) {
                if let Some(count) = by_class.get_mut(group as usize).and_then(|counts| counts.get_mut(class.number()))
                {
                    *count += 1;
                }
            }
        }
        by_class.iter().take(self.count).map(Tally::of).collect()
    }

    pub fn distinct(&self, store: &Store, column: Column) -> Vec<u32> {
        let words = words(store, column);
        let mut seen = vec![0u64; (self.count + 1) * words];
        for (number, groups) in self.blocks() {
            let Some(block) = store.codes(column).block(number) else { continue };
            with_codes!(block, codes => for (&code, &group) in codes.iter().zip(groups) {
                let code = wide(code);
                if let Some(word) = seen.get_mut(group as usize * words + code as usize / 64) {
                    *word |= 1 << (code % 64);
                }
            });
        }
        let empty = store.find(column, "");
        let count = |seen: &[u64]| {
            let has = |code: u32| seen.get(code as usize / 64).is_some_and(|word| word >> (code % 64) & 1 == 1);
            let both = has(ABSENT) && empty.is_some_and(has);
            seen.iter().map(|word| word.count_ones()).sum::<u32>() - u32::from(both)
        };
        seen.chunks(words.max(1)).take(self.count).map(count).collect()
    }
}
