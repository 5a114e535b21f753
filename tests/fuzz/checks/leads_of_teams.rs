//! Who leads a team, and where it says two things about that.

use super::logins_of_teams::{Key, has_lead_role};
use scanfold::team::TeamDiff;
use scanfold::wire::team::{Member, Team};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Who leads, and where a team says two things about it.
pub fn check(before: &Team, after: &Team, told: &TeamDiff, key: Key) {
    let is_led = |team: &Team| {
        let listed: Vec<String> = team.team_leads.iter().map(|login| key(login)).collect();
        team.members.iter().any(|member| has_lead_role(member) || listed.contains(&key(&member.user_login)))
    };
    assert_eq!(told.last_lead_lost, is_led(before) && !is_led(after) && !after.members.is_empty());

    let [then, now] = [before, after].map(|team| inconsistencies(team, key));
    let mut all: Vec<&(String, usize)> = then.keys().chain(now.keys()).collect();
    all.sort();
    all.dedup();
    let expected: Vec<Value> = all
        .into_iter()
        .map(|it| {
            let place = match (then.contains_key(it), now.contains_key(it)) {
                (true, true) => "both",
                (true, false) => "before",
                _ => "after",
            };
            json!([KINDS[it.1], now.get(it).or(then.get(it)), place])
        })
        .collect();
    let told: Vec<Value> = told
        .inconsistencies
        .iter()
        .zip(&told.inconsistent_in)
        .map(|(it, place)| json!([it.kind, it.user_login, place]))
        .collect();
    assert_eq!(told, expected);
}

const KINDS: [&str; 4] = ["lead_not_member", "lead_role_missing", "role_without_lead", "duplicate_member"];

/// By key and kind: the login concerned.
fn inconsistencies(team: &Team, key: Key) -> BTreeMap<(String, usize), String> {
    let logins = team.members.iter().map(|member| &member.user_login).chain(&team.team_leads);
    let mut found = BTreeMap::new();
    for login in logins {
        let of_it = |other: &String| key(other) == key(login);
        let entries: Vec<&Member> = team.members.iter().filter(|member| of_it(&member.user_login)).collect();
        let is_listed = team.team_leads.iter().any(of_it);
        let leads = entries.iter().any(|member| has_lead_role(member));
        let all =
            [entries.is_empty(), is_listed && !entries.is_empty() && !leads, !is_listed && leads, entries.len() > 1];
        for kind in (0..4).filter(|kind| all[*kind]) {
            found.entry((key(login), kind)).or_insert_with(|| login.clone());
        }
    }
    found
}
