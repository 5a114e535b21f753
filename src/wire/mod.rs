//! The words on the wire: requests, answers and their checks, in the service's own snake_case names.
//!
//! Everything here follows the published interface. What it does not show is kept as it came, never guessed: unknown
//! fields stay in `extra`, unknown words stay text. `null` is the same as absent. No I/O.

pub mod address;
mod decode;
pub mod envelope;
pub mod history;
pub mod params;
pub mod team;
pub mod uuid;

pub use scanfold_engine::wire::{deceptive, severity};

pub use decode::format_pointer;
