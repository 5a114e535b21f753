//! The demo data: made by this code, the same on every machine, with times relative to a given moment.
//!
//! Filling a database again replaces what an earlier filling left, and nothing else.

mod advisory;
mod catalogue;
mod chance;
mod history;
mod scans;
mod teams;

use rusqlite::Transaction;

use crate::clock;
use crate::store::scans::{Completion, Draft, ScanKey};
use crate::store::{self, teams::TeamKey};
use advisory::Edition;

/// The platform of everything in the demo.
pub const PLATFORM: &str = "github";
/// The organisation of everything in the demo.
pub const ORG: &str = "example-org";
/// About 2,500 findings.
pub const NIGHTLY: &str = "scan-nightly";
/// The same images a week earlier.
pub const NIGHTLY_BEFORE: &str = "scan-nightly-last-week";
/// 100,000 findings.
pub const FLEET: &str = "scan-fleet";
/// Runs until a little after the service has started.
pub const RUNNING: &str = "scan-running";
/// Nothing was found.
pub const CLEAN: &str = "scan-clean";
/// The repository with a history.
pub const REPO: &str = "example-org/payments-api";
/// Payments, Platform, Web.
pub const TEAMS: [&str; 3] = [
    "5f0c6a52-3b1e-4c7d-9a60-1d2f4e8b7a01",
    "5f0c6a52-3b1e-4c7d-9a60-1d2f4e8b7a02",
    "5f0c6a52-3b1e-4c7d-9a60-1d2f4e8b7a03",
];

const MINUTE: i64 = 60_000;
const WEEK: i64 = 7 * 24 * 60 * MINUTE;
/// How long the running scan runs after the service's start.
const RUNNING_FOR: i64 = 20_000;

/// Fills the database. Says what it holds, a line each.
pub fn fill(transaction: &Transaction<'_>, now: i64) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let mut lines = vec![format!("platform {PLATFORM}"), format!("org {ORG}")];
    let scans = [
        (NIGHTLY, scans::nightly(Edition::Current)?, now - 95 * MINUTE, Completion::At(now - 90 * MINUTE)),
        (
            NIGHTLY_BEFORE,
            scans::nightly(Edition::LastWeek)?,
            now - WEEK - 95 * MINUTE,
            Completion::At(now - WEEK - 90 * MINUTE),
        ),
        (FLEET, scans::fleet()?, now - 300 * MINUTE, Completion::At(now - 240 * MINUTE)),
        (RUNNING, scans::small()?, now, Completion::AfterStart(RUNNING_FOR)),
        (CLEAN, scans::clean(), now - 30 * MINUTE, Completion::At(now - 29 * MINUTE)),
    ];
    for (scan_id, draft, created_at, completion) in scans {
        lines.push(format!("scan {scan_id} {} findings", draft.findings()));
        put_scan(transaction, scan_id, draft, created_at, completion)?;
    }
    lines.push(format!("repo {REPO} {} agent scans", put_history(transaction, now)?));
    for team in teams::all(ORG, TEAMS, now) {
        let key = TeamKey { platform: PLATFORM, org: ORG.to_owned(), team_id: team.id.clone() };
        store::teams::replace(transaction, &key, &team)?;
        lines.push(format!("team {} {} {} members", team.id, team.name, team.members.len()));
    }
    Ok(lines)
}

fn put_scan(
    transaction: &Transaction<'_>,
    scan_id: &str,
    draft: Draft,
    created_at: i64,
    completion: Completion,
) -> rusqlite::Result<()> {
    let key = ScanKey { platform: PLATFORM, org: ORG.to_owned(), cloud: "aws", scan_id: scan_id.to_owned() };
    store::scans::delete(transaction, &key)?;
    draft.insert(transaction, &key, created_at, completion).map(|_| ())
}

fn put_history(transaction: &Transaction<'_>, now: i64) -> Result<usize, Box<dyn std::error::Error>> {
    let entries = history::entries(REPO, now);
    let own: Vec<&str> = entries.iter().map(|entry| &*entry.scan_id).collect();
    store::history::delete(transaction, REPO, &own)?;
    for entry in &entries {
        let micros = clock::micros_of(&entry.timestamp)
            .ok_or("its history would begin before the year 0: choose a later time")?;
        store::history::insert(transaction, REPO, micros, &serde_json::to_string(entry)?)?;
    }
    Ok(entries.len())
}
