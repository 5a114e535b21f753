//! The loops that see every byte: where the plain part of a string ends, and how far two texts agree.
//!
//! Two kernels with one surface, chosen once here: simd128 in WebAssembly, eight bytes at a time elsewhere. Unit
//! tests hold the second to a byte-by-byte twin, `tests/client` the first to `JSON.parse`.

pub(crate) mod same;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[path = "simd128.rs"]
mod kernel;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[path = "words.rs"]
mod kernel;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use kernel::load;

/// A stretch of string text without quote, backslash or control character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Offset of the first byte that is one of those, or the length of the text.
    pub end: usize,
    /// Whether every byte before `end` is ASCII.
    pub ascii: bool,
}

/// Scans from `from`, which must not be beyond the text's end.
#[inline(always)]
pub(crate) fn plain_run(bytes: &[u8], from: usize) -> Run {
    kernel::plain_run(bytes, from)
}

/// Whether a byte ends plain string text.
#[inline(always)]
const fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Finishes a scan byte by byte: what is left is shorter than a word of the kernel.
#[inline(always)]
fn finish_run(bytes: &[u8], from: usize, mut ascii: bool) -> Run {
    let mut end = from;
    while let Some(&byte) = bytes.get(end) {
        if is_special(byte) {
            break;
        }
        ascii &= byte < 0x80;
        end += 1;
    }
    Run { end, ascii }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_byte_beyond_ascii_is_noticed_wherever_it_stands() {
        let check = |at: usize, other: usize, special: usize| {
            let mut bytes = [b'a'; 40];
            for (place, byte) in [(at, 0xC3), (other, 0xA9), (special, b'"')] {
                bytes[place] = byte;
            }
            let expected = Run { end: special, ascii: special < at.min(other) };
            assert_eq!(plain_run(&bytes, 0), expected, "{at} {other} {special}");
        };
        (0..39)
            .for_each(|at| (at + 1..40).for_each(|special| (at..special).for_each(|other| check(at, other, special))));
    }

    proptest! {
        #[test]
        fn the_kernel_agrees_with_its_byte_by_byte_twin(bytes: Vec<u8>, from in 0usize..40) {
            let from = from.min(bytes.len());
            prop_assert_eq!(plain_run(&bytes, from), finish_run(&bytes, from, true));
        }

        #[test]
        fn every_special_byte_is_found_wherever_it_stands(length in 0usize..70, at in 0usize..70, special in 0u8..=255, fill in 0u8..=255) {
            let mut bytes = vec![fill; length];
            if let Some(byte) = bytes.get_mut(at) {
                *byte = special;
            }
            prop_assert_eq!(plain_run(&bytes, 0), finish_run(&bytes, 0, true));
        }
    }
}
