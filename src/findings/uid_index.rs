//! Rows by uid: an open-addressing table of row numbers, made when a question needs it.

use super::store::Store;
use super::store::uids::Uid;
use crate::compact::{MIX, hash, mixed};
use crate::memory::{OutOfMemory, ask_for};

/// Row numbers by uid: of rows with equal uids the first that was added.
pub(crate) struct UidIndex {
    /// One more than a row number; 0 is a free slot.
    slots: Vec<u32>,
}

impl UidIndex {
    /// With room for this many rows.
    pub fn new(rows: usize) -> Result<Self, OutOfMemory> {
        let size = (rows * 2).next_power_of_two().max(16);
        ask_for(&[size * size_of::<u32>()])?;
        Ok(UidIndex { slots: vec![0; size] })
    }

    /// Of all rows that have a uid.
    #[inline(never)]
    pub fn of(store: &Store) -> Result<Self, OutOfMemory> {
        let mut index = UidIndex::new(store.len() as usize)?;
        for row in (0..store.len()).filter(|&row| store.uids.get(row) != Uid::Absent) {
            index.add(store, row);
        }
        Ok(index)
    }

    /// The first row indexed with this uid.
    #[inline(never)]
    pub fn find(&self, store: &Store, uid: Uid) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = self.first(uid, store.seed());
        loop {
            let row = self.slots.get(at)?.checked_sub(1)?;
            if store.uids.get(row) == uid {
                return Some(row);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a row unless its uid is here already; if it is, returns the row that has it.
    #[inline(never)]
    pub fn add(&mut self, store: &Store, row: u32) -> Option<u32> {
        let uid = store.uids.get(row);
        let mask = self.slots.len() - 1;
        let mut at = self.first(uid, store.seed());
        while let Some(slot) = self.slots.get_mut(at) {
            match slot.checked_sub(1) {
                None => {
                    *slot = row + 1;
                    return None;
                }
                Some(other) if store.uids.get(other) == uid => return Some(other),
                Some(_) => at = (at + 1) & mask,
            }
        }
        None
    }

    /// Where the search for a uid begins: the upper bits of its hash, which depend on all of the uid.
    #[inline(always)]
    fn first(&self, uid: Uid, seed: u64) -> usize {
        ((u64::from(hash_of(uid, seed)) * self.slots.len() as u64) >> 32) as usize
    }

    pub fn memory_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }
}

/// The hash of a uid, for the tables of one store.
#[inline(always)]
pub(crate) fn hash_of(uid: Uid, seed: u64) -> u32 {
    match uid {
        Uid::Packed(packed) => {
            let mixed = mixed((packed >> 64) as u64, seed);
            ((mixed.rotate_left(32) ^ packed as u64).wrapping_mul(MIX) >> 32) as u32
        }
        Uid::Text(text) => hash(text.as_bytes(), seed),
        Uid::Absent => 0,
    }
}

/// Two different uids that share all of a hash.
#[cfg(test)]
pub(crate) fn two_of_one_hash(seed: u64) -> [Uid<'static>; 2] {
    let upper = mixed(1, seed).rotate_left(32);
    // A factor of the lower half that the product grows by one with.
    let one = (0..6).fold(1_u64, |one, _| one.wrapping_mul(2_u64.wrapping_sub(MIX.wrapping_mul(one))));
    let uid = |half: u64| Uid::Packed(1 << 64 | u128::from(half ^ upper));
    let uids = [uid(0), uid(one)];
    assert_eq!(uids.map(|uid| hash_of(uid, seed)), [0, 0]);
    uids
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: u64 = 1 << 14;

    /// The two halves of a uid, of a row's number and of one that looks like chance.
    type Made = fn(u64, u64) -> (u64, u64);

    /// The most slots in a row that are taken, where the table is half full.
    fn longest_search(uid: impl Fn(u64) -> (u64, u64)) -> usize {
        let mut store = Store::new();
        store.set_seed(0x0123_4567_89AB_CDEF);
        for row in 0..ROWS {
            let (high, low) = uid(row);
            store.uids.push(Uid::Packed(u128::from(high) << 64 | u128::from(low))).unwrap();
        }
        let mut index = UidIndex::new(ROWS as usize).unwrap();
        (0..ROWS as u32).for_each(|row| assert_eq!(index.add(&store, row), None));
        assert_eq!(index.find(&store, store.uids.get(7)), Some(7));
        index.slots.split(|slot| *slot == 0).map(<[u32]>::len).max().unwrap()
    }

    #[test]
    fn uids_that_were_made_to_be_alike_are_spread_all_the_same() {
        let scattered = |row: u64| row.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let made: [Made; 8] = [
            |_, scattered| (scattered, scattered.rotate_left(32)),
            |_, scattered| (scattered, scattered),
            |row, _| (0, row),
            |row, _| (row, 0),
            |row, _| (1, row << 50),
            |row, _| (row << 50, 1),
            |row, _| (row << 20, row << 43),
            |row, _| (row << 55, (row >> 9) << 23),
        ];
        for (number, uid) in made.iter().enumerate() {
            let longest = longest_search(|row| uid(row, scattered(row)));
            assert!(longest < 200, "{number}: {longest}");
        }
    }
}
