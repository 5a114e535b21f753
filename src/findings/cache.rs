//! What a scan works out once and keeps: ranks of dictionaries, and the last order of rows that somebody paged through.

use super::filter::Filter;
use super::order::Sort;
use super::ranks::Ranks;
use super::store::Store;
use super::store::column::{COLUMNS, Column};
use crate::compact::sort_copies;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// An order of rows, and what it is the order of.
pub(crate) struct Ordered {
    pub filter: Filter,
    pub sort: Vec<Sort>,
    pub rows: Rc<[u32]>,
}

#[derive(Default)]
pub(crate) struct Cache {
    ranks: [OnceCell<Ranks>; COLUMNS],
    epss: OnceCell<Ranks>,
    /// All rows in the last order asked for.
    pub order: RefCell<Option<Ordered>>,
    /// The rows of the last query, in order: scrolling is a slice of it.
    pub selection: RefCell<Option<Ordered>>,
    pub repeated_uids: OnceCell<u32>,
}

impl Cache {
    /// Ranks of a column's texts.
    pub fn ranks(&self, store: &Store, column: Column) -> &Ranks {
        let [first, ..] = &self.ranks;
        self.ranks.get(column as usize).unwrap_or(first).get_or_init(|| Ranks::new(store, column))
    }

    /// Ranks of probabilities by code of `epss_details`: 0 for none, then least first.
    pub fn epss_ranks(&self, store: &Store) -> &Ranks {
        self.epss.get_or_init(|| {
            let codes = store.code_count(Column::EpssDetails) as u32;
            let mut known: Vec<(f64, u32)> =
                (0..codes).filter_map(|code| store.epss_of(code).map(|probability| (probability, code))).collect();
            sort_copies(&mut known, |a, b| a.0.total_cmp(&b.0));
            let mut of = vec![0; codes as usize].into_boxed_slice();
            let mut rank = 0;
            let mut previous = -1.0;
            for (probability, code) in known {
                rank += u32::from(probability != previous);
                previous = probability;
                if let Some(place) = of.get_mut(code as usize) {
                    *place = rank;
                }
            }
            Ranks { of, count: rank + 1 }
        })
    }

    pub fn memory_bytes(&self) -> usize {
        let ranks: usize =
            self.ranks.iter().chain([&self.epss]).filter_map(OnceCell::get).map(|ranks| ranks.of.len() * 4).sum();
        let rows =
            |ordered: &RefCell<Option<Ordered>>| ordered.borrow().as_ref().map_or(0, |ordered| ordered.rows.len() * 4);
        ranks + rows(&self.order) + rows(&self.selection)
    }
}
