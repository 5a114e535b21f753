//! Text search over dictionaries: each distinct text is read once for every eight terms, however many findings have it. If there
//! are more terms, it is read once for all that must not occur.
//!
//! Letter case is folded character by character, without a locale.

use super::dimension::REFUSED;
use super::mark::mark;
use super::masks::{WIDTH, equal, equal_but, places};
use super::store::Store;
use super::store::blocks::BLOCK;
use super::store::column::Column;
use crate::compact::sort_copies;
use fold::{folded, is_folded};
use std::borrow::Cow;
use terms::Terms;

mod fold;
mod terms;

/// The columns searched.
const SEARCHED: [Column; 5] = [Column::Id, Column::Package, Column::Title, Column::Target, Column::Image];

/// Terms are looked for in groups of as many as a byte has bits.
const GROUP: usize = 8;

/// Terms of more bytes are not compared at each place of a text that begins like them: there may be many such places.
const LONG: usize = 64;

/// Shorter terms are compared at this many places that begin like them, and at one more for every [`BYTES_A_PLACE`] bytes of the
/// text; then [`contains_long`] takes over.
const PLACES: usize = 16;
const BYTES_A_PLACE: usize = 8;

/// The bit that tells the two cases of an ASCII letter apart.
const CASE: u8 = 0x20;

/// If at most this many findings are left, each is searched by itself: texts that only other findings have need not be searched.
const FEW: usize = 64;

/// A term in lower case, and whether it must occur or must not.
type Term<'a> = (bool, &'a str);

/// A search made ready for a store.
pub(crate) enum TextSearch {
    /// For few terms.
    Tables(Tables),
    /// By row, for many terms: all bits if it does not match.
    Refused(Vec<u8>),
}

/// Bytes that a letter of what is searched for takes at most: it may be a term.
const OF_A_LETTER: usize = 40;

impl TextSearch {
    /// Bytes that the terms of a search take.
    pub fn bytes_of_terms(text: &str) -> usize {
        text.len() * OF_A_LETTER
    }

    /// Splits `text` at white space into terms; `None` if there are none.
    pub fn new(store: &Store, text: &str) -> Option<Self> {
        let text = folded(text);
        let mut terms: Vec<Term> = text.split_whitespace().map(term_of).collect();
        sort_copies(&mut terms, Ord::cmp);
        terms.dedup();
        match terms.len() {
            0 => None,
            1..=GROUP => Some(TextSearch::Tables(Tables::of_group(store, &terms))),
            _ => Some(TextSearch::Refused(refused_by_many(store, &terms))),
        }
    }

    /// Writes all bits for each row of a block that does not match.
    pub fn refuse(&self, store: &Store, block: usize, refused: &mut [u8]) {
        match self {
            TextSearch::Tables(tables) => tables.refuse(store, block, refused),
            TextSearch::Refused(all) => {
                let all = all.get(block * BLOCK..).unwrap_or_default();
                refused.iter_mut().zip(all).for_each(|(refused, all)| *refused |= all);
            }
        }
    }
}

fn term_of(word: &str) -> Term<'_> {
    match word.strip_prefix('-') {
        Some(rest) if !rest.is_empty() => (false, rest),
        _ => (true, word),
    }
}

/// By row, what the terms refuse, if they are too many for one group; those that must not occur come first.
fn refused_by_many(store: &Store, terms: &[Term]) -> Vec<u8> {
    let mut refused = vec![0; store.len() as usize];
    let (unwanted, wanted) = terms.split_at(terms.partition_point(|(is_wanted, _)| !is_wanted));
    if !unwanted.is_empty() {
        let terms = Terms::new(unwanted.iter().map(|(_, term)| *term));
        Tables::new(store, 0, 1, &|text| u8::from(terms.any_in(text))).refuse_all(store, &mut refused);
    }
    for terms in wanted.chunks(GROUP) {
        let left: usize = refused.chunks(WIDTH).map(|refused| equal(refused, 0).count_ones() as usize).sum();
        if left <= FEW {
            refuse_each(store, wanted, &mut refused);
            break;
        }
        Tables::of_group(store, terms).refuse_all(store, &mut refused);
    }
    refused
}

/// Looks through the rows that are not refused so far, one by one, for all terms.
fn refuse_each(store: &Store, terms: &[Term], refused: &mut [u8]) {
    for (row, refused) in (0..).zip(refused).filter(|(_, refused)| **refused == 0) {
        let texts = SEARCHED.map(|column| {
            let text = store.text(column, row).unwrap_or_default();
            lowered(text.as_bytes())
        });
        let is_there = |(_, term): &Term| texts.iter().any(|text| contains(text, term));
        *refused = if terms.iter().all(is_there) { 0 } else { REFUSED };
    }
}

/// Which of up to eight terms a text holds, a bit for each. `refused_by_many` uses one bit for "any unwanted term" instead.
pub(crate) struct Tables {
    /// For each searched column in which any is found, by code: the bits of what the text holds.
    tables: Vec<(Column, Vec<u8>)>,
    /// Bits that must be there.
    wanted: u8,
    /// Bits that must not.
    unwanted: u8,
}

impl Tables {
    fn of_group(store: &Store, terms: &[Term]) -> Self {
        let mask = |wanted: bool| {
            let bits = terms.iter().enumerate().filter(|(_, (is_wanted, _))| *is_wanted == wanted);
            bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
        };
        Tables::new(store, mask(true), mask(false), &|text| {
            let found = terms.iter().enumerate().filter(|(_, (_, term))| contains(text, term));
            found.fold(0, |found, (bit, _)| found | 1 << bit)
        })
    }

    fn new(store: &Store, wanted: u8, unwanted: u8, found_in: &dyn Fn(&[u8]) -> u8) -> Self {
        let table = |column| -> Vec<u8> {
            let codes = 0..store.code_count(column) as u32;
            codes.map(|code| found_in(&lowered(store.bytes_of(column, code)))).collect()
        };
        let tables = SEARCHED.into_iter().map(|column| (column, table(column)));
        Tables { tables: tables.filter(|(_, table)| table.iter().any(|&found| found != 0)).collect(), wanted, unwanted }
    }

    fn refuse_all(&self, store: &Store, refused: &mut [u8]) {
        refused.chunks_mut(BLOCK).enumerate().for_each(|(block, refused)| self.refuse(store, block, refused));
    }

    #[inline(never)]
    fn refuse(&self, store: &Store, block: usize, refused: &mut [u8]) {
        let mut found = vec![0u8; refused.len()];
        for (column, table) in &self.tables {
            if let Some(codes) = store.codes(*column).block(block) {
                mark(&mut found, codes, table);
            }
        }
        for (refused, found) in refused.iter_mut().zip(&found) {
            if found & self.wanted != self.wanted || found & self.unwanted != 0 {
                *refused |= REFUSED;
            }
        }
    }
}

/// A text in lower case. If only ASCII letters in it are in upper case it stays as it is: `contains` ignores the case of those.
fn lowered(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    match std::str::from_utf8(text).unwrap_or_default() {
        text if is_folded(text) => Cow::Borrowed(text.as_bytes()),
        text => Cow::Owned(folded(text).into_bytes()),
    }
}

/// Whether `text` holds `term`, which is in lower case; ASCII letters of `text` count in any case.
#[inline(never)]
fn contains(text: &[u8], term: &str) -> bool {
    let Some(&first) = term.as_bytes().first() else { return true };
    let Some(last_start) = text.len().checked_sub(term.len()) else { return false };
    if term.len() > LONG {
        return contains_long(text, term.as_bytes());
    }
    let begins = |start: usize| {
        text.get(start..start + term.len()).is_some_and(|part| part.eq_ignore_ascii_case(term.as_bytes()))
    };
    let starts = text.get(..=last_start).unwrap_or_default().chunks(WIDTH);
    let mut left = PLACES + text.len() / BYTES_A_PLACE;
    for (before, starts) in (0..).step_by(WIDTH).zip(starts) {
        for place in places(equal_but(starts, first, CASE)) {
            if begins(before + place) {
                return true;
            }
            left = left.saturating_sub(1);
        }
        if left == 0 {
            return contains_long(text, term.as_bytes());
        }
    }
    false
}

/// The same in time that does not grow with the length of the term, after Knuth, Morris and Pratt. The standard library's search
/// would add several KB.
#[cold]
fn contains_long(text: &[u8], term: &[u8]) -> bool {
    // For each beginning of the term: the length of the longest shorter beginning that it ends with.
    let mut shorter = vec![0];
    let mut known = 0;
    for &byte in term.iter().skip(1) {
        known = follow(term, &shorter, known, byte);
        shorter.push(known);
    }
    known = 0;
    text.iter().any(|byte| {
        known = follow(term, &shorter, known, byte.to_ascii_lowercase());
        known == term.len()
    })
}

/// How many bytes of the term match up to and including `byte`, if `known` bytes matched before it.
fn follow(term: &[u8], shorter: &[usize], mut known: usize, byte: u8) -> usize {
    while term.get(known) != Some(&byte) {
        match known.checked_sub(1).and_then(|last| shorter.get(last)) {
            Some(&length) => known = length,
            None => return 0,
        }
    }
    known + 1
}

#[cfg(test)]
mod tests;
