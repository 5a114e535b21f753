//! The project's commands: `cargo xtask <command>`.
//!
//! This file is the table of contents: one command, one file. Each command brings what it needs (the wasm target, the
//! npm packages, the built package) and does nothing that is already done, so any of them works on a bare clone.

mod artifact;
mod build;
mod glue;
mod node;
mod setup;
mod workspace;

use anyhow::{Result, bail};
use lexopt::prelude::*;

use workspace::Workspace;

const USAGE: &str = "\
usage: cargo xtask <command>

  setup                  add the wasm target and install the npm packages
  build [--dev]          build the package into pkg/ (--dev: quicker, not optimised)
";

fn main() {
    if let Err(error) = run() {
        eprintln!("xtask: {error:#}");
        std::process::exit(1);
    }
}

fn run() -> Result<()> {
    let mut arguments = lexopt::Parser::from_env();
    let command = match arguments.next()? {
        Some(Value(command)) => command.string()?,
        None | Some(Short('h') | Long("help")) => {
            print!("{USAGE}");
            return Ok(());
        }
        Some(other) => return Err(other.unexpected().into()),
    };
    let workspace = Workspace::open()?;
    match command.as_str() {
        "setup" => setup::run(&workspace, arguments),
        "build" => build::run(&workspace, arguments),
        other => bail!("there is no command `{other}`; `cargo xtask --help` lists them"),
    }
}
