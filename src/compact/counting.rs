//! A pass of a counting sort: things that have a small number each, put in the order of their numbers.

/// Puts items in the order of the numbers they come with, equal ones in the order in which they come. There is a place in
/// `ends` for each number: zero before the call, and after it where the number's items end. Items of other numbers are left out.
#[inline(always)]
pub fn sort_by_counting<T: Copy + Default>(
    items: impl Iterator<Item = (usize, T)> + Clone,
    ends: &mut [u32],
    sorted: &mut Vec<T>,
) {
    for (number, _) in items.clone() {
        if let Some(count) = ends.get_mut(number) {
            *count += 1;
        }
    }
    let mut place = 0;
    for count in ends.iter_mut() {
        place += std::mem::replace(count, place);
    }
    sorted.resize(place as usize, T::default());
    for (number, item) in items {
        if let Some(place) = ends.get_mut(number)
            && let Some(slot) = sorted.get_mut(*place as usize)
        {
            *slot = item;
            *place += 1;
        }
    }
}

/// The items of each number, where these end at `ends`.
pub fn parted<'a, T>(items: &'a [T], ends: &'a [u32]) -> impl Iterator<Item = &'a [T]> {
    let starts = std::iter::once(&0).chain(ends);
    starts.zip(ends).map(|(&start, &end)| items.get(start as usize..end as usize).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{parted, sort_by_counting};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn items_come_in_the_order_of_their_numbers_and_stay_in_it(numbers in prop::collection::vec(0..9_usize, 0..200)) {
            let items = numbers.iter().copied().zip(1_u16..);
            let (mut ends, mut sorted) = ([0; 8], vec![7; 3]);
            sort_by_counting(items.clone(), &mut ends, &mut sorted);
            let mut expected: Vec<_> = items.filter(|(number, _)| *number < 8).collect();
            expected.sort_by_key(|(number, _)| *number);
            let counted = (0..8).map(|number| expected.partition_point(|item| item.0 <= number) as u32);
            prop_assert_eq!(ends.to_vec(), counted.collect::<Vec<_>>());
            let of_number = |wanted: usize| expected.iter().filter(move |(number, _)| *number == wanted).map(|(_, item)| *item);
            let groups: Vec<Vec<u16>> = parted(&sorted, &ends).map(<[u16]>::to_vec).collect();
            prop_assert_eq!(groups, (0..8).map(|number| of_number(number).collect()).collect::<Vec<Vec<u16>>>());
            prop_assert_eq!(sorted, expected.into_iter().map(|(_, item)| item).collect::<Vec<_>>());
        }
    }
}
