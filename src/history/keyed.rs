//! Places of a list by key, in code-point order of the keys.
//!
//! Histories and teams are grouped, compared and merged with it alone: one ordered map, one copy of its code.

use std::collections::BTreeMap;

/// For each key the places where it stands, the first one first.
#[derive(Debug)]
pub(crate) struct Keyed {
    places: BTreeMap<String, Vec<usize>>,
    items: usize,
}

impl Keyed {
    /// Takes the key of each item, in the list's order.
    pub fn of(keys: impl Iterator<Item = String>) -> Self {
        let mut keyed = Keyed { places: BTreeMap::new(), items: 0 };
        for key in keys {
            keyed.places.entry(key).or_default().push(keyed.items);
            keyed.items += 1;
        }
        keyed
    }

    /// Whether the list has an item of this key.
    pub fn has(&self, key: &str) -> bool {
        self.places.contains_key(key)
    }

    /// Places of the items of this key.
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
