//! `cargo xtask setup`: what a bare clone lacks: the wasm target, the crates and npm packages of the lock files, the newer Node.
//!
//! The other commands bring what they need themselves; this one is for those who want to be offline afterwards.

use anyhow::{Context, Result, bail};
use xshell::cmd;

use crate::workspace::{Workspace, expect_no_arguments};
use crate::{newer_node, node};

/// The target that browsers run.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

pub fn run(workspace: &Workspace, arguments: lexopt::Parser) -> Result<()> {
    expect_no_arguments(arguments)?;
    wasm_target(workspace)?;
    let shell = &workspace.shell;
    cmd!(shell, "cargo fetch --quiet --locked").run().context("the crates could not be fetched")?;
    node::packages(workspace)?;
    let newer = if newer_node::find_or_install(workspace)?.is_some() { "is" } else { "is not" };
    println!(
        "setup: the wasm target, the crates and the npm packages are in place; a newer Node, for some tests, {newer}"
    );
    Ok(())
}

/// Adds the wasm target to the toolchain that is in use, if it is missing.
pub fn wasm_target(workspace: &Workspace) -> Result<()> {
    if has_wasm_target(workspace)? {
        return Ok(());
    }
    let shell = &workspace.shell;
    if cmd!(shell, "rustup --version").quiet().ignore_stdout().ignore_stderr().run().is_err() {
        bail!(
            "this Rust has no {WASM_TARGET} target and there is no rustup to add it: install the target \
             (Debian: libstd-rust-dev-wasm32) or rustup, see https://rustup.rs"
        );
    }
    cmd!(shell, "rustup target add {WASM_TARGET}").run().context("the wasm target could not be added")
}

/// Asks rustc, not rustup: a distribution's Rust has no rustup but may well have the target.
fn has_wasm_target(workspace: &Workspace) -> Result<bool> {
    let shell = &workspace.shell;
    let folder = cmd!(shell, "rustc --print target-libdir --target {WASM_TARGET}")
        .quiet()
        .read()
        .context("rustc does not run")?;
    let mut entries = match std::fs::read_dir(folder.trim()) {
        Ok(entries) => entries,
        Err(_) => return Ok(false),
    };
    Ok(entries.any(|entry| entry.is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))))
}
