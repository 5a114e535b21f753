//! A team against a list of logins, told twice: by the library, and by looking for each login in plain lists.

use super::logins_of_teams::{folded_text, has_lead_role};
use scanfold::team::{AmbiguousLogin, RosterDiff, diff_roster};
use scanfold::wire::team::{Member, Team};
use std::collections::BTreeMap;

/// The list is what the other team has of logins, and some white space.
pub fn check(team: &Team, other: &Team) {
    let members = other.members.iter().map(|member| member.user_login.clone());
    let list: Vec<String> = members.chain(other.team_leads.clone()).chain(["\t".to_owned()]).collect();
    assert_eq!(diff_roster(team, &list), expected(team, &list), "{list:?} and {team:?}");
}

/// Of several entries the first that leads, else the first.
fn representative<'a>(entries: &[&'a Member]) -> Option<&'a Member> {
    entries.iter().find(|member| has_lead_role(member)).or(entries.first()).copied()
}

fn expected(team: &Team, list: &[String]) -> RosterDiff {
    let mut told = RosterDiff::default();
    for (at, login) in list.iter().enumerate() {
        let is_it = |other: &str| folded_text(other) == folded_text(login);
        if login.trim().is_empty() || list[..at].iter().any(|earlier| is_it(earlier)) {
            continue;
        }
        let spellings: Vec<&str> = list.iter().map(|other| other.trim()).filter(|other| is_it(other)).collect();
        if spellings.len() > 1 {
            told.duplicates.push(login.trim().to_owned());
        }
        let entries: Vec<&Member> = team.members.iter().filter(|member| is_it(&member.user_login)).collect();
        let named: Vec<&Member> =
            entries.iter().copied().filter(|it| spellings.contains(&it.user_login.trim())).collect();
        let is_one_spelling = entries.iter().all(|member| member.user_login.trim() == entries[0].user_login.trim());
        match (representative(&named), representative(&entries)) {
            (Some(member), _) => told.matched.push(member.clone()),
            (None, Some(member)) if is_one_spelling => told.matched.push(member.clone()),
            (None, Some(_)) => told.ambiguous.push(AmbiguousLogin {
                login: login.trim().to_owned(),
                members: entries.into_iter().cloned().collect(),
            }),
            (None, None) => told.missing.push(login.trim().to_owned()),
        }
    }
    told.unexpected = unexpected(team, list);
    told
}

/// Who is not on the list, by key; the empty login never is.
fn unexpected(team: &Team, list: &[String]) -> Vec<Member> {
    let mut people: BTreeMap<String, Vec<&Member>> = BTreeMap::new();
    for member in &team.members {
        people.entry(folded_text(&member.user_login)).or_default().push(member);
    }
    people.retain(|key, _| key.is_empty() || list.iter().all(|login| folded_text(login) != *key));
    people.values().filter_map(|entries| representative(entries)).cloned().collect()
}
