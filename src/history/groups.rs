//! Histories in groups: by branch, prompt, commit, service, repository or day.
//!
//! Groups stand newest first, and so do the scans within one. A day is one of UTC unless an offset is given. A field
//! that an entry leaves out groups under the empty key, and so does the day of an unreadable timestamp.

use super::instant;
use super::keyed::Keyed;
use super::order::{Order, permutation};
use crate::wire::history::AgentScan;
use serde::Serialize;

/// What a history can be grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryKey {
    /// `branch`
    Branch,
    /// `prompt`
    Prompt,
    /// `commit_id`
    Commit,
    /// `service`
    Service,
    /// `repo_name`
    Repository,
    /// The calendar day of the timestamp.
    Day,
}

impl HistoryKey {
    /// The key of its name in the public interface.
    pub fn from_name(name: &str) -> Option<HistoryKey> {
        Some(match name {
            "branch" => HistoryKey::Branch,
            "prompt" => HistoryKey::Prompt,
            "commit_id" => HistoryKey::Commit,
            "service" => HistoryKey::Service,
            "repo_name" => HistoryKey::Repository,
            "day" => HistoryKey::Day,
            _ => return None,
        })
    }

    /// The value of an entry.
    fn of(self, scan: &AgentScan, utc_offset_minutes: i32) -> String {
        let field = match self {
            HistoryKey::Branch => &scan.branch,
            HistoryKey::Prompt => &scan.prompt,
            HistoryKey::Commit => &scan.commit_id,
            HistoryKey::Service => &scan.service,
            HistoryKey::Repository => &scan.repo_name,
            HistoryKey::Day => return day(scan.timestamp.as_deref(), utc_offset_minutes),
        };
        field.clone().unwrap_or_default()
    }
}

/// How to group.
#[derive(Clone, Copy, Debug)]
pub struct GroupOptions {
    /// What to group by.
    pub by: HistoryKey,
    /// For days: minutes east of UTC. Zero unless somebody asks for local days.
    pub utc_offset_minutes: i32,
}

/// Entries that share a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// The shared value.
    pub key: String,
    /// Places of the entries, newest first.
    pub scans: Vec<u32>,
    /// The first of `scans`.
    pub latest: u32,
}

/// Groups entries, the group with the latest scan first.
pub fn group(scans: &[AgentScan], options: &GroupOptions) -> Vec<Group> {
    let keys: Vec<_> = scans.iter().map(|scan| options.by.of(scan, options.utc_offset_minutes)).collect();
    group_keys(scans.iter().map(|scan| scan.timestamp.as_deref()), &keys)
}

/// Groups by keys that the caller has: one for each timestamp; a key that is not given is empty.
pub fn group_keys<'a>(timestamps: impl Iterator<Item = Option<&'a str>>, keys: &[String]) -> Vec<Group> {
    let instants: Vec<_> = timestamps.map(|text| instant::parse(text?)).collect();
    let sorted = permutation(&instants, Order::Newest);
    let key = |at: &u32| keys.get(*at as usize).cloned().unwrap_or_default();
    let keyed = Keyed::of(sorted.iter().map(key));
    let group = |(key, places): (&str, &[usize])| {
        let scans: Vec<u32> = places.iter().filter_map(|&place| sorted.get(place)).copied().collect();
        Some(Group { key: key.to_owned(), latest: *scans.first()?, scans })
    };
    keyed.in_list_order().filter_map(group).collect()
}

/// The latest entry for each value of `by`, newest first.
pub fn latest_by(scans: &[AgentScan], by: HistoryKey) -> Vec<(String, u32)> {
    latest(group(scans, &GroupOptions { by, utc_offset_minutes: 0 }))
}

/// The latest entry for each of the caller's keys, newest first.
pub fn latest_keys<'a>(timestamps: impl Iterator<Item = Option<&'a str>>, keys: &[String]) -> Vec<(String, u32)> {
    latest(group_keys(timestamps, keys))
}

/// The calendar day of a timestamp; empty where it is unreadable.
fn day(timestamp: Option<&str>, utc_offset_minutes: i32) -> String {
    let instant = timestamp.and_then(instant::parse);
    instant.map(|instant| instant.day(utc_offset_minutes)).unwrap_or_default()
}

fn latest(groups: Vec<Group>) -> Vec<(String, u32)> {
    groups.into_iter().map(|group| (group.key, group.latest)).collect()
}

#[cfg(test)]
mod tests;
