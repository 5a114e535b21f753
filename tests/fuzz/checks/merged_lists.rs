//! Lists of a merged team: what became of the items of each key, and in which order keys stand.

use super::three_states::{States, decide, says_something};
use serde_json::Value;
use std::collections::BTreeSet;

/// Names never conflict: they are there or not.
pub fn either(states: States) -> Vec<Value> {
    let items = decide(states, &|_, _| true).expect("spelling is no edit");
    items.and_then(Value::as_array).cloned().unwrap_or_default()
}

/// Checks a merged list: what became of the items of each key, and in which order keys stand.
pub fn check_list(
    states: States,
    told: Option<&Value>,
    key: &dyn Fn(&Value) -> String,
    settle: &mut dyn FnMut(States) -> Vec<Value>,
) {
    let items = |list: Option<&Value>| list.and_then(Value::as_array).cloned().unwrap_or_default();
    let ([base, ours, theirs], told) = (states.all().map(items), items(told));
    let said = [&base, &ours, &theirs].map(|items| items.iter().map(without_nothing).collect::<Vec<_>>());
    if said[1] == said[0] && said[2] == said[0] {
        assert!([&ours, &theirs].contains(&&told), "nobody edited it: {told:?}");
        return;
    }
    if said[1] == said[0] || said[1] == said[2] {
        assert_eq!(told, theirs);
        return;
    }
    if said[2] == said[0] {
        assert_eq!(told, ours);
        return;
    }
    let mut order: Vec<String> = told.iter().map(key).collect();
    order.dedup();
    let group = |items: &[Value], wanted: &str| -> Option<Value> {
        let found: Vec<Value> = items.iter().filter(|item| key(item) == wanted).cloned().collect();
        (!found.is_empty()).then(|| found.into())
    };
    let all: BTreeSet<String> = [&base, &ours, &theirs, &told].into_iter().flatten().map(key).collect();
    for wanted in &all {
        let [base, ours, theirs] = [&base, &ours, &theirs].map(|items| group(items, wanted));
        let expected = settle(States { base: base.as_ref(), ours: ours.as_ref(), theirs: theirs.as_ref() });
        let is_in = order.iter().filter(|key| *key == wanted).count();
        assert_eq!(is_in, usize::from(!expected.is_empty()), "they stand together: {wanted:?} in {told:?}");
        assert_eq!(
            group(&told, wanted).unwrap_or_else(|| Value::Array(Vec::new())),
            Value::Array(expected),
            "{wanted:?}"
        );
    }
    check_order(&order, &[base, ours, theirs].map(|items| keys_of(&items, key)));
}

/// An item without fields that say nothing.
fn without_nothing(item: &Value) -> Value {
    let mut item = item.clone();
    if let Some(fields) = item.as_object_mut() {
        fields.retain(|_, value| says_something(value));
    }
    item
}

/// The keys of a list, each where it stands first.
fn keys_of(items: &[Value], key: &dyn Fn(&Value) -> String) -> Vec<String> {
    let mut known = BTreeSet::new();
    items.iter().map(key).filter(|key| known.insert(key.clone())).collect()
}

/// The order is that of the side that reordered, theirs if both or neither did; what only the other side has follows its
/// predecessor there.
fn check_order(told: &[String], [base, ours, theirs]: &[Vec<String>; 3]) {
    let common = |list: &[String], other: &[String]| -> Vec<String> {
        list.iter().filter(|key| other.contains(key)).cloned().collect()
    };
    let is_reordered = |side: &[String]| common(base, side) != common(side, base);
    let (frame, other) = if is_reordered(ours) && !is_reordered(theirs) { (ours, theirs) } else { (theirs, ours) };
    assert_eq!(common(told, frame), common(frame, told), "{told:?}");
    let place = |key: &String| told.iter().position(|other| other == key);
    for (at, key) in other.iter().enumerate().filter(|(_, key)| !frame.contains(key)) {
        let Some(place_of_key) = place(key) else { continue };
        let predecessor = other[..at].iter().rev().find_map(place);
        assert_eq!(place_of_key, predecessor.map_or(0, |before| before + 1), "{key:?} in {told:?}, of {other:?}");
    }
}
