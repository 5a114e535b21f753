//! Which changes a comparison lists: those of the comparison of everything that match, in order, up to a limit.

use super::many::{filters, rows as many_rows};
use super::*;

/// A later scan of the same findings: some are gone, some differ, and new ones come between them; all in turn or backwards.
fn rescan(before: &[Value], new: Vec<Value>, fates: &[u8]) -> Vec<Value> {
    let mut new = new.into_iter();
    let mut after = Vec::new();
    for (row, fate) in before.iter().zip(fates.iter().cycle()) {
        let mut row = row.clone();
        match fate % 5 {
            0 => after.extend(new.next()),
            1 => row["severity"] = "critical".into(),
            2 => row["fixed_version"] = "7".into(),
            3 => row["public_exploit"] = serde_json::json!({ "known": true }),
            _ => {}
        }
        after.extend((fate % 5 > 0).then_some(row));
    }
    after.extend(new);
    if !fates.len().is_multiple_of(2) {
        after.reverse();
    }
    after
}

struct Expected<'a> {
    filter: &'a Filter,
    sort: Option<&'a [Sort]>,
    limit: Option<usize>,
}

impl Expected<'_> {
    /// How many of a list there are, and which are listed. `row` says which finding counts.
    fn list<T: Copy>(&self, all: &[T], plain: &[Plain], row: fn(T) -> u32) -> (u32, Vec<T>) {
        let finding = |item: T| &plain[row(item) as usize];
        let mut list = all.to_vec();
        list.retain(|item| finding(*item).refusals(self.filter).is_empty());
        let count = list.len() as u32;
        if let Some(sort) = self.sort {
            list.sort_by(|a, b| compare_all(finding(*a), finding(*b), sort));
        }
        list.truncate(self.limit.unwrap_or(usize::MAX));
        (count, list)
    }
}

fn check(before: &(Scan, Vec<Plain>), after: &(Scan, Vec<Plain>), ignore_image: bool, expected: &Expected) {
    let whole = DiffOptions { ignore_image, ..DiffOptions::default() };
    let Expected { filter, sort, limit } = *expected;
    let options = DiffOptions { filter: filter.clone(), sort: sort.map(<[Sort]>::to_vec), limit, ..whole.clone() };
    let diff = |options: &DiffOptions| after.0.diff(&before.0, options).unwrap().unwrap();
    let (all, some) = (diff(&whole), diff(&options));
    let (added, added_rows) = expected.list(&all.added, &after.1, |row| row);
    let (resolved, resolved_rows) = expected.list(&all.resolved, &before.1, |row| row);
    let pairs = |list: &[(u32, u32)]| expected.list(list, &after.1, |(_, row)| row);
    let (severity_changed, severity_pairs) = pairs(&all.severity_changed);
    let (became_fixable, fixable_pairs) = pairs(&all.became_fixable);
    let (exploit_became_known, exploit_pairs) = pairs(&all.exploit_became_known);
    let counts = ChangeCounts { added, resolved, severity_changed, became_fixable, exploit_became_known };
    assert_eq!(some.counts, counts);
    assert_eq!((&some.added, &some.resolved), (&added_rows, &resolved_rows));
    assert_eq!(some.severity_changed, severity_pairs);
    assert_eq!(some.became_fixable, fixable_pairs);
    assert_eq!(some.exploit_became_known, exploit_pairs);
    assert_eq!(some.matched_by, all.matched_by);
    assert_eq!(some.persisting + added, matching(&after.1, filter).len() as u32);
    let severities = |list: &[u32], plain: &[Plain]| {
        let matching =
            list.iter().map(|row| &plain[*row as usize]).filter(|finding| finding.refusals(filter).is_empty());
        counts_of(&matching.collect::<Vec<_>>())
    };
    let (came, went) = (severities(&all.added, &after.1), severities(&all.resolved, &before.1));
    let differences = came.iter().zip(went).map(|(came, went)| i64::from(*came) - i64::from(went));
    assert!(some.delta.in_order().into_iter().eq(differences));
}

fn counts_of(findings: &[&Plain]) -> [u32; 5] {
    let SeverityCounts { critical, high, medium, low, unknown } = counts(findings);
    [critical, high, medium, low, unknown]
}

#[test]
fn of_many_changes_those_are_listed_that_match_in_order() {
    let before = many_rows();
    let new = before.iter().step_by(6).map(|row| {
        let mut row = row.clone();
        row["uid"] = format!("new {}", row["uid"]).into();
        row["id"] = format!("NEW-{}", row["id"]).into();
        row
    });
    let after = rescan(&before, new.collect(), &[1, 0, 4, 2, 4, 3, 0]);
    let (before, after) = (scan(&before), scan(&after));
    let by = |by: SortKey, descending: bool| Sort { by, descending };
    let sorts = [None, Some(vec![]), Some(vec![by(SortKey::Kind, true), by(SortKey::Title, false)])];
    for filter in filters() {
        for (sort, limit) in sorts.iter().zip([Some(100), Some(700), None]) {
            check(&before, &after, false, &Expected { filter: &filter, sort: sort.as_deref(), limit });
        }
    }
}

proptest! {
    #[test]
    fn changes_are_listed_of_findings_that_match_in_order_up_to_a_limit(
        before in rows(),
        new in rows(),
        fates in prop::collection::vec(any::<u8>(), 1..24),
        ignore_image in any::<bool>(),
        filter in filter(),
        sort in prop::option::of(prop::collection::vec(sort_key(), 0..3)),
        limit in prop::option::of(0usize..6),
    ) {
        let after = scan(&rescan(&before, new, &fates));
        let expected = Expected { filter: &filter, sort: sort.as_deref(), limit };
        check(&scan(&before), &after, ignore_image, &expected);
    }
}
