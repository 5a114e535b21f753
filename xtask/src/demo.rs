//! `cargo xtask demo`: the dashboard on the reference service, with data, until Ctrl-C.
//!
//! Everything is built first, then started in order: a port for the page, a temporary database, the service, the page's
//! server. Each is a value that stops what it started when dropped, so an error at any step leaves nothing behind.

mod port;
mod service;
mod settings;
mod site;

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use lexopt::prelude::*;
use xshell::cmd;

use crate::artifact::Artifact;
use crate::build::{self, Effort};
use crate::workspace::Workspace;
use crate::{browser, page};
pub use service::Database;
use service::Service;
use site::Reserved;

/// What the command line may say.
struct Options {
    /// The page's port; 0 is any free one.
    port: u16,
    /// Trivy reports to show, as one scan, before the demo's own.
    data: Vec<PathBuf>,
    /// Compare the page with the service in a headless browser, then stop.
    check: bool,
}

const DEFAULT_PORT: u16 = 4180;

pub fn run(workspace: &Workspace, arguments: lexopt::Parser) -> Result<()> {
    let options = Options::parse(arguments)?;
    let reserved = Reserved::port(options.port)?;
    let chrome = options.check.then(|| browser::find_or_install(workspace)).transpose()?;
    build::package(workspace, Effort::Optimised)?;
    let program = Artifact::Service.build(workspace)?;
    page::build(workspace)?;

    let stop = stop_signal()?;
    let database = Database::new(program)?;
    let content = settings::prepare(&database, &options.data)?;
    let origins = reserved.origins();
    let mut service = database.serve(&origins)?;
    let settings = content.settings(&service.base_url);
    let _site = reserved.serve(page::folder(workspace), settings, &service.base_url)?;

    let [address, _] = origins;
    println!("\n  page     {address}/\n  service  {}", service.base_url);
    println!("  tokens   api {}, git {}", content.api_token, content.git_token);
    if let Some(chrome) = chrome {
        return check(workspace, &format!("{address}/"), &chrome);
    }
    println!("  log      {}", database.log().display());
    println!("\nCtrl-C stops both and removes the database");
    wait(&stop, &mut service, &database)?;
    println!("stopped");
    Ok(())
}

impl Options {
    fn parse(mut arguments: lexopt::Parser) -> Result<Self> {
        let (mut port, mut data, mut check) = (None, Vec::new(), false);
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("port") => port = Some(port::parse(&arguments.value()?)?),
                Long("data") => {
                    for file in arguments.values()? {
                        data.push(report(PathBuf::from(file))?);
                    }
                }
                Long("check") => check = true,
                other => return Err(other.unexpected().into()),
            }
        }
        // A check has nobody to tell the port to, so it takes whichever is free.
        let port = port.unwrap_or(if check { 0 } else { DEFAULT_PORT });
        Ok(Self { port, data, check })
    }
}

/// Reports are looked for before anything is built: minutes later is late for a typing error.
fn report(file: PathBuf) -> Result<PathBuf> {
    if !file.is_file() {
        bail!("there is no report {}", file.display());
    }
    Ok(file)
}

/// Hears of Ctrl-C and of a request to end.
fn stop_signal() -> Result<Receiver<()>> {
    let (sender, receiver) = mpsc::channel();
    ctrlc::set_handler(move || {
        let _ = sender.send(());
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(receiver)
}

/// Waits for the signal. The log goes with the database, so the end of it is quoted here if the service ends by itself.
fn wait(stop: &Receiver<()>, service: &mut Service, database: &Database) -> Result<()> {
    while stop.recv_timeout(Duration::from_millis(500)).is_err() {
        if !service.is_running() {
            match database.last_line() {
                Some(line) => bail!("the service ended by itself; the last line of its log: {line}"),
                None => bail!("the service ended by itself; its log is empty"),
            }
        }
    }
    Ok(())
}

fn check(workspace: &Workspace, page: &str, chrome: &PathBuf) -> Result<()> {
    let shell = &workspace.shell;
    let script = workspace.path("tests/harness/check-demo.mjs");
    cmd!(shell, "node {script} {page}")
        .quiet()
        .env("CHROME", chrome)
        .run()
        .ok()
        .context("the page and the service do not agree")
}
