//! The plain fields of a team that a person would call changed.
//!
//! Colours compare without letter case, and so do identifiers of teams that are UUIDs; creators compare as logins do.
//! Absent and `null` are the same. `created_at` and `updated_at` are not compared: they say that something changed,
//! not what.

use super::identity::LoginMatching;
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

/// Changed fields, in the order in which `FieldName` has them.
pub(super) fn changes(before: &Team, after: &Team, logins: LoginMatching) -> Vec<FieldChange> {
    let is_same_creator = |a: &str, b: &str| logins.key(a) == logins.key(b);
    let name = (before.name != after.name).then(|| FieldChange {
        field: FieldName::Name,
        before: before.name.as_str().into(),
        after: after.name.as_str().into(),
    });
    let is_active = (before.is_active != after.is_active).then(|| FieldChange {
        field: FieldName::IsActive,
        before: flag(before.is_active),
        after: flag(after.is_active),
    });
    let changes = [
        name,
        text_change(FieldName::Description, &before.description, &after.description, &|a, b| a == b),
        text_change(FieldName::Color, &before.color, &after.color, &is_same_color),
        text_change(FieldName::ParentTeamId, &before.parent_team_id, &after.parent_team_id, &is_same_team),
        is_active,
        text_change(FieldName::CreatedBy, &before.created_by, &after.created_by, &is_same_creator),
    ];
    changes.into_iter().flatten().collect()
}

fn text_change(
    field: FieldName,
    before: &Option<String>,
    after: &Option<String>,
    is_same: &dyn Fn(&str, &str) -> bool,
) -> Option<FieldChange> {
    let is_changed = match (before, after) {
        (Some(before), Some(after)) => !is_same(before, after),
        (before, after) => before != after,
    };
    is_changed.then(|| FieldChange { field, before: text(before), after: text(after) })
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
