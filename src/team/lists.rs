//! What joined and left a list of names. Names that occur twice count once; order is not looked at.

use super::keyed::Keyed;
use serde::Serialize;

/// Names that joined and left, each in the order of its key, spelled as in its own list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ListChanges {
    /// Names that are new.
    pub added: Vec<String>,
    /// Names that are gone.
    pub removed: Vec<String>,
}

impl ListChanges {
    /// Compares two lists with their keys.
    pub(super) fn between(before: (&[String], &Keyed), after: (&[String], &Keyed)) -> Self {
        ListChanges { added: missing_from(before.1, after), removed: missing_from(after.1, before) }
    }

    /// Nothing joined and nothing left.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }
}

/// Names of a list whose keys the other list has not.
#[inline(never)]
fn missing_from(other: &Keyed, (names, keyed): (&[String], &Keyed)) -> Vec<String> {
    let missing = keyed.iter().filter(|(key, _)| !other.has(key));
    missing.filter_map(|(_, places)| names.get(*places.first()?)).cloned().collect()
}
