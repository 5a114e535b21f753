//! `import team`: stores the team of one file.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Database, Failure, Owner, begin, parse, read, say};
use crate::clock;
use crate::request::{is_login, is_role, uuid};
use crate::store::teams::{self, TeamKey};
use crate::store::{Mode, connect};
use crate::wire::{Member, Team};

#[derive(Args)]
pub(in crate::commands) struct TeamFile {
    file: PathBuf,
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    owner: Owner,
}

#[derive(Deserialize)]
#[serde(expecting = "a team, alone or in an answer")]
struct Form {
    team: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Answer {
    team: Team,
}

impl TeamFile {
    pub(super) fn run(self) -> Result<(), Failure> {
        let team = team(&self.file)?;
        let wrong = |why: String| Failure::new(self.file.display(), why);
        let team_id = uuid(&team.id).ok_or_else(|| wrong("the team's id is not a UUID".to_owned()))?;
        times(&team).map_err(wrong)?;
        team.members.iter().enumerate().try_for_each(|(at, member)| check(at, member)).map_err(wrong)?;
        let Owner { platform, org } = self.owner;
        let key = TeamKey { platform: platform.0, org, team_id };
        let mut connection = connect(&self.database.db, Mode::Create)?;
        let transaction = begin(&mut connection)?;
        teams::replace(&transaction, &key, &team)?;
        transaction.commit()?;
        say(format_args!("team {} of {}: {} members", key.team_id, key.org, team.members.len()))
    }
}

/// Settles the form first, so that a mistake is told of that form.
fn team(file: &Path) -> Result<Team, Failure> {
    let text = read(file)?;
    match parse(file, &text)? {
        Form { team: Some(_) } => parse(file, &text).map(|Answer { team }| team),
        Form { team: None } => parse(file, &text),
    }
}

/// What is answered as a date-time is one.
fn times(team: &Team) -> Result<(), String> {
    is_time("created_at", team.created_at.as_deref())?;
    is_time("updated_at", team.updated_at.as_deref())
}

fn is_time(place: &str, text: Option<&str>) -> Result<(), String> {
    match text.map(clock::instant) {
        Some(None) => Err(format!("{place} is not an RFC 3339 date-time with an offset")),
        _ => Ok(()),
    }
}

/// Whom no request can name, nobody could remove.
fn check(at: usize, member: &Member) -> Result<(), String> {
    if !is_login(&member.user_login) {
        let rule = "must be at most 320 characters, not blank and without control characters";
        return Err(format!("members[{at}].user_login {rule}"));
    }
    if !is_role(&member.role) {
        return Err(format!("members[{at}].role must be one of member, lead"));
    }
    is_time(&format!("members[{at}].joined_at"), member.joined_at.as_deref())
}
