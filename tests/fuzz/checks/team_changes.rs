//! What changed between two states of a team, told twice: by the library, and by looking for each key in plain lists.

use super::edits::plain;
use super::logins_of_teams::{Key, folded_text, is_same_team, people, role};
use super::{leads_of_teams, possible_renames};
use scanfold::team::{DiffOptions, ListChanges, RoleChangeKind, TeamDiff, TeamList, diff};
use scanfold::wire::team::{Member, Team};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A diff is what the guide says, and backwards its mirror.
pub fn check(before: &Team, after: &Team) {
    for case_sensitive_logins in [false, true] {
        let options = DiffOptions { case_sensitive_logins };
        let (forth, back) = (diff(before, after, &options), diff(after, before, &options));
        let key: Key = if case_sensitive_logins { |login| login.trim().to_owned() } else { folded_text };
        check_members(before, after, &forth, key);
        check_lists(before, after, &forth, key);
        check_fields(before, after, &forth, key);
        leads_of_teams::check(before, after, &forth, key);
        check_mirror(&forth, &back);
        let last = forth.summary.last().expect("there is a total");
        assert_eq!(["no changes", "nothing else differs"].contains(&last.as_str()), forth.unchanged, "{forth:?}");
        assert!(
            forth.summary.iter().all(|line| !line.contains(|c: char| c.is_control() || c == '\u{202e}')),
            "{forth:?}"
        );
    }
}

fn check_members(before: &Team, after: &Team, told: &TeamDiff, key: Key) {
    let (then, now) = (people(before, key), people(after, key));
    let missing = |from: &BTreeMap<String, &Member>, other: &BTreeMap<String, &Member>| -> Vec<Member> {
        from.iter().filter(|(key, _)| !other.contains_key(*key)).map(|(_, member)| (*member).clone()).collect()
    };
    assert_eq!(told.members.added, missing(&now, &then));
    assert_eq!(told.members.removed, missing(&then, &now));
    let stayed: Vec<[&Member; 2]> = now.iter().filter_map(|(key, now)| Some([*then.get(key)?, *now])).collect();

    let changed = stayed.iter().filter(|[then, now]| folded_text(role(then)) != folded_text(role(now)));
    let changes: Vec<_> =
        told.members.role_changed.iter().map(|it| (&it.member, it.from.as_str(), it.to.as_str(), it.kind)).collect();
    let expected: Vec<_> =
        changed.map(|[then, now]| (*now, role(then), role(now), kind(role(then), role(now)))).collect();
    assert_eq!(changes, expected);

    let mut renamed = Vec::new();
    for [then, now] in &stayed {
        let name = |member: &Member| member.user_name.clone().unwrap_or_default();
        if then.user_login.trim() != now.user_login.trim() {
            renamed.push(json!([now.user_login, then.user_login, now.user_login, "letter_case"]));
        }
        if name(then) != name(now) {
            renamed.push(json!([now.user_login, name(then), name(now), "display_name"]));
        }
    }
    let changes: Vec<Value> = told
        .members
        .renamed
        .iter()
        .zip(&told.renamed_logins)
        .map(|(it, login)| json!([login, it.before, it.after, it.kind]))
        .collect();
    assert_eq!((changes, told.renamed_logins.len()), (renamed, told.members.renamed.len()));
    possible_renames::check(told, &stayed.concat());
}

fn kind(from: &str, to: &str) -> RoleChangeKind {
    match (from.to_ascii_lowercase().as_str(), to.to_ascii_lowercase().as_str()) {
        ("member", "lead") => RoleChangeKind::Promoted,
        ("lead", "member") => RoleChangeKind::Demoted,
        _ => RoleChangeKind::Changed,
    }
}

fn check_lists(before: &Team, after: &Team, told: &TeamDiff, key: Key) {
    let logins = |team: &Team| team.members.iter().map(|member| member.user_login.clone()).collect::<Vec<_>>();
    let exactly: Key = str::to_owned;
    let lists = [
        (TeamList::Members, logins(before), logins(after), key, None),
        (TeamList::TeamLeads, before.team_leads.clone(), after.team_leads.clone(), key, Some(&told.leads)),
        (TeamList::Tags, before.tags.clone(), after.tags.clone(), exactly, Some(&told.tags)),
        (
            TeamList::Repositories,
            before.repositories.clone(),
            after.repositories.clone(),
            folded_text,
            Some(&told.repositories),
        ),
    ];
    let mut reordered = Vec::new();
    for (list, then, now, key, changes) in lists {
        let (then, now) = (named(&then, key), named(&now, key));
        let missing = |from: &[(String, String)], other: &[(String, String)]| -> Vec<String> {
            let mut missing: Vec<_> =
                from.iter().filter(|(key, _)| other.iter().all(|(known, _)| known != key)).collect();
            missing.sort();
            missing.into_iter().map(|(_, name)| name.clone()).collect()
        };
        let expected = ListChanges { added: missing(&now, &then), removed: missing(&then, &now) };
        assert!(changes.is_none_or(|changes| *changes == expected), "{told:?}");
        let common = |from: &[(String, String)], other: &[(String, String)]| -> Vec<String> {
            from.iter()
                .map(|(key, _)| key)
                .filter(|key| other.iter().any(|(known, _)| known == *key))
                .cloned()
                .collect()
        };
        if common(&then, &now) != common(&now, &then) {
            reordered.push(list);
        }
    }
    assert_eq!(told.reordered, reordered);
}

/// The names of a list with their keys, each key once.
fn named(names: &[String], key: Key) -> Vec<(String, String)> {
    let mut named: Vec<(String, String)> = Vec::new();
    for name in names {
        if named.iter().all(|(known, _)| *known != key(name)) {
            named.push((key(name), name.clone()));
        }
    }
    named
}

fn check_fields(before: &Team, after: &Team, told: &TeamDiff, key: Key) {
    let color = |team: &Team| team.color.as_ref().map(|color| color.trim().to_ascii_lowercase());
    let creator = |team: &Team| team.created_by.as_deref().map(key);
    let parents = [before, after].map(|team| team.parent_team_id.as_deref());
    let is_same_parent = match parents {
        [Some(before), Some(after)] => is_same_team(before, after),
        [before, after] => before == after,
    };
    let all = [
        ("name", before.name != after.name, json!([before.name, after.name])),
        ("description", before.description != after.description, json!([before.description, after.description])),
        ("color", color(before) != color(after), json!([before.color, after.color])),
        ("parent_team_id", !is_same_parent, json!(parents)),
        ("is_active", before.is_active != after.is_active, json!([before.is_active, after.is_active])),
        ("created_by", creator(before) != creator(after), json!([before.created_by, after.created_by])),
    ];
    let expected: Vec<Value> =
        all.into_iter().filter(|it| it.1).map(|(name, _, values)| json!([name, values])).collect();
    let changes: Vec<Value> =
        told.fields.iter().map(|it| json!([it.field, [plain(&it.before), plain(&it.after)]])).collect();
    assert_eq!(changes, expected);

    let [leads, tags, repositories] =
        [&told.leads, &told.tags, &told.repositories].map(|list| list.added.is_empty() && list.removed.is_empty());
    let members = &told.members;
    let is_renamed =
        json!(members.renamed).as_array().is_some_and(|all| all.iter().any(|it| it["kind"] == "display_name"));
    let same_members =
        members.added.is_empty() && members.removed.is_empty() && members.role_changed.is_empty() && !is_renamed;
    assert_eq!(told.unchanged, expected.is_empty() && leads && tags && repositories && same_members);
}

fn check_mirror(forth: &TeamDiff, back: &TeamDiff) {
    assert_eq!((&forth.members.added, &forth.members.removed), (&back.members.removed, &back.members.added));
    for (one, other) in
        [(&forth.leads, &back.leads), (&forth.tags, &back.tags), (&forth.repositories, &back.repositories)]
    {
        assert_eq!((&one.added, &one.removed), (&other.removed, &other.added));
    }
    let names = |diff: &TeamDiff| diff.fields.iter().map(|it| it.field).collect::<Vec<_>>();
    assert_eq!(names(forth), names(back));
    assert_eq!((forth.unchanged, &forth.reordered), (back.unchanged, &back.reordered));
    assert_eq!(forth.members.role_changed.len(), back.members.role_changed.len());
    assert_eq!(forth.members.possible_renames.len(), back.members.possible_renames.len());
}
