//! What the program can be told to do. A command that fails says why in one line; none panics over its input.

mod import;
mod seed;
mod serve;
mod token;

use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::request::{Cloud, Platform, is_name, name_rule};

/// The reference service of scanfold: four operations on an embedded database.
#[derive(Parser)]
#[command(name = "scanfold-service")]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answer requests.
    Serve(serve::Serve),
    /// Put data into a database.
    #[command(subcommand)]
    Import(import::Import),
    /// Manage access tokens.
    #[command(subcommand)]
    Token(token::Token),
    /// Fill a database with the demo data.
    Seed(seed::Seed),
}

/// The database, for the commands that make one if there is none.
#[derive(Args)]
struct Database {
    /// The database file; it is made if there is none.
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
}

/// A name that requests can have.
fn name(text: &str) -> Result<String, &'static str> {
    if is_name(text) { Ok(text.to_owned()) } else { Err(name_rule!("must be ")) }
}

/// Why a command failed, in one line.
struct Failure(String);

impl Failure {
    /// `what: why`, on one line whatever `why` holds.
    fn new(what: impl Display, why: impl Display) -> Self {
        Self(format!("{what}: {why}").replace(char::is_control, " "))
    }
}

/// Lets `?` convert errors whose own text says enough.
impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string().replace(char::is_control, " "))
    }
}

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    let outcome = match Program::parse().command {
        Command::Serve(serve) => serve.run(),
        Command::Import(import) => import.run(),
        Command::Token(token) => token.run(),
        Command::Seed(seed) => seed.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(line)) => {
            let _ = writeln!(std::io::stderr(), "error: {line}");
            ExitCode::FAILURE
        }
    }
}

/// Writes a line to the standard output.
fn say(line: impl Display) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .map_err(|error| Failure::new("cannot write to the standard output", error))
}

fn platform(text: &str) -> Result<Platform, &'static str> {
    Platform::parse(text).ok_or(Platform::RULE)
}

fn team_platform(text: &str) -> Result<Platform, &'static str> {
    Platform::parse_of_team(text).ok_or(Platform::TEAM_RULE)
}

fn cloud(text: &str) -> Result<Cloud, &'static str> {
    Cloud::parse(text).ok_or(Cloud::RULE)
}
