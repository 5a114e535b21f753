//! Who joined, who left, whose role changed, and who is written differently now.
//!
//! A person listed more than once is compared as one member: by the first entry that leads, else by the first entry.
//! A role change is one change, never a removal and an addition.

use super::identity::{fold, has_lead_role, role};
use super::keyed::Keyed;
use super::renames::{PossibleRename, possible_renames};
use crate::wire::team::Member;
use serde::Serialize;

/// Changes among the members, each list in the order of the keys of the logins.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MemberChanges {
    /// New members, as they are now.
    pub added: Vec<Member>,
    /// Members who are gone, as they were.
    pub removed: Vec<Member>,
    /// Members with another role.
    pub role_changed: Vec<RoleChange>,
    /// Members with another display name or another spelling of the login.
    pub renamed: Vec<Rename>,
    /// Pairs of a removed and an added member who look like one person.
    pub possible_renames: Vec<PossibleRename>,
}

/// A member with another role.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoleChange {
    /// The member as they are now.
    pub member: Member,
    /// The role before.
    pub from: String,
    /// The role now.
    pub to: String,
    /// Which way.
    pub kind: RoleChangeKind,
}

/// Which way a role changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RoleChangeKind {
    /// From member to lead.
    Promoted,
    /// From lead to member.
    Demoted,
    /// From or to a role that the interface does not know yet.
    Changed,
}

/// A member who is written differently now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rename {
    /// The text before; empty if there was none.
    pub before: String,
    /// The text now; empty if there is none.
    pub after: String,
    /// Which text.
    pub kind: RenameKind,
}

/// Which text of a member differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RenameKind {
    /// `user_name`: a change.
    DisplayName,
    /// The spelling of `user_login`: not a change.
    LetterCase,
}

impl MemberChanges {
    /// Compares two lists of members with their keys. Returns as well the login of each renamed member, as it is spelled now.
    pub(super) fn between(before: (&[Member], &Keyed), after: (&[Member], &Keyed)) -> (Self, Vec<String>) {
        let (mut changes, mut renamed) = (MemberChanges::default(), Vec::new());
        for (_, places) in before.1.iter().filter(|(key, _)| !after.1.has(key)) {
            changes.removed.extend(representative(before.0, places).cloned());
        }
        let mut kept = Vec::new();
        for (key, places) in after.1.iter() {
            let Some(now) = representative(after.0, places) else { continue };
            match representative(before.0, before.1.places(key)) {
                None => changes.added.push(now.clone()),
                Some(then) => {
                    changes.compare(then, now);
                    renamed.resize_with(changes.renamed.len(), || now.user_login.clone());
                    kept.extend([then, now]);
                }
            }
        }
        changes.possible_renames = possible_renames(&changes.removed, &changes.added, &kept);
        (changes, renamed)
    }

    /// Whether nothing differs but the spelling of logins.
    pub fn is_unchanged(&self) -> bool {
        let renamed = self.renamed.iter().any(|rename| rename.kind == RenameKind::DisplayName);
        self.added.is_empty() && self.removed.is_empty() && self.role_changed.is_empty() && !renamed
    }

    fn compare(&mut self, then: &Member, now: &Member) {
        if fold(role(then)) != fold(role(now)) {
            let (from, to) = (role(then).to_owned(), role(now).to_owned());
            self.role_changed.push(RoleChange { kind: kind(&from, &to), member: now.clone(), from, to });
        }
        let mut rename = |before: &str, after: &str, kind| {
            if before != after {
                self.renamed.push(Rename { before: before.to_owned(), after: after.to_owned(), kind });
            }
        };
        if then.user_login.trim() != now.user_login.trim() {
            rename(&then.user_login, &now.user_login, RenameKind::LetterCase);
        }
        rename(display_name(then), display_name(now), RenameKind::DisplayName);
    }
}

/// The entry that stands for a person.
#[inline(never)]
pub(super) fn representative<'a>(members: &'a [Member], places: &[usize]) -> Option<&'a Member> {
    let entries = || places.iter().filter_map(|&at| members.get(at));
    entries().find(|member| has_lead_role(member)).or_else(|| entries().next())
}

fn display_name(member: &Member) -> &str {
    member.user_name.as_deref().unwrap_or_default()
}

fn kind(from: &str, to: &str) -> RoleChangeKind {
    let is = |text: &str, word: &str| text.eq_ignore_ascii_case(word);
    if is(from, "member") && is(to, "lead") {
        RoleChangeKind::Promoted
    } else if is(from, "lead") && is(to, "member") {
        RoleChangeKind::Demoted
    } else {
        RoleChangeKind::Changed
    }
}
