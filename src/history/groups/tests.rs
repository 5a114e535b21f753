//! What is in which group, and in which order.

use super::*;
use proptest::prelude::*;

/// Groups entries of timestamp and key.
fn group(entries: &[(&str, &str)]) -> Vec<Group> {
    let keys: Vec<_> = entries.iter().map(|(_, key)| (*key).to_owned()).collect();
    super::group(entries.iter().map(|(timestamp, _)| Some(*timestamp)), &keys)
}

/// Keys with their places.
fn plain(groups: &[Group]) -> Vec<(&str, &[u32])> {
    groups.iter().map(|group| (group.key.as_str(), group.scans.as_slice())).collect()
}

#[test]
fn groups_and_their_scans_stand_newest_first() {
    let groups = group(&[
        ("2024-01-01", "main"),
        ("2024-01-05", "topic"),
        ("2024-01-03", "main"),
        ("2024-01-09", "release"),
        ("unreadable", "lost"),
        ("2024-01-05", "topic"),
    ]);
    assert_eq!(plain(&groups), [("release", &[3][..]), ("topic", &[1, 5]), ("main", &[2, 0]), ("lost", &[4])]);
    assert_eq!(groups.iter().map(|group| group.scans[0]).collect::<Vec<_>>(), [3, 1, 2, 4]);
}

#[test]
fn days_are_those_of_the_zone_asked_for() {
    let timestamps = ["2024-01-01T23:30:00Z", "2024-01-02T00:30:00+01:00", "2024-01-02T12:00:00Z", "unreadable"];
    let days = |offset| days(timestamps.into_iter().map(Some).chain([None]), offset);
    assert_eq!(days(0), ["2024-01-01", "2024-01-01", "2024-01-02", "", ""]);
    assert_eq!(days(60), ["2024-01-02", "2024-01-02", "2024-01-02", "", ""]);
}

#[test]
fn i5_keys_that_javascript_objects_have_already_are_plain_keys() {
    let groups = group(&[("2024-01-02", "__proto__"), ("2024-01-01", "constructor"), ("2024-01-01", "__proto__")]);
    assert_eq!(plain(&groups), [("__proto__", &[0, 2][..]), ("constructor", &[1])]);
}

#[test]
fn a_key_that_is_not_given_is_empty() {
    let timestamps = [Some("2024-01-01"), None, Some("2024-01-02"), Some("2024-01-03")];
    let keys = ["a".to_owned(), "a".to_owned(), "b".to_owned()];
    let groups = super::group(timestamps.into_iter(), &keys);
    assert_eq!(plain(&groups), [("", &[3][..]), ("b", &[2]), ("a", &[0, 1])]);
    let latest = latest(timestamps.into_iter(), &keys);
    assert_eq!(latest, [(String::new(), 3), ("b".to_owned(), 2), ("a".to_owned(), 0)]);
}

#[test]
fn groups_cross_the_border_under_the_names_of_the_interface() {
    let groups = group(&[("2024-01-01", "main")]);
    let expected = serde_json::json!([{ "key": "main", "scans": [0] }]);
    assert_eq!(serde_json::to_value(groups).unwrap(), expected);
}

proptest! {
    #[test]
    fn groups_part_a_history_and_keep_its_order(entries in proptest::collection::vec((1_u32..20, 0_u32..5), 0..60)) {
        let texts: Vec<_> = entries.iter().map(|(day, key)| (format!("2024-01-{day:02}"), key.to_string())).collect();
        let scans: Vec<_> = texts.iter().map(|(day, key)| (day.as_str(), key.as_str())).collect();
        let sorted = sort(scans.iter().map(|(day, _)| Some(*day)), Order::Newest);
        let groups = group(&scans);
        let mut seen = 0;
        for group in &groups {
            let key = |at: &u32| scans[*at as usize].1 == group.key;
            let expected: Vec<u32> = sorted.iter().copied().filter(key).collect();
            prop_assert_eq!(&group.scans, &expected);
            seen += expected.len();
        }
        prop_assert_eq!(seen, scans.len());
        let rank = |group: &Group| sorted.iter().position(|at| *at == group.scans[0]);
        prop_assert!(groups.iter().map(rank).is_sorted());
    }
}
