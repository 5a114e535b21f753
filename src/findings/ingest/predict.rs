//! Which value a column will have: what it had in the last row of the same image, identifier or package, or in the last row.
//!
//! A prediction is the place of a text, which is compared with the bytes; where they are equal, nothing needs to be scanned,
//! hashed or looked up. Only texts that stand in the bytes as they are in the dictionary may be predicted: [`Predictor::learn`] must
//! not be told of texts that had escapes.

use crate::findings::store::column::{COLUMNS, Column};
use crate::findings::store::texts::Place;

/// How many columns depend on one at most.
const DEPENDENTS: usize = 8;

/// The column on which another depends, and its place among those that do.
const fn context(column: Column) -> Option<(Column, usize)> {
    match column {
        Column::Kind => Some((Column::Image, 0)),
        Column::Target => Some((Column::Image, 1)),
        Column::InstalledVersion => Some((Column::Package, 0)),
        Column::Package => Some((Column::Id, 0)),
        Column::Severity => Some((Column::Id, 1)),
        Column::FixedVersion => Some((Column::Id, 2)),
        Column::Title => Some((Column::Id, 3)),
        Column::PrimaryUrl => Some((Column::Id, 4)),
        Column::EpssDetails => Some((Column::Id, 5)),
        Column::PublicExploit => Some((Column::Id, 6)),
        Column::Unnamed => Some((Column::Id, 7)),
        Column::Image | Column::Id => None,
    }
}

/// Contexts beyond this many are not remembered.
const CONTEXTS: usize = 1 << 16;

/// How a kind of prediction fares in a column; one that seldom holds is not tried for a while.
#[derive(Clone, Copy)]
struct Trust {
    is_worth: bool,
    /// Failures allowed until it is judged; each success allows some more.
    credit: u32,
}

/// Failures allowed in a row, failures that a success makes good for, and rows after which all is tried again.
const CREDIT: u32 = 256;
const MADE_GOOD: u32 = 6;
const TERM: u32 = 1 << 13;

impl Trust {
    const NEW: Trust = Trust { is_worth: true, credit: CREDIT };

    #[inline(always)]
    fn failed(&mut self) {
        self.credit -= 1;
        self.is_worth = self.credit > 0;
    }

    #[inline(always)]
    fn held(&mut self) {
        self.credit = (self.credit + MADE_GOOD).min(CREDIT);
    }
}

/// What is known of a column's predictions.
#[derive(Clone, Copy)]
struct Memory {
    last: Place,
    by_context: Trust,
    by_last: Trust,
}

/// Texts seen last, by column and by code of the column it depends on.
pub(super) struct Predictor {
    columns: [Memory; COLUMNS],
    by_image: Vec<[Place; DEPENDENTS]>,
    by_id: Vec<[Place; DEPENDENTS]>,
    by_package: Vec<[Place; DEPENDENTS]>,
    rows: u32,
}

impl Predictor {
    pub fn new() -> Self {
        let column = Memory { last: Place::ABSENT, by_context: Trust::NEW, by_last: Trust::NEW };
        let (by_image, by_id, by_package) = (Vec::new(), Vec::new(), Vec::new());
        Predictor { columns: [column; COLUMNS], by_image, by_id, by_package, rows: 0 }
    }

    /// Tells that a row begins.
    #[inline(always)]
    pub fn begin_row(&mut self) {
        self.rows += 1;
        if self.rows.is_multiple_of(TERM) {
            for column in &mut self.columns {
                (column.by_context, column.by_last) = (Trust::NEW, Trust::NEW);
            }
        }
    }

    /// The first prediction that `holds`, given the codes of the row so far.
    #[inline(always)]
    pub fn predict<T>(
        &mut self,
        column: Column,
        row: &[u32; COLUMNS],
        holds: impl Fn(Place) -> Option<T>,
    ) -> Option<T> {
        let memory = self.columns.get_mut(column as usize)?;
        let mut first = Place::ABSENT;
        if memory.by_context.is_worth
            && let Some((on, dependent)) = context(column)
        {
            let code = row.get(on as usize).copied().unwrap_or_default();
            let table = match on {
                Column::Image => &self.by_image,
                Column::Id => &self.by_id,
                _ => &self.by_package,
            };
            let places = table.get(code as usize);
            first = places.and_then(|places| places.get(dependent)).copied().unwrap_or_default();
            if let Some(held) = holds(first) {
                memory.by_context.held();
                return Some(held);
            }
            memory.by_context.failed();
        }
        if !memory.by_last.is_worth || memory.last == first {
            return None;
        }
        let held = holds(memory.last);
        match held {
            Some(_) => memory.by_last.held(),
            None => memory.by_last.failed(),
        }
        held
    }

    /// Notes what a column turned out to be where no prediction held.
    #[inline(always)]
    pub fn learn(&mut self, column: Column, place: Place, row: &[u32; COLUMNS]) {
        let Some(memory) = self.columns.get_mut(column as usize) else { return };
        memory.last = place;
        let Some((on, dependent)) = context(column) else { return };
        if !memory.by_context.is_worth {
            return;
        }
        let context = row.get(on as usize).copied().unwrap_or_default() as usize;
        let table = match on {
            Column::Image => &mut self.by_image,
            Column::Id => &mut self.by_id,
            _ => &mut self.by_package,
        };
        if context >= table.len() && !make_room(table, context) {
            return;
        }
        if let Some(slot) = table.get_mut(context).and_then(|places| places.get_mut(dependent)) {
            *slot = place;
        }
    }
}

/// Makes a table large enough for a context. Without the memory there is no prediction, and nothing else is lost.
#[cold]
fn make_room(table: &mut Vec<[Place; DEPENDENTS]>, context: usize) -> bool {
    let room = (context + 1).next_power_of_two().max(256);
    if room > CONTEXTS || table.try_reserve_exact(room - table.len()).is_err() {
        return false;
    }
    table.resize(room, [Place::ABSENT; DEPENDENTS]);
    true
}
