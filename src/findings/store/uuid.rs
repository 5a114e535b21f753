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
    let part = |shift: u32| digits((packed >> shift) as u32);
    let [a, b, c, d, e, f, g, h] = part(96);
    let [i, j, k, l, m, n, o, p] = part(64);
    let [q, r, s, t, u, v, w, x] = part(32);
    let [y, z, last @ ..] = part(0);
    let [aa, ab, ac, ad, ae, af] = last;
    *text = [
        a, b, c, d, e, f, g, h, b'-', i, j, k, l, b'-', m, n, o, p, b'-', q, r, s, t, b'-', u, v, w, x, y, z, aa, ab,
        ac, ad, ae, af,
    ];
}

/// Eight hexadecimal digits at once.
#[inline(always)]
fn digits(number: u32) -> [u8; 8] {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let number = u64::from(number);
    let quads = (number | number << 16) & 0x0000_FFFF_0000_FFFF;
    let pairs = (quads | quads << 8) & 0x00FF_00FF_00FF_00FF;
    let values = (pairs | pairs << 4) & (ONES * 0x0F);
    let letters = (values + ONES * 6) >> 4 & ONES;
    (values + ONES * u64::from(b'0') + letters * u64::from(b'a' - b'0' - 10)).to_be_bytes()
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

    #[test]
    fn every_digit_is_written_where_it_was_read() {
        for at in (0..TEXT_LENGTH).filter(|at| !matches!(at, 8 | 13 | 18 | 23)) {
            for digit in *b"0123456789abcdef" {
                let mut text = *b"00000000-0000-0000-0000-000000000000";
                text[at] = digit;
                let mut written = [0; TEXT_LENGTH];
                unpack(pack(&text).unwrap(), &mut written);
                assert_eq!(written, text);
            }
        }
    }
}
