//! How many rows repeat a uid. Rows are parted by the hashes of their uids, so that equal ones meet in a part that is small
//! enough for the nearest cache; nothing but a row that shares its hash with another is ever looked at twice.

use super::store::Store;
use super::uid_index::hash_of;
use crate::compact::sort_by_counting;

/// Rows that a part holds, about.
const PART: usize = 1 << 11;

/// Keys of the rows that have a uid, part by part: the hash, and below it one more than the row's number.
struct Parts {
    /// How many upper bits of the hash tell the parts apart.
    bits: u32,
    keys: Vec<u64>,
    /// Where each part ends.
    ends: Vec<u32>,
}

impl Parts {
    fn new(store: &Store) -> Self {
        let bits = (store.len() as usize / PART).next_power_of_two().trailing_zeros();
        let part = |key: u64| ((key >> 32) >> (u32::BITS - bits)) as usize;
        let mut parts = Parts { bits, keys: Vec::new(), ends: vec![0; 1 << bits] };
        sort_by_counting(keys(store).map(|key| (part(key), key)), &mut parts.ends, &mut parts.keys);
        parts
    }

    fn iter(&self) -> impl Iterator<Item = &[u64]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| self.keys.get(start as usize..end as usize).unwrap_or_default())
    }
}

fn keys(store: &Store) -> impl Iterator<Item = u64> + Clone {
    (0..store.len()).filter_map(|row| {
        let uid = store.uids.get(row);
        uid.is_identity().then(|| u64::from(hash_of(uid, store.seed())) << 32 | u64::from(row + 1))
    })
}

/// How many rows have a uid that an earlier row has.
#[inline(never)]
pub(crate) fn repeated_uids(store: &Store) -> u32 {
    let parts = Parts::new(store);
    let mut table = Vec::new();
    parts.iter().map(|part| repeated_in(store, part, parts.bits, &mut table)).sum()
}

/// How many keys of a part have a uid that an earlier one has. The upper `bits` are alike in all; the table is room to work in.
fn repeated_in(store: &Store, part: &[u64], bits: u32, table: &mut Vec<u64>) -> u32 {
    let mask = (part.len() * 2).next_power_of_two() - 1;
    table.clear();
    table.resize(mask + 1, 0);
    let uid = |key: u64| store.uids.get((key as u32).wrapping_sub(1));
    let mut repeated = 0;
    for &key in part {
        let hash = (key << bits) >> 32;
        let mut at = ((hash * table.len() as u64) >> 32) as usize;
        while let Some(slot) = table.get_mut(at) {
            if *slot == 0 {
                *slot = key;
                break;
            }
            if *slot >> 32 == key >> 32 && uid(*slot) == uid(key) {
                repeated += 1;
                break;
            }
            at = (at + 1) & mask;
        }
    }
    repeated
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
    fn among_many_rows_those_that_share_a_part_by_chance_are_none() {
        let mut texts: Vec<_> = (0..20_000).map(uuid).collect();
        assert_eq!(counted(&texts), (0, 0));
        texts.extend((0..20_000).step_by(7).map(uuid));
        assert_eq!(counted(&texts), (2858, 2858));
        assert_eq!(counted(&vec![uuid(1); 10_000]), (9_999, 9_999));
    }
}
