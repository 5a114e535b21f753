//! The order of a history: a permutation of its entries by instant.
//!
//! Stable: equal instants keep the given order. Entries without a readable timestamp come last in both orders. The
//! service promises newest first, so an input already in order is recognised before anything is sorted.

use super::instant::{self, Instant};
use super::merge::merge_sort;
use super::radix::radix_sort;

/// Which end of the history comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Most recent first, as the service promises.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
}

/// The places of the entries, in order.
pub fn sort_order<'a>(timestamps: impl Iterator<Item = Option<&'a str>>, order: Order) -> Vec<u32> {
    let instants: Vec<_> = timestamps.map(|text| instant::parse(text?)).collect();
    permutation(&instants, order)
}

/// The same for timestamps that stand one after the other in `buffer`, each ending where `ends` says, in bytes.
///
/// An absent timestamp is an empty one. An end that goes back or beyond the buffer makes its timestamp unreadable.
pub fn sort_joined(buffer: &[u8], ends: &[u32], order: Order) -> Vec<u32> {
    let mut start = 0;
    let instants = ends.iter().map(|&end| {
        let text = buffer.get(start..end as usize);
        start = end as usize;
        Some(instant::read(text?)?.instant)
    });
    permutation(&instants.collect::<Vec<_>>(), order)
}

/// The places of instants in order, unreadable ones last.
pub(super) fn permutation(instants: &[Option<Instant<'_>>], order: Order) -> Vec<u32> {
    if is_in_order(instants, order) {
        return (0..instants.len() as u32).collect();
    }
    let mut sorted = match packed(instants, order) {
        Some(keys) => radix_sort(keys),
        None => by_comparison(instants, order),
    };
    let unreadable = (0..).zip(instants).filter(|(_, instant)| instant.is_none());
    sorted.extend(unreadable.map(|(at, _)| at));
    sorted
}

fn is_in_order(instants: &[Option<Instant<'_>>], order: Order) -> bool {
    instants.is_sorted_by(|before, after| match (before, after) {
        (Some(before), Some(after)) if order == Order::Newest => before >= after,
        (Some(before), Some(after)) => before <= after,
        (before, _) => before.is_some() || after.is_none(),
    })
}

/// Each readable instant as one number that sorts as the instants do, where all of them fit: a few centuries apart at
/// most, and no finer than nanoseconds. The coarsest unit that holds all fractions makes the shortest numbers.
fn packed(instants: &[Option<Instant<'_>>], order: Order) -> Option<Vec<(u64, u32)>> {
    let readable = || (0..).zip(instants).filter_map(|(at, instant)| Some((at, (*instant)?)));
    let (mut first, mut last) = (i64::MAX, i64::MIN);
    let (mut unit, mut longest) = (1_000_000_000_000_000_000, 0);
    for (_, instant) in readable() {
        if !instant.finer.is_empty() {
            return None;
        }
        first = first.min(instant.seconds);
        last = last.max(instant.seconds);
        longest = longest.max(instant.attos);
        while instant.attos % unit != 0 {
            unit /= 1_000;
        }
    }
    let fraction_bits = u64::BITS - (longest / unit).leading_zeros();
    let span = last.checked_sub(first).map_or(0, i64::unsigned_abs);
    if span.leading_zeros() < fraction_bits {
        return None;
    }
    let keys = readable().map(|(at, instant)| {
        let seconds = match order {
            Order::Newest => last - instant.seconds,
            Order::Oldest => instant.seconds - first,
        };
        let fraction = match order {
            Order::Newest => longest - instant.attos,
            Order::Oldest => instant.attos,
        };
        ((seconds.unsigned_abs() << fraction_bits) | (fraction / unit), at)
    });
    Some(keys.collect())
}

/// The slow twin of the radix sort, for instants of any distance and any precision.
fn by_comparison(instants: &[Option<Instant<'_>>], order: Order) -> Vec<u32> {
    let instant = |at: u32| instants.get(at as usize).copied().flatten();
    let readable = (0..instants.len() as u32).filter(|&at| instant(at).is_some());
    match order {
        Order::Newest => merge_sort(readable.collect(), &|a, b| instant(a) > instant(b)),
        Order::Oldest => merge_sort(readable.collect(), &|a, b| instant(a) < instant(b)),
    }
}

#[cfg(test)]
mod tests;
