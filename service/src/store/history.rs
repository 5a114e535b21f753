//! Agent scans: kept as the text they are answered in, ordered by instant, most recent first, read in pages.

use std::collections::HashSet;

use rusqlite::{Connection, params};

/// Size from which a page is full, in bytes.
const PAGE: usize = 256 * 1024;

/// Adds an entry; its instant is in microseconds since 1970. Entries of the same instant are answered in the order they came in.
pub fn insert(connection: &Connection, repo: &str, micros: i64, json: &str) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare_cached("INSERT INTO agent_scan (repo, instant, json) VALUES (?1, ?2, ?3)")?;
    statement.execute(params![repo, micros, json])?;
    Ok(())
}

/// The entries of a repository at an instant, in microseconds since 1970.
pub fn at(connection: &Connection, repo: &str, micros: i64) -> rusqlite::Result<HashSet<String>> {
    let mut statement = connection.prepare_cached("SELECT json FROM agent_scan WHERE repo = ?1 AND instant = ?2")?;
    let rows = statement.query_map(params![repo, micros], |row| row.get(0))?;
    rows.collect()
}

/// A history as it was when it was asked for: how many entries, and the newest of their rows.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// How many entries.
    pub entries: u64,
    newest: i64,
}

/// Some entries in their order, and where they end.
#[derive(Debug, Default)]
pub struct Page {
    /// JSON, with commas between the entries.
    pub json: String,
    /// How many.
    pub entries: u64,
    end: Option<(i64, i64)>,
}

/// What a history comprises; nothing for a repository that was never scanned.
pub fn extent(connection: &Connection, repo: &str) -> rusqlite::Result<Extent> {
    let mut statement =
        connection.prepare_cached("SELECT count(*), coalesce(max(id), 0) FROM agent_scan WHERE repo = ?1")?;
    statement.query_row([repo], |row| Ok(Extent { entries: row.get::<_, i64>(0)?.unsigned_abs(), newest: row.get(1)? }))
}

/// The entries that follow a page, most recent first; without one, the first.
pub fn page(connection: &Connection, repo: &str, extent: Extent, after: Option<&Page>) -> rusqlite::Result<Page> {
    let (instant, id) = after.and_then(|page| page.end).unwrap_or((i64::MAX, 0));
    let mut statement = connection.prepare_cached(
        "SELECT json, instant, id FROM agent_scan
         WHERE repo = ?1 AND id <= ?2 AND instant <= ?3 AND (instant < ?3 OR id > ?4) ORDER BY instant DESC, id",
    )?;
    let mut rows = statement.query(params![repo, extent.newest, instant, id])?;
    let mut page = Page::default();
    while page.json.len() < PAGE
        && let Some(row) = rows.next()?
    {
        if page.entries > 0 {
            page.json.push(',');
        }
        page.json.push_str(row.get_ref(0)?.as_str()?);
        page.entries += 1;
        page.end = Some((row.get(1)?, row.get(2)?));
    }
    Ok(page)
}

/// Removes the entries of a repository that have one of these scan ids.
pub fn delete(connection: &Connection, repo: &str, scan_ids: &[&str]) -> rusqlite::Result<()> {
    connection.execute(
        "DELETE FROM agent_scan WHERE repo = ?1 AND json ->> 'scan_id' IN (SELECT value FROM json_each(?2))",
        params![repo, serde_json::json!(scan_ids).to_string()],
    )?;
    Ok(())
}
