//! `cargo xtask test`: every test of the project, a real browser included, and an account of what ran.
//!
//! What the tests need is found or made first (browser, npm packages, package, service, page), so that a missing piece
//! is one line at the start and not fifty failures. Then: the types, the Rust tests, the JavaScript tests.

use std::fs;
use std::io::{BufRead, BufReader};
use std::panic;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::artifact::{Artifact, PARTS, PROFILE};
use crate::build::{self, Effort};
use crate::demo::Database;
use crate::tally::{Libtest, Tally};
use crate::workspace::{Workspace, expect_no_arguments};
use crate::{browser, files, newer_node, node, page};

pub fn run(workspace: &Workspace, arguments: lexopt::Parser) -> Result<()> {
    expect_no_arguments(arguments)?;
    all(workspace)
}

/// Runs everything, prints the account, and fails if a test failed.
pub fn all(workspace: &Workspace) -> Result<()> {
    let chrome = prepare_tools(workspace)?;
    let service = build_all(workspace)?;
    let mut given = vec![("CHROME", chrome), ("SCANFOLD_SERVICE", service.clone())];
    given.extend(newer_node::find_or_install(workspace)?.map(|node| ("NODE_NEWER", node)));

    let mut account = Account::default();
    account.step("types of the page", || page::check(workspace).map(Tally::check))?;
    let outputs = [service.with_file_name("rust-tests.txt"), service.with_file_name("javascript-tests.tap")];
    account.step("Rust tests", || rust(workspace, &outputs[0]))?;
    account.step("JavaScript and browser tests", || {
        let seeded = Seeded::new(&service)?;
        given.push(("SCANFOLD_SEEDED", seeded.path()));
        javascript(workspace, given, &outputs[1])
    })?;
    account.step("failure catalogue", || catalogue(workspace, &outputs).map(Tally::check))?;
    if account.close().failed > 0 {
        bail!("the tests failed");
    }
    Ok(())
}

/// Builds the package and the page and, beside them, the service and the Rust tests: linking the module and making it small
/// keep one processor busy. Returns the service's path.
fn build_all(workspace: &Workspace) -> Result<PathBuf> {
    thread::scope(|scope| {
        let service = scope.spawn(|| Artifact::ServiceAndTests.build(&Workspace::open()?));
        build::package(workspace, Effort::Optimised)?;
        page::build(workspace)?;
        service.join().unwrap_or_else(|payload| panic::resume_unwind(payload))
    })
}

/// Finds or installs the npm packages and the browser, which it returns: before anything that takes long.
pub fn prepare_tools(workspace: &Workspace) -> Result<PathBuf> {
    node::packages(workspace)?;
    browser::find_or_install(workspace)
}

/// The demo's data, made once: a second of computing, which each file of the page's tests would need. They copy it.
struct Seeded(Database);

impl Seeded {
    fn new(service: &Path) -> Result<Self> {
        let database = Database::new(service.to_owned())?;
        let said = database.run(["seed"])?;
        fs::write(database.file().with_file_name("seed.txt"), said).context("what was seeded cannot be kept")?;
        Ok(Seeded(database))
    }

    /// The folder of the database, `demo.db`, and what the service said of it, `seed.txt`.
    fn path(&self) -> PathBuf {
        self.0.file().with_file_name("")
    }
}

/// What ran, in order, with its counts and seconds.
#[derive(Default)]
struct Account {
    lines: Vec<String>,
    total: Tally,
}

impl Account {
    fn step(&mut self, name: &str, run: impl FnOnce() -> Result<Tally>) -> Result<()> {
        println!("\n== {name}");
        let start = Instant::now();
        let tally = run()?;
        self.lines.push(format!("  {name}: {tally} ({:.0} s)", start.elapsed().as_secs_f64()));
        self.total.add(tally);
        Ok(())
    }

    fn close(self) -> Tally {
        println!("\nran\n{}", self.lines.join("\n"));
        if !self.total.skipped.is_empty() {
            println!("skipped\n  {}", self.total.skipped.join("\n  "));
        }
        println!("{}", self.total);
        self.total
    }
}

/// Says which rows of the failure catalogue have a test among those that ran; holds if the others have a reason.
fn catalogue(workspace: &Workspace, outputs: &[PathBuf]) -> Result<bool> {
    let mut command = Command::new("node");
    command.arg("tests/failures/report.mjs").args(outputs).current_dir(workspace.path(""));
    Ok(command.status().context("node does not run")?.success())
}

/// Runs the Rust tests and leaves what they said in `output`.
fn rust(workspace: &Workspace, output: &Path) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut said = String::new();
    for part in PARTS {
        tally.add(rust_part(workspace, part, &mut said)?);
    }
    fs::write(output, said).with_context(|| format!("{} cannot be written", output.display()))?;
    Ok(tally)
}

fn rust_part(workspace: &Workspace, part: &[&str], said: &mut String) -> Result<Tally> {
    let mut command = Command::new("cargo");
    command
        .args(["test", "--profile", PROFILE, "--no-fail-fast"])
        .args(part)
        .args(["--", "--show-output"])
        .current_dir(workspace.path(""));
    let mut run = Libtest::default();
    let ok = each_line(&mut command, |line| {
        said.extend([line, "\n"]);
        if run.line(line) {
            println!("{line}");
        }
    })?;
    Ok(with_outcome(run.tally, ok))
}

/// A program that could not be compiled or started has no failing test to count; it failed all the same.
fn with_outcome(mut tally: Tally, ok: bool) -> Tally {
    if !ok && tally.failed == 0 {
        tally.failed = 1;
    }
    tally
}

/// No file of tests takes longer; one that hangs is a failure with a name and not a wait without end.
const FILE_LIMIT: Duration = Duration::from_secs(600);

/// How many files of tests run at a time. Left to itself, Node keeps a processor free, so that two would run one file at a
/// time; but a page's test waits for its browser most of the time.
fn files_at_a_time() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs the JavaScript tests, which find what is `given` by the variables of those names, and leaves their TAP in `report`.
fn javascript(workspace: &Workspace, given: Vec<(&str, PathBuf)>, report: &Path) -> Result<Tally> {
    // Node's own search for tests differs from version to version.
    let mut tests = files::below(&workspace.path("tests"))?;
    tests.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    let mut command = Command::new("node");
    command
        .args(["--test", "--test-reporter=spec", "--test-reporter-destination=stdout", "--test-reporter=tap"])
        .arg(format!("--test-reporter-destination={}", report.display()))
        .arg(format!("--test-timeout={}", FILE_LIMIT.as_millis()))
        .arg(format!("--test-concurrency={}", files_at_a_time()))
        .args(&tests)
        .envs(given)
        .current_dir(workspace.path(""));
    let ok = command.status().context("node does not run")?.success();
    let mut tally = Tally::default();
    let text = fs::read_to_string(report).context("node left no report of its tests")?;
    text.lines().for_each(|line| tally.tap_line(line));
    Ok(with_outcome(tally, ok))
}

/// Runs cargo and hands over each line of its standard output as it comes; says whether it succeeded.
fn each_line(cargo: &mut Command, mut take: impl FnMut(&str)) -> Result<bool> {
    let mut child = cargo.stdout(Stdio::piped()).spawn().context("cargo does not run")?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            take(&line?);
        }
    }
    Ok(child.wait()?.success())
}
