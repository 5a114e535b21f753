//! Canonical UUIDs, lower case with hyphens, as numbers of sixteen bytes that order as their texts do.
//!
//! Two kernels with one surface: sixteen digits at a time with simd128 in WebAssembly, which has no instruction to reverse bytes,
//! and eight at a time elsewhere.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[path = "uuid/simd128.rs"]
mod kernel;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[path = "uuid/words.rs"]
mod kernel;

/// Length of a UUID's text.
pub(crate) const TEXT_LENGTH: usize = 36;

/// Reads a canonical UUID.
#[inline(always)]
pub(crate) fn pack(text: &[u8]) -> Option<u128> {
    kernel::pack(text.try_into().ok()?)
}

/// Writes the text that was packed.
#[inline(never)]
pub(super) fn unpack(packed: u128, text: &mut [u8; TEXT_LENGTH]) {
    let mut rest = packed;
    for (at, byte) in text.iter_mut().enumerate().rev() {
        if matches!(at, 8 | 13 | 18 | 23) {
            *byte = b'-';
            continue;
        }
        let digit = (rest & 15) as u8;
        *byte = if digit < 10 { b'0' + digit } else { b'a' + digit - 10 };
        rest >>= 4;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_that_is_no_lower_case_digit_is_refused() {
        let uuid = *b"01234567-89ab-cdef-fedc-ba9876543210";
        assert_eq!(pack(&uuid), Some(0x0123_4567_89AB_CDEF_FEDC_BA98_7654_3210));
        for at in 0..TEXT_LENGTH {
            for byte in 0..=255 {
                let mut text = uuid;
                text[at] = byte;
                let legal = if uuid[at] == b'-' { byte == b'-' } else { matches!(byte, b'0'..=b'9' | b'a'..=b'f') };
                assert_eq!(pack(&text).is_some(), legal, "{byte} at {at}");
            }
        }
    }
}
