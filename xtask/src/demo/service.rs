//! The reference service as the demo runs it: a database of its own, a free port, stopped when dropped.
//!
//! The service runs in a process group of its own, so that Ctrl-C reaches this program alone and the service is asked
//! to stop in order: SIGTERM, a while to finish, then a kill.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

/// How long a stop may take before it becomes a kill.
const PATIENCE: Duration = Duration::from_secs(12);

/// A database in a temporary folder, and the program that works on it.
pub struct Database {
    program: PathBuf,
    file: PathBuf,
    /// Removed, with the database, when this is dropped.
    _folder: tempfile::TempDir,
}

impl Database {
    pub fn new(program: PathBuf) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("scanfold-demo-").tempdir().context("no temporary folder")?;
        let file = folder.path().join("demo.db");
        Ok(Self { program, file, _folder: folder })
    }

    /// Runs one of the service's commands on the database and returns what it printed; a failure is the service's own
    /// line.
    pub fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Result<String> {
        let output = Command::new(&self.program)
            .args(arguments)
            .arg("--db")
            .arg(&self.file)
            .output()
            .context("the service does not run")?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            bail!("{}", said.trim().trim_start_matches("error: "));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// The file; its folder is removed with this.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Where the service writes a line for each request.
    pub fn log(&self) -> PathBuf {
        self.file.with_file_name("service.log")
    }

    /// Starts the service for pages of these origins.
    pub fn serve(&self, origins: &[String]) -> Result<Service> {
        let mut command = Command::new(&self.program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--db"]).arg(&self.file);
        for origin in origins {
            command.args(["--origin", origin]);
        }
        command.stderr(File::create(self.log()).context("the demo's folder cannot be written")?);
        Service::start(command).map_err(|error| match fs::read_to_string(self.log()) {
            Ok(said) if !said.trim().is_empty() => anyhow!("{}", said.trim().trim_start_matches("error: ")),
            _ => error,
        })
    }

    /// The last line of the service's log, if it has one: often why the service ended, if it ended by itself.
    pub fn last_line(&self) -> Option<String> {
        let log = fs::read_to_string(self.log()).ok()?;
        log.lines().rfind(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
    }
}

/// The service, running until it is dropped.
pub struct Service {
    child: Child,
    /// `http://127.0.0.1:<port>`
    pub base_url: String,
}

impl Service {
    fn start(mut command: Command) -> Result<Self> {
        own_group(&mut command);
        let mut child = command.stdout(Stdio::piped()).spawn().context("the service does not run")?;
        let output = child.stdout.take();
        let mut service = Self { child, base_url: String::new() };
        let mut lines = BufReader::new(output.context("the service has no output")?).lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        service.base_url =
            first.strip_prefix("listening on ").context("the service did not say where it listens")?.trim().to_owned();
        // What it prints later is read and dropped, so that it can never block on a full pipe.
        thread::spawn(move || lines.for_each(drop));
        Ok(service)
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        ask_to_stop(&self.child);
        let late = Instant::now() + PATIENCE;
        while self.is_running() && Instant::now() < late {
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(unix)]
fn ask_to_stop(child: &Child) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    if let Ok(id) = i32::try_from(child.id()) {
        let _ = kill(Pid::from_raw(id), Signal::SIGTERM);
    }
}

#[cfg(not(unix))]
fn own_group(_command: &mut Command) {}

/// Elsewhere there is no polite way from outside: the kill follows when patience ends, unless Ctrl-C reached the service too.
#[cfg(not(unix))]
fn ask_to_stop(_child: &Child) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_the_log_is_the_last_that_says_anything() {
        let database = Database::new(PathBuf::new()).unwrap();
        assert_eq!(database.last_line(), None, "there is no log yet");
        for (log, line) in [("", None), ("a line\nerror: no room\n\n", Some("error: no room"))] {
            fs::write(database.log(), log).unwrap();
            assert_eq!(database.last_line().as_deref(), line);
        }
    }
}
