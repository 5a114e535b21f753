//! What an ingest noticed on its way: kept or counted rather than dropped, and told in the diagnostics.

use crate::findings::store::column::{COLUMNS, Column};
use crate::json::{beginning_of, decimal};

/// How many names or places of a kind are listed; more would tell nothing new.
const LISTED: usize = 64;

/// Longest name listed whole, in bytes.
const NAME_SHOWN: usize = 64;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Notes {
    /// Members that the interface does not name: the result's, then the findings', in the order of their appearance.
    pub unknown_fields: Vec<String>,
    /// Unpaired surrogates that became U+FFFD.
    pub repaired_strings: u64,
    /// JSON pointers of members that occur more than once in their object.
    pub duplicate_keys: Vec<String>,
    /// How many findings have no value in each column, columns that may be empty included.
    pub missing: [u32; COLUMNS],
    /// How many findings have no uid.
    pub missing_uid: u32,
}

impl Notes {
    /// Lists a name once.
    pub fn unknown_field(&mut self, name: &str) {
        let name = beginning_of(name, NAME_SHOWN);
        if self.unknown_fields.len() < LISTED && !self.unknown_fields.iter().any(|known| known == name) {
            self.unknown_fields.push(name.to_owned());
        }
    }

    /// Lists a place, once.
    pub fn duplicate_key(&mut self, pointer: impl FnOnce() -> String) {
        if self.duplicate_keys.len() < LISTED {
            let pointer = pointer();
            if !self.duplicate_keys.contains(&pointer) {
                self.duplicate_keys.push(pointer);
            }
        }
    }

    /// Adds what was noticed in rows.
    pub fn add(&mut self, rows: Notes) {
        rows.unknown_fields.iter().for_each(|name| self.unknown_field(name));
        rows.duplicate_keys.into_iter().for_each(|pointer| self.duplicate_key(|| pointer));
        self.repaired_strings += rows.repaired_strings;
        self.missing = rows.missing;
        self.missing_uid = rows.missing_uid;
    }

    /// One sentence for each kind of oddity, in a fixed order.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let required = Column::ALL.into_iter().zip(self.missing).filter(|(column, _)| column.is_required());
        let missing = required.map(|(column, rows)| (column.name(), rows));
        for (name, rows) in std::iter::once(("uid", self.missing_uid)).chain(missing) {
            if rows > 0 {
                sentences.push([&of_findings(rows), " without ", name].concat());
            }
        }
        for pointer in &self.duplicate_keys {
            sentences.push(
                [pointer, " is given more than once, or contains a member that is; the last value counts"].concat(),
            );
        }
        sentences
    }
}

/// `1 finding`, `2 findings`.
pub(crate) fn of_findings(rows: u32) -> String {
    let mut text = String::new();
    decimal::write(rows.into(), &mut text);
    text.push_str(if rows == 1 { " finding" } else { " findings" });
    text
}
