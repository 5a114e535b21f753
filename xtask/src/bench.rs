//! `cargo xtask bench [--quick]`: one table of what the package takes and what others take for the same work;
//! `cargo xtask bench --page[=findings]`: the dashboard with a million findings.
//!
//! The measuring is `tests/bench/run.mjs`, in Node and in headless Chromium, and `tests/bench/page.mjs`. `--quick` leaves out
//! the million findings and what is cold, measures no work at two sizes and takes fewer samples. A missed target is a line of the table and no
//! failure; two sides that disagree are one.

use anyhow::{Result, bail};
use lexopt::prelude::*;
use xshell::cmd;

use crate::browser;
use crate::build::{self, Effort};
use crate::page;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, mut arguments: lexopt::Parser) -> Result<()> {
    let mut script = "tests/bench/run.mjs";
    let mut options: Vec<String> = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("quick") => options.push("--quick".into()),
            Long("page") => {
                script = "tests/bench/page.mjs";
                let findings: Option<u32> = arguments.optional_value().map(|number| number.parse()).transpose()?;
                options.extend(findings.map(|number| number.to_string()));
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let chrome = browser::find_or_install(workspace)?;
    build::package(workspace, Effort::Optimised)?;
    if script.ends_with("page.mjs") {
        page::build(workspace)?;
    }
    let shell = &workspace.shell;
    let script = workspace.path(script);
    // The body of a million findings is made in memory.
    match cmd!(shell, "node --max-old-space-size=4096 {script} {options...}").env("CHROME", chrome).quiet().run() {
        Ok(()) => Ok(()),
        Err(_) => bail!("the benchmark stopped before its end: nothing above counts"),
    }
}
