//! `cargo xtask size`: raw, gzip and brotli bytes of what the package ships.
//!
//! The counting is `size.mjs`, because Node has both compressors and npm knows what a package ships.

use anyhow::{Result, bail};
use xshell::cmd;

use crate::build::{self, Effort};
use crate::workspace::{Workspace, expect_no_arguments};

pub fn run(workspace: &Workspace, arguments: lexopt::Parser) -> Result<()> {
    expect_no_arguments(arguments)?;
    build::package(workspace, Effort::Optimised)?;
    let shell = &workspace.shell;
    let script = workspace.path("xtask/src/size.mjs");
    match cmd!(shell, "node {script}").quiet().run() {
        Ok(()) => Ok(()),
        Err(_) => bail!("the package could not be measured"),
    }
}
