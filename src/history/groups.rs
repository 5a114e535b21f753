//! Histories in groups: by branch, prompt, commit, service, repository or day.
//!
//! Groups stand newest first, and so do the scans within one. A day is one of UTC unless an offset is given. A field
//! that an entry leaves out groups under the empty key, and so does the day of an unreadable timestamp.

use super::instant::{self, Instant};
use super::keyed::Keyed;
use super::order::{Order, sort};
use serde::Serialize;

/// Entries that share a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// The shared value.
    pub key: String,
    /// Places of the entries, newest first.
    pub scans: Vec<u32>,
}

/// Groups entries by keys, one for each timestamp, the group with the latest entry first. A key that is not given is empty.
pub fn group<'a>(timestamps: impl Iterator<Item = Option<&'a str>>, keys: &[String]) -> Vec<Group> {
    let sorted = sort(timestamps, Order::Newest);
    let key = |at: &u32| keys.get(*at as usize).cloned().unwrap_or_default();
    let keyed = Keyed::of(sorted.iter().map(key));
    let group = |(key, places): (&str, &[usize])| {
        let scans = places.iter().filter_map(|&place| sorted.get(place)).copied().collect();
        Group { key: key.to_owned(), scans }
    };
    keyed.in_list_order().map(group).collect()
}

/// The latest entry for each key, newest first.
pub fn latest<'a>(timestamps: impl Iterator<Item = Option<&'a str>>, keys: &[String]) -> Vec<(String, u32)> {
    group(timestamps, keys).into_iter().filter_map(|group| Some((group.key, *group.scans.first()?))).collect()
}

/// The calendar days of timestamps, so many minutes east of UTC; empty where one is unreadable.
pub fn days<'a>(timestamps: impl Iterator<Item = Option<&'a str>>, utc_offset_minutes: i32) -> Vec<String> {
    let day = |instant: Instant<'_>| instant.day(utc_offset_minutes);
    timestamps.map(|text| text.and_then(instant::parse).map(day).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests;
