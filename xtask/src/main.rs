//! The project's commands: `cargo xtask <command>`.
//!
//! This file is the table of contents: one command, one file. Each command brings what it needs (the wasm target, the
//! npm packages, the built package) and does nothing that is already done, so any of them works on a bare clone.

mod artifact;
mod bench;
mod browser;
mod build;
mod ci;
mod demo;
mod files;
mod glue;
mod newer_node;
mod node;
mod notices;
mod page;
mod setup;
mod size;
mod tally;
mod test;
mod workspace;

use anyhow::{Result, bail};
use lexopt::prelude::*;

use workspace::Workspace;

const USAGE: &str = "\
usage: cargo xtask <command>

  setup                  add the wasm target, fetch the crates and install the npm packages
  build [--dev]          build the package into pkg/ (--dev: quicker, not optimised)
  demo [--port N] [--data FILE…] [--check]
                         show the dashboard with demo data until Ctrl-C (--data: with these Trivy reports too;
                         --check: compare the page with the service in a headless browser, then stop)
  test                   run every test, a real browser included
  size                   print the package's raw, gzip and brotli bytes
  bench [--quick]        measure the package against what JavaScript offers (--quick: under two minutes)
  bench --page[=findings] measure the dashboard with a million findings
  bench --engines        measure the package in Firefox and WebKit, if installed
  ci                     what a change has to pass: nothing generated is committed, format, clippy, links in comments, test
";

fn main() {
    if let Err(error) = run() {
        eprintln!("xtask: {error:#}");
        std::process::exit(1);
    }
}

fn run() -> Result<()> {
    let wants_help = std::env::args_os().any(|argument| argument == "--help" || argument == "-h");
    let mut arguments = lexopt::Parser::from_env();
    let command = match arguments.next()? {
        Some(Value(command)) if !wants_help => command.string()?,
        Some(other) if !wants_help => return Err(other.unexpected().into()),
        _ => {
            print!("{USAGE}");
            return Ok(());
        }
    };
    let workspace = Workspace::open()?;
    match command.as_str() {
        "setup" => setup::run(&workspace, arguments),
        "build" => build::run(&workspace, arguments),
        "demo" => demo::run(&workspace, arguments),
        "test" => test::run(&workspace, arguments),
        "size" => size::run(&workspace, arguments),
        "bench" => bench::run(&workspace, arguments),
        "ci" => ci::run(&workspace, arguments),
        other => bail!("there is no command `{other}`; `cargo xtask --help` lists them"),
    }
}
