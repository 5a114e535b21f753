//! What removing a member would mean, said before the service is asked.
//!
//! Real services answer success without removing anyone, remove too much, or lose the last lead. What matters is shown
//! first; what happened is checked afterwards, by a diff. Only a login that names nobody, or no one person, is refused.

use super::identity::{LoginMatching, leading_members};
use super::keyed::Keyed;
use super::members::representative;
use crate::wire::team::{Member, Team};
use serde::Serialize;

/// What a removal would mean.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RemovalAssessment {
    /// The login names one member, so the service can be asked.
    pub allowed: bool,
    /// The member, if the login names one.
    pub member: Option<Member>,
    /// What a person should know first, in the order of the codes.
    pub warnings: Vec<RemovalWarning>,
}

/// Something that a person should know before removing a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RemovalWarning {
    /// Which one.
    pub code: WarningCode,
    /// The same for people.
    pub message: &'static str,
}

/// What there is to warn of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WarningCode {
    /// Nobody in the team has this login.
    NotAMember,
    /// The team lists the login more than once.
    AmbiguousLogin,
    /// Nobody else leads the team.
    LastLead,
    /// Nobody else is in the team.
    LastMember,
    /// It is the login of the person who asks.
    #[serde(rename = "self")]
    Own,
    /// The team is not active.
    InactiveTeam,
    /// More than a quarter of the entries of a team of four or more would go.
    LargeRemoval,
}

impl WarningCode {
    const fn message(self) -> &'static str {
        match self {
            WarningCode::NotAMember => "Nobody among this team's members has this login.",
            WarningCode::AmbiguousLogin => {
                "The team lists this login more than once; the service may remove one entry or all."
            }
            WarningCode::LastLead => "Nobody else leads this team.",
            WarningCode::LastMember => "Nobody else is in this team.",
            WarningCode::Own => "This is your own login.",
            WarningCode::InactiveTeam => "This team is not active.",
            WarningCode::LargeRemoval => "This would remove more than a quarter of the entries of this team.",
        }
    }
}

/// In smaller teams each entry is a large part anyway.
const SMALLEST_LARGE_TEAM: usize = 4;

/// Says what removing `login` would mean; `self_login` is the person who asks.
pub fn assess_removal(team: &Team, login: &str, self_login: Option<&str>) -> RemovalAssessment {
    let logins = LoginMatching::Folded;
    let key = logins.key(login);
    let members = Keyed::of(team.members.iter().map(|member| logins.key(&member.user_login)));
    let places = members.places(&key);
    let member = named(team, login, places);
    let leads = leading_members(team, logins);
    let is_known = !places.is_empty();
    let is_large = team.members.len() >= SMALLEST_LARGE_TEAM && places.len() * 4 > team.members.len();
    let checks = [
        (WarningCode::NotAMember, !is_known),
        (WarningCode::AmbiguousLogin, places.len() > 1),
        (WarningCode::LastLead, is_known && leads.len() == 1 && leads.has(&key)),
        (WarningCode::LastMember, is_known && members.len() == 1),
        (WarningCode::Own, self_login.is_some_and(|own| logins.key(own) == key)),
        (WarningCode::InactiveTeam, team.is_active == Some(false)),
        (WarningCode::LargeRemoval, is_large),
    ];
    let found = checks.into_iter().filter(|(_, holds)| *holds);
    RemovalAssessment {
        allowed: member.is_some(),
        member: member.cloned(),
        warnings: found.map(|(code, _)| RemovalWarning { code, message: code.message() }).collect(),
    }
}

/// The one member that a login names: of several spellings only the exact one.
fn named<'a>(team: &'a Team, login: &str, places: &[usize]) -> Option<&'a Member> {
    let spelled = |at: &usize| team.members.get(*at).is_some_and(|member| member.user_login == login);
    let exact: Vec<usize> = places.iter().copied().filter(spelled).collect();
    let is_one_spelling = places.iter().all(|at| {
        let first = places.first().and_then(|&at| team.members.get(at));
        team.members.get(*at).map(|member| &member.user_login) == first.map(|member| &member.user_login)
    });
    if !exact.is_empty() {
        representative(&team.members, &exact)
    } else if is_one_spelling {
        representative(&team.members, places)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
