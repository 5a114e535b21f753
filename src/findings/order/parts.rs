//! An order that is worked out where somebody looks: rows are split once by what counts most, and each part is sorted when it
//! is read.

use super::{Order, bits_for, pack_words};

/// Bits of the order that rows are split by.
const HEAD_BITS: u32 = 12;

/// Fewer rows are one part.
const FEW: usize = 4096;

/// Rows, part by part in order; inside a part in store order until it is sorted.
#[derive(Default)]
pub(crate) struct Parts {
    rows: Vec<u32>,
    /// By part: where it ends, and whether it is sorted.
    ends: Vec<(usize, bool)>,
}

impl Parts {
    /// Splits rows, which are in store order.
    pub fn new(order: &Order, rows: Vec<u32>) -> Self {
        if rows.len() < FEW {
            let ends = vec![(rows.len(), false)];
            return Parts { rows, ends };
        }
        let (keys, shift) = heads(order, &rows);
        let head = |key: u64| (key >> shift) as usize;
        let mut places = [0usize; 1 << HEAD_BITS];
        for &key in &keys {
            places.get_mut(head(key)).into_iter().for_each(|count| *count += 1);
        }
        let mut place = 0;
        for count in &mut places {
            place += std::mem::replace(count, place);
        }
        let mask = order.row_mask();
        let mut parts = Parts { rows: vec![0; rows.len()], ends: Vec::new() };
        for key in keys {
            if let Some(place) = places.get_mut(head(key))
                && let Some(row) = parts.rows.get_mut(*place)
            {
                *row = (key & mask) as u32;
                *place += 1;
            }
        }
        // Each head's place is now where its rows end.
        parts.ends.extend(places.into_iter().map(|end| (end, false)));
        parts.ends.dedup_by_key(|(end, _)| *end);
        parts
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The rows of a part and whether they are sorted.
    pub fn part(&self, number: usize) -> Option<(&[u32], bool)> {
        let &(end, is_sorted) = self.ends.get(number)?;
        Some((self.rows.get(self.start(number)..end)?, is_sorted))
    }

    /// Adds rows behind the last; they are in store order, or sorted.
    pub fn push(&mut self, rows: impl Iterator<Item = u32>, is_sorted: bool) {
        let before = self.rows.len();
        self.rows.extend(rows);
        if self.rows.len() > before {
            self.ends.push((self.rows.len(), is_sorted));
        }
    }

    /// The rows at `start..end` of the order.
    pub fn read(&mut self, order: &Order, start: usize, end: usize) -> Vec<u32> {
        let first = self.ends.partition_point(|&(part_end, _)| part_end <= start);
        for number in first..self.ends.len() {
            let from = self.start(number);
            let Some((to, is_sorted)) = self.ends.get_mut(number).filter(|_| from < end) else { break };
            if !std::mem::replace(is_sorted, true)
                && let Some(rows) = self.rows.get_mut(from..*to)
            {
                order.sort(rows);
            }
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

/// Keys of rows with the fields that count most above the row's number, and where their first bits begin.
fn heads(order: &Order, rows: &[u32]) -> (Vec<u64>, u32) {
    let row_bits = bits_for(order.store.len());
    let words = pack_words(&order.fields, u64::BITS - row_bits);
    let word = words.first().copied().unwrap_or_default();
    let (mut count, mut bits) = (0, 0);
    while let Some(field) = word.get(count).filter(|_| bits < HEAD_BITS) {
        bits += field.bits;
        count += 1;
    }
    let fields = word.get(..count).unwrap_or_default();
    let mut keys: Vec<u64> = rows.iter().map(|&row| row.into()).collect();
    let mut shift = row_bits;
    for field in fields.iter().rev() {
        field.add(order.store, &mut keys, order.row_mask(), shift);
        shift += field.bits;
    }
    (keys, row_bits.max(shift.saturating_sub(HEAD_BITS)))
}
