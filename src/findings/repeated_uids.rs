//! How many rows repeat a uid.

use super::store::Store;
use super::uid_buckets::{BucketTable, Bucketing};
use crate::memory::OutOfMemory;

/// How many rows have a uid that an earlier row has.
#[inline(never)]
pub(crate) fn repeated_uids(store: &Store) -> Result<u32, OutOfMemory> {
    let bucketing = Bucketing::new(store.len() as usize, store.seed());
    let buckets = bucketing.fill(store, 0..store.len())?;
    let mut table = BucketTable::new(bucketing, &buckets)?;
    let mut repeated = 0;
    for bucket in buckets.iter() {
        table.begin(bucket.len());
        for &key in bucket {
            let is_it = |other| store.uids.get(other) == store.uids.get(key.row());
            repeated += u32::from(!table.add(key, is_it));
        }
    }
    Ok(repeated)
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
