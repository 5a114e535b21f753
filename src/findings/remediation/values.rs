//! Sorting numbers by several values each: as many values as have room in a key are sorted at once.

use crate::compact::{bits_for, sort_by_digits};

/// What numbers are sorted by.
pub(super) struct SortValue<'a> {
    /// No value is greater.
    pub most: u32,
    pub of: &'a dyn Fn(u32) -> u32,
}

/// Bytes that sorting this many numbers takes: what they are sorted by, and a copy of that.
pub(super) fn bytes_for_sorting(numbers: usize) -> usize {
    numbers * 2 * size_of::<u64>()
}

/// Sorts by values, of which the last counts the most; equal ones keep their order.
pub(super) fn sort_by_values(numbers: &mut [u32], values: &[SortValue]) {
    let mut keys: Vec<u64> = numbers.iter().map(|&number| number.into()).collect();
    let mut end = u32::BITS;
    for value in values.iter().filter(|value| value.most > 0) {
        let width = bits_for(value.most.into());
        if end + width > u64::BITS {
            sort_by_digits(&mut keys, u32::BITS, end);
            keys.iter_mut().for_each(|key| *key &= u64::from(u32::MAX));
            end = u32::BITS;
        }
        keys.iter_mut().for_each(|key| *key |= u64::from((value.of)(*key as u32)) << end);
        end += width;
    }
    sort_by_digits(&mut keys, u32::BITS, end);
    numbers.iter_mut().zip(keys).for_each(|(number, key)| *number = key as u32);
}

#[cfg(test)]
mod tests {
    use super::{SortValue, sort_by_values};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_last_value_counts_the_most_and_equal_numbers_keep_their_order(
            rows in prop::collection::vec(prop::array::uniform5(0..4_u32), 0..900),
            scales in prop::array::uniform5(prop::sample::select(vec![0, 1, 5, 1000, u32::MAX / 3])),
        ) {
            let value = |column: usize| {
                let (rows, scale) = (&rows, scales[column]);
                move |at: u32| rows[at as usize][column] * scale
            };
            let columns: Vec<_> = (0..5).map(|column| (scales[column].saturating_mul(3), value(column))).collect();
            let values: Vec<SortValue> = columns.iter().map(|(most, of)| SortValue { most: *most, of }).collect();
            let mut sorted: Vec<u32> = (0..rows.len() as u32).rev().collect();
            let mut expected = sorted.clone();
            sort_by_values(&mut sorted, &values);
            expected.sort_by_key(|&at| [4, 3, 2, 1, 0].map(|column| value(column)(at)));
            prop_assert_eq!(sorted, expected);
        }
    }
}
