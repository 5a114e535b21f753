//! A hash table of places, which never stalls a page: a large one is many small tables, each growing by itself.
//!
//! A byte of each hash stands apart from the slots, eight to a word, so that one word nearly always shows that a new text is new.
//! Slots keep the hash they were made with, so growing reads no text. Nothing is ever removed.

use super::texts::Place;
use crate::memory::{OutOfMemory, push};

/// Entries up to which there is one shard.
const WHOLE: usize = 1 << 13;

/// Shards beyond that.
const SHARDS: u32 = 256;

/// Slots whose bytes are read at once.
const GROUP: usize = 8;

const ONES: u64 = u64::from_ne_bytes([0x01; GROUP]);
const HIGHS: u64 = u64::from_ne_bytes([0x80; GROUP]);

#[derive(Default)]
struct Shard {
    /// By group of slots: for each slot seven bits of the hash with the eighth set, or zero if it is free.
    marks: Vec<u64>,
    /// The upper half of a slot is the hash, the lower the place.
    slots: Vec<u64>,
    used: usize,
}

#[derive(Default)]
pub(super) struct Table {
    shards: Vec<Shard>,
}

impl Table {
    /// The first entry with this hash that `is_it` recognises.
    #[inline(always)]
    pub fn find<T>(&self, hash: u32, mut is_it: impl FnMut(Place) -> Option<T>) -> Option<T> {
        let shard = self.shards.get(shard_of(hash, self.shards.len()))?;
        let mask = shard.marks.len().wrapping_sub(1);
        let mut group = hash as usize & mask;
        loop {
            let marks = *shard.marks.get(group)?;
            let differences = marks ^ mark_of(hash);
            // Exact for the lowest byte that is equal; others may be taken for equal too, but their slots show that they are not.
            let mut equal = differences.wrapping_sub(ONES) & !differences & HIGHS;
            while equal != 0 {
                let slot = *shard.slots.get(group * GROUP + equal.trailing_zeros() as usize / 8)?;
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
        match self.shards.get(shard_of(hash, self.shards.len())) {
            Some(shard) if shard.has_room() && (self.shards.len() > 1 || shard.used < WHOLE) => Ok(()),
            _ => self.make_room(hash),
        }
    }

    #[cold]
    fn make_room(&mut self, hash: u32) -> Result<(), OutOfMemory> {
        if self.shards.is_empty() {
            push(&mut self.shards, Shard::default())?;
        }
        if let [whole] = self.shards.as_slice()
            && whole.used == WHOLE
        {
            self.split()?;
        }
        let number = shard_of(hash, self.shards.len());
        match self.shards.get_mut(number) {
            Some(shard) if !shard.has_room() => shard.grow(),
            _ => Ok(()),
        }
    }

    /// Adds an entry, for which there must be room.
    #[inline(always)]
    pub fn insert(&mut self, hash: u32, place: Place) {
        let number = shard_of(hash, self.shards.len());
        if let Some(shard) = self.shards.get_mut(number) {
            shard.occupy(u64::from(hash) << 32 | u64::from(place.number()));
        }
    }

    fn split(&mut self) -> Result<(), OutOfMemory> {
        let mut shards = Vec::new();
        shards.try_reserve_exact(SHARDS as usize)?;
        shards.resize_with(SHARDS as usize, Shard::default);
        let mut split = Table { shards };
        for slot in self.shards.iter().flat_map(Shard::taken) {
            let hash = (slot >> 32) as u32;
            split.reserve(hash)?;
            split.insert(hash, Place::at(slot as u32));
        }
        *self = split;
        Ok(())
    }

    pub fn memory_bytes(&self) -> usize {
        let words: usize = self.shards.iter().map(|shard| shard.slots.capacity() + shard.marks.capacity()).sum();
        words * size_of::<u64>() + self.shards.capacity() * size_of::<Shard>()
    }
}

/// Shards are told apart by the upper bits of the hash, groups by the lower.
#[inline(always)]
fn shard_of(hash: u32, shards: usize) -> usize {
    if shards == SHARDS as usize { (hash >> (u32::BITS - SHARDS.trailing_zeros())) as usize } else { 0 }
}

/// The mark of a hash, in every byte.
#[inline(always)]
fn mark_of(hash: u32) -> u64 {
    (u64::from(hash >> 17 & 0x7F) | 0x80) * ONES
}

impl Shard {
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
        let mut larger = Shard::default();
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
