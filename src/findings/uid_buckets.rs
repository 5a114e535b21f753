//! Rows in buckets by the hashes of their uids, so that equal uids meet in a bucket that is small enough for the nearest cache.
//! Only a row that shares its hash with another is looked at twice.

use super::store::Store;
use super::uid_index::hash_of;
use crate::compact::{parted, sort_by_counting};
use crate::memory::{OutOfMemory, ask_for};

/// About how many rows a bucket holds.
const ROWS: usize = 1 << 11;

/// How buckets are told apart: by the upper `bits` of hashes under a seed.
#[derive(Clone, Copy)]
pub(crate) struct Bucketing {
    bits: u32,
    seed: u64,
}

impl Bucketing {
    /// For about this many rows.
    pub fn new(rows: usize, seed: u64) -> Self {
        Bucketing { bits: (rows / ROWS).next_power_of_two().trailing_zeros(), seed }
    }

    /// Those of `rows` that have a uid, bucket by bucket.
    pub fn fill(self, store: &Store, rows: impl ExactSizeIterator<Item = u32> + Clone) -> Result<Buckets, OutOfMemory> {
        ask_for(&[rows.len() * size_of::<HashedRow>(), size_of::<u32>() << self.bits])?;
        let keys = rows.filter_map(|row| {
            let uid = store.uids.get(row);
            uid.is_identity().then(|| HashedRow::new(hash_of(uid, self.seed), row))
        });
        let mut buckets = Buckets { keys: Vec::new(), ends: vec![0; 1 << self.bits] };
        sort_by_counting(keys.map(|key| (key.bucket(self.bits), key)), &mut buckets.ends, &mut buckets.keys);
        Ok(buckets)
    }
}

/// The hash of a uid, and one more than the row that has it; 0 is none.
#[derive(Clone, Copy, Default)]
pub(crate) struct HashedRow(u64);

impl HashedRow {
    #[inline(always)]
    fn new(hash: u32, row: u32) -> Self {
        HashedRow(u64::from(hash) << 32 | u64::from(row + 1))
    }

    #[inline(always)]
    pub fn row(self) -> u32 {
        (self.0 as u32).wrapping_sub(1)
    }

    #[inline(always)]
    fn bucket(self, bits: u32) -> usize {
        ((self.0 >> 32) >> (u32::BITS - bits)) as usize
    }
}

/// Hashed rows, bucket by bucket.
pub(crate) struct Buckets {
    keys: Vec<HashedRow>,
    /// Where each bucket ends.
    ends: Vec<u32>,
}

impl Buckets {
    pub fn iter(&self) -> impl Iterator<Item = &[HashedRow]> {
        parted(&self.keys, &self.ends)
    }
}

/// A table of the keys of one bucket at a time.
pub(crate) struct BucketTable {
    /// The bits of the hash that are the same in all of a bucket.
    bits: u32,
    slots: Vec<HashedRow>,
}

impl BucketTable {
    /// For buckets of these.
    pub fn new(bucketing: Bucketing, buckets: &Buckets) -> Result<Self, OutOfMemory> {
        let largest = buckets.iter().map(<[HashedRow]>::len).max().unwrap_or_default();
        let mut slots = Vec::new();
        slots.try_reserve_exact(slots_for(largest))?;
        Ok(BucketTable { bits: bucketing.bits, slots })
    }

    /// Empties it, and makes room for this many keys.
    pub fn begin(&mut self, keys: usize) {
        self.slots.clear();
        self.slots.resize(slots_for(keys), HashedRow::default());
    }

    /// The row of the first key that shares its hash with this one and is recognised; or the slot where the search ended.
    #[inline(always)]
    pub fn find(&self, key: HashedRow, is_it: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let hash = (key.0 << self.bits) >> 32;
        let mut at = ((hash * self.slots.len() as u64) >> 32) as usize;
        while let Some(slot) = self.slots.get(at).filter(|slot| slot.0 != 0) {
            if slot.0 >> 32 == key.0 >> 32 && is_it(slot.row()) {
                return Ok(slot.row());
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        Err(at)
    }

    /// Adds a key, whether or not there is one like it.
    #[inline(always)]
    pub fn add(&mut self, key: HashedRow) {
        if let Err(at) = self.find(key, |_| false)
            && let Some(slot) = self.slots.get_mut(at)
        {
            *slot = key;
        }
    }
}

/// The slots of a table for this many keys: at least twice as many, so that a search soon meets an empty one.
fn slots_for(keys: usize) -> usize {
    (keys * 2).next_power_of_two()
}
