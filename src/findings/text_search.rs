//! Text search over dictionaries: each distinct text is read once, however many findings have it.
//!
//! Letter case is folded character by character, without a locale.

use super::store::Store;
use super::store::codes::with_codes;
use super::store::column::Column;
use crate::compact::lowercase;

/// The columns searched.
const SEARCHED: [Column; 5] = [Column::Id, Column::Package, Column::Title, Column::Target, Column::Image];

/// Terms are looked for in groups of as many as a byte has bits.
const GROUP: usize = 8;

/// A search made ready for a store.
pub(crate) struct TextSearch {
    groups: Vec<Group>,
}

struct Group {
    /// For each searched column, by code: which of the group's terms its text holds.
    tables: [Vec<u8>; SEARCHED.len()],
    /// Terms that must occur.
    wanted: u8,
    /// Terms that must not.
    unwanted: u8,
}

impl TextSearch {
    /// Splits `text` at white space into terms; `None` where there are none.
    pub fn new(store: &Store, text: &str) -> Option<Self> {
        let terms: Vec<(bool, String)> = text
            .split_whitespace()
            .map(|term| match term.strip_prefix('-') {
                Some(rest) if !rest.is_empty() => (false, lowercase(rest)),
                _ => (true, lowercase(term)),
            })
            .collect();
        let groups: Vec<Group> = terms.chunks(GROUP).map(|terms| Group::new(store, terms)).collect();
        (!groups.is_empty()).then_some(TextSearch { groups })
    }

    /// Writes `mark` for each row of a block that does not match.
    pub fn refuse(&self, store: &Store, block: usize, refused: &mut [u8], mark: u8) {
        let mut found = vec![0u8; refused.len()];
        for group in &self.groups {
            found.fill(0);
            for (column, table) in SEARCHED.into_iter().zip(&group.tables) {
                let Some(block) = store.codes(column).block(block) else { continue };
                with_codes!(block, codes => {
                    for (found, &code) in found.iter_mut().zip(codes) {
                        *found |= table.get(code as usize).copied().unwrap_or_default();
                    }
                });
            }
            for (refused, found) in refused.iter_mut().zip(&found) {
                if found & group.wanted != group.wanted || found & group.unwanted != 0 {
                    *refused |= mark;
                }
            }
        }
    }
}

impl Group {
    fn new(store: &Store, terms: &[(bool, String)]) -> Self {
        let mask = |wanted: bool| {
            let bits = terms.iter().enumerate().filter(|(_, (is_wanted, _))| *is_wanted == wanted);
            bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
        };
        Group {
            tables: SEARCHED.map(|column| {
                let codes = 0..store.code_count(column) as u32;
                codes.map(|code| found_in(store.bytes_of(column, code), terms)).collect()
            }),
            wanted: mask(true),
            unwanted: mask(false),
        }
    }
}

fn found_in(text: &[u8], terms: &[(bool, String)]) -> u8 {
    let lowered;
    let text = if text.is_ascii() {
        text
    } else {
        lowered = lowercase(std::str::from_utf8(text).unwrap_or_default());
        lowered.as_bytes()
    };
    let found = terms.iter().enumerate().filter(|(_, (_, term))| contains(text, term.as_bytes()));
    found.fold(0, |found, (bit, _)| found | 1 << bit)
}

/// Whether `text` holds `term`, which is in lower case; ASCII letters of `text` count in any case.
fn contains(text: &[u8], term: &[u8]) -> bool {
    text.windows(term.len().max(1)).any(|window| window.eq_ignore_ascii_case(term))
}
