//! Texts by code: equal texts share a code, so a column of them is a column of small numbers.
//!
//! Code 0 means that a row has no text. A column that need not group (a title, a link) stops looking for equals once
//! nearly every text turns out to be new; its codes then name texts without being unique.

use super::blocks::{Blocks, OutOfMemory};
use super::texts::{Place, Texts};

/// The code of rows that have no text.
pub(crate) const ABSENT: u32 = 0;

/// Entries after which a column that need not group may stop looking for equals.
const TRIAL: usize = 1 << 14;

/// Whether equal texts must share a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uniqueness {
    /// Rows are grouped by this column.
    Needed,
    /// Sharing only saves memory.
    Useful,
}

/// A text's code, and whether the text is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interned {
    pub code: u32,
    pub new: bool,
}

pub(crate) struct Dictionary {
    texts: Texts,
    places: Blocks<Place>,
    /// Open addressing: the hash's upper half and the code; 0 is a free slot. Empty once the column stopped looking.
    slots: Vec<u64>,
    lookups: usize,
    uniqueness: Uniqueness,
    looking: bool,
}

impl Dictionary {
    pub fn new(uniqueness: Uniqueness) -> Self {
        Dictionary {
            texts: Texts::new(),
            places: Blocks::new(),
            slots: Vec::new(),
            lookups: 0,
            uniqueness,
            looking: true,
        }
    }

    /// Number of codes, the one for absence included.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.places.len() + 1
    }

    /// The text of a code; empty for absence.
    #[inline(always)]
    pub fn get(&self, code: u32) -> &str {
        let Some(at) = (code as usize).checked_sub(1) else { return "" };
        self.places.get(at).map_or("", |place| self.texts.get(place))
    }

    /// The code of a text, which is kept where it is new.
    #[inline(always)]
    pub fn intern(&mut self, text: &str) -> Result<Interned, OutOfMemory> {
        if !self.looking {
            return Ok(Interned { code: self.append(text)?, new: true });
        }
        let hash = hash(text.as_bytes());
        self.lookups += 1;
        match self.lookup(text, hash) {
            Some(code) => Ok(Interned { code, new: false }),
            None => self.insert(text, hash),
        }
    }

    /// The code of a text that is already here.
    pub fn find(&self, text: &str) -> Option<u32> {
        if self.looking {
            return self.lookup(text, hash(text.as_bytes()));
        }
        (1..self.len() as u32).find(|&code| self.get(code) == text)
    }

    #[inline(always)]
    fn lookup(&self, text: &str, hash: u64) -> Option<u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        loop {
            let slot = *self.slots.get(at)?;
            if slot == 0 {
                return None;
            }
            if slot >> 32 == hash >> 32 && self.get(slot as u32) == text {
                return Some(slot as u32);
            }
            at = (at + 1) & mask;
        }
    }

    #[inline(never)]
    fn insert(&mut self, text: &str, hash: u64) -> Result<Interned, OutOfMemory> {
        if self.len() * 2 > self.slots.len() {
            self.rehash()?;
        }
        let code = self.append(text)?;
        place(&mut self.slots, hash >> 32 << 32 | u64::from(code), hash);
        if self.len() >= TRIAL && self.uniqueness == Uniqueness::Useful && self.lookups < self.len() + self.len() / 10 {
            self.looking = false;
            self.slots = Vec::new();
        }
        Ok(Interned { code, new: true })
    }

    fn append(&mut self, text: &str) -> Result<u32, OutOfMemory> {
        let code = u32::try_from(self.len()).map_err(|_| OutOfMemory)?;
        let place = self.texts.push(text)?;
        self.places.push(place)?;
        Ok(code)
    }

    #[cold]
    fn rehash(&mut self) -> Result<(), OutOfMemory> {
        let size = (self.slots.len() * 4).max(64);
        let mut slots = Vec::new();
        slots.try_reserve_exact(size).map_err(|_| OutOfMemory)?;
        slots.resize(size, 0);
        for code in 1..self.len() as u32 {
            let hash = hash(self.get(code).as_bytes());
            place(&mut slots, hash >> 32 << 32 | u64::from(code), hash);
        }
        self.slots = slots;
        Ok(())
    }

    /// Gives back what only further texts would need.
    pub fn seal(&mut self) {
        if self.uniqueness == Uniqueness::Useful {
            self.slots = Vec::new();
            self.looking = false;
        }
    }

    pub fn memory_bytes(&self) -> usize {
        self.texts.memory_bytes() + self.places.memory_bytes() + self.slots.capacity() * 8
    }
}

fn place(slots: &mut [u64], slot: u64, hash: u64) {
    let mask = slots.len().wrapping_sub(1);
    let mut at = hash as usize & mask;
    while let Some(free) = slots.get_mut(at) {
        if *free == 0 {
            *free = slot;
            return;
        }
        at = (at + 1) & mask;
    }
}

const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// A hash for tables of this process; never stored, never sent.
#[inline(always)]
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let mut state = bytes.len() as u64 ^ MIX;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        state = (state.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(MIX);
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        state = (state.rotate_left(23) ^ u64::from_le_bytes(last)).wrapping_mul(MIX);
    }
    state = (state ^ state >> 32).wrapping_mul(MIX);
    state ^ state >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_a_code_and_absence_has_its_own() {
        let mut dictionary = Dictionary::new(Uniqueness::Needed);
        let codes: Vec<u32> =
            ["a", "b", "a", "", "b", ""].iter().map(|text| dictionary.intern(text).unwrap().code).collect();
        assert_eq!(codes, [1, 2, 1, 3, 2, 3]);
        assert_eq!((dictionary.get(0), dictionary.get(2), dictionary.get(3)), ("", "b", ""));
        assert_eq!((dictionary.find("b"), dictionary.find("c")), (Some(2), None));
    }

    #[test]
    fn many_texts_keep_their_codes() {
        let mut dictionary = Dictionary::new(Uniqueness::Needed);
        for at in 0..100_000u32 {
            assert_eq!(dictionary.intern(&at.to_string()).unwrap(), Interned { code: at + 1, new: true });
        }
        for at in 0..100_000u32 {
            assert_eq!(dictionary.intern(&at.to_string()).unwrap(), Interned { code: at + 1, new: false });
            assert_eq!(dictionary.get(at + 1), at.to_string());
        }
    }

    #[test]
    fn a_column_of_ever_new_texts_stops_looking_only_where_it_may() {
        for (uniqueness, unique) in [(Uniqueness::Needed, true), (Uniqueness::Useful, false)] {
            let mut dictionary = Dictionary::new(uniqueness);
            for at in 0..40_000 {
                dictionary.intern(&at.to_string()).unwrap();
            }
            let again = dictionary.intern("7").unwrap();
            assert_eq!((!again.new, dictionary.get(again.code)), (unique, "7"));
        }
    }
}
