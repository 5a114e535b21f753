//! JSON in: strict, bounded, and exact.
//!
//! Accepts what `JSON.parse` accepts and nothing else, within limits. Bytes must be UTF-8. No I/O.

mod error;
mod value;

pub use error::{Error, Fault};
pub use value::{Number, Value, write_string};
