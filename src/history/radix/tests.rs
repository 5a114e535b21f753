//! The sort against the obvious one, with keys of any width.

use super::*;
use proptest::prelude::*;

#[test]
fn numbers_fit_where_place_and_number_share_a_word() {
    assert!(fits(54, 1_000) && !fits(55, 1_000));
    assert!(fits(64, 0) && !fits(64, 1));
}

proptest! {
    #[test]
    fn keys_of_any_width_sort_stably(keys in proptest::collection::vec(any::<u64>(), 0..80), bits in 1_u32..57) {
        let count = keys.len();
        let key = |place: u32| keys[place as usize] >> (u64::BITS - bits);
        let places: Vec<u32> = (0..count as u32).rev().filter(|place| place % 3 != 0).collect();
        let mut expected = places.clone();
        expected.sort_by_key(|&place| key(place));
        prop_assert!(fits(bits, count));
        prop_assert_eq!(radix_sort(&places, count, bits, &key), expected);
    }
}
