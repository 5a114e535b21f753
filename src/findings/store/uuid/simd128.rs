//! The kernel for WebAssembly: sixteen digits at a time with simd128.

use super::TEXT_LENGTH;
use crate::json::scan::load;
use core::arch::wasm32::{
    i8x16_bitmask, i8x16_shuffle, i16x8_shl, i64x2_extract_lane, u8x16_eq, u8x16_gt, u8x16_lt, u8x16_narrow_i16x8,
    u8x16_splat, u8x16_sub, u16x8_shr, u16x8_splat, v128, v128_and, v128_any_true, v128_or,
};

/// Where the hyphens are in the first and in the second sixteen bytes, a bit each.
const HYPHENS: (u16, u16) = (1 << 8 | 1 << 13, 1 << 2 | 1 << 7);

#[inline(always)]
pub(super) fn pack(text: &[u8; TEXT_LENGTH]) -> Option<u128> {
    let (first, second, last) =
        (load(text.first_chunk()?), load(text.get(16..)?.first_chunk()?), load(text.last_chunk()?));
    let hyphen = u8x16_splat(b'-');
    if (i8x16_bitmask(u8x16_eq(first, hyphen)), i8x16_bitmask(u8x16_eq(second, hyphen))) != HYPHENS {
        return None;
    }
    // `last` begins with the fourth digit of what follows the third hyphen.
    let high = i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17>(first, second);
    let low = i8x16_shuffle::<3, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31>(second, last);
    let bytes = u8x16_narrow_i16x8(pairs(high)?, pairs(low)?);
    let turned = i8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0>(bytes, bytes);
    let half = |half: i64| u128::from(half as u64);
    Some(half(i64x2_extract_lane::<1>(turned)) << 64 | half(i64x2_extract_lane::<0>(turned)))
}

/// Reads sixteen hexadecimal digits as eight numbers of two; only the digits that `unpack` writes.
#[inline(always)]
fn pairs(text: v128) -> Option<v128> {
    let letters = u8x16_gt(text, u8x16_splat(b'9'));
    let above = v128_and(letters, u8x16_splat(b'a' - 10 - b'0'));
    let values = u8x16_sub(u8x16_sub(text, u8x16_splat(b'0')), above);
    let wrong = v128_or(u8x16_gt(values, u8x16_splat(15)), v128_and(letters, u8x16_lt(values, u8x16_splat(10))));
    if v128_any_true(wrong) {
        return None;
    }
    Some(v128_and(v128_or(i16x8_shl(values, 4), u16x8_shr(values, 8)), u16x8_splat(0xFF)))
}
