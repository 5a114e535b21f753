//! Text search over dictionaries: each distinct text is read once, however many findings have it.
//!
//! Letter case is folded character by character, without a locale.

use super::dimension::REFUSED;
use super::mark::mark;
use super::masks::{WIDTH, equal_but, places};
use super::store::Store;
use super::store::blocks::BLOCK;
use super::store::column::Column;
use crate::compact::lowercase_char;

/// The columns searched.
const SEARCHED: [Column; 5] = [Column::Id, Column::Package, Column::Title, Column::Target, Column::Image];

/// Terms are looked for in groups of as many as a byte has bits.
const GROUP: usize = 8;

/// Longer terms, in bytes, are not tried at each place of a text: many places may begin like them.
const LONG: usize = 64;

/// The bit that tells the two cases of an ASCII letter apart.
const CASE: u8 = 0x20;

/// Among so many terms before it a term is looked for that may be there again.
const RECENT: usize = 64;

/// A search made ready for a store.
pub(crate) struct TextSearch {
    groups: Vec<Group>,
}

struct Group {
    /// For each searched column with any of the group's terms, by code: which of them its text holds.
    tables: Vec<(Column, Vec<u8>)>,
    /// Terms that must occur.
    wanted: u8,
    /// Terms that must not.
    unwanted: u8,
}

impl TextSearch {
    /// Splits `text` at white space into terms; `None` where there are none.
    pub fn new(store: &Store, text: &str) -> Option<Self> {
        let mut terms: Vec<(bool, String)> = Vec::new();
        for term in text.split_whitespace() {
            let term = match term.strip_prefix('-') {
                Some(rest) if !rest.is_empty() => (false, folded(rest)),
                _ => (true, folded(term)),
            };
            // A term that is there again asks nothing new.
            if !terms.iter().rev().take(RECENT).any(|known| *known == term) {
                terms.push(term);
            }
        }
        // Where nothing is left of the scan, nobody needs to look for further terms; for one group that is not asked.
        let mut refused = vec![0; if terms.len() > GROUP { store.len() as usize } else { 0 }];
        let mut groups = Vec::new();
        for terms in terms.chunks(GROUP) {
            let group = Group::new(store, terms);
            for (block, refused) in refused.chunks_mut(BLOCK).enumerate() {
                group.refuse(store, block, refused);
            }
            groups.push(group);
            if !refused.contains(&0) {
                break;
            }
        }
        (!groups.is_empty()).then_some(TextSearch { groups })
    }

    /// Writes all bits for each row of a block that does not match.
    pub fn refuse(&self, store: &Store, block: usize, refused: &mut [u8]) {
        self.groups.iter().for_each(|group| group.refuse(store, block, refused));
    }
}

impl Group {
    fn new(store: &Store, terms: &[(bool, String)]) -> Self {
        let mask = |wanted: bool| {
            let bits = terms.iter().enumerate().filter(|(_, (is_wanted, _))| *is_wanted == wanted);
            bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
        };
        let table = |column| -> Vec<u8> {
            let codes = 0..store.code_count(column) as u32;
            codes.map(|code| found_in(store.bytes_of(column, code), terms)).collect()
        };
        let tables = SEARCHED.into_iter().map(|column| (column, table(column)));
        Group {
            tables: tables.filter(|(_, table)| table.iter().any(|&found| found != 0)).collect(),
            wanted: mask(true),
            unwanted: mask(false),
        }
    }

    #[inline(never)]
    fn refuse(&self, store: &Store, block: usize, refused: &mut [u8]) {
        let mut found = vec![0u8; refused.len()];
        for (column, table) in &self.tables {
            store.codes(*column).block(block).into_iter().for_each(|codes| mark(&mut found, codes, table));
        }
        for (refused, found) in refused.iter_mut().zip(&found) {
            if found & self.wanted != self.wanted || found & self.unwanted != 0 {
                *refused |= REFUSED;
            }
        }
    }
}

/// Lower case, with one sigma: which of the two it is depends on where a word ends.
fn folded(text: &str) -> String {
    let fold = |character| match lowercase_char(character) {
        'ς' => 'σ',
        lower => lower,
    };
    text.chars().map(fold).collect()
}

fn found_in(text: &[u8], terms: &[(bool, String)]) -> u8 {
    let lowered;
    let text = if text.is_ascii() {
        text
    } else {
        lowered = folded(std::str::from_utf8(text).unwrap_or_default());
        lowered.as_bytes()
    };
    let found = terms.iter().enumerate().filter(|(_, (_, term))| contains(text, term));
    found.fold(0, |found, (bit, _)| found | 1 << bit)
}

/// Whether `text` holds `term`, which is in lower case; ASCII letters of `text` count in any case.
fn contains(text: &[u8], term: &str) -> bool {
    let Some(&first) = term.as_bytes().first() else { return true };
    let Some(last_start) = text.len().checked_sub(term.len()) else { return false };
    if term.len() > LONG {
        return contains_long(text, term);
    }
    let begins = |start: usize| {
        text.get(start..start + term.len()).is_some_and(|part| part.eq_ignore_ascii_case(term.as_bytes()))
    };
    let starts = text.get(..=last_start).unwrap_or_default().chunks(WIDTH);
    (0..)
        .step_by(WIDTH)
        .zip(starts)
        .any(|(before, starts)| places(equal_but(starts, first, CASE)).any(|place| begins(before + place)))
}

/// The same in time that does not grow with the length of the term.
#[cold]
fn contains_long(text: &[u8], term: &str) -> bool {
    std::str::from_utf8(&text.to_ascii_lowercase()).is_ok_and(|text| text.contains(term))
}

#[cfg(test)]
mod tests {
    use crate::findings::{Filter, Ingest, Limits, Query};
    use proptest::prelude::*;

    /// Places of the titles that a search finds.
    fn found(titles: &[String], text: &str) -> Vec<u32> {
        let rows: Vec<_> = titles.iter().map(|title| serde_json::json!({ "title": title })).collect();
        let mut ingest = Ingest::rows(Limits::default());
        ingest.push(&serde_json::to_vec(&rows).unwrap()).unwrap();
        let scan = ingest.finish().unwrap();
        let filter = Filter { text: Some(text.to_owned()), ..Filter::default() };
        let mut rows = scan.query(&Query { filter, limit: usize::MAX, ..Query::default() }).unwrap().rows;
        rows.sort_unstable();
        rows
    }

    #[test]
    fn a_long_term_is_found_wherever_its_beginning_stands_too() {
        let term = ["a".repeat(80), "b".to_owned()].concat();
        let title = |before: usize, end: &str| ["x ", &"A".repeat(before), end].concat();
        let titles = [
            title(80, "B"),
            title(79, "B"),
            title(100_000, "b"),
            title(100_000, "c"),
            title(80, "éb"),
            "É".repeat(40) + &title(90, "b "),
        ];
        assert_eq!(found(&titles, &term), [0, 2, 5]);
        assert_eq!(found(&titles, &("-".to_owned() + &term)), [1, 3, 4]);
        assert_eq!(found(&titles, &"É".repeat(40)), [5]);
        assert_eq!(found(&titles, &"a".repeat(100_001)), [0; 0]);
    }

    #[test]
    fn of_many_terms_each_counts() {
        let words = |places: std::ops::Range<usize>| places.map(|at| format!("<{at}>")).collect::<Vec<_>>();
        let titles = [words(0..200).concat(), words(0..199).concat(), words(1..200).concat()];
        assert_eq!(found(&titles, &words(0..200).join(" ")), [0]);
        assert_eq!(found(&titles, &words(1..199).join(" ")), [0, 1, 2]);
        assert_eq!(found(&titles, &[words(1..199).join(" "), " -<199>".to_owned()].concat()), [1]);
        assert_eq!(found(&titles, &[words(1..199).join(" "), " -<0> <0>".to_owned()].concat()), [0; 0]);
        assert_eq!(found(&titles, &["<5> ".repeat(300), "-<0>".to_owned()].concat()), [2]);
    }

    #[test]
    fn a_sigma_is_found_wherever_in_a_word_it_stands() {
        let titles = ["ΟΔΟΣ", "οδος", "οδοσ"].map(str::to_owned);
        for text in &titles {
            assert_eq!(found(&titles, text), [0, 1, 2], "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_found_holds_every_term_and_no_unwanted_one(
            titles in prop::collection::vec("([abAB]{0,90}|[abé ]{0,90}|[aΣςσ ]{0,9}){2}", 1..8),
            terms in prop::collection::vec("-?([ab]{1,4}|(ab|a){30,50}|[aé]{1,60}|[Σςσ]{1,2})", 0..20),
        ) {
            let lower = |text: &str| text.to_lowercase().replace('ς', "σ");
            let holds = |title: &str, term: &str| lower(title).contains(&lower(term));
            let matches = |title: &String| terms.iter().all(|term| match term.strip_prefix('-') {
                Some(unwanted) => !holds(title, unwanted),
                None => holds(title, term),
            });
            let expected: Vec<u32> = (0..).zip(&titles).filter(|(_, title)| matches(title)).map(|(at, _)| at).collect();
            prop_assert_eq!(found(&titles, &terms.join(" ")), expected);
        }
    }
}
