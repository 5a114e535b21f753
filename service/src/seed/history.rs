//! The demo history: four hundred agent scans of one repository over five branches, with a pause and two drops in coverage.
//! Their ids are the demo's own: by them an earlier demo is replaced, and a history that was imported is not.

use jiff::Timestamp;

use super::chance::Chance;
use crate::wire::AgentScan;

const COUNT: usize = 400;
const HOUR: i64 = 3_600_000;
/// Scans before and after the pause, counted from the newest, and how long it is.
const PAUSE_AFTER: usize = 140;
const PAUSE: i64 = 11 * 24 * HOUR;
/// The branch that was abandoned has no scan younger than this many.
const ABANDONED_BEFORE: usize = 260;

const PROMPTS: [&str; 4] = ["threat_hunting", "bug_finding", "custom_analysis", "secrets_review"];

/// The entries, newest first.
pub(super) fn entries(repo: &str, now: i64) -> Vec<AgentScan> {
    let mut chance = Chance::of(&["history", repo]);
    let mut at = now - 2 * HOUR;
    let mut entries = Vec::with_capacity(COUNT);
    for place in 0..COUNT {
        let branch = branch(&mut chance, place);
        entries.push(AgentScan {
            service: "github".to_owned(),
            repo_name: repo.to_owned(),
            branch: branch.to_owned(),
            commit_id: commit(&mut chance),
            scan_id: format!("demo-{:04}", COUNT - place),
            prompt: (*chance.pick(&PROMPTS)).to_owned(),
            timestamp: timestamp(at),
            num_files: files(&mut chance, branch, place),
        });
        at -= HOUR * 3 + chance.below(6 * 3600) as i64 * 1000;
        if place == PAUSE_AFTER {
            at -= PAUSE;
        }
    }
    entries
}

fn branch(chance: &mut Chance, place: usize) -> &'static str {
    match chance.below(100) {
        0..46 => "main",
        46..68 => "develop",
        68..84 => "release/2026.1",
        84..94 => "feature/instant-payouts",
        _ if place >= ABANDONED_BEFORE => "hotfix/tls-renegotiation",
        _ => "main",
    }
}

fn commit(chance: &mut Chance) -> String {
    format!("{:016x}{:016x}{:08x}", chance.next(), chance.next(), chance.next() >> 32)
}

/// The code base grew over time; a few scans of `main` read far fewer files than those around them.
fn files(chance: &mut Chance, branch: &str, place: usize) -> u64 {
    let grown = (COUNT - place) as u64;
    let whole = 380 + grown / 4 + chance.below(6) as u64;
    match branch {
        "feature/instant-payouts" => whole / 8,
        "main" if (60..64).contains(&place) => whole / 5,
        _ => whole,
    }
}

/// UTC, to the second.
fn timestamp(millis: i64) -> String {
    let instant = Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH);
    instant.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
