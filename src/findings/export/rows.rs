//! The rows of an export in their order, sorted as they are read.

use crate::findings::filter::Filter;
use crate::findings::order::{Order, Parts, Sort};
use crate::findings::scan::Scan;

/// Rows that are asked for at a time.
const WINDOW: usize = 1 << 10;

#[derive(Default)]
pub(super) struct Rows {
    sort: Vec<Sort>,
    parts: Parts,
    asked: usize,
    window: std::vec::IntoIter<u32>,
}

impl Rows {
    /// The rows that a filter means; none if the findings of the scan are not known.
    pub fn new(scan: &Scan, filter: &Filter, sort: Vec<Sort>) -> Rows {
        let Some((store, cache)) = scan.known() else { return Rows::default() };
        let rows = cache.selection(store, filter).rows(store);
        let parts = Parts::new(&Order::new(store, cache, &sort), rows);
        Rows { sort, parts, ..Rows::default() }
    }

    pub fn next(&mut self, scan: &Scan) -> Option<u32> {
        self.window.next().or_else(|| {
            self.window = self.read(scan).into_iter();
            self.window.next()
        })
    }

    #[inline(never)]
    fn read(&mut self, scan: &Scan) -> Vec<u32> {
        let start = self.asked;
        self.asked = (start + WINDOW).min(self.parts.len());
        let Some((store, cache)) = scan.known() else { return Vec::new() };
        self.parts.read(&Order::new(store, cache, &self.sort), start, self.asked)
    }

    /// Begins again at the first row.
    pub fn rewind(&mut self) {
        self.asked = 0;
    }
}
