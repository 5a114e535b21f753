//! Bytes of rows as bits: 64 of them are asked at once, and only those that are wanted are visited.

/// Bytes that a mask speaks of.
pub(crate) const WIDTH: usize = u64::BITS as usize;

/// Which of up to [`WIDTH`] bytes are this one, the first in the lowest bit.
#[inline(always)]
pub(crate) fn equal(bytes: &[u8], byte: u8) -> u64 {
    let (eights, rest) = bytes.as_chunks();
    let whole = eights.iter().rev().fold(0, |mask, eight| mask << 8 | equal_of_eight(*eight, byte));
    if rest.is_empty() {
        return whole;
    }
    let mut last = [!byte; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    whole | equal_of_eight(last, byte) << (eights.len() * 8)
}

#[inline(always)]
fn equal_of_eight(bytes: [u8; 8], byte: u8) -> u64 {
    const LOW: u64 = u64::from_ne_bytes([0x7F; 8]);
    let word = u64::from_le_bytes(bytes) ^ u64::from_ne_bytes([byte; 8]);
    // The highest bit of each byte that is zero; then these eight bits side by side.
    let zeros = !(((word & LOW) + LOW) | word | LOW);
    (zeros >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The places of the bits that are set.
#[inline(always)]
pub(crate) fn places(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        let is_set = mask != 0;
        mask &= mask.wrapping_sub(1);
        is_set.then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_of_a_byte_are_found_in_pieces_of_every_length() {
        for byte in [0, 1, 2, 0x7F, 0x80, 0xFF] {
            for length in 0..=WIDTH {
                let near = [byte, byte ^ 1, byte ^ 0x80, !byte, byte];
                let bytes: Vec<u8> = (0..length).map(|at| near[at * 7 % 11 % near.len()]).collect();
                let expected: Vec<usize> = (0..length).filter(|&at| bytes[at] == byte).collect();
                assert_eq!(places(equal(&bytes, byte)).collect::<Vec<_>>(), expected, "{byte} {length}");
            }
        }
    }
}
