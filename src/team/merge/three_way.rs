//! Three states of one value, and the one rule that decides between them.

use super::Conflict;
use crate::json::Value;
use crate::team::keyed::Keyed;

/// When two values say the same.
pub(super) type Sameness = fn(&Value, &Value) -> bool;

/// A value at the start and after either edit; `None` if it is absent.
#[derive(Clone, Copy)]
pub(super) struct ThreeWay<'a> {
    pub base: Option<&'a Value>,
    pub ours: Option<&'a Value>,
    pub theirs: Option<&'a Value>,
}

impl<'a> ThreeWay<'a> {
    /// The fields that ours or theirs has, by name, ours first, each with its three states.
    pub fn fields(&self) -> Vec<(&'a str, ThreeWay<'a>)> {
        let mut fields: Vec<(&'a str, ThreeWay<'a>)> = Vec::new();
        let mut names = Keyed::default();
        for (side, object) in [self.ours, self.theirs, self.base].into_iter().enumerate() {
            for (name, value) in object.and_then(Value::as_object).unwrap_or_default() {
                let at = names.add(name.clone());
                // Every field has a slot; for the first of a name it is its own.
                fields.push((name, ThreeWay { base: None, ours: None, theirs: None }));
                let Some((_, three)) = fields.get_mut(at) else { continue };
                let state = match side {
                    0 => &mut three.ours,
                    1 => &mut three.theirs,
                    _ => &mut three.base,
                };
                *state = Some(value);
            }
        }
        fields.retain(|(_, three)| three.ours.is_some() || three.theirs.is_some());
        fields
    }

    /// The side that changed; theirs if both say the same. An error if both changed it differently.
    ///
    /// Exact equality is looked at first, so that a side that did not touch the value never respells it.
    #[inline(never)]
    pub fn decide(&self, same: &dyn Fn(&Value, &Value) -> bool) -> Result<Option<Value>, ()> {
        let same = |a, b| is_same(a, b, same);
        let side = if self.ours == self.base {
            self.theirs
        } else if self.theirs == self.base {
            self.ours
        } else if same(self.ours, self.theirs) || same(self.ours, self.base) {
            self.theirs
        } else if same(self.theirs, self.base) {
            self.ours
        } else {
            return Err(());
        };
        Ok(side.cloned())
    }

    /// Decides, and lists a conflict if it cannot.
    pub fn settle(
        &self,
        same: Sameness,
        path: impl FnOnce() -> String,
        conflicts: &mut Vec<Conflict>,
    ) -> Option<Value> {
        self.decide(&same).unwrap_or_else(|()| {
            let or_null = |value: Option<&Value>| value.cloned().unwrap_or(Value::Null);
            let (base, ours, theirs) = (or_null(self.base), or_null(self.ours), or_null(self.theirs));
            conflicts.push(Conflict { path: path(), base, ours, theirs });
            self.theirs.cloned()
        })
    }
}

/// Whether two states of a value say the same by a rule of its own. Absent, `null` and an empty list all say nothing.
pub(super) fn is_same(a: Option<&Value>, b: Option<&Value>, same: &dyn Fn(&Value, &Value) -> bool) -> bool {
    match (a, b) {
        _ if says_nothing(a) || says_nothing(b) => says_nothing(a) && says_nothing(b),
        (Some(a), Some(b)) => same(a, b),
        _ => false,
    }
}

/// Whether the fields of two objects say the same, each by its own rule.
pub(super) fn same_fields(a: &Value, b: &Value, sameness: fn(&str) -> Sameness) -> bool {
    let both = ThreeWay { base: None, ours: Some(a), theirs: Some(b) };
    both.fields().into_iter().all(|(name, field)| is_same(field.ours, field.theirs, &sameness(name)))
}

fn says_nothing(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => true,
        Some(value) => value.as_array().is_some_and(<[_]>::is_empty),
    }
}

/// Compares values of which nothing is known. The members of an object have no order.
pub(super) fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let places = Keyed::of(a.iter().map(|(name, _)| name.clone()));
            let of_a = |name: &str| a.get(*places.places(name).first()?);
            a.len() == b.len() && b.iter().all(|(name, b)| of_a(name).is_some_and(|(_, a)| same_value(a, b)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b)),
        _ => a == b,
    }
}

/// Compares texts by a rule of their own. These fields hold nothing else.
pub(super) fn same_text(a: &Value, b: &Value, same: impl Fn(&str, &str) -> bool) -> bool {
    a == b || a.as_str().is_some_and(|a| b.as_str().is_some_and(|b| same(a, b)))
}
