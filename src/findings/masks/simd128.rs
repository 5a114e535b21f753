//! The kernel for WebAssembly: sixteen bytes at a time with simd128.

use crate::json::scan::load;
use core::arch::wasm32::{i8x16_bitmask, u8x16_eq, u8x16_splat, v128_or};

#[inline(always)]
pub(super) fn equal_of_sixteen(bytes: &[u8; 16], byte: u8, ignored: u8) -> u16 {
    let ignored = u8x16_splat(ignored);
    i8x16_bitmask(u8x16_eq(v128_or(load(bytes), ignored), v128_or(u8x16_splat(byte), ignored)))
}
