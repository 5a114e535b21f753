//! A stable sort of places by a number, digit by digit.
//!
//! Number and place are packed into one word, which halves what is moved.

use crate::compact::{bits_for, sort_by_digits};

/// Whether numbers of so many bits fit beside the places of a list of `count`.
pub(super) fn fits(bits: u32, count: usize) -> bool {
    bits + bits_for(count as u64) <= u64::BITS
}

/// Sorts `places`, each below `count`, by `key` ascending; equal keys keep their order. A key has at most `key_bits`
/// bits, and they fit.
#[inline(never)]
pub(super) fn radix_sort(places: &[u32], count: usize, key_bits: u32, key: &dyn Fn(u32) -> u64) -> Vec<u32> {
    let place_bits = bits_for(count as u64);
    let mut words: Vec<u64> = places.iter().map(|&place| (key(place) << place_bits) + u64::from(place)).collect();
    sort_by_digits(&mut words, place_bits, place_bits + key_bits);
    let places_in = 1_u64 << place_bits;
    words.into_iter().map(|word| (word % places_in) as u32).collect()
}

#[cfg(test)]
mod tests;
