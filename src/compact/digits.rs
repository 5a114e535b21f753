//! Sorting of numbers digit by digit, without comparing them: rows by their ranks, a history by its instants.

use super::sort_copies;

const DIGIT_BITS: u32 = 11;
const DIGITS: usize = 1 << DIGIT_BITS;

/// Below this many keys, comparing is faster than counting.
const FEW: usize = 512;

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
    let mut sorted = vec![0; keys.len()];
    let mut shift = from;
    while shift < to {
        let mask = (1u64 << DIGIT_BITS.min(to - shift)) - 1;
        let digit = |key: u64| (key >> shift & mask) as usize;
        let mut places = [0u32; DIGITS];
        for &key in keys.iter() {
            places.get_mut(digit(key)).into_iter().for_each(|count| *count += 1);
        }
        let mut place = 0;
        for count in &mut places {
            place += std::mem::replace(count, place);
        }
        for &key in keys.iter() {
            if let Some(place) = places.get_mut(digit(key))
                && let Some(slot) = sorted.get_mut(*place as usize)
            {
                *slot = key;
                *place += 1;
            }
        }
        std::mem::swap(keys, &mut sorted);
        shift += DIGIT_BITS;
    }
}
