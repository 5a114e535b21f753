//! The order of a history: a permutation of its entries by instant.
//!
//! Stable: equal instants keep the given order. Entries without a readable timestamp come last in both orders. The
//! service promises newest first, so an input already in order is recognised before anything is sorted.

use super::instant::{self, Instant, NANOS_PER_SECOND};
use super::radix::{fits, radix_sort};
use crate::compact::{bits_for, sort_by};

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
pub fn sort<'a>(timestamps: impl Iterator<Item = Option<&'a str>>, order: Order) -> Vec<u32> {
    let instants: Vec<_> = timestamps.map(|text| instant::parse(text?)).collect();
    permutation(&instants, order)
}

/// The places of instants in order, unreadable ones last.
#[inline(never)]
pub(super) fn permutation(instants: &[Option<Instant<'_>>], order: Order) -> Vec<u32> {
    if is_in_order(instants, order) {
        return (0..instants.len() as u32).collect();
    }
    let mut sorted = by_digits(instants, order).unwrap_or_else(|| by_comparison(instants, order));
    let unreadable = (0..).zip(instants).filter(|(_, instant)| instant.is_none());
    sorted.extend(unreadable.map(|(at, _)| at));
    sorted
}

fn is_in_order(instants: &[Option<Instant<'_>>], order: Order) -> bool {
    instants.is_sorted_by(|before, after| match (before, after) {
        (Some(before), Some(after)) if order == Order::Newest => before >= after,
        (Some(before), Some(after)) => before <= after,
        _ => after.is_none(),
    })
}

/// Sorts by numbers that order as the instants do: in one round if seconds and fraction fit into one number, else the finer part
/// first. `None` if a fraction has more digits than numbers hold.
fn by_digits(instants: &[Option<Instant<'_>>], order: Order) -> Option<Vec<u32>> {
    let count = instants.len();
    let range = Range::of(instants)?;
    let Range { first, last, longest_nanos, unit_nanos, .. } = range;
    let instant = |at: u32| instants.get(at as usize).copied().flatten();
    let seconds = |at: u32| {
        instant(at)
            .map_or(0, |it| if order == Order::Newest { last - it.seconds } else { it.seconds - first }.unsigned_abs())
    };
    let fraction = |at: u32| {
        instant(at).map_or(0, |it| {
            u64::from(if order == Order::Newest { longest_nanos - it.nanos } else { it.nanos } / unit_nanos)
        })
    };
    let (seconds_bits, fraction_bits) =
        (bits_for((last - first).unsigned_abs()), bits_for(u64::from(longest_nanos / unit_nanos)));
    // Only for more than thirty million entries over ten thousand years, so no test gets here. Comparing is always right.
    if !fits(seconds_bits, count) {
        return None;
    }
    let mut places: Vec<u32> = (0..count as u32).filter(|&at| instant(at).is_some()).collect();
    if range.has_attos {
        let attos = |at: u32| instant(at).map_or(0, |it| it.attos);
        let flip = |attos: u32| if order == Order::Newest { u32::MAX - attos } else { attos };
        places = radix_sort(&places, count, u32::BITS, &|at| u64::from(flip(attos(at))));
    }
    // Two rounds give the same order; one is faster.
    let bits = seconds_bits + fraction_bits;
    if fits(bits, count) {
        return Some(radix_sort(&places, count, bits, &|at| (seconds(at) << fraction_bits) + fraction(at)));
    }
    places = radix_sort(&places, count, fraction_bits, &fraction);
    Some(radix_sort(&places, count, seconds_bits, &seconds))
}

/// What the readable instants of a history have between them.
struct Range {
    first: i64,
    last: i64,
    longest_nanos: u32,
    /// The coarsest of second, milli-, micro- and nanosecond that holds all fractions: it makes the shortest numbers.
    unit_nanos: u32,
    has_attos: bool,
}

impl Range {
    /// `None` if there is no instant, or one with more digits than numbers hold.
    fn of(instants: &[Option<Instant<'_>>]) -> Option<Range> {
        let mut range =
            Range { first: i64::MAX, last: i64::MIN, longest_nanos: 0, unit_nanos: NANOS_PER_SECOND, has_attos: false };
        for instant in instants.iter().flatten() {
            if !instant.finer.is_empty() {
                return None;
            }
            range.first = range.first.min(instant.seconds);
            range.last = range.last.max(instant.seconds);
            range.longest_nanos = range.longest_nanos.max(instant.nanos);
            range.has_attos |= instant.attos != 0;
            while instant.nanos % range.unit_nanos != 0 {
                range.unit_nanos /= 1_000;
            }
        }
        (range.first <= range.last).then_some(range)
    }
}

/// The slow twin of the radix sort, for instants of any distance and any precision.
fn by_comparison(instants: &[Option<Instant<'_>>], order: Order) -> Vec<u32> {
    let instant = |at: u32| instants.get(at as usize).copied().flatten();
    let mut readable: Vec<u32> = (0..instants.len() as u32).filter(|&at| instant(at).is_some()).collect();
    match order {
        Order::Newest => sort_by(&mut readable, &mut |a, b| instant(b).cmp(&instant(a))),
        Order::Oldest => sort_by(&mut readable, &mut |a, b| instant(a).cmp(&instant(b))),
    }
    readable
}

#[cfg(test)]
mod tests;
