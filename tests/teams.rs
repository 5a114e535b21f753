//! Team diffs and merges on real teams: each recorded class of change, and what people made of two edits.
//!
//! The records are found by `SCANFOLD_DATA`, else beside the repository; if they are absent these tests say so.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a record of another form fails its test")]

use scanfold::team::{InconsistencyKind, InconsistentIn, RenameKind, RoleChangeKind, TeamDiff, diff, merge};
use scanfold::wire::team::{Member, Team};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Records of a file, or `None` if the data is absent.
fn records(file: &str) -> Option<Vec<Json>> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let root = std::env::var_os("SCANFOLD_DATA").map_or_else(beside, PathBuf::from);
    let Ok(text) = std::fs::read_to_string(root.join("teams").join(file)) else {
        eprintln!("skipped: no teams/{file} in SCANFOLD_DATA or beside the repository");
        return None;
    };
    Some(serde_json::from_str(&text).unwrap())
}

fn texts(list: &Json) -> Vec<String> {
    list.as_array().unwrap().iter().map(|item| item.as_str().unwrap().to_owned()).collect()
}

/// A recorded state as the interface has it: leads are members with the role of a lead, and stand first.
fn team(state: &Json) -> Team {
    let member = |role: &'static str| {
        move |login| Member { user_login: login, role: Some(role.to_owned()), ..Member::default() }
    };
    let leads = texts(&state["leads"]);
    let members =
        leads.iter().cloned().map(member("lead")).chain(texts(&state["members"]).into_iter().map(member("member")));
    Team {
        id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301".to_owned(),
        description: state["desc"].as_str().map(str::to_owned),
        parent_team_id: state["parent"].as_str().map(str::to_owned),
        parent_is_null: state["parent"].is_null(),
        repositories: state["repos"].as_object().unwrap().keys().map(|name| format!("org/{name}")).collect(),
        members: members.collect(),
        team_leads: leads,
        ..Team::default()
    }
}

/// The classes of change that a diff reports, by the names of the records.
fn classes(diff: &TeamDiff) -> BTreeSet<&'static str> {
    let members = &diff.members;
    let role = |kind| members.role_changed.iter().any(|change| change.kind == kind);
    let field = |name: &str| diff.fields.iter().any(|change| serde_json::json!(change.field) == name);
    let found = [
        ("added", !members.added.is_empty()),
        ("removed", !members.removed.is_empty()),
        ("promoted", role(RoleChangeKind::Promoted)),
        ("demoted", role(RoleChangeKind::Demoted)),
        ("case_only", members.renamed.iter().any(|rename| rename.kind == RenameKind::LetterCase)),
        ("last_lead_lost", diff.last_lead_lost),
        ("parent_changed", field("parent_team_id")),
        ("description_changed", field("description")),
        ("repos_changed", !diff.repositories.added.is_empty() || !diff.repositories.removed.is_empty()),
        ("duplicate_before", has_duplicate_before(diff)),
    ];
    let mut classes: BTreeSet<_> = found.into_iter().filter(|(_, holds)| *holds).map(|(class, _)| class).collect();
    if classes.is_empty() && diff.unchanged && !diff.reordered.is_empty() {
        classes.insert("reorder_only");
    }
    classes
}

fn has_duplicate_before(diff: &TeamDiff) -> bool {
    let mut found = diff.inconsistencies.iter().zip(&diff.inconsistent_in);
    found.any(|(it, state)| it.kind == InconsistencyKind::DuplicateMember && *state != InconsistentIn::After)
}

/// Classes of the records that the diff is asked for.
const EXPECTED: [(&str, usize); 11] = [
    ("added", 93),
    ("removed", 161),
    ("case_only", 41),
    ("promoted", 46),
    ("demoted", 89),
    ("reorder_only", 40),
    ("last_lead_lost", 66),
    ("parent_changed", 42),
    ("description_changed", 46),
    ("repos_changed", 40),
    ("duplicate_before", 12),
];

/// The interface names repositories and not what a team may do in them, so a record where only permissions differ
/// holds a change that a diff cannot see.
fn only_permissions_differ(record: &Json) -> bool {
    let names = |state: &Json| state["repos"].as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    names(&record["before"]) == names(&record["after"]) && record["before"]["repos"] != record["after"]["repos"]
}

#[test]
fn every_recorded_class_of_change_is_reported_and_no_other() {
    let Some(records) = records("transitions.json") else { return };
    assert_eq!(records.len(), 481);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut permissions_only = 0;
    for (at, record) in records.iter().enumerate() {
        let diff = diff(&team(&record["before"]), &team(&record["after"]), &Default::default());
        let recorded = texts(&record["classes"]);
        let asked = EXPECTED.iter().map(|(class, _)| *class).filter(|class| recorded.iter().any(|it| it == class));
        let mut expected: BTreeSet<_> = asked.collect();
        for class in &expected {
            *counts.entry(*class).or_default() += 1;
        }
        if only_permissions_differ(record) {
            permissions_only += usize::from(expected.remove("repos_changed"));
        }
        assert_eq!(classes(&diff), expected, "record {at}: {:?}", diff.summary);
    }
    assert_eq!(counts, BTreeMap::from(EXPECTED));
    println!("481 transitions; {permissions_only} changes of repository permissions only, which the interface lacks");
}

#[test]
fn i9_diffs_of_real_teams_mirror_and_vanish() {
    let Some(records) = records("transitions.json") else { return };
    for record in &records {
        let (before, after) = (team(&record["before"]), team(&record["after"]));
        let (there, back) = (diff(&before, &after, &Default::default()), diff(&after, &before, &Default::default()));
        assert_eq!(there.members.added, back.members.removed);
        assert_eq!(there.members.removed, back.members.added);
        assert_eq!(there.unchanged, back.unchanged);
        assert_eq!(there.reordered, back.reordered);
        for team in [&before, &after] {
            let same = diff(team, team, &Default::default());
            assert!(
                same.unchanged && same.reordered.is_empty() && same.summary == ["no changes"],
                "{:?}",
                same.summary
            );
        }
    }
}

#[test]
fn merges_of_real_edits_equal_what_people_made() {
    let Some(records) = records("three-way.json") else { return };
    assert_eq!(records.len(), 41);
    let (mut same_members, mut same_order) = (0, 0);
    for record in &records {
        let [base, ours, theirs, made] = ["base", "ours", "theirs", "merged"].map(|state| team(&record[state]));
        let merged = merge(&base, &ours, &theirs);
        assert_eq!(merged.conflicts, [], "{}", record["team"]);
        let merged = Team::decode(merged.team.clone(), "").unwrap();
        same_members += usize::from(sorted(&merged) == sorted(&made));
        same_order += usize::from(merged == made);
    }
    println!("41 merges; {same_members} equal but for order, {same_order} equal in order too");
    // In the one that differs, people kept a member whom one side had removed and the other had not touched.
    assert_eq!(same_members, 40);
}

/// Everything of a team, its lists sorted.
fn sorted(team: &Team) -> Team {
    let mut team = team.clone();
    team.members.sort_by(|a, b| (&a.user_login, &a.role).cmp(&(&b.user_login, &b.role)));
    team.team_leads.sort();
    team.repositories.sort();
    team
}
