//! The kernel for machines without simd128: eight bytes at a time in a `u64`.

#[inline(always)]
pub(super) fn equal_of_sixteen(bytes: &[u8; 16], byte: u8, ignored: u8) -> u16 {
    let (eights, _) = bytes.as_chunks();
    eights.iter().rev().fold(0, |mask, eight| mask << 8 | equal_of_eight(*eight, byte, ignored))
}

#[inline(always)]
fn equal_of_eight(bytes: [u8; 8], byte: u8, ignored: u8) -> u16 {
    const LOW: u64 = u64::from_ne_bytes([0x7F; 8]);
    let all = |byte: u8| u64::from_ne_bytes([byte; 8]);
    let word = (u64::from_le_bytes(bytes) ^ all(byte)) & all(!ignored);
    // The highest bit of each byte that is zero; then these eight bits side by side.
    let zeros = !(((word & LOW) + LOW) | word | LOW);
    ((zeros >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}
