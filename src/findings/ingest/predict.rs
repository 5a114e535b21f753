//! Which value a column will have: what it had in the last row of the same image, identifier or package, or in the last row.
//!
//! A prediction is the place of a text, which is compared with the bytes; if they are equal, nothing needs to be scanned, hashed
//! or looked up. Only texts whose bytes are the same in the dictionary may be predicted: [`Predictor::learn`] must not be told of
//! texts that had escapes. A place is one of the column's own texts, so no two columns share a slot.

use super::by_code::grow_to;
use crate::findings::store::column::{COLUMNS, Column};
use crate::findings::store::texts::Place;

/// Most columns that may depend on one; a power of two, so that a row of a table is found by a shift.
const DEPENDENTS: usize = 8;

/// A table begins with entries for this many codes.
const FEWEST_CODES: usize = 256;

/// What a column depends on.
#[derive(Clone, Copy)]
struct Dependency {
    on: Column,
    /// Which of the predictor's tables that column has.
    table: usize,
    /// The depending column's slot in a row of the table.
    slot: usize,
}

/// Tables, one for each column on which others depend.
const TABLES: usize = 3;

const fn dependency(column: Column) -> Option<Dependency> {
    let (on, table, slot) = match column {
        Column::Kind => (Column::Image, 0, 0),
        Column::Target => (Column::Image, 0, 1),
        Column::InstalledVersion => (Column::Package, 1, 0),
        Column::Package => (Column::Id, 2, 0),
        Column::Severity => (Column::Id, 2, 1),
        Column::FixedVersion => (Column::Id, 2, 2),
        Column::Title => (Column::Id, 2, 3),
        Column::PrimaryUrl => (Column::Id, 2, 4),
        Column::EpssDetails => (Column::Id, 2, 5),
        Column::PublicExploit => (Column::Id, 2, 6),
        Column::Image | Column::Id | Column::Unnamed => return None,
    };
    Some(Dependency { on, table, slot })
}

/// The dependency of each column, by its number.
#[expect(clippy::indexing_slicing, reason = "the compiler runs it, and refuses what is out of bounds")]
const DEPENDENCY_OF: [Option<Dependency>; COLUMNS] = {
    let mut dependencies = [None; COLUMNS];
    let mut number = 0;
    while number < COLUMNS {
        dependencies[number] = dependency(Column::ALL[number]);
        if let Some(Dependency { table, slot, .. }) = dependencies[number] {
            assert!(table < TABLES && slot < DEPENDENTS, "a column that has no slot is never predicted");
            let mut before = 0;
            while before < number {
                if let Some(other) = dependencies[before] {
                    assert!(other.table != table || other.slot != slot, "a slot is of one column");
                }
                before += 1;
            }
        }
        number += 1;
    }
    dependencies
};

/// How a kind of prediction fares in a column; one that seldom holds is not tried for a while.
#[derive(Clone, Copy)]
struct Trust {
    is_tried: bool,
    /// Failures allowed until it is judged; each success allows some more.
    credit: u32,
}

/// Failures allowed in succession.
const CREDIT: u32 = 48;
/// Failures that one success makes up for.
const MADE_GOOD: u32 = 6;
/// Rows after which everything is tried again.
const TERM: u32 = 1 << 13;

impl Trust {
    const NEW: Trust = Trust { is_tried: true, credit: CREDIT };

    #[inline(always)]
    fn failed(&mut self) {
        self.credit -= 1;
        self.is_tried = self.credit > 0;
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
    by_dependency: Trust,
    by_last: Trust,
}

/// Texts seen last, by column and by code of the column it depends on.
pub(super) struct Predictor {
    columns: [Memory; COLUMNS],
    /// By code of the column depended on, the places of its dependents.
    tables: [Vec<[Place; DEPENDENTS]>; TABLES],
    rows: u32,
}

impl Predictor {
    pub fn new() -> Self {
        let column = Memory { last: Place::ABSENT, by_dependency: Trust::NEW, by_last: Trust::NEW };
        Predictor { columns: [column; COLUMNS], tables: [const { Vec::new() }; TABLES], rows: 0 }
    }

    /// Notes that a row begins.
    #[inline(always)]
    pub fn begin_row(&mut self) {
        self.rows += 1;
        if self.rows.is_multiple_of(TERM) {
            for column in &mut self.columns {
                (column.by_dependency, column.by_last) = (Trust::NEW, Trust::NEW);
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
        if memory.by_dependency.is_tried
            && let Some(Some(dependency)) = DEPENDENCY_OF.get(column as usize)
        {
            let code = row.get(dependency.on as usize).copied().unwrap_or_default();
            let places = self.tables.get(dependency.table).and_then(|table| table.get(code as usize));
            first = places.and_then(|places| places.get(dependency.slot)).copied().unwrap_or_default();
            if let Some(held) = holds(first) {
                memory.by_dependency.held();
                return Some(held);
            }
            memory.by_dependency.failed();
        }
        if !memory.by_last.is_tried || memory.last == first {
            return None;
        }
        let held = holds(memory.last);
        match held {
            Some(_) => memory.by_last.held(),
            None => memory.by_last.failed(),
        }
        held
    }

    /// Notes what a column turned out to be, if no prediction held.
    #[inline(always)]
    pub fn learn(&mut self, column: Column, place: Place, row: &[u32; COLUMNS]) {
        let Some(memory) = self.columns.get_mut(column as usize) else { return };
        memory.last = place;
        if !memory.by_dependency.is_tried {
            return;
        }
        let Some(Some(dependency)) = DEPENDENCY_OF.get(column as usize) else { return };
        let code = row.get(dependency.on as usize).copied().unwrap_or_default() as usize;
        let Some(table) = self.tables.get_mut(dependency.table) else { return };
        if code >= table.len() {
            grow_to(table, code, FEWEST_CODES, [Place::ABSENT; DEPENDENTS]);
        }
        if let Some(slot) = table.get_mut(code).and_then(|places| places.get_mut(dependency.slot)) {
            *slot = place;
        }
    }
}
