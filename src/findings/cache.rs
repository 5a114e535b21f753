//! What a scan works out once and keeps: ranks of dictionaries, the last selection, the orders that were last read, and the pairs of
//! the last comparison.

use super::diff::Pairs;
use super::filter::Filter;
use super::order::{Sort, SplitRows};
use super::ranks::Ranks;
use super::repeated_uids::repeated_uids;
use super::selection::Selection;
use super::store::Store;
use super::store::column::{COLUMNS, Column};
use super::store::uids::Uid;
use super::uid_index::UidIndex;
use crate::memory::OutOfMemory;
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// All rows in an order.
pub(crate) struct Whole {
    pub sort: Vec<Sort>,
    pub rows: SplitRows,
}

/// The rows of a selection in an order, as far as they were looked for.
pub(crate) struct Picked {
    pub selection: Rc<Selection>,
    pub sort: Vec<Sort>,
    pub rows: SplitRows,
    /// The part of the whole to look through next.
    pub next: usize,
}

/// Tells a scan from every other one, also from one that has been disposed of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScanNumber(u32);

impl Default for ScanNumber {
    fn default() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        ScanNumber(NEXT.fetch_add(1, Relaxed))
    }
}

#[derive(Default)]
pub(crate) struct Cache {
    pub number: ScanNumber,
    ranks: [OnceCell<Ranks>; COLUMNS],
    epss: OnceCell<Ranks>,
    all: OnceCell<Rc<Selection>>,
    /// The last one that is not of all findings: several questions in a row usually have the same filter.
    selection: RefCell<Option<Rc<Selection>>>,
    /// All rows in the last order that asked for them.
    pub whole: RefCell<Option<Whole>>,
    /// What the last query read: scrolling is a slice of it.
    pub picked: RefCell<Option<Picked>>,
    repeated_uids: OnceCell<u32>,
    uids: OnceCell<UidIndex>,
    lookups: Cell<u32>,
    /// Of the comparison of this scan with an earlier one that was made last: filters and windows are asked of it one after another.
    pub pairs: RefCell<Option<Rc<Pairs>>>,
}

/// The first look-ups of uids go row by row: a table of all is worth its memory only to a caller who asks more often.
const FEW_LOOKUPS: u32 = 32;

impl Cache {
    /// Ranks of a column's texts.
    pub fn ranks(&self, store: &Store, column: Column) -> &Ranks {
        let [first, ..] = &self.ranks;
        self.ranks.get(column as usize).unwrap_or(first).get_or_init(|| Ranks::new(store, column))
    }

    /// Bytes that ranks take while they are made; none if they are there.
    pub fn bytes_for_ranks(&self, store: &Store, column: Column) -> usize {
        let is_made = self.ranks.get(column as usize).is_some_and(|ranks| ranks.get().is_some());
        if is_made { 0 } else { Ranks::bytes(store, column) }
    }

    /// The same for the ranks of probabilities.
    pub fn bytes_for_epss_ranks(&self, store: &Store) -> usize {
        if self.epss.get().is_some() { 0 } else { Ranks::bytes_by(store, Column::EpssDetails) }
    }

    /// Ranks of probabilities by code of `epss_details`: 0 for none, then least first.
    pub fn epss_ranks(&self, store: &Store) -> &Ranks {
        // None is less than any.
        let probability = |code: u32| store.epss_of(code).unwrap_or(-1.0);
        self.epss.get_or_init(|| {
            Ranks::by(store, Column::EpssDetails, &|a, b| {
                probability(a).partial_cmp(&probability(b)).unwrap_or(Ordering::Equal)
            })
        })
    }

    /// How many rows have a uid that an earlier row has.
    pub fn repeated_uids(&self, store: &Store) -> Result<u32, OutOfMemory> {
        if let Some(&repeated) = self.repeated_uids.get() {
            return Ok(repeated);
        }
        let repeated = repeated_uids(store)?;
        Ok(*self.repeated_uids.get_or_init(|| repeated))
    }

    /// The first row with a uid.
    pub fn find(&self, store: &Store, uid: &str) -> Option<u32> {
        let lookups = self.lookups.get().saturating_add(1);
        self.lookups.set(lookups);
        if self.uids.get().is_none() && lookups > FEW_LOOKUPS {
            // If there is no memory for a table, the search goes on row by row.
            let _ = UidIndex::of(store).map(|index| self.uids.set(index));
        }
        match self.uids.get() {
            Some(index) => index.find(store, Uid::of(uid)),
            None => store.uids.find(uid),
        }
    }

    /// All findings.
    pub fn all(&self, store: &Store) -> &Rc<Selection> {
        self.all.get_or_init(|| Rc::new(Selection::new(store, &Filter::default())))
    }

    /// Bytes that making a selection takes; none if it is kept.
    pub fn bytes_for_selection(&self, store: &Store, filter: &Filter) -> usize {
        let is_made = self.selection.borrow().as_ref().is_some_and(|selection| selection.filter == *filter);
        if is_made || *filter == Filter::default() { 0 } else { Selection::bytes(store, filter) }
    }

    /// The findings that a filter means.
    pub fn selection(&self, store: &Store, filter: &Filter) -> Rc<Selection> {
        if *filter == Filter::default() {
            return self.all(store).clone();
        }
        let mut kept = self.selection.borrow_mut();
        match &*kept {
            Some(selection) if selection.filter == *filter => selection.clone(),
            _ => {
                let selection = Rc::new(Selection::new(store, filter));
                *kept = Some(selection.clone());
                selection
            }
        }
    }

    pub fn memory_bytes(&self) -> usize {
        let ranks: usize =
            self.ranks.iter().chain([&self.epss]).filter_map(OnceCell::get).map(|ranks| ranks.of.len() * 4).sum();
        let kept = self.selection.borrow();
        let picked = self.picked.borrow();
        let whole = self.whole.borrow();
        // Rows may have been picked from one of the other selections.
        let mut selections: Vec<&Rc<Selection>> = Vec::new();
        for selection in self.all.get().into_iter().chain(&*kept).chain(picked.as_ref().map(|picked| &picked.selection))
        {
            if !selections.iter().any(|known| Rc::ptr_eq(known, selection)) {
                selections.push(selection);
            }
        }
        let selections: usize = selections.into_iter().map(|selection| selection.memory_bytes()).sum();
        let whole = whole.as_ref().map_or(0, |whole| whole.rows.memory_bytes());
        let picked = picked.as_ref().map_or(0, |picked| picked.rows.memory_bytes());
        let uids = self.uids.get().map_or(0, UidIndex::memory_bytes);
        let pairs = self.pairs.borrow().as_ref().map_or(0, |pairs| pairs.memory_bytes());
        ranks + selections + whole + picked + uids + pairs
    }
}

#[cfg(test)]
mod tests;
