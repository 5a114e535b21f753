//! How many rows repeat a uid. Most scans repeat none, so a small map of bits tells first which rows may: only these are
//! compared, in a table that stays small.

use super::store::Store;
use super::uid_index::{UidIndex, hash_of};

/// Bits a row. One row in sixteen shares its bit with another by chance.
const BITS: usize = 16;

/// Which hashes have been met.
struct Met {
    words: Vec<u64>,
}

impl Met {
    fn new(bits: usize) -> Self {
        Met { words: vec![0; bits / 64] }
    }

    #[inline(always)]
    fn place(&self, hash: u32) -> (usize, u64) {
        let bit = (u64::from(hash) * (self.words.len() as u64 * 64)) >> 32;
        (bit as usize / 64, 1 << (bit % 64))
    }

    #[inline(always)]
    fn has(&self, hash: u32) -> bool {
        let (at, bit) = self.place(hash);
        self.words.get(at).is_some_and(|word| word & bit != 0)
    }

    /// Notes a hash; `true` where one like it was met before.
    #[inline(always)]
    fn add(&mut self, hash: u32) -> bool {
        let (at, bit) = self.place(hash);
        self.words.get_mut(at).is_some_and(|word| std::mem::replace(word, *word | bit) & bit != 0)
    }
}

#[inline(never)]
fn hash_at(store: &Store, row: u32) -> Option<u32> {
    let uid = store.uids.get(row);
    uid.is_identity().then(|| hash_of(uid, store.seed()))
}

/// How many rows have a uid that an earlier row has.
#[inline(never)]
pub(crate) fn repeated_uids(store: &Store) -> u32 {
    let bits = (store.len() as usize * BITS).next_power_of_two().max(64);
    let (mut met, mut met_again) = (Met::new(bits), Met::new(bits));
    let mut collisions = 0;
    for hash in (0..store.len()).filter_map(|row| hash_at(store, row)) {
        if met.add(hash) {
            collisions += 1;
            met_again.add(hash);
        }
    }
    if collisions == 0 {
        return 0;
    }
    let shares_its_bit = |row: &u32| hash_at(store, *row).is_some_and(|hash| met_again.has(hash));
    // A bit that was met again is shared by the rows that met it and the one before them.
    let mut index = UidIndex::new(collisions * 2);
    let repeated = (0..store.len()).filter(shares_its_bit).filter(|&row| index.add(store, row).is_some());
    repeated.count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::store::Row;
    use crate::findings::store::column::COLUMNS;
    use crate::findings::store::uids::Uid;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// What a set of texts counts, and what is counted here.
    fn counted(texts: &[Option<String>]) -> (u32, u32) {
        let mut store = Store::new();
        store.set_seed(0x0123_4567_89AB_CDEF);
        for text in texts {
            let uid = text.as_deref().map_or(Uid::Absent, Uid::of);
            store.push(&Row { uid, codes: [0; COLUMNS] }).unwrap();
        }
        let mut known = HashSet::new();
        let expected = texts.iter().flatten().filter(|text| !text.is_empty() && !known.insert(*text)).count();
        (expected as u32, repeated_uids(&store))
    }

    fn uuid(number: u32) -> Option<String> {
        Some(format!("{number:08x}-0000-4000-8000-{:012x}", number.wrapping_mul(0x9E37_79B9)))
    }

    proptest! {
        #[test]
        fn it_agrees_with_a_set(numbers: Vec<(u8, bool)>) {
            let text = |&(number, plain): &(u8, bool)| match number {
                0 => None,
                1 => Some(String::new()),
                _ if plain => Some(number.to_string()),
                _ => uuid(number.into()),
            };
            let (expected, found) = counted(&numbers.iter().map(text).collect::<Vec<_>>());
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn among_many_rows_those_that_share_a_bit_by_chance_are_none() {
        let mut texts: Vec<_> = (0..20_000).map(uuid).collect();
        assert_eq!(counted(&texts), (0, 0));
        texts.extend((0..20_000).step_by(7).map(uuid));
        assert_eq!(counted(&texts), (2858, 2858));
        assert_eq!(counted(&vec![uuid(1); 10_000]), (9_999, 9_999));
    }
}
