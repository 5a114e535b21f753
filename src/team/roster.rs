//! A team against a list of logins: who is missing from the team, and who should not be there.
//!
//! The list is what somebody has from elsewhere, pasted or dropped as it came. Logins compare as everywhere: trimmed
//! and without letter case.

mod text;

use super::identity::LoginMatching;
use super::keyed::Keyed;
use super::members::representative;
use crate::wire::team::{Member, Team};
use serde::Serialize;

pub use text::read_logins;

/// A team compared with a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RosterDiff {
    /// On the list and not in the team, spelled as on the list, in its order.
    pub missing: Vec<String>,
    /// In the team and not on the list, in the order of the keys.
    pub unexpected: Vec<Member>,
    /// In both, in the order of the list.
    pub matched: Vec<Member>,
    /// On the list more than once, spelled as the first time, in the list's order.
    pub duplicates: Vec<String>,
    /// On the list once or more, if the team lists several spellings of the login and none is the list's.
    pub ambiguous: Vec<AmbiguousLogin>,
}

/// A login that several entries of the team answer to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AmbiguousLogin {
    /// As on the list.
    pub login: String,
    /// The entries that it may mean.
    pub members: Vec<Member>,
}

/// Compares a team with a list of logins. Blank lines are passed over.
pub fn diff_roster(team: &Team, logins: &[String]) -> RosterDiff {
    let members = Keyed::of(team.members.iter().map(|member| LoginMatching::Folded.key(&member.user_login)));
    let [listed, spelled] = [LoginMatching::Folded, LoginMatching::CaseSensitive]
        .map(|compared| Keyed::of(logins.iter().map(|login| compared.key(login))));
    let mut result = RosterDiff::default();
    for (key, places) in listed.in_list_order().filter(|(key, _)| !key.is_empty()) {
        let Some(login) = places.first().and_then(|&at| logins.get(at)) else { continue };
        let login = login.trim().to_owned();
        if places.len() > 1 {
            result.duplicates.push(login.clone());
        }
        let places = members.places(key);
        let spelled_so = |at: &usize| team.members.get(*at).is_some_and(|entry| spelled.has(entry.user_login.trim()));
        let named: Vec<usize> = places.iter().copied().filter(spelled_so).collect();
        let entries: Vec<&Member> = places.iter().filter_map(|&at| team.members.get(at)).collect();
        match representative(&team.members, if named.is_empty() { places } else { &named }) {
            None => result.missing.push(login),
            Some(_) if named.is_empty() && has_spellings(&entries) => {
                result.ambiguous.push(AmbiguousLogin { login, members: entries.into_iter().cloned().collect() });
            }
            Some(member) => result.matched.push(member.clone()),
        }
    }
    let unexpected = members.iter().filter(|(key, _)| key.is_empty() || !listed.has(key));
    result.unexpected = unexpected.filter_map(|(_, places)| representative(&team.members, places)).cloned().collect();
    result
}

fn has_spellings(entries: &[&Member]) -> bool {
    entries.windows(2).any(|pair| matches!(pair, [one, other] if one.user_login.trim() != other.user_login.trim()))
}

#[cfg(test)]
mod tests;
