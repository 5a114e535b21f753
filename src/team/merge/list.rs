//! Merging lists as sets of keys: what either side added or removed is added or removed.
//!
//! Names in a list never conflict: a key is there or it is not, and spelling is no change.

use super::three_way::{ThreeWay, same_fields, same_value};
use crate::json::Value;
use crate::team::keyed::Keyed;

/// Merges three lists of names.
pub(super) fn merge(lists: &ThreeWay<'_>, key: fn(&str) -> String) -> Vec<Value> {
    let [base, ours, theirs] =
        [lists.base, lists.ours, lists.theirs].map(|list| Side::of(list, |item| key(text(item))));
    merge_keyed(&base, &ours, &theirs, &mut |three| three.decide(&|_, _| true).ok().flatten())
}

fn text(item: &Value) -> &str {
    item.as_str().unwrap_or_default()
}

/// One state of a list with its keys.
pub(super) struct Side<'a> {
    items: &'a [Value],
    keyed: Keyed,
}

impl<'a> Side<'a> {
    pub fn of(list: Option<&'a Value>, key: impl Fn(&Value) -> String) -> Self {
        let items = list.and_then(Value::as_array).unwrap_or_default();
        Side { items, keyed: Keyed::of(items.iter().map(key)) }
    }

    /// All items of a key as one array, so that repeated items are kept together; `None` if there is none.
    fn group(&self, key: &str) -> Option<Value> {
        let items: Vec<_> = self.keyed.places(key).iter().filter_map(|&at| self.items.get(at)).cloned().collect();
        (!items.is_empty()).then_some(Value::Array(items))
    }
}

/// Merges three lists key by key; `settle` decides on the items of one key.
pub(super) fn merge_keyed(
    base: &Side<'_>,
    ours: &Side<'_>,
    theirs: &Side<'_>,
    settle: &mut dyn FnMut(&ThreeWay<'_>) -> Option<Value>,
) -> Vec<Value> {
    // Exact equality is looked at first, as for a single value.
    for is_same in [|a: &[Value], b: &[Value]| a == b, says_same] {
        if is_same(ours.items, base.items) || is_same(ours.items, theirs.items) {
            return theirs.items.to_vec();
        }
        if is_same(theirs.items, base.items) {
            return ours.items.to_vec();
        }
    }
    let mut merged = Vec::new();
    for key in order(base, ours, theirs) {
        let (base, ours, theirs) = (base.group(key), ours.group(key), theirs.group(key));
        let group = settle(&ThreeWay { base: base.as_ref(), ours: ours.as_ref(), theirs: theirs.as_ref() });
        if let Some(Value::Array(items)) = group {
            merged.extend(items);
        }
    }
    merged
}

/// Whether two lists are the same in all but the order of fields and in fields that say nothing.
fn says_same(a: &[Value], b: &[Value]) -> bool {
    let is_same = |(a, b): (&Value, &Value)| {
        a == b || (a.as_object().is_some() && b.as_object().is_some() && same_fields(a, b, |_| same_value))
    };
    a.len() == b.len() && a.iter().zip(b).all(is_same)
}

/// Keys of both sides: in the order of the side that reordered, theirs if both did or neither, with what only the
/// other side has after its neighbour there.
fn order<'a>(base: &'a Side<'_>, ours: &'a Side<'_>, theirs: &'a Side<'_>) -> Vec<&'a str> {
    let ours_decides = base.keyed.is_reordered(&ours.keyed) && !base.keyed.is_reordered(&theirs.keyed);
    let (frame, other) = if ours_decides { (ours, theirs) } else { (theirs, ours) };
    let (mut leading, mut following) = (Vec::new(), Vec::<(&str, Vec<&str>)>::new());
    for (key, _) in other.keyed.in_list_order() {
        match following.last_mut() {
            _ if frame.keyed.has(key) => following.push((key, Vec::new())),
            Some((_, followers)) => followers.push(key),
            None => leading.push(key),
        }
    }
    let neighbours = Keyed::of(following.iter().map(|(key, _)| (*key).to_owned()));
    let mut order = leading;
    for (key, _) in frame.keyed.in_list_order() {
        order.push(key);
        let followers = neighbours.places(key).first().and_then(|&at| following.get(at));
        order.extend(followers.into_iter().flat_map(|(_, followers)| followers));
    }
    order
}
