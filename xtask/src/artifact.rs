//! One `cargo build`, and the path of the file it made.
//!
//! Cargo is asked where the file is, so `CARGO_TARGET_DIR` and every other setting mean here what they mean to plain
//! cargo. The profile and the target of each artifact are chosen in this file and nowhere else.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;
use xshell::cmd;

use crate::setup::WASM_TARGET;
use crate::workspace::Workspace;

/// What cargo builds for the other commands.
#[derive(Clone, Copy)]
pub enum Artifact {
    /// The library, as the WebAssembly module that the package is made of.
    Module,
}

impl Artifact {
    /// Builds it (cargo does nothing where it is up to date) and names the file.
    pub fn build(self, workspace: &Workspace) -> Result<PathBuf> {
        let shell = &workspace.shell;
        let (arguments, ending): (&[&str], &str) = match self {
            Self::Module => (&["--release", "--package", "scanfold", "--lib", "--target", WASM_TARGET], ".wasm"),
        };
        // The messages go to standard output for us to read; what cargo says to people stays on standard error.
        let messages = cmd!(shell, "cargo build {arguments...} --message-format=json-render-diagnostics")
            .quiet()
            .read()
            .context("the build failed")?;
        built_file(&messages, ending).with_context(|| format!("cargo named no {ending} file that it built"))
    }
}

/// The last file with this ending among the artifacts that cargo reports.
fn built_file(messages: &str, ending: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact")
        .filter_map(|message| {
            let files = message["filenames"].as_array()?;
            let mut names = files.iter().filter_map(Value::as_str);
            names.find(|name| name.ends_with(ending)).map(PathBuf::from)
        })
        .next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_file_is_the_last_one_with_the_ending() {
        let messages = r#"{"reason":"compiler-artifact","filenames":["/t/libserde.rlib"]}
not json
{"reason":"compiler-artifact","filenames":["/t/scanfold.wasm","/t/libscanfold.rlib"]}
{"reason":"build-finished","success":true}"#;
        assert_eq!(built_file(messages, ".wasm"), Some(PathBuf::from("/t/scanfold.wasm")));
        assert_eq!(built_file(messages, ".exe"), None);
    }
}
