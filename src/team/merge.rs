//! Merging two edits of one team, key by key.
//!
//! Works on the teams as the interface writes them, so fields that the interface does not name merge like the others.
//! A conflict is only the same key set to different values, or edited on one side and removed on the other; it keeps
//! `theirs`. If one side changed nothing, the result is the other side exactly, order and spelling included.

mod list;
mod members;
mod three_way;

use super::fields::{is_same_color, is_same_team};
use super::identity::fold;
use crate::history::instant;
use crate::json::Value;
use crate::wire::format_pointer;
use crate::wire::team::Team;
use serde::Serialize;
use three_way::{Sameness, ThreeWay, same_text, same_value};

/// A merged team, and what could not be merged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TeamMerge {
    /// The merged team, as the interface writes it.
    pub team: Value,
    /// What both sides changed differently; `team` has their value.
    pub conflicts: Vec<Conflict>,
}

/// Something that both sides changed differently. An absent value is `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Conflict {
    /// JSON pointer in the team, with logins for the places of members: `/members/ann/role`. Of a login the first
    /// 1,024 bytes are in it.
    pub path: String,
    /// The value that both started from.
    pub base: Value,
    /// Our value.
    pub ours: Value,
    /// Their value, which was kept.
    pub theirs: Value,
}

/// Merges two edits of `base`.
pub fn merge(base: &Team, ours: &Team, theirs: &Team) -> TeamMerge {
    let (base, ours, theirs) = (base.to_value(), ours.to_value(), theirs.to_value());
    let all = ThreeWay { base: Some(&base), ours: Some(&ours), theirs: Some(&theirs) };
    let mut conflicts = Vec::new();
    let mut members = Vec::new();
    for (name, field) in all.fields() {
        let merged = match name {
            "members" => Some(Value::Array(members::merge(&field, &mut conflicts))),
            "team_leads" | "repositories" => Some(Value::Array(list::merge(&field, fold))),
            "tags" => Some(Value::Array(list::merge(&field, str::to_owned))),
            // When each side was last written says nothing about the team, so the two cannot conflict.
            "updated_at" => field.decide(&|_, _| false).unwrap_or_else(|()| field.theirs.or(field.ours).cloned()),
            _ => field.settle(sameness(name), || format_pointer("", name), &mut conflicts),
        };
        members.extend(merged.map(|value| (name.to_owned(), value)));
    }
    TeamMerge { team: Value::Object(members), conflicts }
}

/// How two values of a team's field are compared.
fn sameness(name: &str) -> Sameness {
    match name {
        "id" | "parent_team_id" => |a, b| same_text(a, b, is_same_team),
        "color" => |a, b| same_text(a, b, is_same_color),
        "created_at" => same_instant,
        "created_by" => same_name,
        _ => same_value,
    }
}

fn same_name(a: &Value, b: &Value) -> bool {
    same_text(a, b, |a, b| fold(a) == fold(b))
}

fn same_instant(a: &Value, b: &Value) -> bool {
    same_text(a, b, is_same_instant)
}

fn is_same_instant(a: &str, b: &str) -> bool {
    instant::parse(a).is_some_and(|instant| instant::parse(b) == Some(instant))
}

#[cfg(test)]
mod tests;
