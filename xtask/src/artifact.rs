//! One `cargo build`, and the path of the file it made.
//!
//! Cargo is asked where the file is, so `CARGO_TARGET_DIR` and every other setting mean here what they mean to plain
//! cargo. The profile and the target of each artifact are chosen in this file and nowhere else.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;
use xshell::{Cmd, cmd};

use crate::setup::WASM_TARGET;
use crate::workspace::Workspace;

/// The profile of everything that runs on this machine: this program, the service, the tests.
pub const PROFILE: &str = "native";

const SERVICE: &str = "scanfold-service";

/// The workspace in two builds: all but xtask, and xtask alone. cargo unites the features of all packages in one build; alone,
/// xtask keeps those that it runs with, so its large dependencies are not built a second time.
pub const PARTS: [&[&str]; 2] = [&["--workspace", "--exclude", "xtask"], &["--package", "xtask"]];

/// What cargo builds for the other commands.
#[derive(Clone, Copy)]
pub enum Artifact {
    /// The library, as the WebAssembly module that the package is made of.
    Module,
    /// The reference service.
    Service,
    /// The reference service and the tests of all packages but xtask, in one build: cargo then chooses one set of features for
    /// both, and builds their dependencies once.
    ServiceAndTests,
}

impl Artifact {
    /// Builds it (cargo does nothing if it is up to date) and names the file.
    pub fn build(self, workspace: &Workspace) -> Result<PathBuf> {
        let shell = &workspace.shell;
        let arguments: &[&[&str]] = match self {
            // The crate is a Rust library too, and cargo optimises across crates only if nothing else is made.
            Self::Module => &[
                &["rustc", "--release", "--package", "scanfold", "--lib"],
                &["--crate-type", "cdylib", "--target", WASM_TARGET],
            ],
            Self::Service => &[&["build", "--profile", PROFILE, "--package", SERVICE, "--bins"]],
            Self::ServiceAndTests => &[&["test", "--profile", PROFILE, "--no-run"], PARTS[0]],
        };
        let arguments = arguments.concat();
        let paths = self.paths_of_this_machine(workspace);
        // The messages go to standard output for us to read; what cargo says to people stays on standard error.
        let build = cmd!(shell, "cargo {arguments...} {paths...} --message-format=json-render-diagnostics").quiet();
        let build = if let Self::Module = self { with_own_flags(build) } else { build };
        let messages = build.read().context("the build failed")?;
        self.among(&messages).context("cargo did not say what it built")
    }

    /// What ships says nothing about where it was built.
    fn paths_of_this_machine(self, workspace: &Workspace) -> Vec<String> {
        let Self::Module = self else { return Vec::new() };
        let home = |variable: &str, folder: &str| {
            let own = std::env::var_os(variable).map(PathBuf::from);
            own.or_else(|| std::env::home_dir().map(|home| home.join(folder)))
        };
        let folders = [home("CARGO_HOME", ".cargo"), home("RUSTUP_HOME", ".rustup"), Some(workspace.path(""))];
        let flags = folders.iter().flatten().zip(["cargo", "rustup", "scanfold"]).map(|(folder, name)| {
            let folder = folder.display().to_string();
            format!("{:?}", format!("--remap-path-prefix={}={name}", folder.trim_end_matches('/')))
        });
        let flags: Vec<String> = flags.collect();
        vec!["--config".to_owned(), format!("target.{WASM_TARGET}.rustflags=[{}]", flags.join(","))]
    }

    /// The file among the artifacts that cargo reports, which may be many: what it depends on, and programs of tests.
    fn among(self, messages: &str) -> Option<PathBuf> {
        let (name, kind) = match self {
            Self::Module => ("scanfold", "cdylib"),
            Self::Service | Self::ServiceAndTests => (SERVICE, "bin"),
        };
        let artifact =
            messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).find(|message| {
                let target = &message["target"];
                message["reason"] == "compiler-artifact"
                    && target["name"] == name
                    && target["kind"][0] == kind
                    && message["profile"]["test"] == false
            })?;
        let files = artifact["filenames"].as_array()?;
        let module = files.iter().filter_map(Value::as_str).find(|name| name.ends_with(".wasm"));
        module.or_else(|| artifact["executable"].as_str()).map(PathBuf::from)
    }
}

/// A build of the module has the flags of `.cargo/config.toml`. Flags in the environment would take their place: no SIMD, and
/// the paths of this machine in what ships.
pub fn with_own_flags(command: Cmd<'_>) -> Cmd<'_> {
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_file_is_the_module_or_the_program_and_nothing_beside_them() {
        let module = r#"{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"serde"},"profile":{"test":false},"filenames":["/t/libserde.rlib"],"executable":null}
not json
{"reason":"compiler-artifact","target":{"kind":["cdylib"],"name":"scanfold"},"profile":{"test":false},"filenames":["/t/libscanfold.rlib","/t/scanfold.wasm"],"executable":null}
{"reason":"build-finished","success":true}"#;
        let program = r#"{"reason":"compiler-artifact","target":{"kind":["custom-build"],"name":"build-script-build"},"profile":{"test":false},"filenames":["/t/build"],"executable":"/t/build"}
{"reason":"compiler-artifact","target":{"kind":["bin"],"name":"xtask"},"profile":{"test":false},"filenames":["/t/xtask"],"executable":"/t/xtask"}
{"reason":"compiler-artifact","target":{"kind":["bin"],"name":"scanfold-service"},"profile":{"test":true},"filenames":["/t/service-tests"],"executable":"/t/service-tests"}
{"reason":"compiler-artifact","target":{"kind":["bin"],"name":"scanfold-service"},"profile":{"test":false},"filenames":["/t/service"],"executable":"/t/service"}
{"reason":"compiler-artifact","target":{"kind":["test"],"name":"it"},"profile":{"test":true},"filenames":["/t/it"],"executable":"/t/it"}"#;
        let path = |path: &str| Some(PathBuf::from(path));
        assert_eq!(Artifact::Module.among(module), path("/t/scanfold.wasm"));
        assert_eq!(Artifact::Service.among(program), path("/t/service"));
        assert_eq!(Artifact::ServiceAndTests.among(program), path("/t/service"));
        assert_eq!(Artifact::Module.among(program), None);
        assert_eq!(Artifact::Service.among(module), None);
    }
}
