//! What is evidence for one person under two logins.

use super::*;

fn person(login: &str, name: &str, joined_at: &str) -> Member {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Member { user_login: login.to_owned(), user_name: some(name), joined_at: some(joined_at), ..Member::default() }
}

/// Logins of the pairs with their evidence.
fn pairs(removed: &[Member], added: &[Member]) -> Vec<(String, String, Vec<Evidence>)> {
    pairs_beside(removed, added, &[])
}

/// The same if these members stay.
fn pairs_beside(removed: &[Member], added: &[Member], kept: &[&Member]) -> Vec<(String, String, Vec<Evidence>)> {
    let pairs = possible_renames(removed, added, kept).into_iter();
    pairs.map(|pair| (pair.before.user_login, pair.after.user_login, pair.because)).collect()
}

fn pair(before: &str, after: &str, because: &[Evidence]) -> (String, String, Vec<Evidence>) {
    (before.to_owned(), after.to_owned(), because.to_vec())
}

#[test]
fn a_shared_display_name_is_evidence_in_any_letter_case() {
    let found = pairs(&[person("ann", "Ann Archer", "")], &[person("archer", " ann archer", "")]);
    assert_eq!(found, [pair("ann", "archer", &[Evidence::UserName])]);
}

#[test]
fn a_shared_instant_of_joining_is_evidence_in_any_zone() {
    let found =
        pairs(&[person("ann", "A", "2024-01-01T01:00:00+01:00")], &[person("new", "B", "2024-01-01T00:00:00Z")]);
    assert_eq!(found, [pair("ann", "new", &[Evidence::JoinedAt])]);
}

#[test]
fn both_together_are_said() {
    let found = pairs(&[person("ann", "A", "2024-01-01")], &[person("new", "a", "2024-01-01T00:00:00Z")]);
    assert_eq!(found, [pair("ann", "new", &[Evidence::UserName, Evidence::JoinedAt])]);
}

#[test]
fn nothing_in_common_suggests_nothing() {
    assert_eq!(pairs(&[person("a", "", "")], &[person("b", "", "")]), []);
    assert_eq!(
        pairs(&[person("a", " ", "soon")], &[person("b", "  ", "soon")]),
        [],
        "unreadable instants are not equal"
    );
    assert_eq!(pairs(&[person("a", "A", "2024-01-01")], &[person("b", "B", "2024-01-02")]), []);
}

#[test]
fn evidence_that_several_share_proves_nothing() {
    let twins = [person("a", "Sam", "2024-01-01"), person("b", "Sam", "2024-01-01")];
    assert_eq!(pairs(&twins, &[person("c", "Sam", "2024-01-01")]), []);
    assert_eq!(pairs(&[person("c", "Sam", "2024-01-01")], &twins), []);
}

#[test]
fn of_namesakes_the_instant_of_joining_tells_who_is_who() {
    let removed = [person("a", "Sam", "2024-01-01"), person("b", "Sam", "2024-01-02")];
    let added = [person("y", "Sam", "2024-01-02"), person("x", "Sam", "2024-01-01")];
    let both = [Evidence::UserName, Evidence::JoinedAt];
    assert_eq!(pairs(&removed, &added), [pair("a", "x", &both), pair("b", "y", &both)]);
}

#[test]
fn a_name_with_its_instant_is_one_evidence_where_each_is_shared() {
    let removed =
        [person("a", "Sam", "2024-01-01"), person("b", "Sam", "2024-01-02"), person("c", "Tom", "2024-01-01")];
    let added = [person("x", "Sam", "2024-01-01"), person("y", "Sam", "2024-01-02"), person("z", "Tim", "2024-01-01")];
    let both = [Evidence::UserName, Evidence::JoinedAt];
    let expected = [pair("a", "x", &both), pair("b", "y", &both), pair("c", "z", &[Evidence::JoinedAt])];
    assert_eq!(pairs(&removed, &added), expected);
}

#[test]
fn digits_of_a_name_are_none_of_the_instant() {
    let before = person("old", "1b", "2024-01-01T00:00:00Z");
    let after = person("new", "b", "2024-01-01T00:00:00.0000000000000000001Z");
    assert_eq!(pairs(&[before], &[after]), []);
}

#[test]
fn a_name_outweighs_an_instant() {
    let removed = [person("a", "Ann", "2024-01-01"), person("b", "", "2024-01-02")];
    let added = [person("x", "Ann", "2024-01-02"), person("y", "Yan", "2024-01-01")];
    assert_eq!(pairs(&removed, &added), [pair("a", "x", &[Evidence::UserName])]);
}

#[test]
fn who_is_left_over_may_still_be_found_by_the_instant() {
    let removed = [person("a", "Ann", "2024-01-01"), person("b", "Bob", "2024-01-01")];
    let added = [person("x", "Ann", "2024-01-05"), person("y", "Bert", "2024-01-01")];
    assert_eq!(pairs(&removed, &added), [pair("a", "x", &[Evidence::UserName]), pair("b", "y", &[Evidence::JoinedAt])]);
}

#[test]
fn what_somebody_who_stayed_has_too_pairs_nobody_but_is_told_of_a_pair() {
    let (removed, added) = ([person("a", "Sam", "2024-01-01")], [person("x", "Sam", "2024-01-01")]);
    let (namesake, colleague) = (person("s", "sam", ""), person("c", "", "2024-01-01T01:00:00+01:00"));
    let twin = person("t", "Sam", "2024-01-01");
    let both = [Evidence::UserName, Evidence::JoinedAt];
    assert_eq!(pairs_beside(&removed, &added, &[&namesake]), [pair("a", "x", &both)]);
    assert_eq!(pairs_beside(&removed, &added, &[&colleague]), [pair("a", "x", &both)]);
    assert_eq!(pairs_beside(&removed, &added, &[&namesake, &colleague]), [pair("a", "x", &both)]);
    assert_eq!(pairs_beside(&removed, &added, &[&twin]), []);
    assert_eq!(pairs_beside(&[person("a", "Ann", "2024-01-01")], &added, &[&colleague]), []);
}
