//! Sorting of numbers digit by digit, without comparing them: rows by their ranks, a history by its instants.

use super::{sort_by_counting, sort_copies};
use std::collections::TryReserveError;

const DIGIT_BITS: u32 = 11;
const DIGITS: usize = 1 << DIGIT_BITS;

/// Below this many keys, comparing is faster than counting.
const FEW: usize = 512;

/// How many bits hold every number up to `greatest`.
pub fn bits_for(greatest: u64) -> u32 {
    u64::BITS - greatest.leading_zeros()
}

/// Sorts by bits `from..to` of the keys, least digit first; equal keys keep their order.
pub fn sort_by_digits(keys: &mut Vec<u64>, from: u32, to: u32) {
    if from == to {
        return;
    }
    if keys.len() < FEW {
        let above = u64::BITS - to;
        let digits = |key: &u64| key << above >> above >> from;
        sort_copies(keys, |a, b| digits(a).cmp(&digits(b)));
        return;
    }
    sort_beside(keys, Vec::new(), from, to);
}

/// Like [`sort_by_digits`], for many keys: fails if memory for a copy of them is refused.
pub fn try_sort_by_digits(keys: &mut Vec<u64>, from: u32, to: u32) -> Result<(), TryReserveError> {
    let mut sorted = Vec::new();
    sorted.try_reserve_exact(keys.len())?;
    sort_beside(keys, sorted, from, to);
    Ok(())
}

/// Sorts keys with the help of another list.
fn sort_beside(keys: &mut Vec<u64>, mut sorted: Vec<u64>, from: u32, to: u32) {
    let mut shift = from;
    while shift < to {
        let mask = (1u64 << DIGIT_BITS.min(to - shift)) - 1;
        let digit = |key: u64| (key >> shift & mask) as usize;
        sort_by_counting(keys.iter().map(|&key| (digit(key), key)), &mut [0; DIGITS], &mut sorted);
        std::mem::swap(keys, &mut sorted);
        shift += DIGIT_BITS;
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, bits_for, sort_by_digits};
    use proptest::prelude::*;

    #[test]
    fn bits_hold_numbers_up_to_the_greatest() {
        assert_eq!([0, 1, 2, 255, 256, u64::MAX].map(bits_for), [0, 1, 2, 8, 9, 64]);
    }

    #[test]
    fn keys_that_are_sorted_by_no_bit_stay_where_they_are() {
        for count in [2, FEW as u64] {
            for ends in [0, 7, 64] {
                let mut keys: Vec<u64> = (0..count).rev().collect();
                sort_by_digits(&mut keys, ends, ends);
                assert!(keys.into_iter().eq((0..count).rev()), "{count} keys, {ends}");
            }
        }
    }

    proptest! {
        #[test]
        fn keys_are_in_the_order_of_some_of_their_bits_and_stay_in_it(
            seed: u64, count in prop_oneof![0..40_usize, FEW..FEW * 2], ends in prop::array::uniform2(0..=u64::BITS),
        ) {
            let [from, to] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
            let mut keys: Vec<u64> = (0..count as u64).map(|at| (at ^ seed).wrapping_mul(seed | 1).rotate_left(29)).collect();
            let mut expected = keys.clone();
            expected.sort_by_key(|key| (from..to).rev().map(|bit| key >> bit & 1).collect::<Vec<_>>());
            sort_by_digits(&mut keys, from, to);
            prop_assert_eq!(keys, expected);
        }
    }
}
