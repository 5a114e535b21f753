//! A value in three states, and what becomes of it by the guide to teams.

use super::logins_of_teams::{folded_text, is_same_team};
use super::timestamps::slow;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// A value as both started from it, and as either edit has it; `None` if it is absent.
#[derive(Clone, Copy)]
pub struct States<'a> {
    pub base: Option<&'a Value>,
    pub ours: Option<&'a Value>,
    pub theirs: Option<&'a Value>,
}

impl<'a> States<'a> {
    pub fn all(self) -> [Option<&'a Value>; 3] {
        [self.base, self.ours, self.theirs]
    }

    pub fn map(self, each: impl Fn(&'a Value) -> Option<&'a Value>) -> Self {
        let [base, ours, theirs] = self.all().map(|state| each(state?));
        States { base, ours, theirs }
    }

    pub fn member(self, name: &str) -> Self {
        self.map(|state| state.get(name))
    }
}

/// The names of the fields that any state has.
pub fn names_of(states: States) -> BTreeSet<String> {
    let objects = states.all().into_iter().flatten().filter_map(Value::as_object);
    objects.flat_map(Map::keys).cloned().collect()
}

pub fn says_something(value: &Value) -> bool {
    !value.is_null() && value.as_array().is_none_or(|items| !items.is_empty())
}

/// Absent, `null` and `[]` are the same.
pub fn says_same(a: Option<&Value>, b: Option<&Value>, same: &dyn Fn(&Value, &Value) -> bool) -> bool {
    let said = |value: Option<&Value>| value.is_some_and(says_something);
    match (a, b) {
        (Some(first), Some(second)) if said(a) && said(b) => same(first, second),
        _ => !said(a) && !said(b),
    }
}

/// The value of the side that edited; theirs if both made the same of it, `None` if not. If neither edited and one respelled, it
/// is respelled.
pub fn decide<'a>(states: States<'a>, same: &dyn Fn(&Value, &Value) -> bool) -> Option<Option<&'a Value>> {
    let States { base, ours, theirs } = states;
    match [ours, theirs].map(|side| side != base && !says_same(side, base, same)) {
        [true, true] if ours != theirs && !says_same(ours, theirs, same) => None,
        [true, false] => Some(ours),
        [false, false] if theirs == base => Some(ours),
        _ => Some(theirs),
    }
}

/// When two values of a field say the same.
pub type Sameness = fn(&Value, &Value) -> bool;

/// How the values of a field compare, by the guide's table; of others nothing is known.
pub fn sameness(name: &str) -> Sameness {
    fn texts(a: &Value, b: &Value, same: fn(&str, &str) -> bool) -> bool {
        a == b || a.as_str().zip(b.as_str()).is_some_and(|(a, b)| same(a, b))
    }
    match name {
        "id" | "parent_team_id" => |a, b| texts(a, b, is_same_team),
        "color" => |a, b| texts(a, b, |a, b| a.trim().eq_ignore_ascii_case(b.trim())),
        "created_by" => |a, b| texts(a, b, |a, b| folded_text(a) == folded_text(b)),
        "created_at" => |a, b| texts(a, b, is_same_instant),
        _ => |a, b| a == b,
    }
}

pub fn sameness_of_member(name: &str) -> Sameness {
    match name {
        "user_login" | "role" => sameness("created_by"),
        "joined_at" => sameness("created_at"),
        _ => |a, b| a == b,
    }
}

fn is_same_instant(a: &str, b: &str) -> bool {
    slow(a).zip(slow(b)).is_some_and(|(a, b)| a.key() == b.key())
}
