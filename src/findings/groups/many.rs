//! Groups of which many are possible: rows in the order of their groups, and only groups that have rows.
//!
//! What is noted by value need not be cleared from group to group: it says for which group it is.

use super::{GroupKey, codes, value_count, values, with_value};
use crate::compact::{parted, sort_by_counting};
use crate::findings::dimension::Dimension;
use crate::findings::selection::Selection;
use crate::findings::store::Store;
use crate::findings::store::class::Tally;
use crate::findings::store::column::Column;
use crate::memory::{OutOfMemory, ask_for, push};

pub(super) struct Many {
    /// Rows, group by group.
    rows: Vec<u32>,
    /// By group: where its rows end.
    ends: Vec<u32>,
}

impl Many {
    pub fn new(store: &Store, by: &[Dimension], selection: &Selection) -> Result<(Vec<GroupKey>, Many), OutOfMemory> {
        ask_for(&[selection.len() as usize * size_of::<u32>()])?;
        let mut keys = vec![GroupKey::default()];
        let mut many = Many { rows: selection.rows(store), ends: vec![selection.len()] };
        for (place, &dimension) in by.iter().enumerate() {
            let key = |group: u32| keys.get(group as usize).copied().unwrap_or_default();
            let count = value_count(store, dimension);
            // A value for each row, what is noted by value, and a number for each row that is selected.
            let [by_row, by_value] = [store.len() as usize * size_of::<u32>(), count * size_of::<(u32, usize)>()];
            ask_for(&[by_row, by_value, many.rows.len() * size_of::<usize>()])?;
            let divided = many.divide(&values(store, dimension), count)?;
            ask_for(&[divided.len() * size_of::<GroupKey>()])?;
            keys = divided.into_iter().map(|(group, value)| with_value(key(group), place, value)).collect();
        }
        Ok((keys, many))
    }

    /// Divides each group by the values of its rows, which are below `count`. Returns the old group and the value of each new one.
    fn divide(&mut self, values: &[u32], count: usize) -> Result<Vec<(u32, u32)>, OutOfMemory> {
        // By value: the old group that had it last, and the new group of both.
        let mut last = vec![(u32::MAX, 0); count];
        let mut made = Vec::new();
        let mut numbers = Vec::with_capacity(self.rows.len());
        for (group, rows) in (0..).zip(self.groups()) {
            for &row in rows {
                let value = values.get(row as usize).copied().unwrap_or_default();
                let Some((of, number)) = last.get_mut(value as usize) else { continue };
                if *of != group {
                    (*of, *number) = (group, made.len());
                    push(&mut made, (group, value))?;
                }
                numbers.push(*number);
            }
        }
        let rows = std::mem::take(&mut self.rows);
        ask_for(&[made.len() * size_of::<u32>(), rows.len() * size_of::<u32>()])?;
        self.ends = vec![0; made.len()];
        sort_by_counting(numbers.iter().copied().zip(rows.iter().copied()), &mut self.ends, &mut self.rows);
        Ok(made)
    }

    /// The rows of each group.
    fn groups(&self) -> impl Iterator<Item = &[u32]> {
        parted(&self.rows, &self.ends)
    }

    pub fn tallies(&self, store: &Store) -> Vec<Tally> {
        let tally = |rows: &[u32]| {
            let mut tally = Tally::default();
            rows.iter().for_each(|&row| tally.count(store.class(row)));
            tally
        };
        self.groups().map(tally).collect()
    }

    pub fn distinct(&self, store: &Store, column: Column) -> Vec<u32> {
        let codes = codes(store, column);
        // By code: the group that had it last.
        let mut last = vec![u32::MAX; store.code_count(column)];
        let mut is_new = |group: u32, row: u32| {
            let code = codes.get(row as usize).copied().unwrap_or_default();
            last.get_mut(code as usize).is_some_and(|last| std::mem::replace(last, group) != group)
        };
        let count = |(group, rows): (u32, &[u32])| rows.iter().map(|&row| u32::from(is_new(group, row))).sum();
        (0..).zip(self.groups()).map(count).collect()
    }
}
