//! The engine: what runs once for every byte and every finding, compiled for speed.
//!
//! `findings`, `json`, `compact` and `memory` are layers of the library like the others. They are a crate of their own for one
//! reason: cargo chooses speed or size by crate, and the rest of the library is compiled for size.

#[cfg(all(target_arch = "wasm32", not(target_feature = "simd128")))]
compile_error!(
    "the module is built with simd128: flags in the environment take the place of those in .cargo/config.toml"
);

pub mod compact;
pub mod findings;
pub mod json;
pub mod memory;

pub use scanfold_versions as versions;

/// The parts of `wire` that counting and showing findings need.
pub mod wire {
    pub mod deceptive;
    pub mod severity;
}
