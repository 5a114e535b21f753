//! What a removal is said to mean.

use super::*;
use crate::team::samples::{member, team, texts};

fn codes(team: &Team, login: &str) -> Vec<WarningCode> {
    assess_removal(team, login, None).warnings.into_iter().map(|warning| warning.code).collect()
}

fn listed(logins: &[&str]) -> Team {
    Team { members: logins.iter().map(|login| member(login, "member")).collect(), ..team("") }
}

#[test]
fn an_ordinary_removal_has_no_warnings() {
    for state in ["*ann bob", "*ann bob carl", "*ann bob carl dan"] {
        let assessment = assess_removal(&team(state), "bob", Some("ann"));
        assert!(assessment.allowed && assessment.warnings.is_empty(), "{state}");
        assert_eq!(assessment.member, Some(member("bob", "member")));
    }
}

#[test]
fn a_login_that_nobody_has_cannot_be_removed() {
    for login in ["zoe", "", " ", "bo b"] {
        let assessment = assess_removal(&team("*ann bob"), login, None);
        assert_eq!((assessment.allowed, assessment.member), (false, None));
        assert_eq!(assessment.warnings[0].code, WarningCode::NotAMember, "{login}");
    }
    let assessment = assess_removal(&team(""), "ann", None);
    assert_eq!(assessment.warnings.len(), 1, "an empty team has no last member");
}

#[test]
fn i11_a_lead_who_is_no_member_is_not_removed() {
    let state = Team { team_leads: texts(&["zoe"]), ..team("bob") };
    assert_eq!(codes(&state, "zoe"), [WarningCode::NotAMember]);
}

#[test]
fn letter_case_and_white_space_do_not_hide_a_member() {
    let assessment = assess_removal(&team("*ann Bob carl"), " BOB", None);
    assert_eq!((assessment.allowed, assessment.member), (true, Some(member("Bob", "member"))));
    assert_eq!(assessment.warnings, []);
}

#[test]
fn c19_a_login_listed_twice_is_ambiguous() {
    let same = listed(&["ann", "bob", "bob", "c", "d", "e", "f", "g"]);
    let assessment = assess_removal(&same, "Bob", None);
    assert_eq!((assessment.allowed, assessment.warnings[0].code), (true, WarningCode::AmbiguousLogin));
    let spellings = listed(&["ann", "bob", "Bob", "c", "d", "e", "f", "g"]);
    assert_eq!(assess_removal(&spellings, "Bob", None).member, Some(member("Bob", "member")), "the exact spelling");
    let repeated =
        Team { members: vec![member("Bob", "member"), member("bob", "member"), member("bob", "lead")], ..team("") };
    assert_eq!(assess_removal(&repeated, "bob", None).member, Some(member("bob", "lead")), "of one spelling who leads");
    let neither = assess_removal(&spellings, "BOB", None);
    assert_eq!((neither.allowed, neither.member), (false, None));
    assert_eq!(codes(&spellings, "BOB"), [WarningCode::AmbiguousLogin]);
}

#[test]
fn the_last_lead_is_the_last_by_list_and_by_role() {
    assert_eq!(codes(&team("*ann bob"), "ann"), [WarningCode::LastLead]);
    assert_eq!(codes(&team("*ann *bob"), "ann"), []);
    assert_eq!(codes(&team("*ann bob"), "bob"), []);
    assert_eq!(codes(&team("ann bob"), "ann"), [], "nobody leads");
    let by_list = Team { team_leads: texts(&["ANN"]), ..team("ann bob") };
    assert_eq!(codes(&by_list, "ann"), [WarningCode::LastLead]);
    let by_role = Team { team_leads: vec![], ..team("*ann bob") };
    assert_eq!(codes(&by_role, "ann"), [WarningCode::LastLead]);
    let one_by_each =
        Team { team_leads: texts(&["bob"]), members: vec![member("ann", "lead"), member("bob", "member")], ..team("") };
    assert_eq!(codes(&one_by_each, "ann"), []);
    let beside_a_stranger = Team { team_leads: texts(&["ann", "ghost"]), ..team("*ann bob") };
    assert_eq!(codes(&beside_a_stranger, "ann"), [WarningCode::LastLead], "who is no member leads nobody");
}

#[test]
fn j21_the_last_member_may_be_removed_with_a_warning() {
    assert_eq!(codes(&team("ann"), "ann"), [WarningCode::LastMember]);
    assert_eq!(codes(&team("*ann"), "ann"), [WarningCode::LastLead, WarningCode::LastMember]);
    assert!(assess_removal(&team("*ann"), "ann", None).allowed);
    assert_eq!(codes(&listed(&["ann", "Ann"]), "ann"), [WarningCode::AmbiguousLogin, WarningCode::LastMember]);
}

#[test]
fn removing_oneself_is_said() {
    let warned =
        |own| assess_removal(&team("*ann bob"), "bob", own).warnings.iter().any(|it| it.code == WarningCode::Own);
    assert!(warned(Some("BOB")) && !warned(Some("ann")) && !warned(None));
}

#[test]
fn an_inactive_team_is_said_to_be_one() {
    let state = |is_active| Team { is_active, ..team("*ann bob") };
    assert_eq!(codes(&state(Some(false)), "bob"), [WarningCode::InactiveTeam]);
    assert_eq!(codes(&state(None), "bob"), [], "not said is not inactive");
}

#[test]
fn a_removal_of_more_than_a_quarter_of_the_entries_is_large() {
    assert!(codes(&listed(&["a", "b", "c", "c"]), "c").contains(&WarningCode::LargeRemoval));
    assert!(codes(&listed(&["a", "b", "d", "e", "f", "c", "c"]), "c").contains(&WarningCode::LargeRemoval));
    assert!(
        !codes(&listed(&["a", "b", "d", "e", "f", "g", "c", "c"]), "c").contains(&WarningCode::LargeRemoval),
        "a quarter"
    );
    assert!(!codes(&listed(&["a", "c", "c"]), "c").contains(&WarningCode::LargeRemoval), "small teams");
    assert!(!codes(&listed(&["a", "b", "c", "d"]), "c").contains(&WarningCode::LargeRemoval));
}

#[test]
fn an_assessment_crosses_the_border_under_the_names_of_the_interface() {
    let twice = Team { is_active: Some(false), members: vec![member("ann", "lead"); 4], ..team("") };
    let plain = serde_json::to_value(assess_removal(&twice, "ann", Some("ann"))).unwrap();
    let codes: Vec<_> = plain["warnings"].as_array().unwrap().iter().map(|it| it["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["ambiguous_login", "last_lead", "last_member", "self", "inactive_team", "large_removal"]);
    assert!(plain["warnings"].as_array().unwrap().iter().all(|it| it["message"].as_str().unwrap().ends_with('.')));
    assert_eq!(plain["member"], serde_json::json!({ "user_login": "ann", "role": "lead" }));
    let plain = serde_json::to_value(assess_removal(&team("ann"), "bob", None)).unwrap();
    let expected = serde_json::json!({
        "allowed": false, "member": null,
        "warnings": [{ "code": "not_a_member", "message": "Nobody among this team's members has this login." }],
    });
    assert_eq!(plain, expected);
}
