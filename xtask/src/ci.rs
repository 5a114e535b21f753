//! `cargo xtask ci`: what a change has to pass: nothing generated is committed, format, clippy on both targets, the links of
//! doc comments, `test`.
//!
//! What is missing is installed or told first, then come the quick checks. Clippy uses the profiles of the builds that follow,
//! so build scripts run once.

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::artifact::{PARTS, PROFILE, with_own_flags};
use crate::setup::{self, WASM_TARGET};
use crate::test;
use crate::workspace::{Workspace, expect_no_arguments};

pub fn run(workspace: &Workspace, arguments: lexopt::Parser) -> Result<()> {
    expect_no_arguments(arguments)?;
    nothing_generated_is_committed(workspace)?;
    test::prepare_tools(workspace)?;
    setup::wasm_target(workspace)?;
    let shell = &workspace.shell;
    cmd!(shell, "cargo fmt --all --check").run().context("run `cargo fmt --all`")?;
    cmd!(shell, "cargo fmt --check --manifest-path tests/fuzz/Cargo.toml")
        .run()
        .context("run `cargo fmt` in tests/fuzz")?;
    for part in PARTS {
        cmd!(shell, "cargo clippy --all-targets --profile {PROFILE} {part...} -- -D warnings").run()?;
    }
    let shipped = ["scanfold", "scanfold-engine", "scanfold-versions"].map(|name| format!("--package={name}"));
    let clippy = cmd!(shell, "cargo clippy --release {shipped...} --lib --target {WASM_TARGET} -- -D warnings");
    with_own_flags(clippy).run()?;
    cmd!(shell, "cargo doc --quiet --no-deps --workspace --document-private-items --profile {PROFILE}")
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()?;
    let doc = cmd!(
        shell,
        "cargo doc --quiet --no-deps --release --package scanfold --lib --document-private-items --target {WASM_TARGET}"
    );
    with_own_flags(doc).env("RUSTDOCFLAGS", "-D warnings").run()?;
    test::all(workspace)
}

/// A file that `.gitignore` names is made by a build; a committed one would go stale unseen. What a person ignores everywhere
/// is their own affair.
fn nothing_generated_is_committed(workspace: &Workspace) -> Result<()> {
    match generated(&workspace.shell)?.lines().next() {
        None => Ok(()),
        Some(file) => bail!("{file} is generated and must not be committed: git rm --cached {file}"),
    }
}

fn generated(shell: &Shell) -> Result<String> {
    let hint = "git cannot list what is committed: run this with git, in a clone of the repository; \
                if that belongs to another user, see git's safe.directory";
    cmd!(shell, "git ls-files --cached --ignored --exclude-per-directory=.gitignore").quiet().read().context(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_repository_ignores_is_generated() {
        let folder = tempfile::tempdir().unwrap();
        let shell = Shell::new().unwrap();
        shell.change_dir(folder.path());
        shell.set_var("GIT_CONFIG_GLOBAL", folder.path().join("personal"));
        shell.set_var("GIT_CEILING_DIRECTORIES", folder.path().parent().unwrap());
        assert!(generated(&shell).unwrap_err().to_string().contains("in a clone"));

        let ignored_everywhere = folder.path().join("ignored-everywhere");
        shell.write_file("personal", format!("[core]\nexcludesFile = {:?}\n", ignored_everywhere)).unwrap();
        shell.write_file(&ignored_everywhere, "*.md\n").unwrap();
        shell.write_file(".gitignore", "*.log\n").unwrap();
        shell.write_file("notes.md", "").unwrap();
        shell.write_file("built.log", "").unwrap();
        cmd!(shell, "git init --quiet").run().unwrap();
        cmd!(shell, "git add --force notes.md built.log").run().unwrap();
        assert_eq!(generated(&shell).unwrap(), "built.log");
    }
}
