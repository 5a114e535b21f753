//! Places of a list by key, in code-point order of the keys.
//!
//! Teams are compared and merged with it alone: one ordered map, one copy of its code.

use std::collections::BTreeMap;

/// For each key the places where it stands, the first one first.
#[derive(Debug, Default)]
pub(crate) struct Keyed {
    places: BTreeMap<String, Vec<usize>>,
    items: usize,
}

impl Keyed {
    /// Takes the key of each item, in the list's order.
    pub fn of(mut keys: impl Iterator<Item = String>) -> Self {
        Keyed::collect(&mut keys)
    }

    // The map's code is large and this is called from many places: one copy of it serves them all.
    #[inline(never)]
    fn collect(keys: &mut dyn Iterator<Item = String>) -> Self {
        let mut keyed = Keyed::default();
        for key in keys {
            keyed.add(key);
        }
        keyed
    }

    /// Takes one more item; returns the place of the first one of its key.
    #[inline(never)]
    pub fn add(&mut self, key: String) -> usize {
        let places = self.places.entry(key).or_default();
        places.push(self.items);
        self.items += 1;
        places.first().copied().unwrap_or_default()
    }

    /// Whether the list has an item of this key.
    #[inline(never)]
    pub fn has(&self, key: &str) -> bool {
        self.places.contains_key(key)
    }

    /// Places of the items of this key.
    #[inline(never)]
    pub fn places(&self, key: &str) -> &[usize] {
        self.places.get(key).map_or(&[], Vec::as_slice)
    }

    /// Keys in code-point order, with their places.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.places.iter().map(|(key, places)| (key.as_str(), places.as_slice()))
    }

    /// How many different keys there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Keys in the order in which the list has them first, with their places.
    #[inline(never)]
    pub fn in_list_order(&self) -> impl Iterator<Item = (&str, &[usize])> {
        let mut slots = vec![None; self.items];
        for (key, places) in self.iter() {
            if let Some(slot) = places.first().and_then(|&at| slots.get_mut(at)) {
                *slot = Some((key, places));
            }
        }
        slots.into_iter().flatten()
    }

    /// Whether keys that both lists have stand in another order in `after`.
    pub fn is_reordered(&self, after: &Keyed) -> bool {
        !after.in_list_order().filter_map(|(key, _)| self.places(key).first()).is_sorted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyed(keys: &[&str]) -> Keyed {
        Keyed::of(keys.iter().map(|key| (*key).to_owned()))
    }

    #[test]
    fn keys_are_known_with_all_their_places() {
        let list = keyed(&["b", "a", "b", "c"]);
        assert_eq!((list.len(), list.places("b"), list.places("x")), (3, &[0, 2][..], &[][..]));
        assert!(list.has("a") && !list.has("x"));
        let sorted: Vec<_> = list.iter().map(|(key, _)| key).collect();
        let given: Vec<_> = list.in_list_order().collect();
        assert_eq!((sorted, given), (vec!["a", "b", "c"], vec![("b", &[0, 2][..]), ("a", &[1]), ("c", &[3])]));
    }

    #[test]
    fn i15_keys_stand_in_code_point_order_whatever_the_locale() {
        let list = keyed(&["ä", "z", "Z", "a", "ö", "\u{10000}", "\u{ffff}"]);
        let sorted: Vec<_> = list.iter().map(|(key, _)| key).collect();
        assert_eq!(sorted, ["Z", "a", "z", "ä", "ö", "\u{ffff}", "\u{10000}"]);
    }

    #[test]
    fn another_order_of_what_both_have_is_seen() {
        for (before, after, expected) in [
            (&["a", "b"][..], &["a", "x", "b"][..], false),
            (&["a", "b"], &["b", "a"], true),
            (&["a", "b", "c"], &["c", "y", "a"], true),
            (&["a", "b"], &["x", "y"], false),
            (&["a", "b", "a"], &["a", "b"], false),
            (&["a", "b"], &["a", "b", "a"], false),
        ] {
            assert_eq!(keyed(before).is_reordered(&keyed(after)), expected, "{before:?} {after:?}");
        }
    }
}
