//! What is in which group, and in which order.

use super::*;
use proptest::prelude::*;

/// Groups entries of timestamp and key.
fn group(entries: &[(&str, u32)]) -> Groups {
    let keys: Vec<_> = entries.iter().map(|(_, key)| *key).collect();
    super::group(entries.iter().map(|(timestamp, _)| Some(*timestamp)), &keys)
}

fn places(groups: &Groups) -> Vec<&[u32]> {
    groups.iter().collect()
}

#[test]
fn groups_and_their_scans_stand_newest_first() {
    let groups = group(&[
        ("2024-01-01", 1),
        ("2024-01-05", 2),
        ("2024-01-03", 1),
        ("2024-01-09", 6),
        ("unreadable", 0),
        ("2024-01-05", 2),
    ]);
    assert_eq!(places(&groups), [&[3][..], &[1, 5], &[2, 0], &[4]]);
    assert!(places(&group(&[])).is_empty());
}

#[test]
fn days_are_those_of_the_zone_asked_for() {
    let timestamps = ["2024-01-01T23:30:00Z", "2024-01-02T00:30:00+01:00", "2024-01-02T12:00:00Z", "unreadable"];
    let days = |offset| group_by_day(timestamps.into_iter().map(Some).chain([None]), offset);
    let (groups, texts) = days(0);
    assert_eq!(
        (places(&groups), &*texts),
        (vec![&[2][..], &[0, 1], &[3, 4]], &["2024-01-02", "2024-01-01", ""].map(str::to_owned)[..])
    );
    let (groups, texts) = days(60);
    assert_eq!((places(&groups), &*texts), (vec![&[2, 0, 1][..], &[3, 4]], &["2024-01-02", ""].map(str::to_owned)[..]));
}

#[test]
fn a_key_that_is_not_given_is_empty() {
    let timestamps = [Some("2024-01-01"), None, Some("2024-01-02"), Some("2024-01-03")];
    assert_eq!(places(&super::group(timestamps.into_iter(), &[1, 1, 2])), [&[3][..], &[2], &[0, 1]]);
    assert_eq!(latest(timestamps.into_iter(), &[1, 1, 2]), [3, 2, 0]);
}

proptest! {
    #[test]
    fn groups_part_a_history_and_keep_its_order(entries in proptest::collection::vec((1_u32..20, 0_u32..5), 5..60)) {
        let texts: Vec<_> = entries.iter().map(|(day, key)| (format!("2024-01-{day:02}"), *key)).collect();
        let scans: Vec<_> = texts.iter().map(|(day, key)| (day.as_str(), *key)).collect();
        check(&group(&scans), &scans, |at| scans[at as usize].1.to_string())?;
        let (days, texts) = group_by_day(scans.iter().map(|(day, _)| Some(*day)), 0);
        check(&days, &scans, |at| scans[at as usize].0.to_owned())?;
        prop_assert_eq!(days.iter().map(|places| scans[places[0] as usize].0).collect::<Vec<_>>(), texts);
    }
}

/// Groups of entries that have a key each.
fn check(groups: &Groups, scans: &[(&str, u32)], key: impl Fn(u32) -> String) -> Result<(), TestCaseError> {
    let sorted = sort(scans.iter().map(|(day, _)| Some(*day)), Order::Newest);
    let mut seen = 0;
    for places in groups.iter() {
        let its = key(places[0]);
        let expected: Vec<u32> = sorted.iter().copied().filter(|at| key(*at) == its).collect();
        prop_assert_eq!(places, &expected);
        seen += expected.len();
    }
    prop_assert_eq!(seen, scans.len());
    let rank = |places: &[u32]| sorted.iter().position(|at| *at == places[0]);
    prop_assert!(groups.iter().map(rank).is_sorted());
    Ok(())
}
