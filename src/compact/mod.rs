//! Compact stand-ins for parts of the standard library that are large in WebAssembly.
//!
//! Each does what the original does, or what its file says, in a fraction of the bytes, and tests compare them. The original
//! `f64::from_str` has 15 KB of tables, and every generic sort is another copy of a large function.

mod counting;
mod digits;
mod equal_texts;
mod float;
mod fold;
mod hash;
mod lower;
mod lower_table;
mod sort;

pub use counting::{parted, sort_by_counting};
pub use digits::{bits_for, sort_by_digits, try_sort_by_digits};
pub use equal_texts::{has_equal, with_equals_together};
pub use float::parse_number;
pub use fold::fold_char;
pub use hash::{MIX, hash, mixed};
pub use sort::{permuted, sort_by, sort_copies, sort_first_by, try_sort_by};
