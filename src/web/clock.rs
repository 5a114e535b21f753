//! The one place that asks for the time, and for chance.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// Milliseconds that only ever go up, for durations and deadlines.
pub fn monotonic_ms() -> f64 {
    performance_now()
}

/// Milliseconds since 1970, for dates in headers.
pub fn epoch_ms() -> f64 {
    js_sys::Date::now()
}

/// A number from 0 to 1.
pub fn chance() -> f64 {
    js_sys::Math::random()
}

/// Any 64 bits, for hashes that nobody outside can foresee.
pub fn seed() -> u64 {
    let bits = || (chance() * 9_007_199_254_740_992.0) as u64;
    bits() ^ bits() << 11
}
