//! Teams for the tests: short ways to write one by hand, and a strategy that draws them.

use crate::wire::team::{Member, Team};
use proptest::prelude::*;

/// A member with a role.
pub fn member(login: &str, role: &str) -> Member {
    Member { user_login: login.to_owned(), role: Some(role.to_owned()), ..Member::default() }
}

/// A team from words like `ann` and `*bob`; a star marks a lead, who is also listed as one.
pub fn team(words: &str) -> Team {
    let leads = words.split_whitespace().filter_map(|word| word.strip_prefix('*'));
    let members = words.split_whitespace().map(|word| match word.strip_prefix('*') {
        Some(lead) => member(lead, "lead"),
        None => member(word, "member"),
    });
    Team {
        id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301".to_owned(),
        name: "Backend".to_owned(),
        team_leads: leads.map(str::to_owned).collect(),
        members: members.collect(),
        is_active: Some(true),
        ..Team::default()
    }
}

/// Owned texts.
pub fn texts(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

/// Members by a handful of logins in several spellings, so that states share some of them; each login once.
fn members() -> impl Strategy<Value = Vec<Member>> {
    let login =
        prop_oneof!["[a-f]", "[A-F]", Just("Ünal".to_owned()), Just("ünal".to_owned()), Just("x@y.Z".to_owned())];
    let role = prop_oneof![Just(Some("member")), Just(Some("lead")), Just(Some("guest")), Just(None)];
    let name = prop_oneof![Just(None), "[AB]".prop_map(Some)];
    let joined = prop_oneof![Just(None), (1_u32..4).prop_map(|day| Some(format!("2024-01-0{day}")))];
    let entry = (login, role, name, joined).prop_map(|(user_login, role, user_name, joined_at)| Member {
        user_login,
        user_name,
        joined_at,
        role: role.map(str::to_owned),
        extra: Vec::new(),
    });
    proptest::collection::vec(entry, 0..7)
        .prop_map(|members| distinct(members, |member| member.user_login.to_lowercase()))
}

/// The first item of each key.
fn distinct<T>(items: Vec<T>, key: fn(&T) -> String) -> Vec<T> {
    let mut seen = std::collections::BTreeSet::new();
    items.into_iter().filter(|item| seen.insert(key(item))).collect()
}

fn names(of: &'static str) -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(of, 0..5).prop_map(|names| distinct(names, |name| name.to_lowercase()))
}

/// Any team without repeated items.
pub fn any_team() -> impl Strategy<Value = Team> {
    let text = || prop_oneof![Just(None), "[xy]".prop_map(Some)];
    let fields = (
        "[NM]",
        text(),
        prop_oneof![Just(None), "#[aA]".prop_map(Some)],
        text(),
        prop_oneof![Just(None), Just(Some(true)), Just(Some(false))],
    );
    let lists = (names("[a-fA-F]"), names("o/[rRsS]"), names("[tu]"));
    let parts = (fields, lists, members(), any::<bool>());
    parts.prop_map(|((name, description, color, parent_team_id, is_active), lists, members, says_null)| {
        let (team_leads, repositories, tags) = lists;
        let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301".to_owned();
        Team {
            id,
            name,
            description,
            color,
            parent_is_null: says_null && parent_team_id.is_none(),
            parent_team_id,
            is_active,
            team_leads,
            repositories,
            tags,
            members,
            ..Team::default()
        }
    })
}

/// Any team, in which items may be repeated.
pub fn any_team_with_repeats() -> impl Strategy<Value = Team> {
    (any_team(), members(), names("[a-fA-F]")).prop_map(|(mut team, members, names)| {
        team.members.extend(members);
        team.team_leads.extend(names.iter().cloned());
        team.tags.extend(names.iter().cloned());
        team.repositories.extend(names.into_iter().map(|name| "o/".to_owned() + &name));
        team
    })
}
