//! How many distinct values a column has, in each group of rows and in all of them.

use super::groups::Groups;
use super::store::Store;
use super::store::codes::{wide, with_codes};
use super::store::column::Column;
use super::store::dictionary::ABSENT;
use crate::compact::sort_by_digits;

/// Up to this many words of bits, each pair of group and value has a bit; beyond, pairs are sorted.
const WORDS: usize = 1 << 20;

/// Distinct values by group, and of all groups together; the empty text and absence are one value.
pub(crate) fn count_distinct(store: &Store, column: Column, groups: &Groups) -> (Vec<u32>, u32) {
    let words = store.code_count(column).div_ceil(64);
    if (groups.len() + 1).saturating_mul(words) <= WORDS {
        by_bits(store, column, groups, words)
    } else {
        by_sorting(store, column, groups)
    }
}

fn by_bits(store: &Store, column: Column, groups: &Groups, words: usize) -> (Vec<u32>, u32) {
    // The group after the last is that of refused rows.
    let mut seen = vec![0u64; (groups.len() + 1) * words];
    for number in 0..store.blocks() {
        let Some(block) = store.codes(column).block(number) else { continue };
        with_codes!(block, codes => for (&code, &group) in codes.iter().zip(groups.block(number)) {
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
    let mut all = vec![0u64; words];
    let mut counts = Vec::with_capacity(groups.len());
    for seen in seen.chunks(words.max(1)).take(groups.len()) {
        counts.push(count(seen));
        all.iter_mut().zip(seen).for_each(|(all, seen)| *all |= seen);
    }
    (counts, count(&all))
}

fn by_sorting(store: &Store, column: Column, groups: &Groups) -> (Vec<u32>, u32) {
    let empty = store.find(column, "").unwrap_or(ABSENT);
    let value_bits = u32::BITS - (store.code_count(column) as u32).leading_zeros();
    let group_bits = u32::BITS - (groups.len() as u32).leading_zeros();
    let refused = groups.len() as u32;
    let mut pairs = Vec::with_capacity(store.len() as usize);
    for number in 0..store.blocks() {
        let Some(block) = store.codes(column).block(number) else { continue };
        with_codes!(block, codes => for (&code, &group) in codes.iter().zip(groups.block(number)) {
            let code = wide(code);
            let value = if code == empty { ABSENT } else { code };
            if group != refused {
                pairs.push(u64::from(group) << value_bits | u64::from(value));
            }
        });
    }
    sort_by_digits(&mut pairs, 0, value_bits + group_bits);
    pairs.dedup();
    let mut counts = vec![0; groups.len()];
    let mut seen = vec![false; store.code_count(column)];
    for pair in pairs {
        if let Some(count) = counts.get_mut((pair >> value_bits) as usize) {
            *count += 1;
        }
        let value = pair & ((1 << value_bits) - 1);
        if let Some(seen) = seen.get_mut(value as usize) {
            *seen = true;
        }
    }
    (counts, seen.into_iter().map(u32::from).sum())
}
