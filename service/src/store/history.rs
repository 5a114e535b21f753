//! Agent scans: kept as the text they came in, ordered by instant, most recent first.

use std::collections::HashSet;

use rusqlite::{Connection, params};

/// Adds an entry. Entries of the same instant are answered in the order they came in.
pub fn insert(connection: &Connection, repo: &str, instant: i64, json: &str) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare_cached("INSERT INTO agent_scan (repo, instant, json) VALUES (?1, ?2, ?3)")?;
    statement.execute(params![repo, instant, json])?;
    Ok(())
}

/// The entries of a repository at an instant.
pub fn at(connection: &Connection, repo: &str, instant: i64) -> rusqlite::Result<HashSet<String>> {
    let mut statement = connection.prepare_cached("SELECT json FROM agent_scan WHERE repo = ?1 AND instant = ?2")?;
    let rows = statement.query_map(params![repo, instant], |row| row.get(0))?;
    rows.collect()
}

/// The entries of a repository as a JSON array; empty for one that was never scanned.
pub fn array(connection: &Connection, repo: &str) -> rusqlite::Result<String> {
    let mut statement =
        connection.prepare_cached("SELECT json FROM agent_scan WHERE repo = ?1 ORDER BY instant DESC, id")?;
    let mut rows = statement.query([repo])?;
    let mut array = String::from("[");
    while let Some(row) = rows.next()? {
        if array.len() > 1 {
            array.push(',');
        }
        array.push_str(row.get_ref(0)?.as_str()?);
    }
    array.push(']');
    Ok(array)
}

/// Removes the entries of a repository that have one of these scan ids.
pub fn delete(connection: &Connection, repo: &str, scan_ids: &[&str]) -> rusqlite::Result<()> {
    connection.execute(
        "DELETE FROM agent_scan WHERE repo = ?1 AND json ->> 'scan_id' IN (SELECT value FROM json_each(?2))",
        params![repo, serde_json::json!(scan_ids).to_string()],
    )?;
    Ok(())
}
