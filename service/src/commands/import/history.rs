//! `import history`: adds the agent scans of one file, which may be of several repositories.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

use super::{Database, Failure, begin, parse, say};
use crate::clock;
use crate::store::{Mode, connect, history};
use crate::wire::AgentScan;

#[derive(Args)]
pub(in crate::commands) struct History {
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

impl History {
    pub(super) fn run(self) -> Result<(), Failure> {
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
