//! A diff in short lines for people.
//!
//! In this order: renames, role changes, who was added, who was removed, leads, fields, repositories, tags; each by
//! folded login or key. The last line is a total. What one line says already is not said again: a promotion tells that
//! the list of leads grew. Plain text, made for `textContent`.

mod text;
mod total;

use super::diff::TeamDiff;
use super::fields::{FieldChange, is_same_team};
use super::identity::{LoginMatching, has_lead_role};
use super::keyed::Keyed;
use super::members::{RenameKind, RoleChangeKind};
use super::renames::Evidence;
use crate::json::Value;
use crate::wire::team::{Member, Team};
use text::Line;

/// Lines of a diff, whose own `summary` is not looked at.
pub(super) fn lines(before: &Team, after: &Team, diff: &TeamDiff, logins: LoginMatching) -> Vec<String> {
    let leads = untold_leads(diff, logins);
    let mut lines = Vec::new();
    let are_two = !is_same_team(&before.id, &after.id);
    if are_two {
        lines.push(two_teams(before, after));
    }
    renames(diff, &mut lines);
    roles(diff, &mut lines);
    lines.extend(diff.members.added.iter().map(|member| Line::of(&member.user_login).then(joined_as(member)).end()));
    lines.extend(diff.members.removed.iter().map(|member| Line::of(&member.user_login).then(" removed").end()));
    lines.extend(leads.added.iter().map(|login| Line::of(login).then(" added to the leads").end()));
    lines.extend(leads.removed.iter().map(|login| Line::of(login).then(" removed from the leads").end()));
    if diff.last_lead_lost {
        lines.push("nobody leads the team now".to_owned());
    }
    lines.extend(diff.fields.iter().map(field));
    named("repository ", &diff.repositories.added, " added", &mut lines);
    named("repository ", &diff.repositories.removed, " removed", &mut lines);
    named("tag ", &diff.tags.added, " added", &mut lines);
    named("tag ", &diff.tags.removed, " removed", &mut lines);
    lines.push(total::line(
        diff,
        leads.added.len(),
        leads.removed.len(),
        if are_two { "nothing else differs" } else { "no changes" },
    ));
    lines
}

/// Changes of the list of leads that no other line tells.
struct UntoldLeads<'a> {
    added: Vec<&'a String>,
    removed: Vec<&'a String>,
}

fn untold_leads(diff: &TeamDiff, logins: LoginMatching) -> UntoldLeads<'_> {
    let members = &diff.members;
    let keys =
        |people: &mut dyn Iterator<Item = &Member>| Keyed::of(people.map(|member| logins.key(&member.user_login)));
    let became = |kind| members.role_changed.iter().filter(move |it| it.kind == kind).map(|it| &it.member);
    let added_as_lead = members.added.iter().filter(|member| has_lead_role(member));
    let lead_now = keys(&mut added_as_lead.chain(became(RoleChangeKind::Promoted)));
    let not_lead_now = keys(&mut members.removed.iter().chain(became(RoleChangeKind::Demoted)));
    UntoldLeads {
        added: diff.leads.added.iter().filter(|login| !lead_now.has(&logins.key(login))).collect(),
        removed: diff.leads.removed.iter().filter(|login| !not_lead_now.has(&logins.key(login))).collect(),
    }
}

fn two_teams(before: &Team, after: &Team) -> String {
    let line = Line::of("these are two teams: ").quoted(&before.name).then(" (").then(&before.id).then(") and ");
    line.quoted(&after.name).then(" (").then(&after.id).then(")").end()
}

fn renames(diff: &TeamDiff, lines: &mut Vec<String>) {
    for (rename, login) in diff.members.renamed.iter().zip(&diff.renamed_logins) {
        lines.push(match rename.kind {
            RenameKind::LetterCase => {
                Line::of(rename.before.trim()).then(" is now written ").then(rename.after.trim()).end()
            }
            RenameKind::DisplayName => {
                let line = Line::of(login).then(": display name ").quoted(&rename.before);
                line.then(" → ").quoted(&rename.after).end()
            }
        });
    }
    for pair in &diff.members.possible_renames {
        let shared = match pair.because.as_slice() {
            [Evidence::UserName] => " (same display name)",
            [Evidence::JoinedAt] => " (joined at the same time)",
            _ => " (same display name, joined at the same time)",
        };
        let line = Line::of(&pair.before.user_login).then(" and ").then(&pair.after.user_login);
        lines.push(line.then(" may be one person").then(shared).end());
    }
}

fn roles(diff: &TeamDiff, lines: &mut Vec<String>) {
    for change in &diff.members.role_changed {
        let line = Line::of(&change.member.user_login);
        lines.push(match change.kind {
            RoleChangeKind::Promoted => line.then(" promoted to lead").end(),
            RoleChangeKind::Demoted => line.then(" demoted to member").end(),
            RoleChangeKind::Changed => line.then(": role ").quoted(&change.from).then(" → ").quoted(&change.to).end(),
        });
    }
}

fn joined_as(member: &Member) -> &'static str {
    if has_lead_role(member) { " added as lead" } else { " added" }
}

fn field(change: &FieldChange) -> String {
    let line = Line::of(change.field.words()).then(": ");
    value(value(line, &change.before).then(" → "), &change.after).end()
}

fn value(line: Line, value: &Value) -> Line {
    match value {
        Value::String(text) => line.quoted(text),
        Value::Bool(true) => line.then("yes"),
        Value::Bool(false) => line.then("no"),
        _ => line.then("none"),
    }
}

fn named(kind: &str, names: &[String], what: &str, lines: &mut Vec<String>) {
    lines.extend(names.iter().map(|name| Line::of(kind).then(name).then(what).end()));
}

#[cfg(test)]
mod tests;
