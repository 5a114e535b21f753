//! Bytes of rows as bits: 64 bytes are compared at once, and only those that are wanted are visited.
//!
//! Two kernels with one surface, chosen once here: simd128 in WebAssembly, eight bytes at a time elsewhere.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[path = "masks/simd128.rs"]
mod kernel;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[path = "masks/words.rs"]
mod kernel;

/// How many bytes a mask covers.
pub(crate) const WIDTH: usize = u64::BITS as usize;

/// Which of up to [`WIDTH`] bytes are this one, the first in the lowest bit.
#[inline(always)]
pub(crate) fn equal(bytes: &[u8], byte: u8) -> u64 {
    equal_but(bytes, byte, 0)
}

/// Like [`equal`], but bytes may differ in the ignored bits.
#[inline(always)]
pub(crate) fn equal_but(bytes: &[u8], byte: u8, ignored: u8) -> u64 {
    let (sixteens, rest) = bytes.as_chunks();
    let masks = sixteens.iter().map(|sixteen| kernel::equal_of_sixteen(sixteen, byte, ignored));
    let whole = masks.rev().fold(0, |mask, sixteen| mask << 16 | u64::from(sixteen));
    if rest.is_empty() {
        return whole;
    }
    let mut last = [!byte; 16];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    whole | u64::from(kernel::equal_of_sixteen(&last, byte, ignored)) << (sixteens.len() * 16)
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
                let expected: Vec<usize> = (0..length).filter(|&at| bytes[at] | 0x80 == byte | 0x80).collect();
                assert_eq!(places(equal_but(&bytes, byte, 0x80)).collect::<Vec<_>>(), expected, "{byte} {length}");
            }
        }
    }
}
