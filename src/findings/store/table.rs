//! A hash table of places, which never stalls a page: once it is large it is many small tables, each growing by itself.
//!
//! Slots keep the hash they were made with, so growing reads no text. Nothing is ever removed.

use super::blocks::OutOfMemory;
use super::texts::Place;

/// Entries up to which there is one part.
const WHOLE: usize = 1 << 13;

/// Parts beyond that.
const PARTS: u32 = 256;

/// Open addressing: the upper half of a slot is the hash, the lower the place; 0 is free.
#[derive(Default)]
struct Part {
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
        let slots = self.parts.get(part_of(hash, self.parts.len()))?.slots.as_slice();
        let mask = slots.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        loop {
            let slot = *slots.get(at)?;
            if slot == 0 {
                return None;
            }
            if (slot >> 32) as u32 == hash
                && let Some(found) = is_it(Place::at(slot as u32))
            {
                return Some(found);
            }
            at = (at + 1) & mask;
        }
    }

    /// Makes sure that the next insertion succeeds.
    pub fn reserve(&mut self, hash: u32) -> Result<(), OutOfMemory> {
        if self.parts.is_empty() {
            self.parts.try_reserve(1).map_err(|_| OutOfMemory)?;
            self.parts.push(Part::default());
        }
        if let [whole] = self.parts.as_slice()
            && whole.used == WHOLE
        {
            self.split()?;
        }
        let number = part_of(hash, self.parts.len());
        self.parts.get_mut(number).map_or(Err(OutOfMemory), Part::reserve)
    }

    /// Adds an entry, for which room was made.
    pub fn insert(&mut self, hash: u32, place: Place) {
        let number = part_of(hash, self.parts.len());
        self.parts.get_mut(number).into_iter().for_each(|part| part.insert(hash, place));
    }

    #[cold]
    fn split(&mut self) -> Result<(), OutOfMemory> {
        let mut parts = Vec::new();
        parts.try_reserve_exact(PARTS as usize).map_err(|_| OutOfMemory)?;
        parts.resize_with(PARTS as usize, Part::default);
        let mut split = Table { parts };
        for slot in self.parts.iter().flat_map(|part| &part.slots).copied().filter(|slot| *slot != 0) {
            let hash = (slot >> 32) as u32;
            split.reserve(hash)?;
            split.insert(hash, Place::at(slot as u32));
        }
        *self = split;
        Ok(())
    }

    pub fn memory_bytes(&self) -> usize {
        let slots: usize = self.parts.iter().map(|part| part.slots.capacity() * size_of::<u64>()).sum();
        slots + self.parts.capacity() * size_of::<Part>()
    }
}

/// Parts are told apart by the upper bits of the hash, slots by the lower.
#[inline(always)]
fn part_of(hash: u32, parts: usize) -> usize {
    if parts == PARTS as usize { (hash >> (u32::BITS - PARTS.trailing_zeros())) as usize } else { 0 }
}

impl Part {
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        if (self.used + 1) * 2 <= self.slots.len() {
            return Ok(());
        }
        let size = (self.slots.len() * 2).max(64);
        let mut slots = Vec::new();
        slots.try_reserve_exact(size).map_err(|_| OutOfMemory)?;
        slots.resize(size, 0);
        for slot in std::mem::replace(&mut self.slots, slots).into_iter().filter(|slot| *slot != 0) {
            self.occupy(slot);
        }
        Ok(())
    }

    fn insert(&mut self, hash: u32, place: Place) {
        self.occupy(u64::from(hash) << 32 | u64::from(place.number()));
        self.used += 1;
    }

    fn occupy(&mut self, slot: u64) {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = (slot >> 32) as usize & mask;
        while let Some(free) = self.slots.get_mut(at) {
            if *free == 0 {
                *free = slot;
                return;
            }
            at = (at + 1) & mask;
        }
    }
}
