//! `cargo xtask bench [--quick]`: one table of what the package takes and what others take for the same work;
//! `cargo xtask bench --page[=findings]`: the dashboard with a million findings;
//! `cargo xtask bench --engines`: what is timed in the table, in Firefox and WebKit.
//!
//! The measuring is `tests/bench/run.mjs`, in Node and in headless Chromium, `tests/bench/page.mjs` and
//! `tests/bench/engines.mjs`. `--quick` leaves out the million findings and what is cold, measures no work at two sizes and takes
//! fewer samples. A missed target is a line of the table and no failure; two sides that disagree are a failure.

use anyhow::{Context, Result, bail, ensure};
use lexopt::prelude::*;
use xshell::cmd;

use crate::browser;
use crate::build::{self, Effort};
use crate::page;
use crate::workspace::Workspace;

/// What is measured.
enum Subject {
    /// The table, or if `quick` a part of it.
    Table { quick: bool },
    /// The dashboard, with a million findings or as many as are given.
    Page { findings: Option<u32> },
    /// The table's work in Firefox and WebKit.
    Engines,
}

pub fn run(workspace: &Workspace, arguments: lexopt::Parser) -> Result<()> {
    let subject = Subject::parse(arguments)?;
    let script = workspace.path(subject.script());
    let chrome = match subject {
        Subject::Engines => None,
        Subject::Table { .. } | Subject::Page { .. } => Some(browser::find_or_install(workspace)?),
    };
    build::package(workspace, Effort::Optimised)?;
    if let Subject::Page { .. } = subject {
        page::build(workspace)?;
    }
    let (shell, options) = (&workspace.shell, subject.options());
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

impl Subject {
    fn parse(mut arguments: lexopt::Parser) -> Result<Self> {
        let (mut quick, mut page, mut engines) = (false, None, false);
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("quick") => quick = true,
                Long("engines") => engines = true,
                Long("page") => {
                    let given = arguments.optional_value();
                    let number = given.map(|text| text.to_str().and_then(|text| text.parse().ok()));
                    let number =
                        number.map(|number| number.context("--page takes a number of findings")).transpose()?;
                    page = Some(Subject::Page { findings: number });
                }
                other => return Err(other.unexpected().into()),
            }
        }
        let is_page = page.is_some();
        ensure!(
            !(quick && is_page),
            "--quick is for the table; a page with fewer findings is measured with --page=100000"
        );
        ensure!(!(engines && (quick || is_page)), "--engines is measured by itself: leave out --quick and --page");
        Ok(if engines { Subject::Engines } else { page.unwrap_or(Subject::Table { quick }) })
    }

    fn script(&self) -> &'static str {
        match self {
            Subject::Table { .. } => "tests/bench/run.mjs",
            Subject::Page { .. } => "tests/bench/page.mjs",
            Subject::Engines => "tests/bench/engines.mjs",
        }
    }

    /// Arguments of the script.
    fn options(&self) -> Vec<String> {
        match self {
            Subject::Table { quick } => quick.then(|| "--quick".to_owned()).into_iter().collect(),
            Subject::Page { findings } => findings.iter().map(u32::to_string).collect(),
            Subject::Engines => Vec::new(),
        }
    }
}
