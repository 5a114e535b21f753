//! The one place that asks for the time, and for chance.

use crate::web::host;

/// Milliseconds that only ever go up, for durations and deadlines.
pub fn monotonic_ms() -> f64 {
    host::steady_now()
}

/// Milliseconds since 1970, for dates in headers.
pub fn epoch_ms() -> f64 {
    host::date_now()
}

/// A number from 0 to 1.
pub fn chance() -> f64 {
    host::chance()
}

/// Any 64 bits, for hashes that nobody outside can foresee.
pub fn seed() -> u64 {
    let bits = || (chance() * 9_007_199_254_740_992.0) as u64;
    bits() ^ bits() << 11
}
