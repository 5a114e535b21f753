//! Which findings of two scans are the same one, by row.

use super::identity::Side;
use crate::memory::{OutOfMemory, ask_for};

/// In place of a row: there is no counterpart.
pub(super) const ALONE: u32 = u32::MAX;

pub(crate) struct Partners {
    /// By row of the earlier scan: the row of the later one.
    partner: Vec<u32>,
    /// By row of the later scan: whether it has a counterpart.
    taken: Vec<bool>,
}

impl Partners {
    /// For scans with so many findings, all of them alone.
    pub fn new(before: u32, after: u32) -> Result<Self, OutOfMemory> {
        ask_for(&[before as usize * size_of::<u32>(), after as usize * size_of::<bool>()])?;
        Ok(Partners { partner: vec![ALONE; before as usize], taken: vec![false; after as usize] })
    }

    /// A row of the earlier scan and one of the later are the same finding.
    pub fn join(&mut self, row: u32, other: u32) {
        if let Some(partner) = self.partner.get_mut(row as usize) {
            *partner = other;
        }
        if let Some(taken) = self.taken.get_mut(other as usize) {
            *taken = true;
        }
    }

    /// Rows of the earlier scan with their counterparts.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        (0u32..).zip(&self.partner).filter(|(_, other)| **other != ALONE).map(|(row, &other)| (row, other))
    }

    /// Whether rows of both scans are still alone.
    pub fn is_open(&self) -> bool {
        self.partner.contains(&ALONE) && self.taken.contains(&false)
    }

    /// Whether a row of one of the scans has no counterpart.
    pub fn is_alone(&self, side: Side, row: u32) -> bool {
        match side {
            Side::Before => self.partner.get(row as usize) == Some(&ALONE),
            Side::After => self.taken.get(row as usize) == Some(&false),
        }
    }

    /// All of these rows.
    #[inline(never)]
    pub fn alone(&self, side: Side) -> Result<Vec<u32>, OutOfMemory> {
        match side {
            Side::Before => places(&self.partner, &ALONE),
            Side::After => places(&self.taken, &false),
        }
    }

    pub fn memory_bytes(&self) -> usize {
        self.partner.capacity() * size_of::<u32>() + self.taken.capacity()
    }
}

/// Where a list has this item.
fn places<T: PartialEq>(list: &[T], item: &T) -> Result<Vec<u32>, OutOfMemory> {
    let mut places = Vec::new();
    let count = list.iter().filter(|other| *other == item).count();
    places.try_reserve_exact(count)?;
    let found = (0..).zip(list).filter(|(_, other)| *other == item).map(|(place, _)| place);
    places.extend(found.take(count));
    Ok(places)
}
