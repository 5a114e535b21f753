//! One stable sort for everything that is sorted by comparison: rows and places, by what they stand for.

use std::cmp::Ordering;
use std::collections::TryReserveError;

/// Runs of this length are sorted in place before they are merged.
const RUN: usize = 12;

/// Sorts numbers by `compare`; equal ones keep their order.
pub fn sort_by(numbers: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    sort_beside(numbers, &mut vec![0; numbers.len()], compare);
}

/// Like [`sort_by`], but keeps the first `count` numbers only, which is faster if they are few.
pub fn sort_first_by(numbers: &mut Vec<u32>, count: usize, compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    if count == 0 {
        return numbers.clear();
    }
    let room = count.saturating_mul(2);
    if room < numbers.len() {
        let mut first = Vec::with_capacity(room);
        let mut last: Option<u32> = None;
        for &number in numbers.iter() {
            if first.len() == room {
                sort_by(&mut first, compare);
                first.truncate(count);
                last = first.last().copied();
            }
            if last.is_none_or(|last| compare(number, last) == Ordering::Less) {
                first.push(number);
            }
        }
        *numbers = first;
    }
    sort_by(numbers, compare);
    numbers.truncate(count);
}

/// Like [`sort_by`], but fails if memory for a copy of the numbers is refused.
pub fn try_sort_by(numbers: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) -> Result<(), TryReserveError> {
    let mut source = Vec::new();
    source.try_reserve_exact(numbers.len())?;
    source.resize(numbers.len(), 0);
    sort_beside(numbers, &mut source, compare);
    Ok(())
}

/// Sorts small values that can be copied, by way of their places; equal ones keep their order.
pub fn sort_copies<T: Copy>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let mut places: Vec<u32> = (0..items.len() as u32).collect();
    sort_by(&mut places, &mut |a, b| match (items.get(a as usize), items.get(b as usize)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let mut sorted = Vec::with_capacity(items.len());
    sorted.extend(places.iter().filter_map(|&at| items.get(at as usize).copied()));
    *items = sorted;
}

/// Values that cannot be copied, in the order of these places.
pub fn permuted<T>(items: Vec<T>, places: Vec<u32>) -> Vec<T> {
    let mut left: Vec<Option<T>> = items.into_iter().map(Some).collect();
    let mut permuted = Vec::with_capacity(places.len());
    permuted.extend(places.into_iter().filter_map(|at| left.get_mut(at as usize)?.take()));
    permuted
}

/// Sorts numbers with the help of another list of their length.
fn sort_beside(numbers: &mut [u32], source: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    for run in numbers.chunks_mut(RUN) {
        insert(run, compare);
    }
    source.copy_from_slice(numbers);
    let mut width = RUN;
    while width < numbers.len() {
        for (from, to) in source.chunks(width * 2).zip(numbers.chunks_mut(width * 2)) {
            let (left, right) = from.split_at(width.min(from.len()));
            merge(left, right, to, compare);
        }
        source.copy_from_slice(numbers);
        width *= 2;
    }
}

fn insert(run: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    for end in 1..run.len() {
        let mut at = end;
        while let Some([before, here]) = run.get_mut(at.wrapping_sub(1)..=at) {
            if compare(*before, *here) != Ordering::Greater {
                break;
            }
            std::mem::swap(before, here);
            at -= 1;
        }
    }
}

fn merge(left: &[u32], right: &[u32], to: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    for slot in to {
        let next = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if compare(**a, **b) == Ordering::Greater => right.next(),
            (Some(_), _) => left.next(),
            _ => right.next(),
        };
        if let Some(number) = next {
            *slot = *number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{sort_by, sort_first_by};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_end_up_where_the_standard_library_puts_them(keys in prop::collection::vec(0..20_u8, 0..300)) {
            let mut sorted: Vec<u32> = (0..keys.len() as u32).collect();
            let mut expected = sorted.clone();
            sort_by(&mut sorted, &mut |a, b| keys[a as usize].cmp(&keys[b as usize]));
            expected.sort_by_key(|&at| keys[at as usize]);
            prop_assert_eq!(sorted, expected);
        }

        #[test]
        fn the_first_numbers_are_those_that_sorting_puts_first(
            keys in prop::collection::vec(0..20_u8, 0..300),
            count in prop_oneof![0..400_usize, Just(usize::MAX)],
        ) {
            let mut first: Vec<u32> = (0..keys.len() as u32).collect();
            let mut expected = first.clone();
            sort_first_by(&mut first, count, &mut |a, b| keys[a as usize].cmp(&keys[b as usize]));
            expected.sort_by_key(|&at| keys[at as usize]);
            expected.truncate(count);
            prop_assert_eq!(first, expected);
        }
    }
}
