//! The engine: what runs once for every byte and every finding, compiled for speed.
//!
//! `findings`, `json` and `compact` are layers of the library like the others. They are a crate of their own for one
//! reason: cargo chooses speed or size by crate, and the rest of the library is compiled for size.

pub mod compact;
pub mod findings;
pub mod json;

pub use scanfold_versions as versions;

/// The parts of `wire` that counting and showing findings need.
pub mod wire {
    pub mod deceptive;
    pub mod severity;
}
