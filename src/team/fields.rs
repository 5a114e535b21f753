//! The plain fields of a team that a person would call changed.
//!
//! Colours compare without letter case, identifiers of teams too where they are UUIDs, and creators as logins do.
//! Absent and `null` are the same. `created_at` and `updated_at` are not compared: they say that something changed,
//! not what.

use super::identity::Logins;
use crate::json::Value;
use crate::wire::team::Team;
use crate::wire::uuid::is_uuid;
use serde::Serialize;

/// A field that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldName {
    /// `name`
    Name,
    /// `description`
    Description,
    /// `color`
    Color,
    /// `parent_team_id`
    ParentTeamId,
    /// `is_active`
    IsActive,
    /// `created_by`
    CreatedBy,
}

impl FieldName {
    /// The name for people.
    pub(super) fn words(self) -> &'static str {
        match self {
            FieldName::Name => "name",
            FieldName::Description => "description",
            FieldName::Color => "color",
            FieldName::ParentTeamId => "parent team",
            FieldName::IsActive => "active",
            FieldName::CreatedBy => "creator",
        }
    }
}

/// A field that changed. An absent value is `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldChange {
    /// Which one.
    pub field: FieldName,
    /// Its value before.
    pub before: Value,
    /// Its value after.
    pub after: Value,
}

/// Changed fields, in the order of the interface.
pub(super) fn changes(before: &Team, after: &Team, logins: Logins) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    let mut compare = |field, before: Value, after: Value, same: bool| {
        if !same {
            changes.push(FieldChange { field, before, after });
        }
    };
    compare(FieldName::Name, before.name.as_str().into(), after.name.as_str().into(), before.name == after.name);
    let mut compare_texts =
        |field, before: &Option<String>, after: &Option<String>, same: &dyn Fn(&str, &str) -> bool| {
            let is_same = match (before, after) {
                (Some(before), Some(after)) => same(before, after),
                (before, after) => before == after,
            };
            compare(field, text(before), text(after), is_same);
        };
    compare_texts(FieldName::Description, &before.description, &after.description, &|a, b| a == b);
    compare_texts(FieldName::Color, &before.color, &after.color, &is_same_color);
    compare_texts(FieldName::ParentTeamId, &before.parent_team_id, &after.parent_team_id, &is_same_team);
    compare_texts(FieldName::CreatedBy, &before.created_by, &after.created_by, &|a, b| logins.key(a) == logins.key(b));
    compare(FieldName::IsActive, flag(before.is_active), flag(after.is_active), before.is_active == after.is_active);
    changes
}

/// `#ABCDEF` is `#abcdef`.
pub(super) fn is_same_color(a: &str, b: &str) -> bool {
    a.trim().eq_ignore_ascii_case(b.trim())
}

/// UUIDs are the same in any letter case; other identifiers are opaque.
pub(super) fn is_same_team(a: &str, b: &str) -> bool {
    a == b || (is_uuid(a) && a.eq_ignore_ascii_case(b))
}

fn text(value: &Option<String>) -> Value {
    value.as_deref().map_or(Value::Null, Value::from)
}

fn flag(value: Option<bool>) -> Value {
    value.map_or(Value::Null, Value::Bool)
}

#[cfg(test)]
mod tests;
