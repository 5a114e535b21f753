//! `cargo xtask bench [--quick]`: one table of what the package takes and what others take for the same work;
//! `cargo xtask bench --page[=findings]`: the dashboard with a million findings;
//! `cargo xtask bench --engines`: what is timed in the table, in Firefox and WebKit.
//!
//! The measuring is `tests/bench/run.mjs`, in Node and in headless Chromium, `tests/bench/page.mjs` and `tests/bench/engines.mjs`. `--quick` leaves out
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
    let (mut quick, mut page, mut engines) = (false, false, false);
    let mut findings: Option<u32> = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("quick") => quick = true,
            Long("engines") => engines = true,
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
    ensure!(!(engines && (quick || page)), "--engines is measured by itself");
    let script = match (page, engines) {
        (true, _) => "tests/bench/page.mjs",
        (_, true) => "tests/bench/engines.mjs",
        _ => "tests/bench/run.mjs",
    };
    let script = workspace.path(script);
    let mut options: Vec<String> = findings.iter().map(u32::to_string).collect();
    options.extend(quick.then(|| "--quick".to_owned()));
    let chrome = if engines { None } else { Some(browser::find_or_install(workspace)?) };
    build::package(workspace, Effort::Optimised)?;
    if page {
        page::build(workspace)?;
    }
    let shell = &workspace.shell;
    // The body of a million findings is made in memory.
    let mut measure = cmd!(shell, "node --max-old-space-size=4096 {script} {options...}").quiet();
    if let Some(chrome) = chrome {
        measure = measure.env("CHROME", chrome);
    }
    match measure.run() {
        Ok(()) => Ok(()),
        Err(_) => bail!("the benchmark stopped before its end: nothing above counts"),
    }
}
