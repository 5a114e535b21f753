//! The order of histories: by instant, stable, total, and the same as by the obvious way.

use super::*;
use crate::history::timestamps;
use proptest::prelude::*;

fn newest(texts: &[&str]) -> Vec<u32> {
    sort(texts.iter().map(|text| Some(*text)), Order::Newest)
}

fn oldest(texts: &[&str]) -> Vec<u32> {
    sort(texts.iter().map(|text| Some(*text)), Order::Oldest)
}

/// The slow twin: a stable comparison sort of what can be read, and then the rest.
fn naive(texts: &[Option<String>], order: Order) -> Vec<u32> {
    let instant = |at: u32| texts[at as usize].as_deref().and_then(instant::parse);
    let (mut readable, unreadable): (Vec<u32>, Vec<u32>) =
        (0..texts.len() as u32).partition(|&at| instant(at).is_some());
    readable.sort_by(|&a, &b| match order {
        Order::Newest => instant(b).cmp(&instant(a)),
        Order::Oldest => instant(a).cmp(&instant(b)),
    });
    readable.extend(unreadable);
    readable
}

#[test]
fn i6_latest_first_equal_instants_as_given_and_unreadable_last() {
    let texts = ["2024-01-01", "never", "2024-01-03", "2024-01-02T01:00:00+01:00", "", "2024-01-02", "2024-01-03"];
    assert_eq!(newest(&texts), [2, 6, 3, 5, 0, 1, 4]);
    assert_eq!(oldest(&texts), [0, 3, 5, 2, 6, 1, 4]);
}

#[test]
fn i6_absent_timestamps_are_unreadable() {
    let timestamps = [None, Some("2024-01-01"), None, Some("2024-01-02")];
    assert_eq!(sort(timestamps.into_iter(), Order::Newest), [3, 1, 0, 2]);
    assert_eq!(sort(timestamps.into_iter(), Order::Oldest), [1, 3, 0, 2]);
    assert_eq!(sort([None, None].into_iter(), Order::Newest), [0, 1]);
    assert_eq!(newest(&[]), [0_u32; 0]);
}

#[test]
fn c15_zones_are_mixed_and_instants_decide() {
    assert_eq!(newest(&["2024-01-01T02:00:00+09:00", "2024-01-01T01:00:00-05:00", "2024-01-01T00:00:00Z"]), [1, 2, 0]);
}

#[test]
fn instants_too_far_apart_or_too_fine_for_short_numbers_are_ordered_exactly() {
    let far = ["0001-01-01T00:00:00.000000001Z", "9999-01-01T00:00:00.000000000000000001Z", "0001-01-01T00:00:00Z"];
    assert_eq!(newest(&far), [1, 0, 2]);
    assert_eq!(oldest(&far), [2, 0, 1]);
    let fine = ["2024-01-01T00:00:00.00000000000000000002Z", "2024-01-01T00:00:00.00000000000000000003Z", "2024-01-01"];
    assert_eq!(newest(&fine), [1, 0, 2]);
    assert_eq!(oldest(&fine), [2, 0, 1]);
    let by_one = ["2024-01-01T00:00:00.000000000000000001Z", "2024-01-01"];
    assert_eq!((newest(&[by_one[1], by_one[0]]), oldest(&by_one)), (vec![1, 0], vec![1, 0]));
}

#[test]
fn a_leap_second_is_ordered_before_the_midnight_after_it() {
    let texts = ["2017-01-01T00:00:00.2Z", "2016-12-31T23:59:60.5Z", "2016-12-31T23:59:59.9Z", "2017-01-01T00:00:00Z"];
    assert_eq!(oldest(&texts), [2, 1, 3, 0]);
    assert_eq!(newest(&texts), [0, 3, 1, 2]);
}

#[test]
fn only_more_digits_than_numbers_hold_need_the_comparison() {
    let by_digits_of = |texts: &[&str]| {
        let instants: Vec<_> = texts.iter().map(|text| instant::parse(text)).collect();
        [Order::Newest, Order::Oldest].map(|order| by_digits(&instants, order))
    };
    let [newest, oldest] = by_digits_of(&["0000-01-01", "?", "9999-12-31T23:59:59.000000001Z", "2024-01-01"]);
    assert_eq!((newest, oldest), (Some(vec![2, 3, 0]), Some(vec![0, 3, 2])));
    let around_1970 = ["1969-12-31T23:59:50Z", "1970-01-01T00:00:10Z", "1970-01-01T00:00:00Z"];
    assert_eq!(by_digits_of(&around_1970), [Some(vec![1, 2, 0]), Some(vec![0, 2, 1])]);
    let wide =
        ["0000-01-01T00:00:00.999999999Z", "9999-12-31T23:59:59.999999999Z", "0000-01-01T00:00:00.1Z", "5000-01-01"];
    let [newest, oldest] = by_digits_of(&wide);
    assert_eq!((newest, oldest), (Some(vec![1, 3, 0, 2]), Some(vec![2, 0, 3, 1])));
    let fine = [
        "2024-01-01T00:00:00.000000000000000002Z",
        "2024-01-01T00:00:00.000000001Z",
        "2024-01-01",
        "2023-01-01T00:00:00.9",
    ];
    let [newest, oldest] = by_digits_of(&fine);
    assert_eq!((newest, oldest), (Some(vec![1, 0, 2, 3]), Some(vec![3, 2, 0, 1])));
    assert_eq!(by_digits_of(&["2024-01-01", "2024-01-01T00:00:00.0000000000000000001Z"]), [None, None]);
    assert_eq!(by_digits_of(&["?"]), [None, None]);
}

#[test]
fn the_coarsest_unit_that_holds_all_fractions_is_found() {
    for (texts, unit) in [
        (["2024-01-01T00:00:00Z", "2024-01-01T00:00:09Z"], 1_000_000_000),
        (["2024-01-01T00:00:00.001Z", "2024-01-01T00:00:09.5Z"], 1_000_000),
        (["2024-01-01T00:00:00.001Z", "2024-01-01T00:00:09.000001Z"], 1_000),
        (["2024-01-01T00:00:00.000000001Z", "2024-01-01T00:00:09.5Z"], 1),
        (["2016-12-31T23:59:60Z", "2024-01-01T00:00:09Z"], 1_000_000_000),
    ] {
        let range = Range::of(&texts.map(instant::parse)).unwrap();
        assert_eq!(range.unit_nanos, unit, "{texts:?}");
        assert!(!range.has_attos);
    }
}

#[test]
fn an_order_already_right_is_recognised_and_any_break_in_it_seen() {
    let in_order = |texts: &[&str], order| {
        let instants: Vec<_> = texts.iter().map(|text| instant::parse(text)).collect();
        is_in_order(&instants, order)
    };
    assert!(in_order(&["2024-01-02", "2024-01-01", "2024-01-01", "?", "?"], Order::Newest));
    assert!(in_order(&["2024-01-01", "2024-01-01", "2024-01-02", "?"], Order::Oldest));
    assert!(!in_order(&["2024-01-01", "2024-01-02"], Order::Newest));
    assert!(!in_order(&["2024-01-02", "2024-01-01"], Order::Oldest));
    assert!(!in_order(&["?", "2024-01-01"], Order::Newest));
    assert!(!in_order(&["?", "2024-01-01"], Order::Oldest));
}

#[test]
fn joined_timestamps_sort_as_separate_ones_do() {
    let texts = ["2024-01-01", "", "2024-01-03T00:00:00Z", "é", "2024-01-02"];
    let joined = texts.concat();
    let ends: Vec<u32> = texts
        .iter()
        .scan(0, |end, text| {
            *end += text.len() as u32;
            Some(*end)
        })
        .collect();
    for (order, expected) in [(Order::Newest, newest(&texts)), (Order::Oldest, oldest(&texts))] {
        assert_eq!(sort(timestamps(&joined, &ends), order), expected);
    }
}

#[test]
fn ends_that_cannot_be_make_timestamps_unreadable() {
    let sorted = |text, ends: &[u32], order| sort(timestamps(text, ends), order);
    let text = "2024-01-012024-01-02";
    assert_eq!(sorted(text, &[10, 5, 20], Order::Newest), [0, 1, 2]);
    assert_eq!(sorted(text, &[10, 99, 20], Order::Newest), [0, 1, 2]);
    assert_eq!(sorted(text, &[u32::MAX, 10, 20], Order::Newest), [2, 0, 1]);
    assert_eq!(sorted("", &[0, 0], Order::Oldest), [0, 1]);
}

#[test]
fn i8_a_million_entries_are_sorted_without_recursion() {
    let instants: Vec<_> =
        (0..1_000_000_i64).map(|at| Some(Instant::from_unix_ms(at * 7_919 % 1_000_003 * 997))).collect();
    for order in [Order::Newest, Order::Oldest] {
        let sorted = permutation(&instants, order);
        let run: Vec<_> = sorted.iter().map(|&at| instants[at as usize]).collect();
        assert!(is_in_order(&run, order) && sorted.len() == instants.len());
    }
    assert_eq!(by_comparison(&instants, Order::Newest), permutation(&instants, Order::Newest));
}

/// Timestamps close together and far apart, equal and unequal, coarse and fine, readable and not.
fn timestamp() -> impl Strategy<Value = Option<String>> {
    prop_oneof![
        (0_u32..4, 0_u32..3)
            .prop_map(|(second, offset)| Some(format!("2024-01-01T0{offset}:00:0{second}+0{offset}:00"))),
        (0_u32..60, "[0-9]{1,21}")
            .prop_map(|(second, fraction)| Some(format!("2024-05-05 05:05:{second:02}.{fraction}z"))),
        (0_u32..10_000, 1_u32..13).prop_map(|(year, month)| Some(format!("{year:04}-{month:02}-01"))),
        (2015_u32..2018).prop_map(|year| Some(format!("{year}-12-31T23:59:60Z"))),
        Just(Some("not a date".to_owned())),
        Just(None),
    ]
}

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Newest), Just(Order::Oldest)]
}

/// Seconds and milliseconds within a few years: what services write.
fn usual_timestamp() -> impl Strategy<Value = Option<String>> {
    (0_i64..100_000_000, 0_u32..2).prop_map(|(seconds, half)| {
        let instant = Instant::from_unix_ms(1_600_000_000_000 + seconds * 1_000);
        let clock = seconds % 86_400;
        Some(format!(
            "{}T{:02}:{:02}:{:02}.{}Z",
            instant.day(0).text(),
            clock / 3_600,
            clock / 60 % 60,
            clock % 60,
            half * 5
        ))
    })
}

proptest! {
    #[test]
    fn i6_every_history_sorts_as_by_the_obvious_way(texts in proptest::collection::vec(timestamp(), 0..40), order in order()) {
        let sorted = sort(texts.iter().map(Option::as_deref), order);
        prop_assert_eq!(&sorted, &naive(&texts, order));
        let again: Vec<_> = sorted.iter().map(|&at| texts[at as usize].as_deref()).collect();
        let identity: Vec<u32> = (0..texts.len() as u32).collect();
        prop_assert_eq!(sort(again.into_iter(), order), &identity[..], "sorting twice changes nothing");
        let mut places = sorted;
        places.sort_unstable();
        prop_assert_eq!(places, identity, "every entry stays, once");
    }

    #[test]
    fn usual_histories_take_the_short_way_to_the_same_order(texts in proptest::collection::vec(usual_timestamp(), 0..200), order in order()) {
        let instants: Vec<_> = texts.iter().map(|text| instant::parse(text.as_deref()?)).collect();
        prop_assert_eq!(by_digits(&instants, order).unwrap_or_default(), naive(&texts, order));
        prop_assert_eq!(permutation(&instants, order), naive(&texts, order));
        prop_assert_eq!(by_comparison(&instants, order), naive(&texts, order));
    }
}
