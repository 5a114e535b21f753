//! Rows by uid: an open-addressing table of row numbers, made where a question needs it.

use super::store::Store;
use super::store::dictionary::hash;
use super::store::uids::Uid;

/// Row numbers by uid, rows with equal uids linked in store order.
pub(crate) struct UidIndex<'a> {
    store: &'a Store,
    /// One more than a row number; 0 is a free slot.
    slots: Vec<u32>,
}

impl<'a> UidIndex<'a> {
    pub fn new(store: &'a Store) -> Self {
        UidIndex::of(store, store.len() as usize)
    }

    /// For at most so many rows.
    pub fn of(store: &'a Store, rows: usize) -> Self {
        let size = (rows * 2).next_power_of_two().max(16);
        UidIndex { store, slots: vec![0; size] }
    }

    /// The first row indexed with this uid.
    #[inline(always)]
    pub fn find(&self, uid: Uid) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash_of(uid) as usize & mask;
        loop {
            let row = self.slots.get(at)?.checked_sub(1)?;
            if self.store.uids.get(row) == uid {
                return Some(row);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a row unless its uid is here already; returns the row that has it then.
    #[inline(always)]
    pub fn add(&mut self, row: u32) -> Option<u32> {
        let uid = self.store.uids.get(row);
        let mask = self.slots.len() - 1;
        let mut at = hash_of(uid) as usize & mask;
        while let Some(slot) = self.slots.get_mut(at) {
            match slot.checked_sub(1) {
                None => {
                    *slot = row + 1;
                    return None;
                }
                Some(other) if self.store.uids.get(other) == uid => return Some(other),
                Some(_) => at = (at + 1) & mask,
            }
        }
        None
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

/// How many rows have a uid that an earlier row has.
pub(crate) fn repeated(store: &Store) -> u32 {
    let mut index = UidIndex::new(store);
    let mut repeated = 0;
    for row in 0..store.len() {
        if store.uids.get(row).is_identity() && index.add(row).is_some() {
            repeated += 1;
        }
    }
    repeated
}
