//! What changed from one state of a team to another.
//!
//! Swapping the two states mirrors the result; a team compared with itself is unchanged.

use super::fields::{self, FieldChange};
use super::identity::{LoginMatching, fold, leading_members};
use super::inconsistency::{self, InconsistentIn, TeamInconsistency};
use super::keyed::Keyed;
use super::lists::ListChanges;
use super::members::MemberChanges;
use super::summary;
use crate::wire::team::Team;
use serde::Serialize;

/// How two states are compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiffOptions {
    /// Whether `Ann` and `ann` are two people. Not by default.
    pub case_sensitive_logins: bool,
}

impl DiffOptions {
    /// What logins are compared by.
    pub fn logins(self) -> LoginMatching {
        if self.case_sensitive_logins { LoginMatching::CaseSensitive } else { LoginMatching::Folded }
    }
}

/// What changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TeamDiff {
    /// Nothing that a person would call a change differs; order and letter case do not count.
    pub unchanged: bool,
    /// Changed fields.
    pub fields: Vec<FieldChange>,
    /// Changes among the members.
    pub members: MemberChanges,
    /// Changes of `team_leads`; what the roles say stands in `members`.
    pub leads: ListChanges,
    /// Changed tags, compared exactly.
    pub tags: ListChanges,
    /// Changed repositories, compared without letter case.
    pub repositories: ListChanges,
    /// Lists whose common items stand in another order.
    pub reordered: Vec<TeamList>,
    /// Where either state contradicts itself.
    pub inconsistencies: Vec<TeamInconsistency>,
    /// For each of the inconsistencies, the state that shows it.
    pub inconsistent_in: Vec<InconsistentIn>,
    /// For each renamed member, the login as it is spelled now.
    pub renamed_logins: Vec<String>,
    /// A member led before, by list or by role; now none does, although the team has members.
    pub last_lead_lost: bool,
    /// Lines for people, the last one a total.
    pub summary: Vec<String>,
}

/// A list of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamList {
    /// `members`
    Members,
    /// `team_leads`
    TeamLeads,
    /// `tags`
    Tags,
    /// `repositories`
    Repositories,
}

/// The lists of a state with their keys.
struct Lists {
    members: Keyed,
    leads: Keyed,
    tags: Keyed,
    repositories: Keyed,
}

impl Lists {
    fn of(team: &Team, logins: LoginMatching) -> Self {
        Lists {
            members: Keyed::of(team.members.iter().map(|member| logins.key(&member.user_login))),
            leads: Keyed::of(team.team_leads.iter().map(|login| logins.key(login))),
            tags: Keyed::of(team.tags.iter().cloned()),
            repositories: Keyed::of(team.repositories.iter().map(|repository| fold(repository))),
        }
    }
}

/// Compares two states of a team, or two teams.
pub fn diff(before: &Team, after: &Team, options: &DiffOptions) -> TeamDiff {
    let logins = options.logins();
    let (then, now) = (Lists::of(before, logins), Lists::of(after, logins));
    let had_leads = leading_members(before, logins).len() > 0;
    let has_leads = leading_members(after, logins).len() > 0;
    let (inconsistencies, inconsistent_in) = inconsistency::between(before, after, logins).into_iter().unzip();
    let (members, renamed_logins) =
        MemberChanges::between((&before.members, &then.members), (&after.members, &now.members));
    let mut diff = TeamDiff {
        unchanged: false,
        fields: fields::changes(before, after, logins),
        members,
        leads: ListChanges::between((&before.team_leads, &then.leads), (&after.team_leads, &now.leads)),
        tags: ListChanges::between((&before.tags, &then.tags), (&after.tags, &now.tags)),
        repositories: ListChanges::between(
            (&before.repositories, &then.repositories),
            (&after.repositories, &now.repositories),
        ),
        reordered: reordered(&then, &now),
        inconsistencies,
        inconsistent_in,
        renamed_logins,
        last_lead_lost: had_leads && !has_leads && !after.members.is_empty(),
        summary: Vec::new(),
    };
    diff.unchanged = is_unchanged(&diff);
    diff.summary = summary::lines(before, after, &diff, logins);
    diff
}

fn is_unchanged(diff: &TeamDiff) -> bool {
    let same_lists = diff.leads.is_empty() && diff.tags.is_empty() && diff.repositories.is_empty();
    diff.fields.is_empty() && diff.members.is_unchanged() && same_lists
}

fn reordered(then: &Lists, now: &Lists) -> Vec<TeamList> {
    let lists = [
        (TeamList::Members, &then.members, &now.members),
        (TeamList::TeamLeads, &then.leads, &now.leads),
        (TeamList::Tags, &then.tags, &now.tags),
        (TeamList::Repositories, &then.repositories, &now.repositories),
    ];
    lists.into_iter().filter(|(_, then, now)| then.is_reordered(now)).map(|(list, _, _)| list).collect()
}

#[cfg(test)]
mod tests;
