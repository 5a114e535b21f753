//! `cargo xtask build`: the finished package in `pkg/`, importable as it is.
//!
//! cargo → wasm-bindgen → wasm-opt → `pkg/scanfold.js`, `pkg/scanfold_bg.wasm`, and the module once more as text,
//! `pkg/inline.data.js`; and the licences of what is in it. wasm-bindgen and what follows run only when the compiled module, a
//! tool or an option differs from the last time, or when a built file was changed or removed. They are compared by content, so no
//! clock and no checkout order can make a stale package look fresh.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexopt::prelude::*;

use crate::artifact::Artifact;
use crate::glue;
use crate::node;
use crate::notices;
use crate::setup;
use crate::workspace::Workspace;

/// The glue, the module and the module as text, where the package expects them.
const BUILT: [&str; 3] = ["pkg/scanfold.js", "pkg/scanfold_bg.wasm", "pkg/inline.data.js"];

/// The licences of what is compiled into the module.
const NOTICES: &str = "pkg/THIRD-PARTY-NOTICES.txt";

/// How far a build goes.
#[derive(Clone, Copy, Hash, PartialEq)]
pub enum Effort {
    /// What ships.
    Optimised,
    /// Without wasm-opt: for trying a change.
    Quick,
}

pub fn run(workspace: &Workspace, mut arguments: lexopt::Parser) -> Result<()> {
    let mut effort = Effort::Optimised;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("dev") => effort = Effort::Quick,
            other => return Err(other.unexpected().into()),
        }
    }
    package(workspace, effort)
}

/// Leaves the package in `pkg/`, with everything it takes to get there.
pub fn package(workspace: &Workspace, effort: Effort) -> Result<()> {
    setup::wasm_target(workspace)?;
    node::packages(workspace)?;
    let compiled = Artifact::Module.build(workspace)?;
    let notices = notices::text(workspace)?;
    if fs::read_to_string(workspace.path(NOTICES)).ok().as_ref() != Some(&notices) {
        put(&workspace.path(NOTICES), notices.as_bytes())?;
    }
    let module = fs::read(&compiled).with_context(|| format!("{} cannot be read", compiled.display()))?;
    let folder = compiled.parent().unwrap_or(Path::new(".")).join("package");
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;

    let stamp = folder.join("stamp");
    let inputs = inputs(workspace, &module, effort)?;
    if fs::read_to_string(&stamp).is_ok_and(|stamp| Some(stamp) == describe(workspace, inputs)) {
        println!("build: pkg/ is up to date");
        return Ok(());
    }
    let mut package = glue::bind(&module)?;
    if effort == Effort::Optimised {
        package.module = glue::optimise(workspace, &folder, &package.module)?;
        package.glue = glue::minify(workspace, &package.glue)?;
    }
    let [glue_path, module_path, text_path] = BUILT.map(|file| workspace.path(file));
    put(&text_path, glue::as_text(workspace, &package.module)?.as_bytes())?;
    put(&module_path, &package.module)?;
    put(&glue_path, package.glue.as_bytes())?;
    let made = describe(workspace, inputs).context("a file of pkg/ is gone again: build once more")?;
    fs::write(&stamp, made).with_context(|| format!("{} cannot be written", stamp.display()))?;
    println!(
        "build: pkg/scanfold_bg.wasm {} bytes, pkg/scanfold.js {} bytes",
        package.module.len(),
        package.glue.len()
    );
    Ok(())
}

/// Everything the built files are made from.
fn inputs(workspace: &Workspace, module: &[u8], effort: Effort) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    module.hash(&mut hasher);
    effort.hash(&mut hasher);
    glue::WASM_OPT.hash(&mut hasher);
    glue::tool_versions(workspace)?.hash(&mut hasher);
    // wasm-bindgen is linked into this program: its version is in the manifest, and its options are in `glue.rs`.
    include_str!("glue.rs").hash(&mut hasher);
    include_str!("../Cargo.toml").hash(&mut hasher);
    Ok(hasher.finish())
}

/// What the stamp says while the built files are those made from `inputs`; `None` if one is missing.
fn describe(workspace: &Workspace, inputs: u64) -> Option<String> {
    let mut hasher = DefaultHasher::new();
    for file in BUILT {
        fs::read(workspace.path(file)).ok()?.hash(&mut hasher);
    }
    Some(format!("{inputs:016x} {:016x}\n", hasher.finish()))
}

/// Writes beside the file and renames: a reader sees the old one or the new one, never half.
fn put(path: &PathBuf, bytes: &[u8]) -> Result<()> {
    let beside = path.with_extension("new");
    fs::write(&beside, bytes)
        .and_then(|()| fs::rename(&beside, path))
        .with_context(|| format!("{} cannot be written", path.display()))
}
