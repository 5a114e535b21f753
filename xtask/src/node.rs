//! Node and the npm packages: is it new enough, and is what the lock file names installed.
//!
//! Installed packages are compared with `package-lock.json` by name and version, not by file times, so that a
//! checkout or a branch switch neither misses a change nor installs for nothing.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use xshell::cmd;

use crate::workspace::Workspace;

/// The oldest Node that Vite and the tests run on.
const OLDEST: (u32, u32) = (20, 19);

/// npm's name as a program.
pub const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Checks Node's version and installs the packages of the lock file if any is missing or different.
pub fn packages(workspace: &Workspace) -> Result<()> {
    version(workspace)?;
    if installed(workspace)? {
        return Ok(());
    }
    let shell = &workspace.shell;
    // Settings of the environment, such as NODE_ENV=production, would leave some out.
    cmd!(shell, "{NPM} ci --include=dev --include=optional --no-audit --no-fund --loglevel=error")
        .run()
        .context("the npm packages could not be installed")
}

fn version(workspace: &Workspace) -> Result<()> {
    let shell = &workspace.shell;
    let (major, minor) = OLDEST;
    let text =
        cmd!(shell, "node --version").quiet().ignore_stderr().read().ok().with_context(|| {
            format!("Node is missing: install Node {major}.{minor} or newer, see https://nodejs.org")
        })?;
    match parse_version(&text) {
        Some(found) if found >= OLDEST => Ok(()),
        _ => bail!("Node {} is too old: install Node {major}.{minor} or newer, see https://nodejs.org", text.trim()),
    }
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn installed(workspace: &Workspace) -> Result<bool> {
    let lock = std::fs::read_to_string(workspace.path("package-lock.json")).context("package-lock.json is missing")?;
    let Ok(present) = std::fs::read_to_string(workspace.path("node_modules/.package-lock.json")) else {
        return Ok(false);
    };
    let lock: Value = serde_json::from_str(&lock).context("package-lock.json is not JSON")?;
    Ok(serde_json::from_str(&present).is_ok_and(|present| covers(&present, &lock)))
}

/// Whether every package the lock file wants is present at its version. Optional ones are for other platforms.
fn covers(present: &Value, lock: &Value) -> bool {
    let Some(wanted) = lock["packages"].as_object() else {
        return false;
    };
    wanted.iter().filter(|(place, entry)| place.starts_with("node_modules/") && entry["optional"] != true).all(
        |(place, entry)| {
            let found = &present["packages"][place];
            found.is_object() && found["version"] == entry["version"] && found["link"] == entry["link"]
        },
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(parse_version("v20.19.0\n") >= Some(OLDEST));
        assert!(parse_version("v20.9.0") < Some(OLDEST));
        assert!(parse_version("v100.0.0") > Some(OLDEST));
        assert_eq!(parse_version("20.19"), None);
    }

    #[test]
    fn a_missing_or_different_package_is_noticed_and_an_optional_one_is_not_required() {
        let lock = json!({ "packages": {
            "": { "version": "0.1.0" },
            "pkg": { "version": "0.1.0" },
            "node_modules/a": { "version": "1.0.0" },
            "node_modules/b": { "version": "1.0.0", "optional": true },
            "node_modules/scanfold": { "resolved": "pkg", "link": true },
        }});
        let link = json!({ "resolved": "pkg", "link": true });
        let present = |version: &str| json!({ "packages": { "node_modules/a": { "version": version }, "node_modules/scanfold": link } });
        assert!(covers(&present("1.0.0"), &lock));
        assert!(!covers(&present("1.0.1"), &lock));
        assert!(!covers(&json!({ "packages": { "node_modules/scanfold": link } }), &lock));
        assert!(!covers(&json!({}), &lock));
    }
}
