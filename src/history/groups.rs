//! Histories in groups: by branch, prompt, commit, service, repository or day.
//!
//! Groups stand newest first, and so do the scans within one. A day is one of UTC unless an offset is given. A field
//! that an entry leaves out groups under the empty key, and so does the day of an unreadable timestamp.

use super::instant::{self, Day};
use super::order::{Order, sort};
use crate::compact::{parted, sort_by_counting};

/// Entries by group, as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Places of the entries, group after group, and newest first in each.
    pub places: Vec<u32>,
    /// Where each group ends in these.
    pub ends: Vec<u32>,
}

impl Groups {
    /// The places of each group, at least one.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        parted(&self.places, &self.ends)
    }
}

/// Groups entries by keys, one for each timestamp, the group with the latest entry first. Keys are numbers up to how many entries
/// there are; one that is not given is 0.
pub fn group<'a>(timestamps: impl Iterator<Item = Option<&'a str>>, keys: &[u32]) -> Groups {
    let sorted = sort(timestamps, Order::Newest);
    // By key: one more than the number of its group.
    let mut numbers = vec![0_usize; sorted.len() + 1];
    let mut count = 0;
    let mut numbered = Vec::with_capacity(sorted.len());
    for at in sorted {
        let key = keys.get(at as usize).copied().unwrap_or_default();
        let Some(number) = numbers.get_mut(key as usize) else { continue };
        if *number == 0 {
            count += 1;
            *number = count;
        }
        numbered.push((*number - 1, at));
    }
    let mut groups = Groups { places: Vec::new(), ends: vec![0; count] };
    sort_by_counting(numbered.into_iter(), &mut groups.ends, &mut groups.places);
    groups
}

/// Groups entries by the days of their timestamps, so many minutes east of UTC; with the day of each group.
pub fn group_by_day<'a>(
    timestamps: impl Iterator<Item = Option<&'a str>> + Clone,
    utc_offset_minutes: i32,
) -> (Groups, Vec<String>) {
    let day = |text: Option<&str>| Some(instant::parse(text?)?.day(utc_offset_minutes));
    let days: Vec<Option<Day>> = timestamps.clone().map(day).collect();
    let day_of = |at: &u32| days.get(*at as usize).copied().flatten();
    // In the order of time the entries of a day stand together.
    let places = sort(timestamps, Order::Newest);
    let (mut ends, mut texts, mut end) = (Vec::new(), Vec::new(), 0);
    for run in places.chunk_by(|a, b| day_of(a) == day_of(b)) {
        end += run.len() as u32;
        ends.push(end);
        texts.push(run.first().and_then(day_of).map(Day::text).unwrap_or_default());
    }
    (Groups { places, ends }, texts)
}

/// Places of the latest entry for each key, newest first.
pub fn latest<'a>(timestamps: impl Iterator<Item = Option<&'a str>>, keys: &[u32]) -> Vec<u32> {
    group(timestamps, keys).iter().filter_map(|places| places.first().copied()).collect()
}

#[cfg(test)]
mod tests;
