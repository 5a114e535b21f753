//! What a diff reports, what it does not call a change, and the laws that hold for all teams.

use super::*;
use crate::json::Value;
use crate::team::samples::{any_team, any_team_with_repeats, member, team, texts};
use crate::team::{Evidence, FieldName, InconsistencyKind, InconsistentIn, RenameKind, RoleChangeKind};
use crate::wire::team::Member;
use proptest::prelude::*;

fn compare(before: &Team, after: &Team) -> TeamDiff {
    diff(before, after, &DiffOptions::default())
}

fn logins(members: &[Member]) -> Vec<&str> {
    members.iter().map(|member| member.user_login.as_str()).collect()
}

#[test]
fn added_and_removed_members_stand_by_folded_login() {
    let diff = compare(&team("ann Zoe bob"), &team("ann Dan carl"));
    assert_eq!(logins(&diff.members.added), ["carl", "Dan"]);
    assert_eq!(logins(&diff.members.removed), ["bob", "Zoe"]);
    assert!(!diff.unchanged);
}

#[test]
fn i10_a_role_change_is_one_change() {
    let diff = compare(&team("*ann bob carl"), &team("ann *bob carl"));
    let roles: Vec<_> = diff
        .members
        .role_changed
        .iter()
        .map(|it| (it.member.user_login.as_str(), it.from.as_str(), it.to.as_str(), it.kind))
        .collect();
    let expected =
        [("ann", "lead", "member", RoleChangeKind::Demoted), ("bob", "member", "lead", RoleChangeKind::Promoted)];
    assert_eq!(roles, expected);
    assert!(diff.members.added.is_empty() && diff.members.removed.is_empty());
    assert_eq!((diff.leads.added, diff.leads.removed), (texts(&["bob"]), texts(&["ann"])));
}

#[test]
fn roles_the_interface_does_not_know_change_without_a_direction() {
    for (from, to) in [("guest", "lead"), ("lead", "guest"), ("member", "guest"), ("guest", "member")] {
        let state = |role| Team { members: vec![member("ann", role)], ..team("") };
        assert_eq!(
            compare(&state(from), &state(to)).members.role_changed[0].kind,
            RoleChangeKind::Changed,
            "{from} {to}"
        );
    }
}

#[test]
fn roles_have_a_direction_in_any_letter_case() {
    let state = |role| Team { members: vec![member("ann", role)], ..team("") };
    for (from, to, kind) in [("Member", "LEAD", RoleChangeKind::Promoted), ("Lead", "MEMBER", RoleChangeKind::Demoted)]
    {
        assert_eq!(compare(&state(from), &state(to)).members.role_changed[0].kind, kind, "{from} {to}");
    }
}

#[test]
fn a_member_without_a_role_has_the_default_one() {
    let unsaid = Team { members: vec![Member { role: None, ..member("ann", "") }], ..team("") };
    let blank = Team { members: vec![member("ann", " ")], ..team("") };
    for state in [unsaid, blank] {
        assert!(compare(&state, &team("ann")).unchanged);
        let promotion = &compare(&state, &team("*ann")).members.role_changed[0];
        assert_eq!((promotion.from.as_str(), promotion.kind), ("member", RoleChangeKind::Promoted));
    }
    assert!(compare(&team("*ann"), &Team { members: vec![member("ann", "LEAD ")], ..team("*ann") }).unchanged);
}

#[test]
fn i10_order_and_letter_case_are_reported_and_are_no_change() {
    let before = Team { tags: texts(&["a", "b"]), repositories: texts(&["o/a", "O/B"]), ..team("*ann *bob carl") };
    let after = Team { tags: texts(&["b", "a"]), repositories: texts(&["o/b", "o/a"]), ..team("*bob carl *Ann") };
    let diff = compare(&before, &after);
    assert!(diff.unchanged);
    assert_eq!(diff.reordered, [TeamList::Members, TeamList::TeamLeads, TeamList::Tags, TeamList::Repositories]);
    let rename = &diff.members.renamed[..];
    assert!(matches!(rename, [it] if it.before == "ann" && it.after == "Ann" && it.kind == RenameKind::LetterCase));
    assert_eq!(diff.summary, ["ann is now written Ann", "no changes"]);
}

#[test]
fn a_login_keeps_its_spelling_and_white_space_around_it_is_none() {
    let of = |login: &str| Team { members: vec![member(login, "member")], ..team("") };
    assert!(compare(&of("ann"), &of(" ann ")).members.renamed.is_empty());
    let diff = compare(&of(" ann"), &of("Ann"));
    let rename = &diff.members.renamed[0];
    assert_eq!((rename.before.as_str(), rename.after.as_str()), (" ann", "Ann"));
    assert_eq!(diff.summary, ["ann is now written Ann", "no changes"]);
}

#[test]
fn any_one_difference_is_a_change() {
    let state = |tags: &[&str], repositories: &[&str], leads: &[&str], members: &str| Team {
        tags: texts(tags),
        repositories: texts(repositories),
        team_leads: texts(leads),
        ..team(members)
    };
    let before = state(&["t"], &["o/r"], &["ann"], "ann bob");
    assert!(compare(&before, &before).unchanged);
    for other in [
        state(&[], &["o/r"], &["ann"], "ann bob"),
        state(&["t"], &[], &["ann"], "ann bob"),
        state(&["t"], &["o/r"], &[], "ann bob"),
        state(&["t"], &["o/r"], &["ann"], "ann"),
        Team { members: vec![member("ann", "member"), member("bob", "guest")], ..before.clone() },
        Team { name: "Other".to_owned(), ..before.clone() },
    ] {
        assert!(!compare(&before, &other).unchanged && !compare(&other, &before).unchanged, "{other:?}");
    }
}

#[test]
fn c19_a_lead_listed_twice_joins_and_leaves_once_in_the_first_spelling() {
    let twice = Team { team_leads: texts(&["Zed", "ZED"]), ..team("") };
    assert_eq!(compare(&team(""), &twice).leads.added, ["Zed"]);
    assert_eq!(compare(&twice, &team("")).leads.removed, ["Zed"]);
}

#[test]
fn c19_of_several_entries_that_lead_the_first_stands_for_the_person() {
    let named = |name: &str| Member { user_name: Some(name.to_owned()), ..member("ann", "lead") };
    let twice = Team { members: vec![member("ann", "member"), named("first"), named("second")], ..team("") };
    assert_eq!(compare(&team(""), &twice).members.added, [named("first")]);
}

#[test]
fn c19_of_several_entries_without_a_lead_the_first_stands_for_the_person() {
    let twice = Team { members: vec![member("Ann", "guest"), member("ann", "member")], ..team("") };
    let diff = compare(&team(""), &twice);
    assert_eq!((logins(&diff.members.added), diff.members.added[0].role.as_deref()), (vec!["Ann"], Some("guest")));
}

#[test]
fn joining_and_leaving_does_not_reorder_those_who_stay() {
    assert_eq!(compare(&team("ann bob carl"), &team("zoe ann carl dan")).reordered, []);
    assert_eq!(compare(&team("ann bob carl"), &team("carl zoe ann")).reordered, [TeamList::Members]);
}

#[test]
fn i10_a_display_name_alone_is_a_change_of_its_own() {
    let named = |name: Option<&str>| Team {
        members: vec![Member { user_name: name.map(str::to_owned), ..member("ann", "member") }],
        ..team("")
    };
    let diff = compare(&named(None), &named(Some("Ann A.")));
    assert!(!diff.unchanged && diff.members.added.is_empty() && diff.members.role_changed.is_empty());
    let rename = &diff.members.renamed[0];
    let plain = (diff.renamed_logins[0].as_str(), rename.before.as_str(), rename.after.as_str(), rename.kind);
    assert_eq!(plain, ("ann", "", "Ann A.", RenameKind::DisplayName));
}

#[test]
fn each_renamed_member_has_a_login() {
    let named = |login: &str, name: &str| Member { user_name: Some(name.to_owned()), ..member(login, "member") };
    let state = |members: &[Member]| Team { members: members.to_vec(), ..team("") };
    let before = state(&[named("ann", "A"), named("bob", "B"), named("cy", "C"), named("di", "D")]);
    let after = state(&[named("Ann", "Ann"), named("bob", "B"), named("cy", "Cy"), named("di", "D")]);
    let diff = compare(&before, &after);
    let kinds: Vec<_> = diff.members.renamed.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [RenameKind::LetterCase, RenameKind::DisplayName, RenameKind::DisplayName]);
    assert_eq!(diff.renamed_logins, ["Ann", "Ann", "cy"]);
}

#[test]
fn logins_are_told_apart_by_letter_case_only_where_asked_for() {
    let options = DiffOptions { case_sensitive_logins: true };
    let diff = diff(&team("*ann"), &team("*Ann"), &options);
    assert_eq!((logins(&diff.members.added), logins(&diff.members.removed)), (vec!["Ann"], vec!["ann"]));
    assert_eq!((diff.leads.added, diff.leads.removed), (texts(&["Ann"]), texts(&["ann"])));
    assert!(diff.members.renamed.is_empty() && !diff.last_lead_lost);
}

#[test]
fn i13_composed_and_decomposed_logins_are_two_people() {
    let diff = compare(&team("jos\u{e9}"), &team("jose\u{301}"));
    assert_eq!((diff.members.added.len(), diff.members.removed.len()), (1, 1));
}

#[test]
fn c19_a_member_listed_twice_is_reported_and_compared_once() {
    let twice = Team { members: vec![member("ann", "member"), member("Ann", "lead")], ..team("") };
    let diff = compare(&twice, &team("*ann"));
    assert_eq!(diff.members.role_changed, [], "the entry that leads counts");
    let found: Vec<_> = diff.inconsistencies.iter().map(|it| it.kind).zip(diff.inconsistent_in).collect();
    assert_eq!(
        found,
        [
            (InconsistencyKind::RoleWithoutLead, InconsistentIn::Before),
            (InconsistencyKind::DuplicateMember, InconsistentIn::Before)
        ]
    );
    assert!(compare(&twice, &twice).unchanged);
}

#[test]
fn c21_a_member_who_stays_after_a_removal_is_not_among_the_removed() {
    let before = team("*ann bob");
    assert_eq!(logins(&compare(&before, &before).members.removed), [""; 0]);
    assert_eq!(logins(&compare(&before, &team("*ann")).members.removed), ["bob"]);
}

#[test]
fn tags_compare_exactly_and_repositories_without_letter_case() {
    let before = Team { tags: texts(&["Web", "old"]), repositories: texts(&["Org/App", "org/old"]), ..team("") };
    let after = Team { tags: texts(&["web", "old", "new"]), repositories: texts(&[" org/app", "org/new"]), ..team("") };
    let diff = compare(&before, &after);
    assert_eq!((diff.tags.added, diff.tags.removed), (texts(&["new", "web"]), texts(&["Web"])));
    assert_eq!((diff.repositories.added, diff.repositories.removed), (texts(&["org/new"]), texts(&["org/old"])));
    assert!(!compare(&Team { tags: texts(&["a"]), ..team("") }, &team("")).unchanged);
    assert!(!compare(&Team { repositories: texts(&["o/a"]), ..team("") }, &team("")).unchanged);
}

#[test]
fn each_source_of_leads_is_shown_for_itself() {
    let listed = Team { team_leads: texts(&["bob"]), ..team("ann bob") };
    let diff = compare(&team("ann bob"), &listed);
    assert_eq!((diff.leads.added, diff.members.role_changed), (texts(&["bob"]), vec![]));
    assert_eq!(diff.inconsistencies[0].kind, InconsistencyKind::LeadRoleMissing);
    assert!(!diff.unchanged);
    let by_role = Team { members: vec![member("ann", "lead"), member("bob", "member")], ..team("") };
    let diff = compare(&team("ann bob"), &by_role);
    assert_eq!((diff.leads.added, diff.members.role_changed.len()), (vec![], 1));
    assert_eq!(diff.inconsistencies[0].kind, InconsistencyKind::RoleWithoutLead);
    let gone = compare(&listed, &team("ann bob"));
    assert!(!gone.unchanged && gone.leads.removed == ["bob"]);
}

#[test]
fn the_last_lead_is_lost_where_members_stay_without_one() {
    let lost = |before: &Team, after: &Team| compare(before, after).last_lead_lost;
    assert!(lost(&team("*ann bob"), &team("bob")));
    assert!(lost(&team("*ann bob"), &team("ann bob")));
    assert!(!lost(&team("*ann bob"), &team("*bob")));
    assert!(!lost(&team("ann bob"), &team("bob")));
    assert!(!lost(&team("*ann"), &team("")), "an empty team needs no lead");
    let by_role = Team { members: vec![member("ann", "lead")], ..team("") };
    assert!(!lost(&team("*ann bob"), &by_role), "a role is enough");
    let by_a_stranger = Team { team_leads: texts(&["ann"]), ..team("bob") };
    assert!(lost(&team("*ann bob"), &by_a_stranger), "who is no member leads nobody");
}

#[test]
fn possible_renames_are_suggested_and_not_applied() {
    let named = |login: &str| Member { user_name: Some("Ann".to_owned()), ..member(login, "member") };
    let state = |login| Team { members: vec![named(login)], ..team("") };
    let diff = compare(&state("ann"), &state("ann-new"));
    assert_eq!((diff.members.added.len(), diff.members.removed.len()), (1, 1));
    assert_eq!(diff.members.possible_renames[0].because, [Evidence::UserName]);
}

#[test]
fn a_name_that_somebody_who_stays_has_too_suggests_no_rename() {
    let named = |login: &str| Member { user_name: Some("Ann A.".to_owned()), ..member(login, "member") };
    let state = |logins: &[&str]| Team { members: logins.iter().map(|login| named(login)).collect(), ..team("") };
    assert_eq!(compare(&state(&["ann"]), &state(&["annie"])).members.possible_renames.len(), 1);
    assert_eq!(compare(&state(&["ann", "bob"]), &state(&["annie", "bob"])).members.possible_renames, []);
}

#[test]
fn a_diff_crosses_the_border_under_the_names_of_the_interface() {
    let before = Team { description: Some("old".to_owned()), ..team("*ann bob") };
    let after = Team { tags: texts(&["web"]), ..team("*ann *Bob carl") };
    let expected = serde_json::json!({
        "unchanged": false,
        "fields": [{ "field": "description", "before": "old", "after": null }],
        "members": {
            "added": [{ "user_login": "carl", "role": "member" }],
            "removed": [],
            "roleChanged": [{ "member": { "user_login": "Bob", "role": "lead" }, "from": "member", "to": "lead", "kind": "promoted" }],
            "renamed": [{ "before": "bob", "after": "Bob", "kind": "letter_case" }],
            "possibleRenames": [],
        },
        "leads": { "added": ["Bob"], "removed": [] },
        "tags": { "added": ["web"], "removed": [] },
        "repositories": { "added": [], "removed": [] },
        "reordered": [],
        "inconsistencies": [],
        "inconsistentIn": [],
        "renamedLogins": ["Bob"],
        "lastLeadLost": false,
        "summary": [
            "bob is now written Bob", "Bob promoted to lead", "carl added", "description: \"old\" → none", "tag web added",
            "1 added, 1 promoted, 1 field changed, 1 tag added",
        ],
    });
    assert_eq!(serde_json::to_value(compare(&before, &after)).unwrap(), expected);
}

/// Applies a diff; what it does not speak of (instants of joining, fields unknown to the interface) stays as it was.
fn apply(before: &Team, diff: &TeamDiff) -> Team {
    let mut team = before.clone();
    let key = |login: &str| LoginMatching::Folded.key(login);
    team.members
        .retain(|member| diff.members.removed.iter().all(|gone| key(&gone.user_login) != key(&member.user_login)));
    for member in &mut team.members {
        let is_meant = |login: &str| key(login) == key(&member.user_login);
        if let Some(change) = diff.members.role_changed.iter().find(|it| is_meant(&it.member.user_login)) {
            member.role = Some(change.to.clone());
        }
        let renamed = diff.members.renamed.iter().zip(&diff.renamed_logins);
        let mut names = renamed.filter(|(it, _)| it.kind == RenameKind::DisplayName);
        if let Some((rename, _)) = names.find(|(_, login)| is_meant(login)) {
            member.user_name = Some(rename.after.clone());
        }
    }
    team.members.extend(diff.members.added.iter().cloned());
    for (list, changes) in [(&mut team.tags, &diff.tags), (&mut team.repositories, &diff.repositories)] {
        list.retain(|name| !changes.removed.contains(name));
        list.extend(changes.added.iter().cloned());
    }
    team.team_leads.retain(|login| !diff.leads.removed.contains(login));
    team.team_leads.extend(diff.leads.added.iter().cloned());
    for change in &diff.fields {
        let text = change.after.as_str().map(str::to_owned);
        match change.field {
            FieldName::Name => team.name = text.unwrap(),
            FieldName::Description => team.description = text,
            FieldName::Color => team.color = text,
            FieldName::ParentTeamId => team.parent_team_id = text,
            FieldName::CreatedBy => team.created_by = text,
            FieldName::IsActive => {
                team.is_active = match change.after {
                    Value::Bool(flag) => Some(flag),
                    _ => None,
                }
            }
        }
    }
    team
}

proptest! {
    #[test]
    fn i9_a_team_compared_with_itself_is_unchanged(team in any_team_with_repeats()) {
        let diff = compare(&team, &team);
        prop_assert!(diff.unchanged && diff.fields.is_empty() && diff.reordered.is_empty() && diff.members.renamed.is_empty());
        prop_assert!(diff.inconsistent_in.iter().all(|state| *state == InconsistentIn::Both));
        prop_assert_eq!(diff.summary, texts(&["no changes"]));
    }

    #[test]
    fn i9_swapped_states_mirror_the_diff(a in any_team_with_repeats(), b in any_team_with_repeats()) {
        let (there, back) = (compare(&a, &b), compare(&b, &a));
        prop_assert_eq!(there.unchanged, back.unchanged);
        prop_assert_eq!(&there.members.added, &back.members.removed);
        prop_assert_eq!(&there.members.removed, &back.members.added);
        prop_assert_eq!(&there.leads.added, &back.leads.removed);
        prop_assert_eq!(&there.tags.added, &back.tags.removed);
        prop_assert_eq!(&there.repositories.removed, &back.repositories.added);
        prop_assert_eq!(&there.reordered, &back.reordered);
        let roles = |diff: &TeamDiff| diff.members.role_changed.iter().map(|it| (it.from.clone(), it.to.clone())).collect::<Vec<_>>();
        let mirrored: Vec<_> = roles(&back).into_iter().map(|(from, to)| (to, from)).collect();
        prop_assert_eq!(roles(&there), mirrored);
        let renames = |diff: &TeamDiff| diff.members.renamed.iter().map(|it| (it.before.clone(), it.after.clone())).collect::<Vec<_>>();
        let mirrored: Vec<_> = renames(&back).into_iter().map(|(from, to)| (to, from)).collect();
        prop_assert_eq!(renames(&there), mirrored);
        let mut pairs: Vec<_> = there.members.possible_renames.iter().map(|it| (it.before.user_login.clone(), it.after.user_login.clone())).collect();
        let mut mirrored: Vec<_> = back.members.possible_renames.iter().map(|it| (it.after.user_login.clone(), it.before.user_login.clone())).collect();
        pairs.sort();
        mirrored.sort();
        prop_assert_eq!(pairs, mirrored);
        let fields = |diff: &TeamDiff| diff.fields.iter().map(|it| (it.field, it.before.clone(), it.after.clone())).collect::<Vec<_>>();
        let mirrored: Vec<_> = fields(&back).into_iter().map(|(field, from, to)| (field, to, from)).collect();
        prop_assert_eq!(fields(&there), mirrored);
        let flipped = |state| match state { InconsistentIn::Before => InconsistentIn::After, InconsistentIn::After => InconsistentIn::Before, InconsistentIn::Both => InconsistentIn::Both };
        let found = |diff: &TeamDiff| diff.inconsistencies.iter().zip(&diff.inconsistent_in).map(|(it, state)| (it.kind, it.user_login.to_lowercase(), *state)).collect::<Vec<_>>();
        let mirrored: Vec<_> = found(&back).into_iter().map(|(kind, login, state)| (kind, login, flipped(state))).collect();
        prop_assert_eq!(found(&there), mirrored);
    }

    #[test]
    fn i9_a_diff_applied_gives_the_other_state_up_to_order_and_case(a in any_team(), b in any_team()) {
        let applied = apply(&a, &compare(&a, &b));
        let left = compare(&applied, &b);
        prop_assert!(left.unchanged, "{:?}", left.summary);
        prop_assert_eq!(applied.members.len(), b.members.len());
    }
}
