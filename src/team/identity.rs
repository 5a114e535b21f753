//! When two spellings name the same person, repository or role.
//!
//! Letters are folded one at a time and without a locale, by Unicode's simple case folding: `ß` and `ss`, `İ` and `i` stay apart.
//! So do composed and decomposed forms: they are different logins.

use super::keyed::Keyed;
use crate::compact::fold_char;
use crate::wire::team::{Member, Team};

/// How logins are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoginMatching {
    /// Letter case does not matter, as with every git platform.
    #[default]
    Folded,
    /// `Ann` and `ann` are two people.
    CaseSensitive,
}

impl LoginMatching {
    /// What a login is compared by.
    #[inline(never)]
    pub fn key(self, login: &str) -> String {
        match self {
            LoginMatching::Folded => fold(login),
            LoginMatching::CaseSensitive => login.trim().to_owned(),
        }
    }
}

/// Trimmed, and without letter case.
#[inline(never)]
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    folded.extend(text.trim().chars().map(fold_char));
    folded
}

/// The role that a member is counted under: the interface's default if the entry names none.
pub(super) fn role(member: &Member) -> &str {
    match member.role.as_deref().map(str::trim) {
        None | Some("") => "member",
        Some(role) => role,
    }
}

/// Whether a member's own entry says that they lead.
pub(super) fn has_lead_role(member: &Member) -> bool {
    role(member).eq_ignore_ascii_case("lead")
}

/// Keys of the members who lead by either source: the list of leads or their role. Who is listed but no member leads nobody.
#[inline(never)]
pub(super) fn leading_members(team: &Team, logins: LoginMatching) -> Keyed {
    let listed = Keyed::of(team.team_leads.iter().map(|login| logins.key(login)));
    let leads = |member: &Member| has_lead_role(member) || listed.has(&logins.key(&member.user_login));
    Keyed::of(team.members.iter().filter(|member| leads(member)).map(|member| logins.key(&member.user_login)))
}

#[cfg(test)]
mod tests;
