//! Which fields count as changed.

use super::*;
use crate::team::samples::team;

fn changed(before: &Team, after: &Team) -> Vec<FieldName> {
    changes(before, after, LoginMatching::Folded).into_iter().map(|change| change.field).collect()
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn every_field_of_the_interface_is_compared_in_the_order_of_the_types() {
    let after = Team {
        name: "Other".to_owned(),
        description: some("d"),
        color: some("#000000"),
        parent_team_id: some("p"),
        created_by: some("ann"),
        is_active: Some(false),
        ..team("")
    };
    use FieldName::{Color, CreatedBy, Description, IsActive, Name, ParentTeamId};
    assert_eq!(changed(&team(""), &after), [Name, Description, Color, ParentTeamId, IsActive, CreatedBy]);
    assert_eq!(changed(&after, &team("")), [Name, Description, Color, ParentTeamId, IsActive, CreatedBy]);
    assert_eq!(changed(&after, &after), []);
}

#[test]
fn values_are_given_with_null_for_what_is_absent() {
    let after = Team { is_active: None, description: some(""), ..team("") };
    let plain = serde_json::to_value(changes(&team(""), &after, LoginMatching::Folded)).unwrap();
    let expected = serde_json::json!([
        { "field": "description", "before": null, "after": "" },
        { "field": "is_active", "before": true, "after": null },
    ]);
    assert_eq!(plain, expected);
}

#[test]
fn names_and_descriptions_compare_exactly() {
    assert_eq!(changed(&team(""), &Team { name: "backend".to_owned(), ..team("") }), [FieldName::Name]);
    let described = |text| Team { description: some(text), ..team("") };
    assert_eq!(changed(&described("a"), &described("A")), [FieldName::Description]);
}

#[test]
fn colours_compare_without_letter_case() {
    let colored = |text| Team { color: some(text), ..team("") };
    assert_eq!(changed(&colored("#ABCDEF"), &colored(" #abcdef")), []);
    assert_eq!(changed(&colored("#abcdef "), &colored("#ABCDEF")), []);
    assert_eq!(changed(&colored("#ABCDEF"), &colored("#abcdee")), [FieldName::Color]);
}

#[test]
fn a_parent_that_is_null_is_none() {
    assert_eq!(changed(&team(""), &Team { parent_is_null: true, ..team("") }), []);
}

#[test]
fn parents_compare_without_letter_case_where_they_are_uuids() {
    let child = |text: &str| Team { parent_team_id: some(text), ..team("") };
    let uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    assert_eq!(changed(&child(uuid), &child(&uuid.to_uppercase())), []);
    assert_eq!(changed(&child(uuid), &child("3f2504e0-4f89-41d3-9a0c-0305e82c3302")), [FieldName::ParentTeamId]);
    assert_eq!(changed(&child("team-a"), &child("Team-A")), [FieldName::ParentTeamId]);
}

#[test]
fn creators_compare_as_logins_do() {
    let created = |text| Team { created_by: some(text), ..team("") };
    assert_eq!(changed(&created("Ann"), &created("ann")), []);
    assert_eq!(changes(&created("Ann"), &created("ann"), LoginMatching::CaseSensitive).len(), 1);
    assert_eq!(changed(&created("ann"), &created("bob")), [FieldName::CreatedBy]);
}

#[test]
fn when_a_team_was_made_or_written_is_no_change() {
    let after = Team { created_at: some("2024-01-01"), updated_at: some("2024-01-02"), ..team("") };
    assert_eq!(changed(&team(""), &after), []);
}
