//! `cargo xtask bench [--quick]`: one table of what the package takes and what others take for the same work;
//! `cargo xtask bench --page[=findings]`: the dashboard with a million findings.
//!
//! The measuring is `tests/bench/run.mjs`, in Node and in headless Chromium, and `tests/bench/page.mjs`. `--quick` leaves out
//! the million findings and what is cold, measures no work at two sizes and takes fewer samples. A missed target is a line of
//! the table and no failure; two sides that disagree are one.

use anyhow::{Context, Result, bail, ensure};
use lexopt::prelude::*;
use xshell::cmd;

use crate::browser;
use crate::build::{self, Effort};
use crate::page;
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, mut arguments: lexopt::Parser) -> Result<()> {
    let (mut quick, mut page) = (false, false);
    let mut findings: Option<u32> = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("quick") => quick = true,
            Long("page") => {
                page = true;
                let number =
                    arguments.optional_value().map(|number| number.to_str().and_then(|text| text.parse().ok()));
                findings = number.map(|number| number.context("--page takes a number of findings")).transpose()?;
            }
            other => return Err(other.unexpected().into()),
        }
    }
    ensure!(!(quick && page), "--quick is for the table; a page with fewer findings is measured with --page=100000");
    let script = workspace.path(if page { "tests/bench/page.mjs" } else { "tests/bench/run.mjs" });
    let mut options: Vec<String> = findings.iter().map(u32::to_string).collect();
    options.extend(quick.then(|| "--quick".to_owned()));
    let chrome = browser::find_or_install(workspace)?;
    build::package(workspace, Effort::Optimised)?;
    if page {
        page::build(workspace)?;
    }
    let shell = &workspace.shell;
    // The body of a million findings is made in memory.
    match cmd!(shell, "node --max-old-space-size=4096 {script} {options...}").env("CHROME", chrome).quiet().run() {
        Ok(()) => Ok(()),
        Err(_) => bail!("the benchmark stopped before its end: nothing above counts"),
    }
}
