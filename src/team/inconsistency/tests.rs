//! Which contradictions of a team are found, and in which state.

use super::*;
use crate::team::samples::{member, team, texts};
use crate::team::{DiffOptions, diff};

fn found(before: &Team, after: &Team) -> Vec<(InconsistencyKind, String, InconsistentIn)> {
    let found = between(before, after, LoginMatching::Folded).into_iter();
    found.map(|(it, state)| (it.kind, it.user_login, state)).collect()
}

fn one(team: &Team) -> Vec<(InconsistencyKind, String)> {
    found(team, team).into_iter().map(|(kind, login, _)| (kind, login)).collect()
}

#[test]
fn i11_a_lead_who_was_removed_but_is_still_listed_is_reported() {
    let after = Team { team_leads: texts(&["Ann"]), ..team("bob") };
    let expected = [(InconsistencyKind::LeadNotMember, "Ann".to_owned(), InconsistentIn::After)];
    assert_eq!(found(&team("*ann bob"), &after), expected);
    let twice = Team { team_leads: texts(&["ANN", "Ann"]), ..team("bob") };
    assert_eq!(one(&twice), [(InconsistencyKind::LeadNotMember, "ANN".to_owned())], "spelled as the first time");
}

#[test]
fn list_and_role_that_disagree_are_told_apart() {
    let listed = Team { team_leads: texts(&["ANN"]), ..team("ann") };
    assert_eq!(one(&listed), [(InconsistencyKind::LeadRoleMissing, "ann".to_owned())]);
    let by_role = Team { team_leads: vec![], ..team("*ann") };
    assert_eq!(one(&by_role), [(InconsistencyKind::RoleWithoutLead, "ann".to_owned())]);
    assert_eq!(one(&team("*ann bob")), []);
}

#[test]
fn c19_members_listed_twice_are_reported_once_in_the_first_spelling() {
    let twice =
        Team { members: vec![member("Ann", "member"), member("ann", "member"), member("ANN", "member")], ..team("") };
    assert_eq!(one(&twice), [(InconsistencyKind::DuplicateMember, "Ann".to_owned())]);
    let case_sensitive = between(&twice, &twice, LoginMatching::CaseSensitive);
    assert_eq!(case_sensitive, []);
}

#[test]
fn one_entry_with_the_role_is_enough() {
    let members = vec![member("ann", "member"), member("ann", "lead")];
    let twice = Team { members, team_leads: texts(&["ann"]), ..team("") };
    assert_eq!(one(&twice), [(InconsistencyKind::DuplicateMember, "ann".to_owned())]);
}

#[test]
fn findings_stand_by_login_and_say_in_which_state_they_are() {
    let before = Team { team_leads: texts(&["a", "c"]), ..team("") };
    let after = Team { team_leads: texts(&["b", "C"]), ..team("") };
    use InconsistencyKind::LeadNotMember;
    let expected = [
        (LeadNotMember, "a".to_owned(), InconsistentIn::Before),
        (LeadNotMember, "b".to_owned(), InconsistentIn::After),
        (LeadNotMember, "C".to_owned(), InconsistentIn::Both),
    ];
    assert_eq!(found(&before, &after), expected);
}

#[test]
fn an_inconsistency_crosses_the_border_under_the_names_of_the_interface() {
    let listed = Team { team_leads: texts(&["ann"]), ..team("") };
    let plain = serde_json::to_value(diff(&team(""), &listed, &DiffOptions::default())).unwrap();
    assert_eq!(plain["inconsistencies"], serde_json::json!([{ "kind": "lead_not_member", "user_login": "ann" }]));
    assert_eq!(plain["inconsistentIn"], serde_json::json!(["after"]));
}
