//! The repository that the commands work in, and a shell that stands at its root.
//!
//! The root is found through `CARGO_MANIFEST_DIR`, which cargo sets when it runs this crate, so the commands work from any folder
//! below the root.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use xshell::Shell;

/// The repository's root and a shell in it.
pub struct Workspace {
    root: PathBuf,
    /// Runs programs at the root.
    pub shell: Shell,
}

impl Workspace {
    /// Finds the repository this program belongs to.
    pub fn open() -> Result<Self> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest.parent().context("the xtask crate has no parent folder")?;
        if !root.join("pkg/package.json").is_file() {
            bail!("run this as `cargo xtask …` inside the repository");
        }
        let shell = Shell::new()?;
        shell.change_dir(root);
        Ok(Self { root: root.to_owned(), shell })
    }

    /// A path below the root, written with `/`.
    pub fn path(&self, below: impl AsRef<Path>) -> PathBuf {
        self.root.join(below)
    }
}

/// Refuses any further argument: for commands that take none, or no more.
pub fn expect_no_arguments(mut arguments: lexopt::Parser) -> Result<()> {
    match arguments.next()? {
        None => Ok(()),
        Some(other) => Err(other.unexpected().into()),
    }
}
