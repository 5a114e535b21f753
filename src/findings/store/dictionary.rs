//! Texts by code: equal texts share a code, so a column of them is a column of small numbers.
//!
//! Code 0 means that a row has no text. A column that need not group (a title, a link) stops looking for equals once
//! nearly every text turns out to be new; its codes then name texts without being unique.

use super::blocks::Blocks;
use super::table::Table;
use super::texts::{Place, Texts};
use crate::json::scan::same::same;
use crate::memory::OutOfMemory;

/// The code of rows that have no text.
pub(crate) const ABSENT: u32 = 0;

/// A column that need not group stops looking for equals when it has this many codes, if fewer than [`FEW`] look-ups found one.
const TRIAL: usize = 1 << 14;
const FEW: usize = 1 << 9;

/// Whether equal texts must share a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uniqueness {
    /// Rows are grouped by this column.
    Needed,
    /// Sharing only saves memory.
    Useful,
}

/// A text's code and place, and whether the text is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interned {
    pub code: u32,
    pub place: Place,
    pub new: bool,
}

/// The texts of one column. The bytes are in a heap that all columns share, so every method takes it as an argument.
pub(crate) struct Dictionary {
    places: Blocks<Place>,
    /// Places by hash; empty once the column stopped looking.
    table: Table,
    lookups: usize,
    uniqueness: Uniqueness,
    looking: bool,
}

impl Dictionary {
    // Called once for each column of a store: not worth a copy of the code at each call.
    #[inline(never)]
    pub fn new(uniqueness: Uniqueness) -> Self {
        Dictionary { places: Blocks::new(), table: Table::default(), lookups: 0, uniqueness, looking: true }
    }

    /// Number of codes, the one for absence included.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.places.len() + 1
    }

    /// The place of a code's text.
    #[inline(always)]
    pub fn place(&self, code: u32) -> Place {
        let at = (code as usize).checked_sub(1);
        at.and_then(|at| self.places.get(at)).unwrap_or(Place::ABSENT)
    }

    /// The code of a text with this hash, which must be UTF-8 and is kept if it is new.
    #[inline(always)]
    pub fn intern(
        &mut self,
        texts: &mut Texts,
        text: &[u8],
        hash: impl FnOnce() -> u32,
    ) -> Result<Interned, OutOfMemory> {
        if !self.looking {
            return self.append(texts, text);
        }
        let hash = hash();
        self.lookups += 1;
        match self.lookup(texts, text, hash) {
            Some((code, place)) => Ok(Interned { code, place, new: false }),
            None => self.insert(texts, text, hash),
        }
    }

    /// The code of a text that is already here. Only for columns in which equal texts share a code: in others it may have several.
    pub fn find(&self, texts: &Texts, text: &[u8], hash: u32) -> Option<u32> {
        debug_assert_eq!(self.uniqueness, Uniqueness::Needed);
        self.lookup(texts, text, hash).map(|(code, _)| code)
    }

    #[inline(always)]
    fn lookup(&self, texts: &Texts, text: &[u8], hash: u32) -> Option<(u32, Place)> {
        self.table.find(hash, |place| {
            let (code, known) = texts.entry(place);
            same(known, text).then_some((code, place))
        })
    }

    #[inline(never)]
    fn insert(&mut self, texts: &mut Texts, text: &[u8], hash: u32) -> Result<Interned, OutOfMemory> {
        self.table.reserve(hash)?;
        let interned = self.append(texts, text)?;
        self.table.insert(hash, interned.place);
        let known = self.lookups.saturating_sub(self.places.len());
        if self.uniqueness == Uniqueness::Useful && self.len() == TRIAL && known < FEW {
            self.stop_looking();
        }
        Ok(interned)
    }

    fn append(&mut self, texts: &mut Texts, text: &[u8]) -> Result<Interned, OutOfMemory> {
        let code = u32::try_from(self.len()).map_err(|_| OutOfMemory)?;
        self.places.reserve()?;
        let place = texts.push(code, text)?;
        self.places.push(place)?;
        Ok(Interned { code, place, new: true })
    }

    /// Stops looking for equals.
    fn stop_looking(&mut self) {
        self.table = Table::default();
        self.looking = false;
    }

    /// Frees what only further texts would need.
    #[inline(never)]
    pub fn seal(&mut self) {
        self.places.shrink();
        if self.uniqueness == Uniqueness::Useful {
            self.stop_looking();
        }
    }

    pub fn memory_bytes(&self) -> usize {
        self.places.memory_bytes() + self.table.memory_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compact::hash;

    fn check(uniqueness: Uniqueness, texts: &[String]) -> Vec<u32> {
        let (mut dictionary, mut heap) = (Dictionary::new(uniqueness), Texts::new());
        let mut intern =
            |text: &String| dictionary.intern(&mut heap, text.as_bytes(), || hash(text.as_bytes(), 0)).unwrap().code;
        let codes: Vec<u32> = texts.iter().map(&mut intern).collect();
        for (code, text) in codes.iter().zip(texts) {
            assert_eq!(heap.entry(dictionary.place(*code)), (*code, text.as_bytes()));
        }
        if uniqueness == Uniqueness::Needed {
            for (code, text) in codes.iter().zip(texts).step_by(1 + texts.len() / 100) {
                assert_eq!(dictionary.find(&heap, text.as_bytes(), hash(text.as_bytes(), 0)), Some(*code));
            }
            assert_eq!(dictionary.find(&heap, b"nowhere", hash(b"nowhere", 0)), None);
        }
        codes
    }

    #[test]
    fn equal_texts_share_a_code() {
        let codes = check(Uniqueness::Needed, &["a", "b", "a", "", "b", ""].map(str::to_owned));
        assert_eq!(codes, [1, 2, 1, 3, 2, 3]);
    }

    #[test]
    fn a_column_of_few_texts_never_stops_looking() {
        let texts: Vec<String> = (0..60_000).map(|at| (at * 7919 % 9_000).to_string()).collect();
        let codes = check(Uniqueness::Useful, &texts);
        assert_eq!(codes.iter().max(), Some(&9_000));
    }

    #[test]
    fn a_column_of_many_texts_goes_on_looking_where_some_came_again() {
        let mut texts: Vec<String> = (0..20_000).map(|at| at.to_string()).collect();
        texts.splice(FEW..FEW, texts[..FEW].to_vec());
        texts.push("19999".to_owned());
        assert_eq!(check(Uniqueness::Useful, &texts).last(), Some(&20_000));
    }

    #[test]
    fn texts_of_every_length_are_told_apart() {
        let texts: Vec<String> = (0..40).flat_map(|length| ["a", "b"].map(|letter| letter.repeat(length))).collect();
        let mut codes = check(Uniqueness::Needed, &texts);
        codes.dedup();
        assert_eq!(codes.len(), texts.len() - 1);
    }

    #[test]
    fn a_column_of_ever_new_texts_stops_looking_only_where_it_may() {
        let mut texts: Vec<String> = (0..20_000).map(|at| at.to_string()).collect();
        texts.push("7".to_owned());
        assert_eq!(check(Uniqueness::Needed, &texts).last(), Some(&8));
        assert_eq!(check(Uniqueness::Useful, &texts).last(), Some(&20_001));
    }

    #[test]
    fn texts_that_share_a_hash_are_told_apart() {
        let (mut dictionary, mut heap) = (Dictionary::new(Uniqueness::Needed), Texts::new());
        for is_new in [true, false] {
            for code in 1..100 {
                let interned = dictionary.intern(&mut heap, code.to_string().as_bytes(), || 7).unwrap();
                assert_eq!((interned.code, interned.new), (code, is_new));
            }
        }
        assert_eq!(dictionary.find(&heap, b"100", 7), None);
    }
}
