//! A page of findings: filtered, in a total order, by row number.

use super::cache::{Cache, Ordered};
use super::filter::{Filter, Matcher};
use super::order::{Order, Sort};
use super::store::Store;
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

/// A selection of at most one row in so many is sorted by itself; a larger one is picked from the order of all rows.
const SMALL_SHARE: usize = 8;

pub(crate) fn query(store: &Store, cache: &Cache, query: &Query) -> Page {
    let order = Order::new(store, cache, &query.sort);
    let rows = select(store, cache, &order, query);
    let start = query.offset.min(rows.len());
    let end = query.offset.saturating_add(query.limit).min(rows.len());
    Page { total: rows.len() as u32, offset: query.offset, rows: order.settled(&rows, start, end) }
}

/// All rows that match, in order but for short ties; kept until something else is asked for.
fn select(store: &Store, cache: &Cache, order: &Order, query: &Query) -> Rc<[u32]> {
    let (filter, sort) = (&query.filter, &query.sort);
    if let Some(last) = &*cache.selection.borrow()
        && last.filter == *filter
        && last.sort == *sort
    {
        return last.rows.clone();
    }
    let mut rows = Matcher::new(store, filter).rows();
    let rows: Rc<[u32]> = if rows.len() < store.len() as usize / SMALL_SHARE {
        order.sort(&mut rows);
        rows.into()
    } else {
        let all = order_all(store, cache, order, sort);
        if rows.len() == all.len() { all } else { pick(store, &all, &rows) }
    };
    *cache.selection.borrow_mut() = Some(Ordered { filter: filter.clone(), sort: sort.clone(), rows: rows.clone() });
    rows
}

/// Those of `order` that are among `rows`.
fn pick(store: &Store, order: &[u32], rows: &[u32]) -> Rc<[u32]> {
    let mut wanted = vec![false; store.len() as usize];
    for &row in rows {
        wanted.get_mut(row as usize).into_iter().for_each(|wanted| *wanted = true);
    }
    let mut picked = Vec::with_capacity(rows.len());
    picked.extend(order.iter().copied().filter(|&row| wanted.get(row as usize) == Some(&true)));
    picked.into()
}

fn order_all(store: &Store, cache: &Cache, order: &Order, sort: &[Sort]) -> Rc<[u32]> {
    if let Some(last) = &*cache.order.borrow()
        && last.sort == sort
    {
        return last.rows.clone();
    }
    let mut rows: Vec<u32> = (0..store.len()).collect();
    order.sort(&mut rows);
    let rows: Rc<[u32]> = rows.into();
    *cache.order.borrow_mut() = Some(Ordered { filter: Filter::default(), sort: sort.to_vec(), rows: rows.clone() });
    rows
}
