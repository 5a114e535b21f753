//! How many rows repeat a uid.

use super::store::Store;
use super::uid_index::{UidIndex, hash_of};
use crate::memory::{OutOfMemory, ask_for};

/// Places for each row, so that few rows meet by chance.
const PLACES: usize = 16;

/// How many rows have a uid that an earlier row has.
///
/// Each uid has a place by its hash; only rows that share theirs are compared, and most scans have no others than those that do so
/// by chance. Two bits a place stay in a near cache where a table of all uids does not.
#[inline(never)]
pub(crate) fn repeated_uids(store: &Store) -> Result<u32, OutOfMemory> {
    let rows = store.len() as usize;
    let words = (rows * PLACES / u64::BITS as usize).next_power_of_two();
    // The hashes of all rows, and perhaps the numbers of all.
    ask_for(&[words * size_of::<Word>(), rows * size_of::<u32>(), rows * size_of::<u32>()])?;
    let hashes: Vec<u32> = (0..store.len()).map(|row| hash_of(store.uids.get(row), store.seed())).collect();
    let mut taken = vec![Word::default(); words];
    let place = |hash: u32| (((u64::from(hash) * words as u64) >> u32::BITS) as usize, 1 << (hash % u64::BITS));
    for &hash in &hashes {
        let (word, bit) = place(hash);
        if let Some(word) = taken.get_mut(word) {
            word.again |= word.once & bit;
            word.once |= bit;
        }
    }
    let is_shared = |hash: u32| {
        let (word, bit) = place(hash);
        taken.get(word).is_some_and(|word| word.again & bit != 0)
    };
    let of_shared_places = (0..).zip(&hashes).filter(|(_, hash)| is_shared(**hash)).map(|(row, _)| row);
    let of_shared_places = of_shared_places.filter(|&row| store.uids.get(row).is_identity());
    // Counted first: a list that grew would take more than was asked for.
    let mut shared: Vec<u32> = Vec::with_capacity(of_shared_places.clone().count());
    shared.extend(of_shared_places);
    let mut index = UidIndex::new(shared.len())?;
    Ok(shared.into_iter().filter(|&row| index.add(store, row).is_some()).count() as u32)
}

/// A bit each for as many places as a word has.
#[derive(Clone, Copy, Default)]
struct Word {
    /// Some row's.
    once: u64,
    /// Several rows'.
    again: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::store::Row;
    use crate::findings::store::column::COLUMNS;
    use crate::findings::store::uids::Uid;
    use crate::findings::uid_index::two_of_one_hash;
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
        (expected as u32, repeated_uids(&store).unwrap())
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
    fn uids_that_share_a_hash_are_no_repetition() {
        let uids = two_of_one_hash(0);
        for (order, expected) in [(vec![0, 1], 0), (vec![0, 1, 1], 1), (vec![1, 0, 1, 0], 2)] {
            let mut store = Store::new();
            for at in order {
                store.push(&Row { uid: uids[at], codes: [0; COLUMNS] }).unwrap();
            }
            assert_eq!(repeated_uids(&store), Ok(expected));
        }
    }

    #[test]
    fn among_many_rows_those_that_share_a_part_by_chance_are_none() {
        let mut texts: Vec<_> = (0..20_000).map(uuid).collect();
        assert_eq!(counted(&texts), (0, 0));
        texts.extend((0..20_000).step_by(7).map(uuid));
        assert_eq!(counted(&texts), (2858, 2858));
        assert_eq!(counted(&vec![uuid(1); 10_000]), (9_999, 9_999));
    }
}
