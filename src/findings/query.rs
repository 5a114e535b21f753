//! A page of findings: filtered, in a total order, by row number; and where a finding stands in such a list.

use super::cache::{Cache, Picked, Whole};
use super::filter::Filter;
use super::order::{Order, Sort, SplitRows};
use super::selection::Selection;
use super::store::Store;
use crate::memory::{OutOfMemory, ask_for};
use std::ops::Range;
use std::rc::Rc;

/// A question for a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Which findings.
    pub filter: Filter,
    /// In which order; the default order decides what this leaves open.
    pub sort: Vec<Sort>,
    /// How many findings to leave out first. Default 0.
    pub offset: usize,
    /// How many findings at most. Default 100.
    pub limit: usize,
}

impl Default for Query {
    fn default() -> Self {
        Query { filter: Filter::default(), sort: Vec::new(), offset: 0, limit: 100 }
    }
}

/// Findings by row number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Findings that match, on all pages.
    pub total: u32,
    /// Where the page begins.
    pub offset: usize,
    /// Row numbers, in order.
    pub rows: Vec<u32>,
}

/// A selection of at most one row in this many is put in order by itself; a larger one is picked from the order of all rows.
const SMALL_SHARE: u32 = 16;
/// The same if the order of all rows has to be made first.
const SMALL_SHARE_AT_FIRST: u32 = 2;

pub(crate) fn query(store: &Store, cache: &Cache, query: &Query) -> Result<Page, OutOfMemory> {
    ask_for(&[cache.bytes_for_selection(store, &query.filter)])?;
    let selection = cache.selection(store, &query.filter);
    let total = selection.len();
    let start = query.offset.min(total as usize);
    let end = query.offset.saturating_add(query.limit).min(total as usize);
    let listed = Listed { selection: &selection, sort: &query.sort };
    let rows = if start < end { listed.read(store, cache, start..end)? } else { Vec::new() };
    Ok(Page { total, offset: query.offset, rows })
}

/// Where a row stands in the list of a query, whatever its offset and limit; `None` if it is not listed.
pub(crate) fn position(store: &Store, cache: &Cache, query: &Query, row: u32) -> Result<Option<usize>, OutOfMemory> {
    ask_for(&[cache.bytes_for_selection(store, &query.filter)])?;
    let selection = cache.selection(store, &query.filter);
    if !selection.has(row) {
        return Ok(None);
    }
    let order = Order::new(store, cache, &query.sort)?;
    let listed = (0..store.len()).filter(|&other| selection.has(other));
    Ok(Some(order.count_before(listed, row)))
}

/// A selection in an order.
struct Listed<'a> {
    selection: &'a Rc<Selection>,
    sort: &'a [Sort],
}

impl Listed<'_> {
    /// These of its rows.
    fn read(&self, store: &Store, cache: &Cache, range: Range<usize>) -> Result<Vec<u32>, OutOfMemory> {
        let Listed { selection, sort } = *self;
        let order = Order::new(store, cache, sort)?;
        let mut whole = cache.whole.borrow_mut();
        let mut picked = cache.picked.borrow_mut();
        let is_made = whole.as_ref().is_some_and(|whole| whole.sort == sort);
        let is_picked =
            picked.as_ref().is_some_and(|picked| Rc::ptr_eq(&picked.selection, selection) && picked.sort == sort);
        if !is_picked {
            let share = if is_made { SMALL_SHARE } else { SMALL_SHARE_AT_FIRST };
            let is_small = selection.len() < store.len() / share;
            let rows = if is_small { SplitRows::of_selection(&order, selection)? } else { SplitRows::default() };
            *picked = Some(Picked { selection: selection.clone(), sort: sort.to_vec(), rows, next: 0 });
        }
        let Some(picked) = picked.as_mut() else { return Ok(Vec::new()) };
        if picked.rows.len() < range.end {
            if !is_made {
                let rows = SplitRows::of_selection(&order, cache.all(store))?;
                *whole = Some(Whole { sort: sort.to_vec(), rows });
            }
            let Some(whole) = whole.as_mut() else { return Ok(Vec::new()) };
            if selection.len() == store.len() {
                return whole.rows.read(&order, range.start, range.end);
            }
            // As many parts as are needed, and of each the rows that match.
            while picked.rows.len() < range.end
                && let Some((rows, is_sorted)) = whole.rows.part(picked.next)
            {
                picked.rows.push(rows.iter().copied().filter(|&row| selection.has(row)), is_sorted)?;
                picked.next += 1;
            }
        }
        picked.rows.read(&order, range.start, range.end)
    }
}
