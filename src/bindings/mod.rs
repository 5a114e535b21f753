//! The only exports to JavaScript: thin, one file per part of the public interface.
//!
//! Values are read here once (`arguments`) and errors are made here (`error`); everything else is asked of the layers
//! below. State sits behind `Rc` and shared references, so no call can find a handle borrowed.

mod arguments;
mod client;
mod error;
mod exports;
mod findings;
mod flat;
mod history;
mod scan;
mod teams;

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once an instance.
#[wasm_bindgen(start)]
fn start() {
    crate::web::panic::install_hook();
}
