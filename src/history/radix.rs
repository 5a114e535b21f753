//! A stable radix sort of places by a number: least significant digit first, eleven bits at a time.
//!
//! Number and place are packed into one word, which halves what is moved.

const DIGIT_BITS: u32 = 11;
const DIGITS: usize = 1 << DIGIT_BITS;

/// Bits that a number uses.
pub(super) fn width(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// Whether numbers of so many bits fit beside the places of a list of `count`.
pub(super) fn fits(bits: u32, count: usize) -> bool {
    bits + width(count as u64) <= u64::BITS
}

/// Sorts `places`, each below `count`, by `key` ascending; equal keys keep their order. A key has at most `key_bits`
/// bits, and they fit.
#[inline(never)]
pub(super) fn radix_sort(places: &[u32], count: usize, key_bits: u32, key: &dyn Fn(u32) -> u64) -> Vec<u32> {
    let place_bits = width(count as u64);
    let mut words: Vec<u64> = places.iter().map(|&place| (key(place) << place_bits) + u64::from(place)).collect();
    let mut sorted = words.clone();
    for digit in 0..key_bits.div_ceil(DIGIT_BITS) {
        scatter(&words, &mut sorted, place_bits + digit * DIGIT_BITS);
        std::mem::swap(&mut words, &mut sorted);
    }
    let places_in = 1_u64 << place_bits;
    words.into_iter().map(|word| (word % places_in) as u32).collect()
}

/// One pass: writes `from` to `to`, ordered by the digit at `shift`.
fn scatter(from: &[u64], to: &mut [u64], shift: u32) {
    let digit = |word: u64| (word >> shift) as usize % DIGITS;
    let mut next_slots = [0_u32; DIGITS];
    for &word in from {
        if let Some(count) = next_slots.get_mut(digit(word)) {
            *count += 1;
        }
    }
    let mut start = 0;
    for slot in &mut next_slots {
        start += std::mem::replace(slot, start);
    }
    for &word in from {
        if let Some(next) = next_slots.get_mut(digit(word)) {
            if let Some(slot) = to.get_mut(*next as usize) {
                *slot = word;
            }
            *next += 1;
        }
    }
}

#[cfg(test)]
mod tests;
