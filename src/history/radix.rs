//! A stable radix sort of numbered places: least significant digit first, eleven bits at a time.
//!
//! A digit that all keys share is skipped, so short keys cost few passes.

const DIGIT_BITS: u32 = 11;
const DIGITS: usize = 1 << DIGIT_BITS;

/// The places of `entries` (key, place), by key ascending; equal keys keep their order.
pub(super) fn radix_sort(mut entries: Vec<(u64, u32)>) -> Vec<u32> {
    let mut sorted = entries.clone();
    let used = entries.iter().fold(0, |bits, (key, _)| bits | key);
    let mut shift = 0;
    while shift < u64::BITS && used >> shift != 0 {
        if used >> shift & (DIGITS as u64 - 1) != 0 {
            scatter(&entries, &mut sorted, shift);
            std::mem::swap(&mut entries, &mut sorted);
        }
        shift += DIGIT_BITS;
    }
    entries.into_iter().map(|(_, place)| place).collect()
}

/// One pass: writes `from` to `to`, ordered by the digit at `shift`.
fn scatter(from: &[(u64, u32)], to: &mut [(u64, u32)], shift: u32) {
    let digit = |key: u64| (key >> shift) as usize % DIGITS;
    let mut places = [0_u32; DIGITS];
    for (key, _) in from {
        if let Some(count) = places.get_mut(digit(*key)) {
            *count += 1;
        }
    }
    let mut next = 0;
    for place in &mut places {
        next += std::mem::replace(place, next);
    }
    for entry in from {
        if let Some(place) = places.get_mut(digit(entry.0)) {
            if let Some(slot) = to.get_mut(*place as usize) {
                *slot = *entry;
            }
            *place += 1;
        }
    }
}
