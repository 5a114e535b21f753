//! `import trivy`, `import history`, `import team`: data from files into a database, each file set whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::{Database, Failure, cloud, name, platform, say};
use crate::request::{Cloud, Platform, uuid};
use crate::store::scans::{Completion, Draft, ScanKey};
use crate::store::teams::{self, TeamKey};
use crate::store::{Mode, connect, history};
use crate::wire::{AgentScan, Team};
use crate::{clock, trivy};

#[derive(Subcommand)]
pub(super) enum Import {
    /// Trivy reports of images: all files become one container scan.
    Trivy(Trivy),
    /// A history in the form of the interface's answer: { "scans": [ … ] }.
    History(History),
    /// A team in the form of the interface, alone or in an answer; one of the same id is replaced.
    Team(TeamFile),
}

#[derive(Args)]
pub(super) struct Trivy {
    /// Reports, one image each.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    database: Database,
    #[arg(long, value_parser = platform)]
    platform: Platform,
    #[arg(long, value_parser = name)]
    org: String,
    #[arg(long, value_parser = cloud, default_value = "aws")]
    cloud: Cloud,
    /// Default: made from the reports' content.
    #[arg(long, value_parser = name)]
    scan_id: Option<String>,
    /// The scan reports itself as running for this long from now.
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    running_for: u32,
}

#[derive(Args)]
pub(super) struct History {
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

#[derive(Args)]
pub(super) struct TeamFile {
    file: PathBuf,
    #[command(flatten)]
    database: Database,
    #[arg(long, value_parser = platform)]
    platform: Platform,
    #[arg(long, value_parser = name)]
    org: String,
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

impl Trivy {
    /// Every report is read and checked before the database is opened.
    fn run(self) -> Result<(), Failure> {
        let mut scan = trivy::Import::default();
        let mut content = Sha256::new();
        for file in &self.files {
            let text = read(file)?;
            content.update(&text);
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            scan.report(&name, &text).map_err(|error| Failure::new(file.display(), error))?;
        }
        let scan_id = self.scan_id.clone().unwrap_or_else(|| default_id(&content.finalize()));
        let key = ScanKey { platform: self.platform.0, org: self.org, cloud: self.cloud.0, scan_id };
        store_scan(&self.database, &key, scan.finish(), i64::from(self.running_for) * 1000)
    }
}

fn store_scan(database: &Database, key: &ScanKey, draft: Draft, running_for: i64) -> Result<(), Failure> {
    let count = draft.len();
    let now = clock::system()();
    let mut connection = connect(&database.db, Mode::Create)?;
    let transaction = begin(&mut connection)?;
    if !draft.insert(&transaction, key, now, Completion::At(now + running_for))? {
        return Err(Failure(format!("scan {} exists already: choose another --scan-id", key.scan_id)));
    }
    transaction.commit()?;
    say(format_args!("scan {} of {}: {count} findings", key.scan_id, key.org))
}

fn default_id(hash: &[u8]) -> String {
    let digits: String = hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("scan-{digits}")
}

impl History {
    fn run(self) -> Result<(), Failure> {
        #[derive(Deserialize)]
        struct Answer {
            scans: Vec<AgentScan>,
        }
        let Answer { scans } = parse(&self.file)?;
        let mut connection = connect(&self.database.db, Mode::Create)?;
        let transaction = begin(&mut connection)?;
        for (at, scan) in scans.iter().enumerate() {
            let instant = clock::instant(&scan.timestamp).ok_or_else(|| {
                Failure::new(
                    self.file.display(),
                    format_args!("scans[{at}].timestamp is not an RFC 3339 date-time with an offset"),
                )
            })?;
            history::insert(&transaction, &scan.repo_name, instant, &serde_json::to_string(scan)?)?;
        }
        transaction.commit()?;
        say(format_args!("{} agent scans", scans.len()))
    }
}

impl TeamFile {
    fn run(self) -> Result<(), Failure> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum File {
            Answer { team: Team },
            Team(Team),
        }
        let (File::Answer { team } | File::Team(team)) = parse(&self.file)?;
        let team_id = uuid(&team.id).ok_or_else(|| Failure::new(self.file.display(), "the team's id is not a UUID"))?;
        let key = TeamKey { platform: self.platform.0, org: self.org, team_id };
        let mut connection = connect(&self.database.db, Mode::Create)?;
        let transaction = begin(&mut connection)?;
        teams::replace(&transaction, &key, &team)?;
        transaction.commit()?;
        say(format_args!("team {} of {}: {} members", key.team_id, key.org, team.members.len()))
    }
}

fn begin(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| Failure::new(format_args!("cannot read {}", file.display()), error))
}

fn parse<T: DeserializeOwned>(file: &Path) -> Result<T, Failure> {
    serde_json::from_str(&read(file)?).map_err(|error| Failure::new(file.display(), error))
}
