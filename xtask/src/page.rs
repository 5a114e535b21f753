//! The example dashboard: building it and checking its types, by its own npm scripts.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use anyhow::{Context, Result};
use xshell::cmd;

use crate::files;
use crate::node::NPM;
use crate::workspace::Workspace;

/// The built page's folder.
pub fn folder(workspace: &Workspace) -> PathBuf {
    workspace.path("www/dist")
}

/// Builds the page, unless it is already made from the sources and the package that are there.
pub fn build(workspace: &Workspace) -> Result<()> {
    let stamp = folder(workspace).join(".made-from");
    let inputs = format!("{:016x}", inputs(workspace)?);
    if fs::read_to_string(&stamp).is_ok_and(|made_from| made_from == inputs) {
        println!("page: www/dist is up to date");
        return Ok(());
    }
    let shell = &workspace.shell;
    cmd!(shell, "{NPM} run --silent build -w www -- --logLevel warn").run().context("the page could not be built")?;
    fs::write(&stamp, inputs).context("www/dist cannot be written")?;
    println!("page: www/dist is built");
    Ok(())
}

/// The contents of everything the page is made from. Vite empties the folder it writes, and the stamp with it.
fn inputs(workspace: &Workspace) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    for place in ["www", "pkg", "package-lock.json"] {
        for file in files::below(&workspace.path(place))? {
            file.hash(&mut hasher);
            fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?.hash(&mut hasher);
        }
    }
    Ok(hasher.finish())
}

/// Whether the page's TypeScript type-checks against the package.
pub fn check(workspace: &Workspace) -> Result<bool> {
    let shell = &workspace.shell;
    Ok(cmd!(shell, "{NPM} run --silent check -w www").run().is_ok())
}
