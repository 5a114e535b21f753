//! `import trivy`, `import history`, `import team`: data from files into a database, each file set whole or not at all.

mod history;
mod team;
mod trivy;

use std::fs;
use std::path::Path;

use clap::Subcommand;
use serde::de::DeserializeOwned;

use super::{Database, Failure, cloud, name, platform, say, team_platform};
use crate::json_error::without_value;

#[derive(Subcommand)]
pub(super) enum Import {
    /// Trivy reports of images: all files become one container scan.
    Trivy(trivy::Trivy),
    /// A history in the form of the interface's answer: { "scans": [ … ] }.
    History(history::History),
    /// A team in the form of the interface, alone or in an answer; one of the same id is replaced.
    Team(team::TeamFile),
}

impl Import {
    pub(super) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Trivy(import) => import.run(),
            Self::History(import) => import.run(),
            Self::Team(import) => import.run(),
        }
    }
}

/// The text of a file, without the mark that some editors put before it.
fn read(file: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| Failure::new(format_args!("cannot read {}", file.display()), error))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Reads JSON. What is wrong with it is said by member, line and column.
fn parse<T: DeserializeOwned>(file: &Path, text: &str) -> Result<T, Failure> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let why = without_value(error.inner());
        match error.path().to_string().as_str() {
            "." => Failure::new(file.display(), why),
            path => Failure::new(format_args!("{}: {path}", file.display()), why),
        }
    })?;
    json.end().map_err(|error| Failure::new(file.display(), error))?;
    Ok(value)
}
