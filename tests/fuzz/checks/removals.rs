//! What a removal would mean, told twice: by the library, and by the guide's table of warnings.

use super::logins_of_teams::{folded_text, has_lead_role};
use scanfold::team::assess_removal;
use scanfold::wire::team::{Member, Team};
use serde_json::json;

/// Everybody of either team is removed from the one; who asks is the other's first lead.
pub fn check(team: &Team, other: &Team) {
    let asks = other.team_leads.first().map(String::as_str);
    let logins = |team: &Team| {
        team.members.iter().map(|member| member.user_login.clone()).chain(team.team_leads.clone()).collect()
    };
    let logins: [Vec<String>; 2] = [logins(team), logins(other)];
    for login in logins.concat() {
        let upper: String = login.to_uppercase();
        for login in [login.as_str(), &upper] {
            check_one(team, login, asks);
        }
    }
}

fn check_one(team: &Team, login: &str, asks: Option<&str>) {
    let is_it = |other: &str| folded_text(other) == folded_text(login);
    let (entries, others): (Vec<&Member>, Vec<&Member>) =
        team.members.iter().partition(|member| is_it(&member.user_login));
    let leads = |members: &[&Member]| {
        let is_listed =
            |member: &Member| team.team_leads.iter().any(|lead| folded_text(lead) == folded_text(&member.user_login));
        members.iter().any(|member| has_lead_role(member) || is_listed(member))
    };
    let exact: Vec<&Member> = entries.iter().copied().filter(|member| member.user_login == login).collect();
    let has_one_spelling = entries.iter().all(|member| member.user_login == entries[0].user_login);
    let named = if exact.is_empty() && has_one_spelling { &entries } else { &exact };
    let member = named.iter().find(|member| has_lead_role(member)).or(named.first());

    let warnings = [
        ("not_a_member", entries.is_empty()),
        ("ambiguous_login", entries.len() > 1),
        ("last_lead", leads(&entries) && !leads(&others)),
        ("last_member", !entries.is_empty() && others.is_empty()),
        ("self", asks.is_some_and(is_it)),
        ("inactive_team", team.is_active == Some(false)),
        ("large_removal", team.members.len() >= 4 && entries.len() * 4 > team.members.len()),
    ];
    let told = assess_removal(team, login, asks);
    let codes: Vec<_> = told.warnings.iter().map(|warning| json!(warning.code)).collect();
    let expected: Vec<_> = warnings.into_iter().filter(|(_, holds)| *holds).map(|(code, _)| json!(code)).collect();
    assert_eq!(codes, expected, "{login:?} of {team:?}");
    assert_eq!((told.allowed, told.member.as_ref()), (member.is_some(), member.copied()), "{login:?} of {team:?}");
}
