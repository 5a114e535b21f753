//! Container scans: a row for each, and its findings as the very text that is answered.
//!
//! A [`Draft`] turns findings into that text once, when they come in; answering copies pieces from the file to the socket.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::Serialize;

use crate::wire::{ContainerFinding, Severity};

/// Size of a piece, in bytes: large enough for few statements, small enough to hold many at once.
const PIECE: usize = 256 * 1024;

/// What a scan is found by.
#[derive(Clone, Debug)]
pub struct ScanKey {
    /// Platform.
    pub platform: &'static str,
    /// Organisation.
    pub org: String,
    /// Cloud.
    pub cloud: &'static str,
    /// Identifier.
    pub scan_id: String,
}

/// When a scan ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// At this time, in milliseconds since 1970.
    At(i64),
    /// This many milliseconds after the service started. Such a scan begins when the service does.
    AfterStart(i64),
}

/// A stored scan.
#[derive(Clone, Debug)]
pub struct Scan {
    /// Row, by which its pieces are found.
    pub row: i64,
    /// When it began, in milliseconds since 1970.
    pub created_at: i64,
    /// When it ends.
    pub completion: Completion,
    /// Summaries, as JSON.
    pub repositories: String,
    /// Length of its findings' text, without the brackets.
    pub findings_bytes: u64,
}

/// Findings on their way into the database.
#[derive(Default)]
pub struct Draft {
    pieces: Vec<String>,
    open: String,
    findings: u64,
    repositories: BTreeMap<String, Summary>,
}

/// One repository of a scan: what its images hold.
#[derive(Default)]
struct Summary {
    images: BTreeSet<String>,
    findings: u64,
    severities: Severities,
}

#[derive(Clone, Copy, Default, Serialize)]
struct Severities {
    critical: u64,
    high: u64,
    medium: u64,
    low: u64,
    unknown: u64,
}

#[derive(Serialize)]
struct SummaryOnWire<'a> {
    repository: &'a str,
    images: usize,
    findings: u64,
    severities: Severities,
}

impl<'a> SummaryOnWire<'a> {
    fn new(repository: &'a String, summary: &Summary) -> Self {
        Self { repository, images: summary.images.len(), findings: summary.findings, severities: summary.severities }
    }
}

impl Draft {
    /// Notes an image, so that one without findings is in the summaries too.
    pub fn image(&mut self, image: &str) {
        self.summary(image).images.insert(image.to_owned());
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: &ContainerFinding) -> serde_json::Result<()> {
        if self.findings > 0 {
            self.open.push(',');
        }
        self.open.push_str(&serde_json::to_string(finding)?);
        self.findings += 1;
        if self.open.len() >= PIECE {
            self.pieces.push(std::mem::take(&mut self.open));
        }
        let summary = self.summary(&finding.image);
        summary.images.insert(finding.image.clone());
        summary.findings += 1;
        summary.severities.count(finding.severity);
        Ok(())
    }

    /// How many findings there are.
    pub fn findings(&self) -> u64 {
        self.findings
    }

    /// Stores the scan whole; `false` if a scan of this key exists.
    pub fn insert(
        mut self,
        transaction: &Transaction<'_>,
        key: &ScanKey,
        created_at: i64,
        completion: Completion,
    ) -> rusqlite::Result<bool> {
        if !self.open.is_empty() {
            self.pieces.push(std::mem::take(&mut self.open));
        }
        let Some(row) = self.insert_row(transaction, key, created_at, completion)? else { return Ok(false) };
        let mut statement = transaction.prepare("INSERT INTO scan_piece (scan, seq, json) VALUES (?1, ?2, ?3)")?;
        for (seq, piece) in (0_i64..).zip(&self.pieces) {
            statement.execute(params![row, seq, piece])?;
        }
        Ok(true)
    }

    /// The number of the new row, if no scan has this key.
    fn insert_row(
        &self,
        transaction: &Transaction<'_>,
        key: &ScanKey,
        created_at: i64,
        completion: Completion,
    ) -> rusqlite::Result<Option<i64>> {
        let (at, after_start) = match completion {
            Completion::At(at) => (Some(at), None),
            Completion::AfterStart(after) => (None, Some(after)),
        };
        let repositories = self.summaries().map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        let bytes: usize = self.pieces.iter().map(String::len).sum();
        transaction
            .prepare(
                "INSERT INTO scan (platform, org, cloud, scan_id, created_at, completes_at, completes_after_start,
                                   repositories, findings, findings_bytes)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING RETURNING id",
            )?
            .query_row(
                params![
                    key.platform,
                    key.org,
                    key.cloud,
                    key.scan_id,
                    created_at,
                    at,
                    after_start,
                    repositories,
                    self.findings.cast_signed(),
                    bytes.cast_signed() as i64
                ],
                |row| row.get(0),
            )
            .optional()
    }

    fn summary(&mut self, image: &str) -> &mut Summary {
        self.repositories.entry(repository(image).to_owned()).or_default()
    }

    fn summaries(&self) -> serde_json::Result<String> {
        let on_wire = |(repository, summary)| SummaryOnWire::new(repository, summary);
        serde_json::to_string(&self.repositories.iter().map(on_wire).collect::<Vec<_>>())
    }
}

impl Severities {
    fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Critical => self.critical += 1,
            Severity::High => self.high += 1,
            Severity::Medium => self.medium += 1,
            Severity::Low => self.low += 1,
            Severity::Unknown => self.unknown += 1,
        }
    }
}

/// An image's name without digest and tag. A colon before the last slash belongs to a port.
fn repository(image: &str) -> &str {
    let name = image.split('@').next().unwrap_or(image);
    match name.rsplit_once(':') {
        Some((repository, tag)) if !tag.contains('/') && !repository.is_empty() => repository,
        _ => name,
    }
}

/// Finds a scan.
pub fn find(connection: &Connection, key: &ScanKey) -> rusqlite::Result<Option<Scan>> {
    let mut statement = connection.prepare_cached(
        "SELECT id, created_at, completes_at, completes_after_start, repositories, findings_bytes
         FROM scan WHERE platform = ?1 AND org = ?2 AND cloud = ?3 AND scan_id = ?4",
    )?;
    statement
        .query_row(params![key.platform, key.org, key.cloud, key.scan_id], |row| {
            let at: Option<i64> = row.get(2)?;
            let after_start: Option<i64> = row.get(3)?;
            Ok(Scan {
                row: row.get(0)?,
                created_at: row.get(1)?,
                completion: at.map_or(Completion::AfterStart(after_start.unwrap_or_default()), Completion::At),
                repositories: row.get(4)?,
                findings_bytes: row.get::<_, i64>(5)?.unsigned_abs(),
            })
        })
        .optional()
}

/// One piece of a scan's findings; `None` after the last.
pub fn piece(connection: &Connection, scan: i64, seq: i64) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut statement = connection.prepare_cached("SELECT json FROM scan_piece WHERE scan = ?1 AND seq = ?2")?;
    let text = statement.query_row(params![scan, seq], |row| row.get::<_, String>(0)).optional()?;
    Ok(text.map(String::into_bytes))
}

/// Removes a scan and its findings.
pub fn delete(connection: &Connection, key: &ScanKey) -> rusqlite::Result<()> {
    let wanted = params![key.platform, key.org, key.cloud, key.scan_id];
    connection.execute("DELETE FROM scan WHERE platform = ?1 AND org = ?2 AND cloud = ?3 AND scan_id = ?4", wanted)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_have_their_fields_in_the_order_of_the_readme() {
        let mut draft = Draft::default();
        draft.image("a:1");
        let severities = r#"{"critical":0,"high":0,"medium":0,"low":0,"unknown":0}"#;
        let wanted = format!(r#"[{{"repository":"a","images":1,"findings":0,"severities":{severities}}}]"#);
        assert_eq!(draft.summaries().unwrap(), wanted);
    }

    #[test]
    fn a_repository_is_an_image_without_tag_and_digest() {
        for (image, name) in [
            ("nginx", "nginx"),
            ("nginx:1.27", "nginx"),
            ("registry:5000/team/app", "registry:5000/team/app"),
            ("registry:5000/team/app:1@sha256:00", "registry:5000/team/app"),
            ("images/alpine-310.tar.gz", "images/alpine-310.tar.gz"),
            (":x", ":x"),
            ("", ""),
        ] {
            assert_eq!(repository(image), name, "{image}");
        }
    }
}
