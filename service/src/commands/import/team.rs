//! `import team`: stores the team of one file.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Database, Failure, name, parse, read, say, team_platform};
use crate::clock;
use crate::object::Object;
use crate::request::{Platform, is_color, is_login, is_repo, is_role, login_rule, uuid};
use crate::store::teams::{self, TeamKey};
use crate::store::{Mode, begin, connect};
use crate::wire::{Member, Team};

#[derive(Args)]
pub(in crate::commands) struct TeamFile {
    file: PathBuf,
    #[command(flatten)]
    database: Database,
    #[arg(long, value_parser = team_platform)]
    platform: Platform,
    #[arg(long, value_parser = name)]
    org: String,
}

#[derive(Deserialize)]
#[serde(expecting = "a team, alone or in an answer")]
struct Form {
    team: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Answer {
    team: Object<Team>,
}

impl TeamFile {
    pub(super) fn run(self) -> Result<(), Failure> {
        let team = team(&self.file)?;
        let wrong = |why: String| Failure::new(self.file.display(), why);
        let team_id = uuid(&team.id).ok_or_else(|| wrong("the team's id is not a UUID".to_owned()))?;
        check(&team).map_err(wrong)?;
        let key = TeamKey { platform: self.platform.0, org: self.org, team_id };
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
        Object(Form { team: Some(_) }) => parse(file, &text).map(|Object(Answer { team: Object(team) })| team),
        Object(Form { team: None }) => parse(file, &text).map(|Object(team)| team),
    }
}

/// What is answered has the interface's form, and whom no request can name is not in it: nobody could remove them.
fn check(team: &Team) -> Result<(), String> {
    is_time("created_at", team.created_at.as_deref())?;
    is_time("updated_at", team.updated_at.as_deref())?;
    if team.color.as_deref().is_some_and(|color| !is_color(color)) {
        return Err("color must be #RRGGBB".to_owned());
    }
    each("team_leads", &team.team_leads, |lead, place| login(lead, place))?;
    each("repositories", &team.repositories, |name, place| {
        if is_repo(name) { Ok(()) } else { Err(format!("{place} must be <org>/<repository>, as requests name it")) }
    })?;
    each("members", &team.members, member)
}

/// Checks each entry of a list, which is told its place.
fn each<T>(list: &str, entries: &[T], check: impl Fn(&T, &str) -> Result<(), String>) -> Result<(), String> {
    entries.iter().enumerate().try_for_each(|(at, entry)| check(entry, &format!("{list}[{at}]")))
}

fn member(member: &Member, place: &str) -> Result<(), String> {
    login(&member.user_login, &format!("{place}.user_login"))?;
    if !is_role(&member.role) {
        return Err(format!("{place}.role must be one of member, lead"));
    }
    is_time(&format!("{place}.joined_at"), member.joined_at.as_deref())
}

fn login(text: &str, place: &str) -> Result<(), String> {
    if is_login(text) { Ok(()) } else { Err(format!("{place} {}", login_rule!("must be "))) }
}

fn is_time(place: &str, text: Option<&str>) -> Result<(), String> {
    match text.map(clock::micros_of) {
        Some(None) => Err(format!("{place} must be {}", clock::RULE)),
        _ => Ok(()),
    }
}
