//! Where a team contradicts itself: who leads is said twice, by `team_leads` and by the members' roles.

use super::identity::{LoginMatching, has_lead_role};
use super::keyed::Keyed;
use crate::wire::team::{Member, Team};
use serde::Serialize;
use std::cmp::Ordering;

/// A place where a team contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TeamInconsistency {
    /// What is contradictory.
    pub kind: InconsistencyKind,
    /// The login concerned.
    pub user_login: String,
}

/// What is contradictory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InconsistencyKind {
    /// In `team_leads`, but not a member.
    LeadNotMember,
    /// In `team_leads`, but the member's role is not `lead`.
    LeadRoleMissing,
    /// The member's role is `lead`, but they are not in `team_leads`.
    RoleWithoutLead,
    /// Listed as a member more than once.
    DuplicateMember,
}

/// The state of the team that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InconsistentIn {
    /// It is gone now.
    Before,
    /// It is new.
    After,
    /// It was there and still is.
    Both,
}

/// Inconsistencies of either state, by login and then by kind, each with the state that shows it.
pub(super) fn between(before: &Team, after: &Team, logins: LoginMatching) -> Vec<(TeamInconsistency, InconsistentIn)> {
    let (before, after) = (of(before, logins), of(after, logins));
    let mut found = Vec::new();
    let (mut before, mut after) = (before.into_iter().peekable(), after.into_iter().peekable());
    loop {
        let order = match (before.peek(), after.peek()) {
            (None, None) => return found,
            (Some(then), Some(now)) => (&then.key, then.kind as u8).cmp(&(&now.key, now.kind as u8)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
        };
        let then = if order.is_le() { before.next() } else { None };
        let now = if order.is_ge() { after.next() } else { None };
        let state = match order {
            Ordering::Less => InconsistentIn::Before,
            Ordering::Equal => InconsistentIn::Both,
            Ordering::Greater => InconsistentIn::After,
        };
        found.extend(now.or(then).map(|it| (TeamInconsistency { kind: it.kind, user_login: it.user_login }, state)));
    }
}

/// An inconsistency of one state.
struct Finding {
    key: String,
    kind: InconsistencyKind,
    user_login: String,
}

/// Inconsistencies of one state, by key and then by kind.
fn of(team: &Team, logins: LoginMatching) -> Vec<Finding> {
    let leads = Keyed::of(team.team_leads.iter().map(|login| logins.key(login)));
    let members = Keyed::of(team.members.iter().map(|member| logins.key(&member.user_login)));
    let people = Keyed::of(leads.iter().chain(members.iter()).map(|(key, _)| key.to_owned()));
    let mut found = Vec::new();
    for (key, _) in people.iter() {
        let entries: Vec<&Member> = members.places(key).iter().filter_map(|&at| team.members.get(at)).collect();
        let listed = leads.places(key).first().and_then(|&at| team.team_leads.get(at));
        let spelling = entries.first().map(|member| &member.user_login).or(listed);
        let leads_by_role = entries.iter().any(|member| has_lead_role(member));
        let mut report = |kind, holds: bool| {
            if holds {
                let user_login = spelling.cloned().unwrap_or_default();
                found.push(Finding { key: key.to_owned(), kind, user_login });
            }
        };
        report(InconsistencyKind::LeadNotMember, entries.is_empty());
        report(InconsistencyKind::LeadRoleMissing, listed.is_some() && !entries.is_empty() && !leads_by_role);
        report(InconsistencyKind::RoleWithoutLead, listed.is_none() && leads_by_role);
        report(InconsistencyKind::DuplicateMember, entries.len() > 1);
    }
    found
}

#[cfg(test)]
mod tests;
