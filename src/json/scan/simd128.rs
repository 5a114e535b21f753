//! The kernel for WebAssembly: sixteen bytes at a time with simd128.

use super::{Run, finish_run};
use core::arch::wasm32::{i8x16_bitmask, u8x16_eq, u8x16_lt, u8x16_splat, v128, v128_load, v128_or};

#[inline(always)]
pub(crate) fn load(bytes: &[u8; 16]) -> v128 {
    // SAFETY: the reference covers sixteen readable bytes, and v128.load has no alignment to keep.
    #[allow(unsafe_code)]
    unsafe {
        v128_load(bytes.as_ptr().cast())
    }
}

#[inline(always)]
pub(super) fn plain_run(bytes: &[u8], from: usize) -> Run {
    let (quote, backslash, space) = (u8x16_splat(b'"'), u8x16_splat(b'\\'), u8x16_splat(0x20));
    let mut at = from;
    let mut seen = u8x16_splat(0);
    let (words, _) = bytes.get(from..).unwrap_or_default().as_chunks::<16>();
    for word in words {
        let word = load(word);
        let found = v128_or(v128_or(u8x16_eq(word, quote), u8x16_eq(word, backslash)), u8x16_lt(word, space));
        let found = u32::from(i8x16_bitmask(found));
        if found != 0 {
            let before = found.trailing_zeros();
            let high = u32::from(i8x16_bitmask(word)) & ((1 << before) - 1) | u32::from(i8x16_bitmask(seen));
            return Run { end: at + before as usize, ascii: high == 0 };
        }
        seen = v128_or(seen, word);
        at += 16;
    }
    finish_run(bytes, at, i8x16_bitmask(seen) == 0)
}

/// How many bytes two texts have in common at their beginning, without a rest that is shorter than a word.
#[inline(always)]
pub(super) fn common_words(a: &[u8], b: &[u8]) -> usize {
    let mut at = 0;
    for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
        let equal = i8x16_bitmask(u8x16_eq(load(a), load(b)));
        if equal != u16::MAX {
            return at + equal.trailing_ones() as usize;
        }
        at += 16;
    }
    at
}
