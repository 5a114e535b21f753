//! An order that is worked out as it is read: rows are split once by what counts most, and each part is sorted when it is first
//! read.

use super::{Order, pack_words};
use crate::compact::{bits_for, sort_by_counting};
use crate::findings::selection::Selection;
use crate::memory::{OutOfMemory, ask_for};

/// Bits of the order that rows are split by.
const HEAD_BITS: u32 = 12;

/// Fewer rows are one part.
const FEW: usize = 4096;

/// Rows, part by part in order; inside a part in store order until it is sorted.
#[derive(Default)]
pub(crate) struct SplitRows {
    rows: Vec<u32>,
    /// By part: where it ends, and whether it is sorted.
    ends: Vec<(usize, bool)>,
}

impl SplitRows {
    /// Splits the rows of a selection.
    pub fn of_selection(order: &Order, selection: &Selection) -> Result<Self, OutOfMemory> {
        // The rows, the same in parts, the beginnings of their keys, and the ends of the parts.
        let of_a_row = 2 * size_of::<u32>() + size_of::<u16>();
        ask_for(&[selection.len() as usize * of_a_row, size_of::<(usize, bool)>() << HEAD_BITS])?;
        Ok(SplitRows::new(order, selection.rows(order.store)))
    }

    /// Splits rows, which are in store order.
    fn new(order: &Order, rows: Vec<u32>) -> Self {
        if rows.len() < FEW {
            let ends = vec![(rows.len(), false)];
            return SplitRows { rows, ends };
        }
        let heads = heads(order, &rows);
        let mut split = SplitRows::default();
        let mut ends = [0; 1 << HEAD_BITS];
        let items = heads.iter().zip(&rows).map(|(&head, &row)| (head.into(), row));
        sort_by_counting(items, &mut ends, &mut split.rows);
        split.ends.extend(ends.into_iter().map(|end| (end as usize, false)));
        split.ends.dedup_by_key(|(end, _)| *end);
        split
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The rows of a part and whether they are sorted.
    pub fn part(&self, number: usize) -> Option<(&[u32], bool)> {
        let &(end, is_sorted) = self.ends.get(number)?;
        Some((self.rows.get(self.start(number)..end)?, is_sorted))
    }

    /// Adds rows after the last; they are in store order, or sorted.
    pub fn push(&mut self, rows: impl Iterator<Item = u32>, is_sorted: bool) -> Result<(), OutOfMemory> {
        let before = self.rows.len();
        // Rows may be left out, but none are added.
        let most = rows.size_hint().1.unwrap_or_default();
        self.rows.try_reserve(most)?;
        self.rows.extend(rows);
        if self.rows.len() > before {
            self.ends.push((self.rows.len(), is_sorted));
        }
        Ok(())
    }

    /// The rows at `start..end` of the order.
    pub fn read(&mut self, order: &Order, start: usize, end: usize) -> Result<Vec<u32>, OutOfMemory> {
        let first = self.ends.partition_point(|&(part_end, _)| part_end <= start);
        for number in first..self.ends.len() {
            let from = self.start(number);
            let Some((to, is_sorted)) = self.ends.get_mut(number).filter(|_| from < end) else { break };
            if !*is_sorted && let Some(rows) = self.rows.get_mut(from..*to) {
                order.sort(rows)?;
            }
            *is_sorted = true;
        }
        order.settled(&self.rows, start, end)
    }

    fn start(&self, number: usize) -> usize {
        number.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |(end, _)| *end)
    }

    pub fn memory_bytes(&self) -> usize {
        self.rows.capacity() * size_of::<u32>() + self.ends.capacity() * size_of::<(usize, bool)>()
    }
}

/// Rows whose keys are made at a time: few enough to stay in the nearest cache.
const AT_ONCE: usize = 1 << 11;

/// The first bits of the fields that count most, by row.
fn heads(order: &Order, rows: &[u32]) -> Vec<u16> {
    let row_bits = bits_for(order.store.len().into());
    let words = pack_words(&order.fields, u64::BITS - row_bits);
    let word = words.first().copied().unwrap_or_default();
    let (mut count, mut bits) = (0, 0);
    while let Some(field) = word.get(count).filter(|_| bits < HEAD_BITS) {
        bits += field.bits;
        count += 1;
    }
    let fields = word.get(..count).unwrap_or_default();
    let first = row_bits + bits.saturating_sub(HEAD_BITS);
    let mut heads = Vec::with_capacity(rows.len());
    let mut keys = Vec::with_capacity(AT_ONCE);
    for rows in rows.chunks(AT_ONCE) {
        keys.clear();
        keys.extend(rows.iter().map(|&row| u64::from(row)));
        let mut shift = row_bits;
        for field in fields.iter().rev() {
            field.add(order.store, &mut keys, order.row_mask(), shift);
            shift += field.bits;
        }
        heads.extend(keys.iter().map(|key| (key >> first) as u16));
    }
    heads
}
