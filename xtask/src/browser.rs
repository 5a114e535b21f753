//! The browser that the tests drive: `CHROME`, then `PATH`, then (Debian and Ubuntu, as root) what `apt-get` installs.
//!
//! If none can be had, one line says what to install: a test run without a browser would not be the test run.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use xshell::cmd;

use crate::workspace::Workspace;

/// The first is the browser without windows of its own: a page in it takes a fifth less computing. Not every release has it.
const NAMES: &[&str] =
    &["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// Finds the browser, or installs it if the machine is ours to change.
pub fn find_or_install(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(named) = env::var_os("CHROME").filter(|named| !named.is_empty()) {
        let path = PathBuf::from(named);
        return if path.is_file() {
            Ok(path)
        } else {
            bail!("CHROME is set, but there is no such file: {}", path.display())
        };
    }
    if let Some(found) = on_path() {
        return Ok(found);
    }
    if !may_install(workspace) {
        bail!("no Chromium or Chrome found: install chromium (or Google Chrome), or set CHROME to the browser's path");
    }
    install(workspace)?;
    on_path().context("Chromium was installed but is not on PATH: set CHROME to the browser's path")
}

fn on_path() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    folders.iter().flat_map(|folder| NAMES.iter().map(move |name| folder.join(name))).find(|place| place.is_file())
}

/// Debian or Ubuntu, and root: elsewhere the machine is not ours to change.
fn may_install(workspace: &Workspace) -> bool {
    let shell = &workspace.shell;
    let is_root = cmd!(shell, "id -u").quiet().ignore_stderr().read().is_ok_and(|id| id.trim() == "0");
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    is_root && Path::new("/usr/bin/apt-get").is_file() && is_debian(&release)
}

fn is_debian(os_release: &str) -> bool {
    os_release
        .lines()
        .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")))
        .flat_map(|value| value.trim_matches('"').split(' '))
        .any(|id| id == "debian" || id == "ubuntu")
}

fn install(workspace: &Workspace) -> Result<()> {
    println!("no Chromium or Chrome found: installing it with apt-get");
    let shell = &workspace.shell;
    let _quiet = shell.push_env("DEBIAN_FRONTEND", "noninteractive");
    let get = |package: &str| cmd!(shell, "apt-get install -q -y --no-install-recommends {package}").run();
    cmd!(shell, "apt-get update -q")
        .run()
        .and_then(|()| get("chromium-headless-shell").or_else(|_| get("chromium")))
        .context("Chromium could not be installed: install it, or set CHROME to a browser's path")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_and_what_is_like_it_are_recognised() {
        assert!(is_debian("NAME=x\nID=debian\n"));
        assert!(is_debian("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!is_debian("ID=\"fedora\"\nHOME_URL=https://debian.example\n"));
    }
}
