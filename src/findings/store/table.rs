//! A hash table of places, which never stalls a page: a large one is many small tables, each growing by itself.
//!
//! A byte of each hash stands apart from the slots, eight to a word, so that one word nearly always shows that a new text is new.
//! Slots keep the hash they were made with, so growing reads no text. Nothing is ever removed.

use super::texts::Place;
use crate::memory::{OutOfMemory, push};

/// Entries up to which there is one part.
const WHOLE: usize = 1 << 13;

/// Parts beyond that.
const PARTS: u32 = 256;

/// Slots whose bytes are read at once.
const GROUP: usize = 8;

const ONES: u64 = u64::from_ne_bytes([0x01; GROUP]);
const HIGHS: u64 = u64::from_ne_bytes([0x80; GROUP]);

#[derive(Default)]
struct Part {
    /// By group of slots: for each slot seven bits of the hash with the eighth set, or zero if it is free.
    marks: Vec<u64>,
    /// The upper half of a slot is the hash, the lower the place.
    slots: Vec<u64>,
    used: usize,
}

#[derive(Default)]
pub(super) struct Table {
    parts: Vec<Part>,
}

impl Table {
    /// The first entry with this hash that `is_it` recognises.
    #[inline(always)]
    pub fn find<T>(&self, hash: u32, mut is_it: impl FnMut(Place) -> Option<T>) -> Option<T> {
        let part = self.parts.get(part_of(hash, self.parts.len()))?;
        let mask = part.marks.len().wrapping_sub(1);
        let mut group = hash as usize & mask;
        loop {
            let marks = *part.marks.get(group)?;
            let differences = marks ^ mark_of(hash);
            // Exact for the lowest byte that is equal; others may be taken for equal too, but their slots show that they are not.
            let mut equal = differences.wrapping_sub(ONES) & !differences & HIGHS;
            while equal != 0 {
                let slot = *part.slots.get(group * GROUP + equal.trailing_zeros() as usize / 8)?;
                if (slot >> 32) as u32 == hash
                    && let Some(found) = is_it(Place::at(slot as u32))
                {
                    return Some(found);
                }
                equal &= equal - 1;
            }
            if marks & HIGHS != HIGHS {
                return None;
            }
            group = (group + 1) & mask;
        }
    }

    /// Makes sure that the next insertion succeeds.
    #[inline(always)]
    pub fn reserve(&mut self, hash: u32) -> Result<(), OutOfMemory> {
        match self.parts.get(part_of(hash, self.parts.len())) {
            Some(part) if part.has_room() && (self.parts.len() > 1 || part.used < WHOLE) => Ok(()),
            _ => self.make_room(hash),
        }
    }

    #[cold]
    fn make_room(&mut self, hash: u32) -> Result<(), OutOfMemory> {
        if self.parts.is_empty() {
            push(&mut self.parts, Part::default())?;
        }
        if let [whole] = self.parts.as_slice()
            && whole.used == WHOLE
        {
            self.split()?;
        }
        let number = part_of(hash, self.parts.len());
        match self.parts.get_mut(number) {
            Some(part) if !part.has_room() => part.grow(),
            _ => Ok(()),
        }
    }

    /// Adds an entry, for which there must be room.
    #[inline(always)]
    pub fn insert(&mut self, hash: u32, place: Place) {
        let number = part_of(hash, self.parts.len());
        if let Some(part) = self.parts.get_mut(number) {
            part.occupy(u64::from(hash) << 32 | u64::from(place.number()));
        }
    }

    fn split(&mut self) -> Result<(), OutOfMemory> {
        let mut parts = Vec::new();
        parts.try_reserve_exact(PARTS as usize)?;
        parts.resize_with(PARTS as usize, Part::default);
        let mut split = Table { parts };
        for slot in self.parts.iter().flat_map(Part::taken) {
            let hash = (slot >> 32) as u32;
            split.reserve(hash)?;
            split.insert(hash, Place::at(slot as u32));
        }
        *self = split;
        Ok(())
    }

    pub fn memory_bytes(&self) -> usize {
        let words: usize = self.parts.iter().map(|part| part.slots.capacity() + part.marks.capacity()).sum();
        words * size_of::<u64>() + self.parts.capacity() * size_of::<Part>()
    }
}

/// Parts are told apart by the upper bits of the hash, groups by the lower.
#[inline(always)]
fn part_of(hash: u32, parts: usize) -> usize {
    if parts == PARTS as usize { (hash >> (u32::BITS - PARTS.trailing_zeros())) as usize } else { 0 }
}

/// The mark of a hash, in every byte.
#[inline(always)]
fn mark_of(hash: u32) -> u64 {
    (u64::from(hash >> 17 & 0x7F) | 0x80) * ONES
}

impl Part {
    /// Whether another entry fits; a quarter of the slots stays free, so that searches end soon.
    #[inline(always)]
    fn has_room(&self) -> bool {
        self.used < self.slots.len() / 4 * 3
    }

    fn taken(&self) -> impl Iterator<Item = u64> {
        self.slots.iter().copied().filter(|slot| *slot != 0)
    }

    fn grow(&mut self) -> Result<(), OutOfMemory> {
        let size = (self.slots.len() * if self.slots.len() < WHOLE / 2 { 4 } else { 2 }).max(GROUP * 8);
        let mut larger = Part::default();
        larger.slots.try_reserve_exact(size)?;
        larger.marks.try_reserve_exact(size / GROUP)?;
        larger.slots.resize(size, 0);
        larger.marks.resize(size / GROUP, 0);
        self.taken().for_each(|slot| larger.occupy(slot));
        *self = larger;
        Ok(())
    }

    #[inline(always)]
    fn occupy(&mut self, slot: u64) {
        let hash = (slot >> 32) as u32;
        let mask = self.marks.len().wrapping_sub(1);
        let mut group = hash as usize & mask;
        while let Some(marks) = self.marks.get_mut(group) {
            let free = !*marks & HIGHS;
            if free != 0 {
                let at = free.trailing_zeros() as usize / 8;
                *marks |= mark_of(hash) & 0xFF << (at * 8);
                if let Some(place) = self.slots.get_mut(group * GROUP + at) {
                    *place = slot;
                }
                self.used += 1;
                return;
            }
            group = (group + 1) & mask;
        }
    }
}
