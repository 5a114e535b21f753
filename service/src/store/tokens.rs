//! Tokens, by their hash: what kind each is and whose.

use rusqlite::{Connection, OptionalExtension, params};

/// The two kinds of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A token of the service's own settings page: container scans.
    Api,
    /// An access token of the git provider: teams.
    Git,
}

impl Kind {
    /// A kind by its name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Api, Self::Git].into_iter().find(|kind| kind.name() == text)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Git => "git",
        }
    }
}

/// SHA-256 of a token.
pub type Digest = [u8; 32];

/// What a token is good for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Which operations.
    pub kind: Kind,
    /// Which organisation.
    pub org: String,
    /// Who asks, for the audit trail.
    pub digest: Digest,
}

impl Grant {
    /// Is the organisation's data open to it? Asked before any of it is read, so that the time taken tells nothing either.
    pub fn opens(&self, org: &str) -> bool {
        self.org == org
    }

    /// Is the repository one of the organisation's? An organisation may be a group inside another.
    pub fn opens_repo(&self, repo: &str) -> bool {
        repo.strip_prefix(&self.org).is_some_and(|rest| rest.starts_with('/'))
    }
}

/// Finds a token. The lookup is by hash, so its time says nothing about how much of a guess was right.
pub fn find(connection: &Connection, digest: Digest) -> rusqlite::Result<Option<Grant>> {
    let mut statement = connection.prepare_cached("SELECT kind, org FROM token WHERE hash = ?1")?;
    let row = statement.query_row([digest.as_slice()], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)));
    Ok(row.optional()?.and_then(|(kind, org)| Some(Grant { kind: Kind::parse(&kind)?, org, digest })))
}

/// Stores a token; `false` if the same token is already good for something else.
pub fn insert(connection: &Connection, grant: &Grant, now: i64) -> rusqlite::Result<bool> {
    let hash = grant.digest.as_slice();
    connection.execute(
        "INSERT INTO token (hash, kind, org, created_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (hash) DO NOTHING",
        params![hash, grant.kind.name(), grant.org, now],
    )?;
    Ok(find(connection, grant.digest)?.as_ref() == Some(grant))
}
