//! Which changes are listed: those of findings that match, in an order, up to a limit.

use super::DiffOptions;
use super::partners::ALONE;
use crate::findings::cache::Cache;
use crate::findings::order::{Order, Sort};
use crate::findings::selection::Selection;
use crate::findings::store::Store;
use crate::memory::{OutOfMemory, ask_for};
use std::rc::Rc;

/// What lists the findings of one scan.
pub(super) struct Listing<'a> {
    store: &'a Store,
    cache: &'a Cache,
    selection: Rc<Selection>,
    /// `None`: in the order in which they come.
    sort: Option<&'a [Sort]>,
    limit: usize,
}

impl<'a> Listing<'a> {
    #[inline(never)]
    pub fn new(store: &'a Store, cache: &'a Cache, options: &'a DiffOptions) -> Result<Self, OutOfMemory> {
        ask_for(&[cache.bytes_for_selection(store, &options.filter)])?;
        let selection = cache.selection(store, &options.filter);
        let limit = options.limit.unwrap_or(usize::MAX);
        Ok(Listing { store, cache, selection, sort: options.sort.as_deref(), limit })
    }

    /// What decides which rows match, unless all do.
    pub fn narrowed(&self) -> Option<&Selection> {
        Some(&*self.selection).filter(|selection| !selection.is_open())
    }

    /// Those of some rows that match.
    #[inline(never)]
    pub fn matching(&self, mut rows: Vec<u32>) -> Vec<u32> {
        if let Some(selection) = self.narrowed() {
            rows.retain(|&row| selection.has(row));
        }
        rows
    }

    /// Rows, which are in store order, as a list has them.
    #[inline(never)]
    pub fn rows(&self, mut rows: Vec<u32>) -> Result<Vec<u32>, OutOfMemory> {
        let listed = rows.len().min(self.limit);
        let Some(sort) = self.sort.filter(|_| listed > 0) else {
            rows.truncate(listed);
            return Ok(rows);
        };
        let order = Order::new(self.store, self.cache, sort)?;
        order.sort(&mut rows)?;
        order.settled(&rows, 0, listed)
    }

    /// Pairs whose second row is of this scan, as a list has them.
    #[inline(never)]
    pub fn pairs(&self, mut pairs: Vec<(u32, u32)>) -> Result<Vec<(u32, u32)>, OutOfMemory> {
        if self.sort.is_none() || self.limit == 0 {
            pairs.truncate(self.limit);
            return Ok(pairs);
        }
        // The first rows by second, the second rows in order, and the pairs that are listed.
        let of_a_pair = size_of::<u32>() + size_of::<(u32, u32)>();
        ask_for(&[self.store.len() as usize * size_of::<u32>(), pairs.len() * of_a_pair])?;
        let mut partners = vec![ALONE; self.store.len() as usize];
        for (row, other) in pairs {
            if let Some(partner) = partners.get_mut(other as usize) {
                *partner = row;
            }
        }
        let paired = (0..).zip(&partners).filter(|(_, partner)| **partner != ALONE);
        let rows = self.rows(paired.map(|(row, _)| row).collect())?;
        Ok(rows.into_iter().filter_map(|row| Some((*partners.get(row as usize)?, row))).collect())
    }
}
