//! The kernel for machines without simd128: eight digits at a time in a `u64`.

use super::TEXT_LENGTH;

#[inline(always)]
pub(super) fn pack(text: &[u8; TEXT_LENGTH]) -> Option<u128> {
    let [a, b, c, d, e, f, g, h, b'-', i, j, k, l, b'-', m, n, o, p, b'-', q, r, s, t, b'-', u, v, w, x, ..] = *text
    else {
        return None;
    };
    let high = u64::from(digits([a, b, c, d, e, f, g, h])?) << 32 | u64::from(digits([i, j, k, l, m, n, o, p])?);
    let low = u64::from(digits([q, r, s, t, u, v, w, x])?) << 32 | u64::from(digits(*text.last_chunk()?)?);
    Some(u128::from(high) << 64 | u128::from(low))
}

/// Reads eight hexadecimal digits at once; only the digits that `unpack` writes.
#[inline(always)]
fn digits(text: [u8; 8]) -> Option<u32> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let text = u64::from_be_bytes(text);
    // A letter has bit 6, and its low half is nine less than its value.
    let values = (text & (ONES * 0x0F)) + 9 * (text >> 6 & ONES);
    let letters = (values + ONES * 6) >> 4 & ONES;
    let written = values + ONES * u64::from(b'0') + letters * u64::from(b'a' - b'0' - 10);
    if written != text || values & (ONES * 0xF0) != 0 {
        return None;
    }
    let pairs = (values | values >> 4) & 0x00FF_00FF_00FF_00FF;
    let quads = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF;
    Some((quads | quads >> 16) as u32)
}
