//! `cargo xtask ci`: what a change has to pass: nothing generated is committed, format, clippy on both targets, the links of
//! doc comments, `test`.
//!
//! The quick checks come first. Clippy uses the profiles of the builds that follow, so build scripts run once.

use anyhow::{Context, Result, bail};
use xshell::cmd;

use crate::artifact::PROFILE;
use crate::setup::{self, WASM_TARGET};
use crate::test;
use crate::workspace::{Workspace, no_more};

pub fn run(workspace: &Workspace, arguments: lexopt::Parser) -> Result<()> {
    no_more(arguments)?;
    nothing_generated_is_committed(workspace)?;
    setup::wasm_target(workspace)?;
    let shell = &workspace.shell;
    cmd!(shell, "cargo fmt --all --check").run().context("run `cargo fmt --all`")?;
    cmd!(shell, "cargo fmt --check --manifest-path tests/fuzz/Cargo.toml")
        .run()
        .context("run `cargo fmt` in tests/fuzz")?;
    cmd!(shell, "cargo clippy --workspace --all-targets --profile {PROFILE} -- -D warnings").run()?;
    cmd!(shell, "cargo clippy --release --package scanfold --package scanfold-engine --package scanfold-versions --lib --target {WASM_TARGET} -- -D warnings").run()?;
    cmd!(shell, "cargo doc --quiet --no-deps --workspace --document-private-items --profile {PROFILE}")
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()?;
    let tally = test::all(workspace)?;
    if tally.failed > 0 {
        bail!("the tests failed");
    }
    Ok(())
}

/// A file that `.gitignore` names is made by a build; a committed one would go stale unseen.
fn nothing_generated_is_committed(workspace: &Workspace) -> Result<()> {
    let shell = &workspace.shell;
    let committed = cmd!(shell, "git ls-files --cached --ignored --exclude-standard").quiet().read()?;
    match committed.lines().next() {
        None => Ok(()),
        Some(file) => bail!("{file} is generated and must not be committed: git rm --cached {file}"),
    }
}
