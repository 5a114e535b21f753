//! The rows of an export in their order, sorted as they are read.

use crate::findings::filter::Filter;
use crate::findings::order::{Order, Sort, SplitRows};
use crate::findings::scan::Scan;
use crate::memory::{OutOfMemory, ask_for};

/// Rows that are asked for at a time.
const WINDOW: usize = 1 << 10;

#[derive(Default)]
pub(super) struct Rows {
    sort: Vec<Sort>,
    rows: SplitRows,
    asked: usize,
    window: std::vec::IntoIter<u32>,
}

impl Rows {
    /// The rows that a filter means; none if the findings of the scan are not known.
    pub fn new(scan: &Scan, filter: &Filter, sort: Vec<Sort>) -> Result<Rows, OutOfMemory> {
        let Some((store, cache)) = scan.known() else { return Ok(Rows::default()) };
        ask_for(&[cache.bytes_for_selection(store, filter)])?;
        let rows = SplitRows::of_selection(&Order::new(store, cache, &sort)?, &cache.selection(store, filter))?;
        Ok(Rows { sort, rows, ..Rows::default() })
    }

    pub fn next(&mut self, scan: &Scan) -> Result<Option<u32>, OutOfMemory> {
        if self.window.len() == 0 {
            self.window = self.read(scan)?.into_iter();
        }
        Ok(self.window.next())
    }

    #[inline(never)]
    fn read(&mut self, scan: &Scan) -> Result<Vec<u32>, OutOfMemory> {
        let (start, end) = (self.asked, (self.asked + WINDOW).min(self.rows.len()));
        let Some((store, cache)) = scan.known() else { return Ok(Vec::new()) };
        let rows = self.rows.read(&Order::new(store, cache, &self.sort)?, start, end)?;
        self.asked = end;
        Ok(rows)
    }

    /// Begins again at the first row.
    pub fn rewind(&mut self) {
        self.asked = 0;
    }
}
