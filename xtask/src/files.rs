//! The source files below a folder, sorted by path.
//!
//! Folders that hold made things (`node_modules`, `dist`, `target`, hidden ones) are not entered.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

const MADE: &[&str] = &["node_modules", "dist", "target"];

/// Every file below a place; the place itself if it is a file.
pub fn below(place: &Path) -> Result<Vec<PathBuf>> {
    if place.is_file() {
        return Ok(vec![place.to_owned()]);
    }
    let (mut found, mut folders) = (Vec::new(), vec![place.to_owned()]);
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if !path.is_dir() {
                found.push(path);
            } else if !name.starts_with('.') && !MADE.contains(&name.as_str()) {
                folders.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
