//! Rows by uid: an open-addressing table of row numbers, made where a question needs it.

use super::store::Store;
use super::store::dictionary::hash;
use super::store::uids::Uid;

/// Row numbers by uid, rows with equal uids linked in store order.
pub(crate) struct UidIndex {
    /// One more than a row number; 0 is a free slot.
    slots: Vec<u32>,
}

impl UidIndex {
    /// With room for so many rows.
    pub fn new(rows: usize) -> Self {
        let size = (rows * 2).next_power_of_two().max(16);
        UidIndex { slots: vec![0; size] }
    }

    /// Of all rows that have a uid; and how many have one that identifies, and that an earlier row has.
    #[inline(never)]
    pub fn of(store: &Store) -> (Self, u32) {
        let mut index = UidIndex::new(store.len() as usize);
        let mut repeated = 0;
        for row in (0..store.len()).filter(|&row| store.uids.get(row) != Uid::Absent) {
            let known = index.add(store, row).is_some();
            repeated += u32::from(known && store.uids.get(row).is_identity());
        }
        (index, repeated)
    }

    /// The first row indexed with this uid.
    #[inline(always)]
    pub fn find(&self, store: &Store, uid: Uid) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash_of(uid) as usize & mask;
        loop {
            let row = self.slots.get(at)?.checked_sub(1)?;
            if store.uids.get(row) == uid {
                return Some(row);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a row unless its uid is here already; returns the row that has it then.
    #[inline(always)]
    pub fn add(&mut self, store: &Store, row: u32) -> Option<u32> {
        let uid = store.uids.get(row);
        let mask = self.slots.len() - 1;
        let mut at = hash_of(uid) as usize & mask;
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

    pub fn memory_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }
}

#[inline(always)]
fn hash_of(uid: Uid) -> u64 {
    match uid {
        Uid::Packed(packed) => {
            let folded = (packed >> 64) as u64 ^ (packed as u64).rotate_left(32);
            let mixed = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 32
        }
        Uid::Text(text) => hash(text.as_bytes()).into(),
        Uid::Absent => 0,
    }
}
