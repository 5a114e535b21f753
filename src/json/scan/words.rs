//! The kernel for machines without simd128: eight bytes at a time in a `u64`.

use super::{Run, finish_run};

const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
const HIGHS: u64 = u64::from_ne_bytes([0x80; 8]);

/// High bits of the bytes that are zero; exact up to the first one, and only that is used.
#[inline(always)]
const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

#[inline(always)]
pub(super) fn plain_run(bytes: &[u8], from: usize) -> Run {
    let mut at = from;
    let mut seen = 0;
    let (words, _) = bytes.get(from..).unwrap_or_default().as_chunks::<8>();
    for word in words {
        let word = u64::from_le_bytes(*word);
        let control = word.wrapping_sub(ONES * 0x20) & !word & HIGHS;
        let found = control | zero_bytes(word ^ (ONES * b'"' as u64)) | zero_bytes(word ^ (ONES * b'\\' as u64));
        if found != 0 {
            let before = found.trailing_zeros() - 7;
            seen |= word & ((1 << before) - 1);
            return Run { end: at + (before / 8) as usize, ascii: seen & HIGHS == 0 };
        }
        seen |= word;
        at += 8;
    }
    finish_run(bytes, at, seen & HIGHS == 0)
}

/// How many bytes two texts have in common at their beginning, without a rest that is shorter than a word.
#[inline(always)]
pub(super) fn common_words(a: &[u8], b: &[u8]) -> usize {
    let mut at = 0;
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if difference != 0 {
            return at + difference.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at
}
