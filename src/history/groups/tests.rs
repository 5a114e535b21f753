//! What is in which group, and in which order.

use super::*;
use proptest::prelude::*;

fn scan(timestamp: &str, branch: &str) -> AgentScan {
    AgentScan { timestamp: Some(timestamp.to_owned()), branch: Some(branch.to_owned()), ..AgentScan::default() }
}

fn by(by: HistoryKey) -> GroupOptions {
    GroupOptions { by, utc_offset_minutes: 0 }
}

/// Keys with their places.
fn plain(groups: &[Group]) -> Vec<(&str, &[u32])> {
    groups.iter().map(|group| (group.key.as_str(), group.scans.as_slice())).collect()
}

#[test]
fn groups_and_their_scans_stand_newest_first() {
    let scans = [
        scan("2024-01-01", "main"),
        scan("2024-01-05", "topic"),
        scan("2024-01-03", "main"),
        scan("2024-01-09", "release"),
        scan("unreadable", "lost"),
        scan("2024-01-05", "topic"),
    ];
    let groups = group(&scans, &by(HistoryKey::Branch));
    assert_eq!(plain(&groups), [("release", &[3][..]), ("topic", &[1, 5]), ("main", &[2, 0]), ("lost", &[4])]);
    assert_eq!(groups.iter().map(|group| group.latest).collect::<Vec<_>>(), [3, 1, 2, 4]);
}

#[test]
fn each_key_groups_by_its_own_field() {
    let entry = AgentScan {
        service: Some("github".into()),
        repo_name: Some("org/app".into()),
        branch: Some("main".into()),
        commit_id: Some("c0ffee".into()),
        prompt: Some("bugs".into()),
        timestamp: Some("2024-01-01T23:30:00Z".into()),
        ..AgentScan::default()
    };
    for (name, expected) in [
        ("branch", "main"),
        ("prompt", "bugs"),
        ("commit_id", "c0ffee"),
        ("service", "github"),
        ("repo_name", "org/app"),
        ("day", "2024-01-01"),
    ] {
        let key = HistoryKey::from_name(name).unwrap();
        assert_eq!(group(std::slice::from_ref(&entry), &by(key))[0].key, expected);
        let empty = group(&[AgentScan::default()], &by(key));
        assert_eq!(plain(&empty), [("", &[0][..])], "an absent {name} is the empty key");
    }
    assert_eq!(HistoryKey::from_name("scan_id"), None);
}

#[test]
fn days_are_those_of_the_zone_asked_for() {
    let scans =
        [scan("2024-01-01T23:30:00Z", ""), scan("2024-01-02T00:30:00+01:00", ""), scan("2024-01-02T12:00:00Z", "")];
    let utc = group(&scans, &by(HistoryKey::Day));
    assert_eq!(plain(&utc), [("2024-01-02", &[2][..]), ("2024-01-01", &[0, 1])]);
    let east = group(&scans, &GroupOptions { by: HistoryKey::Day, utc_offset_minutes: 60 });
    assert_eq!(plain(&east), [("2024-01-02", &[2, 0, 1][..])]);
}

#[test]
fn i5_keys_that_javascript_objects_have_already_are_plain_keys() {
    let scans = [scan("2024-01-02", "__proto__"), scan("2024-01-01", "constructor"), scan("2024-01-01", "__proto__")];
    let latest = latest_by(&scans, HistoryKey::Branch);
    assert_eq!(latest, [("__proto__".to_owned(), 0), ("constructor".to_owned(), 1)]);
}

#[test]
fn keys_that_the_caller_has_group_like_fields() {
    let timestamps = [Some("2024-01-01"), None, Some("2024-01-02"), Some("2024-01-03")];
    let keys = ["a".to_owned(), "a".to_owned(), "b".to_owned()];
    let groups = group_keys(timestamps.into_iter(), &keys);
    assert_eq!(plain(&groups), [("", &[3][..]), ("b", &[2]), ("a", &[0, 1])]);
    let latest = latest_keys(timestamps.into_iter(), &keys);
    assert_eq!(latest, [(String::new(), 3), ("b".to_owned(), 2), ("a".to_owned(), 0)]);
}

#[test]
fn groups_cross_the_border_under_the_names_of_the_interface() {
    let groups = group(&[scan("2024-01-01", "main")], &by(HistoryKey::Branch));
    let expected = serde_json::json!([{ "key": "main", "scans": [0], "latest": 0 }]);
    assert_eq!(serde_json::to_value(groups).unwrap(), expected);
}

proptest! {
    #[test]
    fn groups_part_a_history_and_keep_its_order(entries in proptest::collection::vec((1_u32..20, 0_u32..5), 0..60)) {
        let scans: Vec<_> = entries.iter().map(|(day, branch)| scan(&format!("2024-01-{day:02}"), &branch.to_string())).collect();
        let sorted = permutation(&scans.iter().map(|scan| instant::parse(scan.timestamp.as_deref()?)).collect::<Vec<_>>(), Order::Newest);
        let groups = group(&scans, &by(HistoryKey::Branch));
        let mut seen = 0;
        for group in &groups {
            let key = |at: &u32| scans[*at as usize].branch.as_deref() == Some(group.key.as_str());
            let expected: Vec<u32> = sorted.iter().copied().filter(key).collect();
            prop_assert_eq!(&group.scans, &expected);
            prop_assert_eq!(group.latest, expected[0]);
            seen += expected.len();
        }
        prop_assert_eq!(seen, scans.len());
        let rank = |group: &Group| sorted.iter().position(|at| *at == group.latest);
        prop_assert!(groups.iter().map(rank).is_sorted());
    }
}
