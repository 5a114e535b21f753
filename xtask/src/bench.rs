//! `cargo xtask bench [--quick]`: one table of what the package takes and what others take for the same work.
//!
//! The measuring is `tests/bench/run.mjs`, in Node and in headless Chromium. `--quick` leaves out the million findings and
//! takes fewer samples. A missed target is a line of the table and no failure; two sides that disagree are one.

use anyhow::{Result, bail};
use lexopt::prelude::*;
use xshell::cmd;

use crate::browser;
use crate::build::{self, Effort};
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, mut arguments: lexopt::Parser) -> Result<()> {
    let mut options: &[&str] = &[];
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("quick") => options = &["--quick"],
            other => return Err(other.unexpected().into()),
        }
    }
    let chrome = browser::find_or_install(workspace)?;
    build::package(workspace, Effort::Optimised)?;
    let shell = &workspace.shell;
    let script = workspace.path("tests/bench/run.mjs");
    match cmd!(shell, "node {script} {options...}").env("CHROME", chrome).quiet().run() {
        Ok(()) => Ok(()),
        Err(_) => bail!("the benchmark stopped before its end: nothing above counts"),
    }
}
