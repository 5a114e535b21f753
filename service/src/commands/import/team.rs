//! `import team`: stores the team of one file.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

use super::{Database, Failure, begin, name, parse, platform, say};
use crate::request::{Platform, uuid};
use crate::store::teams::{self, TeamKey};
use crate::store::{Mode, connect};
use crate::wire::Team;

#[derive(Args)]
pub(in crate::commands) struct TeamFile {
    file: PathBuf,
    #[command(flatten)]
    database: Database,
    #[arg(long, value_parser = platform)]
    platform: Platform,
    #[arg(long, value_parser = name)]
    org: String,
}

impl TeamFile {
    pub(super) fn run(self) -> Result<(), Failure> {
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
