//! How many distinct values a column has in each group of rows.

use super::order::sort_by_digits;
use super::store::Store;
use super::store::column::Column;
use super::store::dictionary::ABSENT;

/// Up to this many pairs of group and value, a bit for each pair is set and counted; beyond, pairs are sorted.
const BITS: usize = 1 << 27;

/// Counts distinct values by group; the empty text and absence are one value.
pub(crate) fn count_distinct(
    store: &Store,
    column: Column,
    rows: &[u32],
    of_rows: Option<&[u32]>,
    groups: usize,
) -> Vec<u32> {
    let empty = store.find(column, "");
    let codes = store.codes(column);
    let value = |row: u32| {
        let code = codes.get(row);
        if Some(code) == empty { ABSENT } else { code }
    };
    let group = |at: usize| of_rows.map_or(0, |groups| groups.get(at).copied().unwrap_or_default());
    let pairs = rows.iter().enumerate().map(|(at, &row)| (group(at), value(row)));
    let mut counts = vec![0u32; groups];
    let mut count = |group: u32| counts.get_mut(group as usize).into_iter().for_each(|count| *count += 1);
    let words = store.code_count(column).div_ceil(64);
    if groups.saturating_mul(words) <= BITS / 64 {
        let mut seen = vec![0u64; groups * words];
        for (group, value) in pairs {
            if let Some(word) = seen.get_mut(group as usize * words + value as usize / 64) {
                *word |= 1 << (value % 64);
            }
        }
        let of_group = |words: &[u64]| words.iter().map(|word| word.count_ones()).sum();
        return seen.chunks(words.max(1)).map(of_group).chain(std::iter::repeat(0)).take(groups).collect();
    }
    let mut keys: Vec<u64> = pairs.map(|(group, value)| u64::from(group) << 32 | u64::from(value)).collect();
    sort_by_digits(&mut keys, 0, u64::BITS);
    keys.dedup();
    keys.iter().for_each(|key| count((key >> 32) as u32));
    counts
}
