//! Merging members: by login, and within one member field by field.
//!
//! Somebody listed more than once on any side is merged whole, so that no entry is lost.

use super::list::{Side, merge_keyed};
use super::three_way::{Sameness, ThreeWay, same_fields, same_value};
use super::{Conflict, same_instant, same_name};
use crate::json::{Value, beginning_of};
use crate::team::identity::fold;
use crate::wire::format_pointer;

/// Most bytes of a login in the path of a conflict: each field may have such a path.
const LONGEST: usize = 1024;

/// Merges three lists of members.
pub(super) fn merge(lists: &ThreeWay<'_>, conflicts: &mut Vec<Conflict>) -> Vec<Value> {
    let [base, ours, theirs] = [lists.base, lists.ours, lists.theirs].map(|list| Side::of(list, |it| fold(login(it))));
    merge_keyed(&base, &ours, &theirs, &mut |entries| merge_entries(entries, conflicts))
}

/// Merges the entries of one login, given and returned as arrays.
fn merge_entries(entries: &ThreeWay<'_>, conflicts: &mut Vec<Conflict>) -> Option<Value> {
    let ThreeWay { base, ours, theirs } = *entries;
    let single = ThreeWay { base: only(base), ours: only(ours), theirs: only(theirs) };
    let spelling = [theirs, ours, base].into_iter().flatten().find_map(|entries| entries.as_array()?.first());
    let path = format_pointer("/members", spelling.map_or("", |entry| beginning_of(login(entry), LONGEST)));
    let is_single = [base, ours, theirs].into_iter().flatten().all(|entries| only(Some(entries)).is_some());
    if single.ours.is_some() && single.theirs.is_some() && is_single {
        return Some(Value::Array(vec![merge_fields(&single, &path, conflicts)]));
    }
    let known = conflicts.len();
    let settled = entries.settle(is_same_entries, || path, conflicts);
    // A conflict about one entry shows the entry, not the list around it.
    for conflict in conflicts.iter_mut().skip(known) {
        for value in [&mut conflict.base, &mut conflict.ours, &mut conflict.theirs] {
            if let Some(entry) = only(Some(value)) {
                *value = entry.clone();
            }
        }
    }
    settled
}

fn merge_fields(member: &ThreeWay<'_>, path: &str, conflicts: &mut Vec<Conflict>) -> Value {
    let fields = member.fields().into_iter().filter_map(|(name, field)| {
        let merged = field.settle(sameness(name), || format_pointer(path, name), conflicts);
        Some((name.to_owned(), merged?))
    });
    Value::Object(fields.collect())
}

/// How two values of a member's field are compared.
fn sameness(name: &str) -> Sameness {
    match name {
        "user_login" | "role" => same_name,
        "joined_at" => same_instant,
        _ => same_value,
    }
}

/// The item of an array of one.
fn only(entries: Option<&Value>) -> Option<&Value> {
    match entries?.as_array()? {
        [entry] => Some(entry),
        _ => None,
    }
}

fn login(member: &Value) -> &str {
    member.get("user_login").and_then(Value::as_str).unwrap_or_default()
}

/// Whether two lists of entries say the same, spelling aside.
fn is_same_entries(a: &Value, b: &Value) -> bool {
    let (a, b) = (a.as_array().unwrap_or_default(), b.as_array().unwrap_or_default());
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_fields(a, b, sameness))
}
