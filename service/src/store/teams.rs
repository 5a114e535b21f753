//! Teams: read as one state, changed as one transaction.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::fold::without_case;
use super::tokens::Digest;
use super::transaction::begin;
use crate::clock;
use crate::wire::{Member, Team};

/// What a team is found by.
#[derive(Clone, Debug)]
pub struct TeamKey {
    /// Platform.
    pub platform: &'static str,
    /// Organisation.
    pub org: String,
    /// UUID in lower case.
    pub team_id: String,
}

/// What became of a removal.
#[derive(Debug)]
pub enum Removal {
    /// There is no such team; nothing changed.
    NoTeam,
    /// Nobody of that login is in it; nothing changed.
    NoMember,
    /// The team after the removal.
    Done(Box<Team>),
}

/// Reads a team as it was at one moment.
pub fn read(connection: &mut Connection, key: &TeamKey) -> rusqlite::Result<Option<Team>> {
    let transaction = connection.transaction()?;
    find(&transaction, key)?.map(|row| load(&transaction, row)).transpose()
}

/// Removes a member, and takes the lead from them, in one transaction.
///
/// Logins compare without letter case, as the platforms do; if one person is listed twice, both entries go.
pub fn remove_member(
    connection: &mut Connection,
    key: &TeamKey,
    login: &str,
    actor: Digest,
    now: i64,
) -> rusqlite::Result<Removal> {
    let transaction = begin(connection)?;
    let Some(row) = find(&transaction, key)? else { return Ok(Removal::NoTeam) };
    if drop_logins(&transaction, "team_member", row, login)? == 0 {
        return Ok(Removal::NoMember);
    }
    drop_logins(&transaction, "team_lead", row, login)?;
    touch(&transaction, row, now)?;
    transaction.execute(
        "INSERT INTO audit (at, platform, org, team_id, action, user_login, actor)
         VALUES (?1, ?2, ?3, ?4, 'member_removed', ?5, ?6)",
        params![now, key.platform, key.org, key.team_id, login, actor.as_slice()],
    )?;
    let team = load(&transaction, row)?;
    transaction.commit()?;
    Ok(Removal::Done(Box::new(team)))
}

/// Stores a team; one of the same key is replaced.
pub fn replace(transaction: &Transaction<'_>, key: &TeamKey, team: &Team) -> rusqlite::Result<()> {
    let wanted = params![key.platform, key.org, key.team_id];
    transaction.execute("DELETE FROM team WHERE platform = ?1 AND org = ?2 AND team_id = ?3", wanted)?;
    transaction.execute(
        "INSERT INTO team (platform, org, team_id, name, description, color, created_at, updated_at, created_by,
                           tags, parent_team_id, repositories, is_active)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        params![
            key.platform,
            key.org,
            key.team_id,
            team.name,
            team.description,
            team.color,
            team.created_at,
            team.updated_at,
            team.created_by,
            list_text(&team.tags),
            team.parent_team_id,
            list_text(&team.repositories),
            team.is_active
        ],
    )?;
    insert_people(transaction, transaction.last_insert_rowid(), team)
}

fn insert_people(transaction: &Transaction<'_>, row: i64, team: &Team) -> rusqlite::Result<()> {
    for member in &team.members {
        transaction.execute(
            "INSERT INTO team_member (team, user_login, user_name, joined_at, role) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![row, member.user_login, member.user_name, member.joined_at, member.role],
        )?;
    }
    for lead in &team.team_leads {
        transaction.execute("INSERT INTO team_lead (team, user_login) VALUES (?1, ?2)", params![row, lead])?;
    }
    Ok(())
}

fn find(connection: &Connection, key: &TeamKey) -> rusqlite::Result<Option<i64>> {
    let mut statement =
        connection.prepare_cached("SELECT id FROM team WHERE platform = ?1 AND org = ?2 AND team_id = ?3")?;
    statement.query_row(params![key.platform, key.org, key.team_id], |row| row.get(0)).optional()
}

fn load(connection: &Connection, row: i64) -> rusqlite::Result<Team> {
    let mut statement = connection.prepare_cached(
        "SELECT team_id, name, description, color, created_at, updated_at, created_by, tags, parent_team_id, repositories, is_active
         FROM team WHERE id = ?1",
    )?;
    let mut team = statement.query_row([row], team_of)?;
    let mut statement = connection.prepare_cached("SELECT user_login FROM team_lead WHERE team = ?1 ORDER BY id")?;
    team.team_leads = statement.query_map([row], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let mut statement = connection
        .prepare_cached("SELECT user_login, user_name, joined_at, role FROM team_member WHERE team = ?1 ORDER BY id")?;
    team.members = statement.query_map([row], member_of)?.collect::<rusqlite::Result<_>>()?;
    Ok(team)
}

fn team_of(row: &Row<'_>) -> rusqlite::Result<Team> {
    Ok(Team {
        id: row.get(0)?,
        name: row.get(1)?,
        description: row.get(2)?,
        color: row.get(3)?,
        created_at: row.get(4)?,
        updated_at: row.get(5)?,
        created_by: row.get(6)?,
        team_leads: Vec::new(),
        members: Vec::new(),
        tags: list(row, 7)?,
        parent_team_id: row.get(8)?,
        repositories: list(row, 9)?,
        is_active: row.get(10)?,
    })
}

fn member_of(row: &Row<'_>) -> rusqlite::Result<Member> {
    Ok(Member { user_login: row.get(0)?, user_name: row.get(1)?, joined_at: row.get(2)?, role: row.get(3)? })
}

/// `table` is one of two names written in this file.
fn drop_logins(transaction: &Transaction<'_>, table: &str, team: i64, login: &str) -> rusqlite::Result<usize> {
    let wanted = without_case(login);
    let mut statement = transaction.prepare_cached(&format!("SELECT id, user_login FROM {table} WHERE team = ?1"))?;
    let rows = statement.query_map([team], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
    let rows: Vec<(i64, String)> = rows.collect::<rusqlite::Result<_>>()?;
    let mut dropped = 0;
    for (row, _) in rows.iter().filter(|(_, login)| without_case(login) == wanted) {
        dropped += transaction.execute(&format!("DELETE FROM {table} WHERE id = ?1"), [row])?;
    }
    Ok(dropped)
}

/// Sets `updated_at`, later than it was even if the clock was set back, up to the last time that can be written.
fn touch(transaction: &Transaction<'_>, team: i64, now: i64) -> rusqlite::Result<()> {
    let before: Option<String> =
        transaction.query_row("SELECT updated_at FROM team WHERE id = ?1", [team], |row| row.get(0))?;
    let before = before.as_deref().and_then(clock::millis_of);
    let after = before.map_or(now, |before| now.max(before.saturating_add(1)));
    transaction.execute("UPDATE team SET updated_at = ?1 WHERE id = ?2", params![clock::text(after), team])?;
    Ok(())
}

fn list(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<String>> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
    })
}

fn list_text(list: &[String]) -> String {
    serde_json::json!(list).to_string()
}
