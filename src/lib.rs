//! `scanfold`: the client of a code-analysis service and the logic that security dashboards put on top of it.
//!
//! This file is the map of the crate. Layers point downwards only; `ARCHITECTURE.md` says what each is for.

// The files of these four lie here too, but `engine.rs` compiles them: they are built for speed, this crate for size.
pub use scanfold_engine::{compact, findings, json, memory};
pub use scanfold_versions as versions;

pub mod arguments;
pub mod client;
pub mod history;
pub mod team;
pub mod wire;

#[cfg(target_arch = "wasm32")]
mod bindings;
#[cfg(target_arch = "wasm32")]
mod web;
